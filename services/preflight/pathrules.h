#pragma once

#include "services/preflight/scriptanalysis.h"

namespace Trainyard {

/**
 * Paths that the script and the job name. Codes: paths.local, paths.outside-output, paths.relative, paths.windows-separator, config.number-as-text.
 *
 * Only paths that begin with what the code or the job says; what comes from elsewhere is not judged.
 */
CheckReport pathRules(const PreflightContext &context, const ScriptAnalysis &script);

} // namespace Trainyard
