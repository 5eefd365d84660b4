#pragma once

#include "models/dryrun/dryrunreport.h"
#include "services/preflight/preflight.h"

namespace Trainyard {

/**
 * @p report in the language of now: what reading alone finds is read again and takes the new words. What the steps told keeps its own, and
 * no finding comes or goes. Opens files: not for the thread of the window.
 */
DryRunReport retold(DryRunReport report, const PreflightContext &context);

} // namespace Trainyard
