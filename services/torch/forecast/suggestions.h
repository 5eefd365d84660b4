#pragma once

#include "services/torch/forecast/cardmemory.h"
#include "services/torch/forecast/stepmodel.h"

namespace Trainyard {

/**
 * What to change in a job that does not fit its card, or has less than a fifth of it to spare: each change forecast again, with its saving.
 *
 * Changes that save less than 1 % are left out. Those that make it fit come first, then by saving, then the cheapest flavor on
 * which the job fits as it is. When Recorder::isCancelled(), what was tried so far.
 */
QList<MemorySuggestion> memorySuggestions(const ForecastPlan &job, const CardMemory &card, const MemoryForecast &forecast);

} // namespace Trainyard
