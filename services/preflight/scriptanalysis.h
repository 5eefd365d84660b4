#pragma once

#include "services/preflight/launchtrace.h"
#include "services/preflight/preflight.h"
#include "services/preflight/scriptreading.h"

namespace Trainyard {

/// What reading tells of the job's script, once for all rules.
struct ScriptAnalysis
{
    LaunchTrace launch;
    std::optional<Result<ScriptScan>> scan; ///< nothing: the job has no Python script here
    std::optional<ScriptReading> reading;   ///< nothing: nothing could be read

    const ScriptScan *files() const { return scan && *scan ? &**scan : nullptr; }
};

/// Blocks for at most 20 s: call it from a worker thread.
ScriptAnalysis analyseScript(const PreflightContext &context);

/// The file or folder of the code directory that @p path means when the script runs, absolute; empty: none that is there, or not known.
QString fileInCode(const PreflightContext &context, const ScriptAnalysis &script, const ScriptValue &path);

/// The script's own arguments, for forms that offer them; nothing: reading does not tell.
std::optional<ScriptArguments> scriptArguments(const ScriptAnalysis &analysis);

} // namespace Trainyard
