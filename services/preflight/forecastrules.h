#pragma once

#include "models/accelerator/memoryforecast.h"
#include "services/preflight/preflight.h"

#include <optional>

namespace Trainyard {

/**
 * What a forecast means for the job: card, host memory, /dev/shm and disk of its flavor. Codes: memory.exceeds-device, memory.may-exceed-device,
 * memory.exceeds-host, memory.shared-memory, checkpoints.exceed-disk. Fixes name what was forecast to help.
 *
 * @p known: found already; of the host's codes those in it are not told a second time.
 */
Findings forecastFindings(const MemoryForecast &forecast, const PreflightContext &context, const Findings &known = {});

/**
 * The hours of the job's own flavor held against the card-hours left (nodes x cards x hours). Code: quota.insufficient, an error when the hours
 * were measured, a warning when even the shortest estimate is over.
 */
Findings quotaFindings(const FlavorFit &fit, const PreflightContext &context, std::optional<double> cardHoursLeft);

} // namespace Trainyard
