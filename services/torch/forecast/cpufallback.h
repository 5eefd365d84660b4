#pragma once

#include "services/torch/forecast/cardmemory.h"
#include "services/torch/forecast/stepmodel.h"

#include <functional>

namespace Trainyard {

/**
 * The forecast of a model that cannot run on meta tensors: real steps on the CPU at 1, 2, 4, ... samples, for some seconds, and from the two
 * largest that ran on to the job's batch size (method cpu-extrapolated). Where not even one sample runs, the model's states alone (states-only).
 *
 * @p reason: why meta could not; it ends up in notForecast. Errors: Cancelled, and those of buildNetwork().
 */
Result<MemoryForecast> forecastOnCpu(const NetworkRequest &request, const StepPlan &plan, const CardMemory &card, Uncertainty uncertainty,
                                     const QString &reason, const std::function<bool()> &isCancelled);

} // namespace Trainyard
