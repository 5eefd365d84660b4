#pragma once

#include "models/accelerator/memoryforecast.h"
#include "services/preflight/preflight.h"

namespace Trainyard {

/**
 * What a forecast means for the job: card, host memory, /dev/shm and disk of its flavor. Codes: memory.exceeds-device, memory.may-exceed-device,
 * memory.exceeds-host, memory.shared-memory, checkpoints.exceed-disk. Fixes name what was forecast to help.
 *
 * @p known: found already; of the host's codes those in it are not told a second time.
 */
Findings forecastFindings(const MemoryForecast &forecast, const PreflightContext &context, const Findings &known = {});

} // namespace Trainyard
