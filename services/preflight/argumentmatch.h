#pragma once

#include "models/preflight/scriptarguments.h"

#include <QSet>

namespace Trainyard {

/// One word of a command line, and which of the given things it belongs to.
struct CommandWord
{
    QString text;
    int source = 0;
    bool isUnknown = false; ///< a value that reading does not know (a path on the platform)
};

/// What the script's parser would object to, or change without a word.
struct ArgumentProblem
{
    enum class Kind {
        Unrecognized,
        Ambiguous,     ///< a prefix of several options
        InvalidValue,  ///< not a whole number, not a number, out of range, not among the choices
        WrongCount,    ///< a value for a flag, none, or too many
        TypeLost,      ///< accepted, but another value
        MissingRequired,
    };
    Kind kind = Kind::Unrecognized;
    int source = -1;
    QString name;      ///< as given, without dashes
    ScriptOption option;
    QString value;
    QStringList candidates;
    bool operator==(const ArgumentProblem &) const = default;
};

struct ArgumentMatch
{
    QList<ArgumentProblem> problems;
    QSet<int> received; ///< sources that an option took
};

/// Parses a command line back as the script would, by its style. @p wordsAreAll: false where a shell may add words of its own.
ArgumentMatch matchArguments(const ScriptArguments &arguments, const QList<CommandWord> &words, bool wordsAreAll = true);

/// Does a parameter of this name reach the option?
bool isNameOf(const QString &name, const ScriptOption &option, const ScriptArguments &arguments);

} // namespace Trainyard
