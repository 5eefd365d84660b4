#pragma once

#include "models/run/run.h"

namespace Trainyard {

/// Has the run's log said something that the list of runs does not know? An ended run's log is read once.
bool hasUnreadLog(const Run &run);

/**
 * Reads step, epoch and best metric from the run's log into @p run. Of a log over @p mostBytes only the end is read: how far the run is.
 *
 * An ended run whose loss was no longer a number says so in its message. Blocks: to be called in a worker.
 */
void readProgress(Run &run, qint64 mostBytes);

} // namespace Trainyard
