#include "services/torch/forecast/cpufallback.h"

#include "services/torch/forecast/recorder.h"
#include "services/torch/workertext.h"

#include <QElapsedTimer>

namespace Trainyard {

namespace {

constexpr qint64 patienceMs = 8000;              ///< for all steps together
constexpr qint64 mostCpuBytes = qint64(4) << 30; ///< one step may take on this machine

/// Every number of @p large carried on along the line through @p small: only where the order of events differs.
MemoryForecast carriedOn(const MemoryForecast &small, qint64 smallBatch, MemoryForecast large, qint64 largeBatch, qint64 batch)
{
    const double steps = double(batch - largeBatch) / double(largeBatch - smallBatch);
    const auto carry = [steps](qint64 MemoryForecast::*field, const MemoryForecast &from, MemoryForecast &to) {
        to.*field = std::max<qint64>(0, to.*field + qint64(double(to.*field - from.*field) * steps));
    };
    for (qint64 MemoryForecast::*field : {&MemoryForecast::peakAllocatedBytes, &MemoryForecast::peakReservedBytes, &MemoryForecast::smallestCapacityBytes,
                                          &MemoryForecast::lowBytes, &MemoryForecast::highBytes})
        carry(field, small, large);
    for (auto [part, other] : {std::pair{&large.breakdown, &small.breakdown}, std::pair{&large.atPeak, &small.atPeak}}) {
        for (qint64 MemoryBreakdown::*field : {&MemoryBreakdown::activations, &MemoryBreakdown::temporaries})
            part->*field += qint64(double(part->*field - other->*field) * steps);
    }
    large.atPeak.temporaries += large.peakAllocatedBytes + large.atPeak.context - large.atPeak.sum();
    if (large.capacityBytes)
        large.fits = large.smallestCapacityBytes <= *large.capacityBytes;
    return large;
}

Result<MemoryForecast> statesOnly(const NetworkRequest &request, const StepPlan &plan, const CardMemory &card)
{
    const Result<std::unique_ptr<Network>> network = buildNetwork(request, networkPlan(plan), at::kMeta);
    if (!network)
        return network.error();
    const StepStates states = trainingStates(**network, plan);
    MemoryForecast forecast;
    forecast.method = QStringLiteral("states-only");
    forecast.device = card.card.name;
    forecast.breakdown = {states.weights, states.gradients, states.optimizer, 0, 0, 0, card.context.expected};
    forecast.atPeak = forecast.breakdown;
    forecast.peakAt = QStringLiteral("optimizer");
    forecast.peakAllocatedBytes = forecast.peakReservedBytes = states.weights + states.gradients + states.optimizer;
    forecast.smallestCapacityBytes = forecast.lowBytes = forecast.highBytes = forecast.breakdown.sum();
    forecast.parameters = states.parameters;
    forecast.trainableParameters = states.trainableParameters;
    forecast.capacityBytes = card.capacityBytes;
    if (card.capacityBytes && forecast.smallestCapacityBytes > *card.capacityBytes)
        forecast.fits = false; // that it fits cannot be told without activations
    return forecast;
}

struct MeasuredStep
{
    qint64 batch = 0;
    MemoryForecast forecast;
};

/// The two largest batches that ran, smaller first: fewer when the machine or the patience ends before.
Result<std::vector<MeasuredStep>> measuredSteps(StepModel &model, const CardMemory &card, const Uncertainty &uncertainty, const std::function<bool()> &isCancelled)
{
    QElapsedTimer clock;
    clock.start();
    Recorder::setCancelled([&] { return clock.hasExpired(patienceMs) || (isCancelled && isCancelled()); });
    std::vector<MeasuredStep> steps;
    std::optional<Error> failure;
    for (qint64 batch = 1; batch <= model.plan().batchSize && !failure && !clock.hasExpired(patienceMs / 3); batch *= 2) {
        const Result<const StepRecording *> recording = model.recording({batch, model.plan().sequenceLength});
        if (!recording) {
            failure = recording.error();
            break;
        }
        steps.push_back({batch, memoryForecastOf(**recording, card, uncertainty)});
        if (steps.size() > 2)
            steps.erase(steps.begin());
    }
    Recorder::setCancelled(isCancelled);
    if (isCancelled && isCancelled())
        return Error{Error::Kind::Cancelled, WorkerText::tr("The forecast was cancelled."), QString()};
    if (steps.empty() && failure)
        return *failure;
    return steps;
}

} // namespace

Result<MemoryForecast> forecastOnCpu(const NetworkRequest &request, const StepPlan &plan, const CardMemory &card, Uncertainty uncertainty,
                                     const QString &reason, const std::function<bool()> &isCancelled)
{
    uncertainty.isExtrapolated = true;
    const auto withStatesOnly = [&](const QString &why) -> Result<MemoryForecast> {
        Result<MemoryForecast> forecast = statesOnly(request, plan, card);
        if (forecast)
            forecast->notForecast.append(WorkerText::tr("Activations: the step could run neither on meta tensors (%1) nor on the CPU (%2). Weights, gradients and optimizer states alone are counted.").arg(reason, why));
        return forecast;
    };
    Recorder::setLimits(mostForecastEvents, mostCpuBytes);
    const Result<std::unique_ptr<StepModel>> model = StepModel::make(request, plan, at::kCPU, card.blasWorkspaceBytes);
    if (!model)
        return withStatesOnly(model.error().message);
    const Result<std::vector<MeasuredStep>> steps = measuredSteps(**model, card, uncertainty, isCancelled);
    if (!steps && steps.error().kind == Error::Kind::Cancelled)
        return steps.error();
    if (!steps)
        return withStatesOnly(steps.error().message);

    const MeasuredStep &large = steps->back();
    MemoryForecast forecast = large.forecast;
    if (large.batch != plan.batchSize) {
        if (steps->size() < 2)
            return withStatesOnly(WorkerText::tr("one sample took too long to carry on from"));
        forecast = carriedOn(steps->front().forecast, steps->front().batch, large.forecast, large.batch, plan.batchSize);
    }
    forecast.method = QStringLiteral("cpu-extrapolated");
    forecast.notForecast.append(WorkerText::tr("The step does not run on meta tensors (%1): it was measured on the CPU, up to a batch of %2, and carried on from there.").arg(reason).arg(large.batch));
    return forecast;
}

} // namespace Trainyard
