#pragma once

#include "services/preflight/scriptanalysis.h"

namespace Trainyard {

/**
 * The command line that the platform will run, parsed back as the script would: codes `arguments.*`.
 *
 * What reading cannot decide is one `arguments.undecided` (info) with the reason.
 */
CheckReport argumentRules(const PreflightContext &context, const ScriptAnalysis &script);

} // namespace Trainyard
