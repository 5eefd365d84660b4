#pragma once

#include "services/preflight/preflight.h"
#include "services/rehearsal/rehearsalrun.h"

namespace Trainyard {

/// The person's own script, started here for a few steps, and once more to see whether it goes on.
struct Rehearsal
{
    std::optional<Error> error; ///< it could not be prepared: nothing was started
    RehearsalRun first;
    std::optional<RehearsalRun> second; ///< started again with what the first left in the outputs
    bool isOnPart = false; ///< of the data
};

/// Why the script cannot be rehearsed; empty: it can. Presets are no script; a remote code directory is not here.
QString rehearsalObstacle(const PreflightContext &context);

/**
 * Rehearses in @p scratch: a copy of the code, a slice of the inputs, the outputs as the platform lays them out; without network where the system allows it.
 * Of the second start the code is a fresh copy and only the outputs are what the first one left, as after an interruption.
 *
 * Nothing of the job's folder is changed. Blocks: call it in a worker. @p progress gets translated sentences.
 */
Rehearsal rehearse(const PreflightContext &context, const AppPaths &paths, const RehearsalLimits &limits, const QString &scratch, const std::atomic_bool &cancelled,
                   const std::function<void(const QString &)> &progress);

} // namespace Trainyard
