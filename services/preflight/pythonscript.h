#pragma once

#include "models/result.h"
#include "services/preflight/syntaxtree.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace Trainyard {

/// One import of a module that is not the script's own.
struct ScriptImport
{
    QString module;         ///< the first part: `google` of google.protobuf
    int line = 0;
    bool isOptional = false; ///< behind a guard, a condition, or in a module that is
    bool isDeferred = false; ///< in a function: fails when that runs
    bool isStandard = false; ///< of the standard library of the Python that read it
    bool operator==(const ScriptImport &) const = default;
};

/// A `DataLoader(...)` with workers of its own.
struct ScriptLoader
{
    int line = 0;
    std::optional<int> workers; ///< as written, or the default of the option it comes from
    QString workersName;        ///< `workers` of `args.workers`; empty: a number
    bool operator==(const ScriptLoader &) const = default;
};

struct ScriptFile
{
    QString path; ///< relative to the code directory
    bool isSure = true; ///< surely imported
    QList<ScriptImport> imports;
    QList<ScriptLoader> loaders;
    std::optional<int> errorLine; ///< not readable for the Python that read it
    QString errorMessage;
    std::optional<int> newerLine; ///< first construct that is newer than the version asked for
    QString newerVersion;
    QString newerWhat;
    std::shared_ptr<const SyntaxNode> tree; ///< nothing: not readable, or too large
};

/// A script and its own modules, read without running anything.
struct ScriptScan
{
    QString python; ///< version of the Python that read it
    QList<ScriptFile> files;
    bool isComplete = true;
};

/**
 * Has @p interpreter read @p entry in @p codeDirectory. @p version (`3.8`, may be empty) is the Python that the script has to suit.
 *
 * Blocks for at most 20 s: call it from a worker thread. Errors: NotFound (no such interpreter), Timeout, Crashed, Invalid (an answer that is none).
 */
Result<ScriptScan> scanScript(const QString &interpreter, const QString &codeDirectory, const QString &entry, const QString &version = QString());

/// Which of @p modules this Python cannot find. Looks for them only, imports none. Blocks for at most 20 s; errors as above.
Result<QStringList> missingModules(const QString &interpreter, const QStringList &modules);

} // namespace Trainyard
