#pragma once

#include "models/accelerator/acceleratorcatalogue.h"
#include "models/accelerator/memoryforecast.h"
#include "services/torch/forecast/planfromjob.h"

namespace Trainyard {

struct StepRecording;
struct AllocatorEvent;

/// The card that is forecast: how much it has, and what it takes for itself.
struct CardMemory
{
    Card card;
    ContextSize context;
    std::optional<qint64> capacityBytes;   ///< usable; not set: not known
    qint64 blasWorkspaceBytes = 0;         ///< of one thread, from the allocator

    /// What is left for the allocator beside the context.
    std::optional<qint64> allocatorBytes() const;
    /// The smallest card on which @p events replay, context included, to @p resolution.
    qint64 needOf(const std::vector<AllocatorEvent> &events, qint64 resolution = 1 << 20) const;
};

/// The job's card: its flavor's, else an unnamed one of compute capability 8.0.
CardMemory cardMemory(const AcceleratorCatalogue &catalogue, const ForecastPlan &plan, const std::optional<Flavor> &flavor, std::optional<qint64> capacityBytes);

/// Where the band around the forecast comes from (docs/forecast.md).
struct Uncertainty
{
    bool hasConvolutions = false;    ///< their workspace is not known before they run
    bool isFrameworkKnown = true;
    bool isExtrapolated = false;
};

/// Peaks, breakdown, band, chart: all that one recorded step tells about @p card.
MemoryForecast memoryForecastOf(const StepRecording &recording, const CardMemory &card, const Uncertainty &uncertainty);

} // namespace Trainyard
