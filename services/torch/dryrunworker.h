#pragma once

#include "services/torch/dryrunevents.h"
#include "services/torch/dryrunplan.h"

namespace Trainyard {

/**
 * Answers data, memory, loss and artifacts for @p document: each of these points goes out through @p events exactly once, then `done`.
 *
 * Everything is written below request.scratch; the job's folder is only read. Takes at most about request.maxSeconds: a step that would
 * take longer is made with a smaller batch, and that is said. Nothing of the job makes it fail: what does not work is a finding.
 */
void runDryRun(const DryRunRequest &request, const JobDocument &document, DryRunEvents &events);

} // namespace Trainyard
