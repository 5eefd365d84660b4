#pragma once

#include "services/preflight/preflight.h"

namespace Trainyard {

/// Sources of inputs that should be on this machine. Code: data.missing-source.
CheckReport inputRules(const PreflightContext &context);
/// Where checkpoints go and whether they outlive the job. Codes: checkpoints.ephemeral, checkpoints.missing, job.invalid-value.
Findings checkpointRules(const PreflightContext &context);
/// What the limits come to. Code: limits.cost-before-duration.
Findings limitRules(const PreflightContext &context);
/// The image against the flavor's card. Code: environment.card-architecture.
Findings cardRules(const PreflightContext &context);
/// The batch size that the script is given against that of the dry-run and the forecast. Code: training.global-batch.
Findings batchRules(const PreflightContext &context);
/// Launchers in `code.command`. Codes: launch.process-count, launch.fixed-port.
Findings launchRules(const PreflightContext &context);

} // namespace Trainyard
