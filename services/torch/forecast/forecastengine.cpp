#include "services/torch/forecast/forecastengine.h"

#include "models/accelerator/flavorfits.h"
#include "models/accelerator/hostneeds.h"
#include "services/torch/forecast/cpufallback.h"
#include "services/torch/forecast/forecastsearch.h"
#include "services/torch/forecast/planfromjob.h"
#include "services/torch/forecast/recorder.h"
#include "services/torch/forecast/stepforecast.h"
#include "services/torch/forecast/suggestions.h"
#include "services/torch/workertext.h"

#include <QDateTime>
#include <QDeadlineTimer>
#include <QFileInfo>
#include <QScopeGuard>

#include <algorithm>
#include <map>

namespace Trainyard {

namespace {

constexpr qint64 mostForecastBytes = qint64(1) << 60; ///< alive at once: sums stay far from the end of a qint64
constexpr qint64 mostBatch = qint64(1) << 20;         ///< no search goes further
constexpr qint64 mostLength = qint64(1) << 22;
constexpr qint64 usualLength = 2048;                  ///< where neither the job nor the model's positions say less

Error cancelled()
{
    return {Error::Kind::Cancelled, WorkerText::tr("The forecast was cancelled."), QString()};
}

JobDocument documentOf(const ForecastRequest &request)
{
    if (!request.jobText)
        return readJobFile(request.jobFile);
    const QString name = QFileInfo(request.jobFile).fileName();
    return readJob(*request.jobText, name.isEmpty() ? QStringLiteral("job.yaml") : name);
}

/// Sets the sequence length that the job left out, or checks the one that it names.
std::optional<Error> settleLength(ForecastPlan &plan, const Network &network)
{
    StepPlan &step = plan.step;
    if (!network.hasSequence()) {
        step.sequenceLength = 0;
        return std::nullopt;
    }
    const qint64 longest = network.longestSequence();
    if (step.sequenceLength == 0) {
        const qint64 usual = network.usualSequence() > 0 ? network.usualSequence() : usualLength;
        step.sequenceLength = longest > 0 ? std::min(longest, usual) : usual;
        plan.resolved.append({QStringLiteral("sequence_length"), QString::number(step.sequenceLength)});
    }
    if (longest > 0 && step.sequenceLength > longest)
        return Error{Error::Kind::Invalid, WorkerText::tr("training.sequence_length is %1, but the model has positions for %2 tokens.").arg(step.sequenceLength).arg(longest), QString()};
    return std::nullopt;
}

} // namespace

/// A model and all that decides how it runs, but for the batch size and the sequence length.
struct ModelKey
{
    NetworkRequest network;
    StepPlan plan;
    qint64 blasWorkspaceBytes = 0;
    QDateTime changedAt;
    qint64 fileSize = 0;
    bool operator==(const ModelKey &) const = default;
};

struct ForecastEngine::Private
{
    const AcceleratorCatalogue &catalogue;
    std::chrono::milliseconds patience{10000};
    ModelKey key;
    std::unique_ptr<StepModel> model; ///< of the last request
    double flops = 0;                 ///< of its step; 0: not known

