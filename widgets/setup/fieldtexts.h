#pragma once

#include <QString>

namespace Trainyard {

/// What people read about one field; the key is the job's (`compute.flavor`), or the form's own (`quota.hours`, `profile.interpreter`).
struct FieldTexts
{
    QString label;
    QString unit;        ///< beside the editor
    QString placeholder; ///< what an empty field comes to
    QString what;        ///< for the help panel: what it is
    QString why;         ///< why it matters
    QString where;       ///< where to find it in the platform's console
    QString example;     ///< as it is typed, never translated
};

/// Translated into the language of now. An unknown key gives its last part as label.
FieldTexts fieldTexts(const QString &key);

} // namespace Trainyard
