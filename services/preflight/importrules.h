#pragma once

#include "services/preflight/preflight.h"
#include "services/preflight/pythonscript.h"

namespace Trainyard {

/// Is the Python that starts the boot file on this machine? Only for local runs. Code: environment.interpreter.
Findings interpreterRules(const PreflightContext &context);

/// Requirements lines that name what pip cannot mean. Code: environment.wrong-package-name.
Findings requirementRules(const PreflightContext &context);

/// What reading the job's script tells, by the profile's Python, in at most 20 s; nothing: the job has no Python script here.
/// @p entry is the script, relative to the code directory.
std::optional<Result<ScriptScan>> scanJobScript(const PreflightContext &context, const QString &entry);

/**
 * The script's imports against the image and the requirements; this machine's packages are not asked. Codes: environment.missing-package,
 * environment.python-version.
 */
CheckReport imageImportRules(const PreflightContext &context, const Result<ScriptScan> &scan);

/// Packages of the requirements, or imported from the image, against the image's system packages. Code: environment.system-library.
Findings systemLibraryRules(const PreflightContext &context, const ScriptScan *scan);

/**
 * The script's imports against the profile's own interpreter: what a local run will meet. Codes: environment.missing-package, code.syntax-error.
 * Nothing of the script is executed. Blocks for at most 40 s: call it from a worker thread.
 */
CheckReport checkImports(const PreflightContext &context);

/// The Python of the profile: `interpreter`, else /usr/bin/python3.
QString profileInterpreter(const Profile &profile);

} // namespace Trainyard