    Result<StepModel *> modelOf(const ForecastPlan &plan, const CardMemory &card);
    Result<MemoryForecast> stepForecast(ForecastPlan &plan, const CardMemory &card, const std::function<bool()> &isCancelled);
    std::optional<Error> addSearches(MemoryForecast &forecast, const ForecastPlan &plan, const CardMemory &card);
    void addHost(MemoryForecast &forecast, const Job &job, const ForecastPlan &plan, const std::optional<Flavor> &flavor) const;
    void addFlavors(MemoryForecast &forecast, const Job &job, const ForecastPlan &plan, const ForecastRequest &request) const;
    std::optional<qint64> spreadNeed(const ForecastPlan &plan, int cards, qint64 contextBytes) const;
};

ForecastEngine::ForecastEngine(const AcceleratorCatalogue &catalogue)
    : d(new Private{catalogue})
{
    Recorder::install();
}

ForecastEngine::~ForecastEngine() = default;

void ForecastEngine::setPatience(std::chrono::milliseconds patience)
{
    d->patience = patience;
}

Result<StepModel *> ForecastEngine::Private::modelOf(const ForecastPlan &plan, const CardMemory &card)
{
    const QFileInfo file(plan.network.file);
    ModelKey wanted{plan.network, plan.step, card.blasWorkspaceBytes, file.lastModified(), file.size()};
    wanted.plan.batchSize = 1;
    wanted.plan.sequenceLength = 0;
    if (model && wanted == key)
        return model.get();
    model.reset();
    Result<std::unique_ptr<StepModel>> made = StepModel::make(plan.network, wanted.plan, at::kMeta, card.blasWorkspaceBytes);
    if (!made)
        return made.error();
    key = wanted;
    model = std::move(*made);
    return model.get();
}

Result<MemoryForecast> ForecastEngine::Private::stepForecast(ForecastPlan &plan, const CardMemory &card, const std::function<bool()> &isCancelled)
{
    flops = 0;
    const Result<StepModel *> made = modelOf(plan, card);
    if (!made)
        return made.error();
    const Network &network = (*made)->network();
    if (const std::optional<Error> error = settleLength(plan, network))
        return *error;
    const Uncertainty uncertainty{network.hasConvolutions(), plan.isFrameworkKnown, false};
    const Result<const StepRecording *> recording = (*made)->recording({plan.step.batchSize, plan.step.sequenceLength});
    if (recording) {
        MemoryForecast forecast = memoryForecastOf(**recording, card, uncertainty);
        forecast.method = QStringLiteral("meta");
        forecast.notForecast = network.notForecast();
        flops = (*recording)->flops;
        settleAttention(plan, (*recording)->attentions);
        return forecast;
    }
    if (recording.error().kind != Error::Kind::Unavailable)
        return recording.error();
    return forecastOnCpu(plan.network, plan.step, card, uncertainty, recording.error().message, isCancelled);
}

std::optional<Error> ForecastEngine::Private::addSearches(MemoryForecast &forecast, const ForecastPlan &plan, const CardMemory &card)
{
    const StepSize size{plan.step.batchSize, plan.step.sequenceLength};
    const bool hasSequence = model->network().hasSequence();
    const auto isHard = [](const Error &error) { return error.kind == Error::Kind::Cancelled; };
    if (const Result<> learnt = model->learnBatches(size); !learnt && isHard(learnt.error()))
        return learnt.error();
    if (hasSequence) {
        if (const Result<> learnt = model->learnSequences(size); !learnt && isHard(learnt.error()))
            return learnt.error();
    }
    const qint64 positions = model->network().longestSequence() > 0 ? model->network().longestSequence() : mostLength;
    if (const std::optional<qint64> bytes = card.allocatorBytes()) {
        const Result<qint64> batch = largestThatFits(*model, size, &StepSize::batch, mostBatch, *bytes);
        if (batch)
            forecast.largestBatch = *batch;
        else if (isHard(batch.error()))
            return batch.error();
        if (hasSequence) {
            const Result<qint64> length = largestThatFits(*model, size, &StepSize::sequence, positions, *bytes);
            if (length)
                forecast.largestSequence = *length;
            else if (isHard(length.error()))
                return length.error();
        }
    }
    const qint64 lastBatch = std::max(size.batch * 2, std::min(forecast.largestBatch.value_or(0) + forecast.largestBatch.value_or(0) / 4, mostBatch));
    const auto append = [&](Result<QList<MemoryCurvePoint>> curve) { return curve ? (forecast.curve += *curve, std::optional<Error>()) : std::optional(curve.error()); };
    if (const std::optional<Error> error = append(curveOver(*model, size, &StepSize::batch, lastBatch, card)))
        return error;
    if (!hasSequence)
        return std::nullopt;
    const qint64 lastLength = std::min(positions, std::max(size.sequence * 2, forecast.largestSequence.value_or(0) + forecast.largestSequence.value_or(0) / 4));
    return append(curveOver(*model, size, &StepSize::sequence, lastLength, card));
}

void ForecastEngine::Private::addHost(MemoryForecast &forecast, const Job &job, const ForecastPlan &plan, const std::optional<Flavor> &flavor) const
{
    const StepPlan &step = plan.step;
    const bool sharesWeights = step.zeroStage == 3, sharesStates = step.zeroStage >= 1;
    HostFacts facts;
    facts.batchBytes = batchBytesOf(job).value_or(0);
    facts.weightBytes = forecast.breakdown.weights * step.tensorParallel * (sharesWeights ? step.dataParallel : 1);
    facts.optimizerBytes = forecast.breakdown.optimizer * step.tensorParallel * (sharesStates ? step.dataParallel : 1);
    facts.parameters = forecast.parameters * step.tensorParallel;
    facts.trainableParameters = forecast.trainableParameters * step.tensorParallel;
    facts.processesPerNode = flavor ? std::max(1, flavor->cards()) : 1;
    facts.flopsPerStep = flops;
    forecast.host = hostNeedsOf(job, facts);
}

/// Of one card when weights, gradients and states are shared by @p cards of them (ZeRO stage 3).
std::optional<qint64> ForecastEngine::Private::spreadNeed(const ForecastPlan &plan, int cards, qint64 contextBytes) const
{
    StepPlan changed = plan.step;
    changed.zeroStage = 3;
    changed.dataParallel = cards;
    const Result<std::unique_ptr<StepModel>> spread = StepModel::make(plan.network, changed, at::kMeta, key.blasWorkspaceBytes);
    if (!spread)
        return std::nullopt;
    const Result<std::vector<AllocatorEvent>> events = (*spread)->events({changed.batchSize, changed.sequenceLength});
    return events ? std::optional(smallestCapacity(*events) + contextBytes) : std::nullopt;
}

void ForecastEngine::Private::addFlavors(MemoryForecast &forecast, const Job &job, const ForecastPlan &plan, const ForecastRequest &request) const
{
    const bool isQuick = request.isQuick;
    FlavorQuestion question;
    question.needBytes = forecast.smallestCapacityBytes;
    question.contextBytes = forecast.breakdown.context;
    question.kind = model && model->network().hasConvolutions() ? ComputeKind::Convolution : ComputeKind::Transformer;
    question.flopsPerStep = flops;
    question.steps = stepsOf(job);
    question.cuda = plan.cuda;
    question.framework = plan.isFrameworkKnown ? plan.frameworkText() : QString();
    std::map<int, std::optional<qint64>> spread;
    question.spreadNeed = [&](int cards) {
        const auto [known, isNew] = spread.try_emplace(cards);
        if (isNew)
            known->second = spreadNeed(plan, cards, forecast.breakdown.context);
        return known->second;
    };
    if (isQuick || forecast.method != QLatin1String("meta"))
        question.spreadNeed = {};
    forecast.flavors = fitFlavors(job, question, request.flavors, catalogue);
}

Result<ForecastAnswer> ForecastEngine::forecast(const ForecastRequest &request, const std::function<bool()> &isCancelled)
{
    const JobDocument document = documentOf(request);
    const std::optional<Card> jobCard = request.flavor ? cardOf(*request.flavor, d->catalogue) : std::nullopt;
    Result<ForecastPlan> plan = planFromJob(document, request, jobCard ? jobCard->computeCapability : AcceleratorCatalogue::unnamed().computeCapability);
    if (!plan)
        return plan.error();
    const CardMemory card = cardMemory(d->catalogue, *plan, request.flavor, request.capacityBytes);

    Recorder::setLimits(mostForecastEvents, mostForecastBytes);
    Recorder::setCancelled(isCancelled);
    Result<MemoryForecast> forecast = d->stepForecast(*plan, card, isCancelled);
    if (!forecast)
        return forecast.error();
    forecast->resolved = plan->resolved;
    forecast->notForecast = plan->notForecast + forecast->notForecast;
    if (isCancelled && isCancelled())
        return cancelled();
    d->addHost(*forecast, document.job, *plan, request.flavor);
    const QDeadlineTimer deadline(d->patience);
    Recorder::setCancelled([&] { return deadline.hasExpired() || (isCancelled && isCancelled()); });
    const auto reset = qScopeGuard([] { Recorder::setCancelled({}); });
    d->addFlavors(*forecast, document.job, *plan, request);
    if (!request.isQuick && forecast->method == QLatin1String("meta")) {
        const std::optional<Error> error = d->addSearches(*forecast, *plan, card);
        if (error && error->kind != Error::Kind::Cancelled)
            return *error;
        forecast->suggestions = memorySuggestions(*plan, card, *forecast);
    }
    if (isCancelled && isCancelled())
        return cancelled();
    QList<NotChecked> notChecked;
    if (Recorder::isCancelled())
        notChecked.append({WorkerText::tr("Larger sizes and changes of the job"), WorkerText::tr("Each trial of this model takes long; the search was ended after a while.")});
    return ForecastAnswer{*forecast, {}, notChecked};
}

} // namespace Trainyard
