#pragma once

#include <QList>
#include <QSet>
#include <QString>
#include <QStringList>

namespace Trainyard {

/// What the job's script does with its data, as far as reading it tells: decides whether an oddity of the data is a fault.
struct ScriptHints
{
    enum class Answer { Unknown, No, Yes };

    bool isRead = false;           ///< there is a script, and every file of it was read
    Answer convertsImages = Answer::Unknown; ///< every image gets the same channels
    bool resizesImages = false;
    bool handlesDeepColour = false; ///< 16 bits
    QSet<QString> neededKeys;      ///< `row["key"]`
    QSet<QString> optionalKeys;    ///< `row.get("key")`
    QStringList encodings;         ///< that it opens files with, lower case, without hyphens
    bool opensText = false;        ///< somewhere without saying an encoding, or with UTF-8
    bool ignoresEncodingErrors = false;
    bool fillsMissing = false;
    bool weightsClasses = false;
    bool changesLabels = false;    ///< shifts or maps them before they are trained on
    bool skipsBadLines = false;
    bool allowsPickle = false;
    QList<qint64> ignoredLabels;
};

} // namespace Trainyard
