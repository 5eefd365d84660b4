#pragma once

#include "services/preflight/scriptanalysis.h"

namespace Trainyard {

/**
 * When checkpoints come, and what becomes of them at a restart. Codes: checkpoints.too-late, checkpoints.signal-lost, checkpoints.slow-resume,
 * checkpoints.world-size.
 */
Findings scheduleRules(const PreflightContext &context, const ScriptAnalysis &script);

} // namespace Trainyard
