#pragma once

#include "models/accelerator/flavorfits.h"
#include "models/run/run.h"

namespace Trainyard {

/**
 * How fast runs of this job went on each flavor, the newest of each: those of its name that trained the same way (training, model, nodes) for
 * at least 50 steps from the start. Start-up is part of the pace, as it is of the bill.
 *
 * @p runs newest first. Reads the definition in each run's folder: call it from a worker thread.
 */
QList<MeasuredPace> measuredPaces(const QList<Run> &runs, const Job &job);

} // namespace Trainyard
