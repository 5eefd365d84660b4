#pragma once

#include "models/preflight/scriptarguments.h"
#include "services/preflight/pythonscript.h"
#include "services/preflight/scriptvalue.h"

#include <functional>

namespace Trainyard {

/// A call of something that is not the script's own, with what is known of its arguments.
struct ScriptCall
{
    QString callee; ///< dotted: `torch.save`, `torchvision.datasets.MNIST`; `?.save_pretrained` on something not known
    ScriptValue receiver;
    QList<ScriptValue> arguments;
    QList<std::pair<QString, ScriptValue>> keywords;
    QString file; ///< relative to the code directory
    int line = 0;
    bool isGuarded = false;     ///< in a `try` that catches, or behind a condition that reading cannot decide
    bool isUnreached = false;   ///< in a function that nothing known calls

    QString name() const { return callee.section(u'.', -1); }
    const ScriptValue *keyword(QLatin1StringView wanted) const;
    /// The argument at @p position, or of that name; not given: an unknown value.
    ScriptValue argument(qsizetype position, QLatin1StringView keywordName = {}) const;
};

/// A parser that is asked for the command line.
struct ParserUse
{
    int parser = -1;
    bool isCertain = true; ///< false: only under a condition
    bool takesRest = false; ///< parses what another one left over
};

/// What becomes of a script when it is started with these arguments, as far as reading tells.
struct ScriptReading
{
    QList<ScriptArguments> parsers;
    QList<ParserUse> uses;
    QList<ScriptCall> calls;
    bool readsCommandLine = false; ///< looks at sys.argv itself
    QString undecided;             ///< why arguments may be read elsewhere; empty: they are not
    bool isComplete = true;        ///< every file has a tree and was read in full
};

/// What the job gives: the value of an option or environment variable.
struct GivenValues
{
    /// The value of an option by its names; nothing: not given.
    std::function<std::optional<ScriptValue>(const ScriptOption &, const ScriptArguments &)> option;
    /// The value of an environment variable; unknown: set, but to what is not known; nothing: not set.
    std::function<std::optional<ScriptValue>(const QString &)> variable;
};

/**
 * Follows @p entry (relative to the code directory, one of the files of @p scan) from its first line through its own modules, without running anything.
 *
 * Conditions that depend on what is not known are followed both ways, loops once. Bounded: whatever the script is, at most some 2 million nodes are looked at.
 */
ScriptReading readScript(const ScriptScan &scan, const QString &entry, const GivenValues &given);

} // namespace Trainyard
