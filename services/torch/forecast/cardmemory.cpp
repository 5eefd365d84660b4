#include "services/torch/forecast/cardmemory.h"

#include "services/torch/forecast/stepforecast.h"
#include "services/torch/forecast/steprecording.h"

#include <algorithm>

namespace Trainyard {

namespace {

// Shares of activations and temporaries, the part of a forecast that is not plain counting. Derived in docs/forecast.md, "The band".
constexpr double modelShare = 0.05, guessedFrameworkShare = 0.10, extrapolatedShare = 0.10, npuShare = 0.20;
constexpr qint64 leastConvolutionWorkspace = qint64(256) << 20;
constexpr double convolutionWorkspaceShare = 0.10;

} // namespace

std::optional<qint64> CardMemory::allocatorBytes() const
{
    if (!capacityBytes)
        return std::nullopt;
    return std::max<qint64>(0, *capacityBytes - context.expected);
}

qint64 CardMemory::needOf(const std::vector<AllocatorEvent> &events, qint64 resolution) const
{
    return smallestCapacity(events, resolution) + context.expected;
}

CardMemory cardMemory(const AcceleratorCatalogue &catalogue, const ForecastPlan &plan, const std::optional<Flavor> &flavor, std::optional<qint64> capacityBytes)
{
    CardMemory memory;
    memory.card = AcceleratorCatalogue::unnamed();
    memory.capacityBytes = capacityBytes;
    if (flavor && flavor->accelerator) {
        memory.card = cardOf(*flavor, catalogue).value_or(memory.card);
        if (!capacityBytes)
            memory.capacityBytes = usableCardBytes(*flavor, catalogue);
    }
    memory.context = catalogue.contextOf(memory.card, plan.cuda, plan.isFrameworkKnown ? plan.frameworkText() : QString());
    const bool isFromAllocator = plan.step.facts.framework >= QVersionNumber(2, 0); // before, cuBLAS took it from the driver: part of the context
    memory.blasWorkspaceBytes = isFromAllocator ? memory.card.cublasWorkspaceBytes : 0;
    return memory;
}

MemoryForecast memoryForecastOf(const StepRecording &recording, const CardMemory &card, const Uncertainty &uncertainty)
{
    const Timeline &timeline = recording.timeline;
    const std::vector<AllocatorEvent> events = allocatorEvents(timeline);
    const ReplayResult endless = replayAllocations(events);

    MemoryForecast forecast;
    forecast.peakAllocatedBytes = endless.peakAllocatedBytes;
    forecast.peakReservedBytes = endless.peakReservedBytes;
    forecast.smallestCapacityBytes = card.needOf(events);
    forecast.peakAt = phaseAt(timeline, endless.peakEvent);
    forecast.atPeak = liveAt(timeline, endless.peakEvent, endless.peakAllocatedBytes);
    forecast.atPeak.context = card.context.expected;

    forecast.breakdown.weights = recording.states.weights;
    forecast.breakdown.gradients = recording.states.gradients;
    forecast.breakdown.optimizer = recording.states.optimizer;
    forecast.breakdown.activations = activationBytes(timeline);
    forecast.breakdown.temporaries = forecast.atPeak.temporaries;
    forecast.breakdown.workspace = forecast.atPeak.workspace;
    forecast.breakdown.context = card.context.expected;
    forecast.activationsByModule = activationsByModule(timeline);
    forecast.parameters = recording.states.parameters;
    forecast.trainableParameters = recording.states.trainableParameters;
    forecast.timeline = chartOf(timeline);

    const double share = card.card.isNpu ? npuShare
        : uncertainty.isExtrapolated     ? extrapolatedShare
        : uncertainty.isFrameworkKnown   ? modelShare
                                         : guessedFrameworkShare;
    const qint64 moving = forecast.atPeak.activations + forecast.atPeak.temporaries;
    const qint64 spread = qint64(double(card.card.isNpu ? forecast.peakAllocatedBytes : moving) * share);
    const qint64 workspace = uncertainty.hasConvolutions ? std::max(leastConvolutionWorkspace, qint64(convolutionWorkspaceShare * double(forecast.peakAllocatedBytes))) : 0;
    forecast.lowBytes = forecast.smallestCapacityBytes - spread - (card.context.expected - card.context.low);
    forecast.highBytes = forecast.smallestCapacityBytes + spread + (card.context.high - card.context.expected) + workspace;

    forecast.device = card.card.name;
    forecast.capacityBytes = card.capacityBytes;
    if (card.capacityBytes)
        forecast.fits = forecast.smallestCapacityBytes <= *card.capacityBytes;
    return forecast;
}

} // namespace Trainyard
