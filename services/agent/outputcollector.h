#pragma once

#include "models/result.h"
#include "services/agent/launchfile.h"

namespace Trainyard {

/**
 * Brings one output to its destination: moved where both lie on one file system, else copied under a temporary name beside it and renamed.
 * A link stays in the run's folder. Doing it again after it was interrupted finishes it.
 *
 * True: it is there; false: the output is empty and nothing was made. Errors: Conflict (something else is there already: never overwritten),
 * Io (disk full, no permission). The output then stays in the run's folder, complete.
 */
Result<bool> collectOutput(const LaunchFile::Collected &output);

} // namespace Trainyard
