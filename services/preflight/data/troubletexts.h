#pragma once

#include "services/preflight/data/datasetscan.h"
#include "services/preflight/data/scripthints.h"

namespace Trainyard {

/// How a trouble is told: %1 how many, %2 the first place, %3 the subject, %4 the value.
struct TroubleText
{
    const char *code = nullptr; ///< nothing: not told
    Severity severity = Severity::Error;
    QString message;
    QString fix;
};

TroubleText troubleText(Trouble trouble, const QString &subject, const TroubleGroup &group, const ReadOptions &options, const ScriptHints &hints);

/// @p text with %1 to %9 replaced, in one pass: what is put in is never looked at again. Not all need be there.
QString filled(const QString &text, const QStringList &values);
/// `dataset/a.csv, line 7`.
QString placeText(const Place &place);

} // namespace Trainyard
