#include "services/torch/forecast/suggestions.h"

#include "services/torch/forecast/recorder.h"
#include "services/torch/forecast/stepforecast.h"
#include "services/torch/workertext.h"

#include <algorithm>

namespace Trainyard {

namespace {

using Edits = QList<std::pair<QString, QString>>;

/// One change to try: the plan it makes, and how it reads in the job.
struct Candidate
{
    const char *code;
    QString change;
    Edits edits;
    StepPlan plan;
};

constexpr double leastSaving = 0.01;

Edits edit(const char *key, const QString &value)
{
    return {{QLatin1String(key), value}};
}

void addCheckpointing(QList<Candidate> &candidates, const StepPlan &plan, const ForecastPlan &job)
{
    if (plan.checkpointing != Checkpointing::None || job.network.source != NetworkRequest::Source::TransformersConfig)
        return; // who defines its own network has to place the checkpoints in its code
    StepPlan changed = plan;
    changed.checkpointing = Checkpointing::PerLayer;
    candidates.append({"activation-checkpointing", WorkerText::tr("Recompute activations in the backward pass (about a third more computing)."),
                       edit("training.activation_checkpointing", QStringLiteral("true")), changed});
}

void addPrecision(QList<Candidate> &candidates, const StepPlan &plan)
{
    if (plan.precision != Precision::Fp32)
        return;
    const bool hasBf16 = plan.facts.computeCapability >= 80;
    StepPlan changed = plan;
    changed.precision = hasBf16 ? Precision::AmpBf16 : Precision::AmpFp16;
    if (!plan.attentionIsStated && plan.facts.hasAttentionOperator && hasBf16)
        changed.attention = AttentionKind::Flash;
    const QString name = hasBf16 ? QStringLiteral("amp-bf16") : QStringLiteral("amp-fp16");
    candidates.append({"amp", WorkerText::tr("Compute in mixed precision (%1).").arg(name), edit("training.precision", name), changed});
}

void addOptimizers(QList<Candidate> &candidates, const StepPlan &plan)
{
    const bool isAdam = plan.optimizer == OptimizerKind::Adam || plan.optimizer == OptimizerKind::AdamW;
    if (!isAdam)
        return;
    if (plan.implementation != OptimizerImplementation::Fused && plan.facts.framework >= QVersionNumber(2, 0)) {
        StepPlan changed = plan;
        changed.implementation = OptimizerImplementation::Fused;
        candidates.append({"optimizer", WorkerText::tr("Use the fused implementation of the optimizer, which needs no temporary copies."),
                           edit("training.optimizer.implementation", QStringLiteral("fused")), changed});
    }
    StepPlan changed = plan;
    changed.optimizer = OptimizerKind::AdamW8bit;
    changed.implementation = OptimizerImplementation::ForLoop;
    candidates.append({"optimizer", WorkerText::tr("Keep the optimizer's states in 8 bits (adamw8bit)."),
                       Edits{{QStringLiteral("training.optimizer.name"), QStringLiteral("adamw8bit")}, {QStringLiteral("training.optimizer.implementation"), QStringLiteral("auto")}}, changed});
}

void addLora(QList<Candidate> &candidates, const StepPlan &plan, const ForecastPlan &job)
{
    if (plan.lora || job.network.source != NetworkRequest::Source::TransformersConfig || plan.zeroStage > 0)
        return;
    StepPlan changed = plan;
    changed.lora.emplace().targets = usualLoraTargets();
    candidates.append({"lora", WorkerText::tr("Train low-rank adapters (LoRA) instead of all weights."), edit("training.method", QStringLiteral("lora")), changed});
}

void addPackedBase(QList<Candidate> &candidates, const StepPlan &plan)
{
    if (!plan.lora || plan.quantizedBase)
        return;
    StepPlan changed = plan;
    changed.quantizedBase = true;
    candidates.append({"lora", WorkerText::tr("Pack the frozen weights to 4 bits (QLoRA)."), edit("training.method", QStringLiteral("qlora")), changed});
}

void addZero(QList<Candidate> &candidates, const StepPlan &plan)
{
    if (plan.dataParallel < 2)
        return;
    for (int stage = std::max(plan.zeroStage + 1, 2); stage <= 3; ++stage) {
        StepPlan changed = plan;
        changed.zeroStage = stage;
        const QString change = stage == 2 ? WorkerText::tr("Share optimizer states and gradients among the %1 devices (ZeRO stage 2).").arg(plan.dataParallel)
                                          : WorkerText::tr("Share optimizer states, gradients and weights among the %1 devices (ZeRO stage 3).").arg(plan.dataParallel);
        candidates.append({"zero", change, edit("training.parallel.zero_stage", QString::number(stage)), changed});
    }
}

MemorySuggestion suggestion(const char *code, const QString &change, const Edits &edits, qint64 before, qint64 need, const CardMemory &card)
{
    MemorySuggestion made{QLatin1String(code), change, edits, before - need, need, std::nullopt};
    if (card.capacityBytes)
        made.fits = need <= *card.capacityBytes;
    return made;
}

/// The largest part of @p batch, at most @p most, that goes into it without rest.
qint64 divisorUpTo(qint64 batch, qint64 most)
{
    qint64 best = 1;
    for (qint64 divisor = 1; divisor * divisor <= batch; ++divisor) {
        if (batch % divisor != 0)
            continue;
        for (const qint64 each : {divisor, batch / divisor})
            best = each <= most ? std::max(best, each) : best;
    }
    return best;
}

/// The batch halved until it fits, with as many more accumulated batches; down to 1 when it never fits.
Result<std::optional<MemorySuggestion>> halvedBatch(const ForecastPlan &job, const CardMemory &card, qint64 before)
{
    StepPlan accumulating = job.step; // its gradients live through the forward passes of all batches but the first
    accumulating.gradientAccumulation = std::max(2, job.step.gradientAccumulation);
    const Result<std::unique_ptr<StepModel>> model = StepModel::make(job.network, accumulating, at::kMeta, card.blasWorkspaceBytes);
    if (!model)
        return model.error();
    std::optional<MemorySuggestion> best;
    StepSize size{job.step.batchSize, job.step.sequenceLength};
    while (size.batch >= 2 && !(best && best->fits.value_or(true))) {
        size.batch = divisorUpTo(job.step.batchSize, size.batch / 2);
        const Result<std::vector<AllocatorEvent>> events = (*model)->events(size);
        if (!events)
            return events.error();
        const qint64 need = card.needOf(*events);
        const QString batch = QString::number(size.batch), accumulation = QString::number(job.step.gradientAccumulation * (job.step.batchSize / size.batch));
        best = suggestion("halve-batch", WorkerText::tr("Lower the batch size to %1 and accumulate %2 of them: the step stays the same.").arg(batch, accumulation),
                          {{QStringLiteral("training.batch_size"), batch}, {QStringLiteral("training.gradient_accumulation"), accumulation}}, before, need, card);
    }
    return best;
}

/// The cheapest flavor on which the job fits, unless that is the one it has.
std::optional<MemorySuggestion> nextFlavor(const MemoryForecast &forecast)
{
    for (const FlavorFit &flavor : forecast.flavors) {
        if (!flavor.fits.value_or(false) || forecast.fits.value_or(true))
            continue;
        return MemorySuggestion{QStringLiteral("flavor"), WorkerText::tr("Take the flavor %1.").arg(flavor.name), edit("compute.flavor", flavor.name), 0,
                                forecast.smallestCapacityBytes, true};
    }
    return std::nullopt;
}

} // namespace

QList<MemorySuggestion> memorySuggestions(const ForecastPlan &job, const CardMemory &card, const MemoryForecast &forecast)
{
    constexpr double enough = 0.8; // a fifth to spare
    const qint64 before = forecast.smallestCapacityBytes;
    if (!card.capacityBytes || double(before) <= enough * double(*card.capacityBytes))
        return {};

    const StepPlan &plan = job.step;
    QList<MemorySuggestion> suggestions;
    const Result<std::optional<MemorySuggestion>> halved = halvedBatch(job, card, before);
    if (halved && *halved)
        suggestions.append(**halved);

    QList<Candidate> candidates;
    addCheckpointing(candidates, plan, job);
    addPrecision(candidates, plan);
    addOptimizers(candidates, plan);
    addLora(candidates, plan, job);
    addPackedBase(candidates, plan);
    addZero(candidates, plan);
    for (const Candidate &candidate : candidates) {
        if (Recorder::isCancelled())
            break;
        const Result<std::unique_ptr<StepModel>> changed = StepModel::make(job.network, candidate.plan, at::kMeta, card.blasWorkspaceBytes);
        if (!changed)
            continue; // a change that the model does not take is none
        const Result<std::vector<AllocatorEvent>> events = (*changed)->events({plan.batchSize, plan.sequenceLength});
        if (events)
            suggestions.append(suggestion(candidate.code, candidate.change, candidate.edits, before, card.needOf(*events), card));
    }
    suggestions.removeIf([&](const MemorySuggestion &each) { return double(each.savesBytes) < leastSaving * double(before); });
    std::stable_sort(suggestions.begin(), suggestions.end(), [](const MemorySuggestion &a, const MemorySuggestion &b) {
        return std::pair(a.fits.value_or(false), a.savesBytes) > std::pair(b.fits.value_or(false), b.savesBytes);
    });
    if (const std::optional<MemorySuggestion> flavor = nextFlavor(forecast))
        suggestions.append(*flavor);
    return suggestions;
}

} // namespace Trainyard
