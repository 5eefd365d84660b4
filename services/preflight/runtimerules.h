#pragma once

#include "services/preflight/scriptanalysis.h"

namespace Trainyard {

/**
 * What the script needs around it when it runs. Codes: environment.variable-unset, environment.cuda-on-npu, environment.cuda-without-gpu,
 * network.hub-download, network.tracker, launch.fixed-port, checkpoints.resume-unused.
 */
CheckReport runtimeRules(const PreflightContext &context, const ScriptAnalysis &script);

} // namespace Trainyard
