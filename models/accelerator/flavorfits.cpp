#include "models/accelerator/flavorfits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace Trainyard {

namespace {

constexpr double spareShare = 0.2; // of a card: enough, so that nothing larger is offered

std::optional<double> numberOf(const Job &job, const std::initializer_list<const char *> &names)
{
    for (const char *name : names) {
        for (const QString &spelling : {QString::fromLatin1(name), QString::fromLatin1(name).replace(u'_', u'-')}) {
            const Parameter *parameter = job.parameter(spelling);
            bool isNumber = false;
            const double value = parameter ? parameter->values.value(0).toDouble(&isNumber) : 0;
            if (isNumber && value > 0)
                return value;
        }
    }
    return std::nullopt;
}

/// What the whole job costs on this flavor, or an hour of it; what has no price comes last.
double costOf(const FlavorFit &fit)
{
    if (!fit.pricePerHour)
        return std::numeric_limits<double>::infinity();
    return fit.hoursLow && fit.hoursHigh ? *fit.pricePerHour * (*fit.hoursLow + *fit.hoursHigh) / 2 : *fit.pricePerHour;
}

void sortFits(QList<FlavorFit> &fits)
{
    // Prices of whole jobs and of hours cannot be compared: while one flavor has no hours, hours count for none.
    const bool haveHours = std::all_of(fits.begin(), fits.end(), [](const FlavorFit &fit) { return !fit.fits.value_or(false) || fit.hoursLow; });
    const auto rank = [](const FlavorFit &fit) { return !fit.fits ? 1 : *fit.fits ? 0 : 2; };
    std::stable_sort(fits.begin(), fits.end(), [&](const FlavorFit &a, const FlavorFit &b) {
        if (rank(a) != rank(b))
            return rank(a) < rank(b);
        const double noPrice = std::numeric_limits<double>::infinity();
        return haveHours ? costOf(a) < costOf(b) : a.pricePerHour.value_or(noPrice) < b.pricePerHour.value_or(noPrice);
    });
}

/// A flavor beside what it comes to.
struct Candidate
{
    int cards = 1; ///< of one node
    qint64 need = 0;
    FlavorFit fit;

    bool fitsWithSpare() const { return fit.fits.value_or(false) && double(need) <= (1 - spareShare) * double(*fit.capacityBytes); }
};

Candidate candidateOf(const Job &job, const FlavorQuestion &question, const Flavor &flavor, const Card &card, const AcceleratorCatalogue &catalogue)
{
    const int devices = devicesOf(job), cards = flavor.cards() * job.nodes();
    Candidate candidate;
    candidate.cards = flavor.cards();
    candidate.need = question.needBytes - question.contextBytes + catalogue.contextOf(card, question.cuda, question.framework).expected;
    if (devices == 1 && cards > 1 && question.spreadNeed)
        candidate.need = question.spreadNeed(cards).value_or(candidate.need);

    FlavorFit &fit = candidate.fit;
    fit.name = flavor.name;
    fit.accelerator = flavor.cards() > 1 ? QStringLiteral("%1 x %2").arg(flavor.cards()).arg(card.name) : card.name;
    fit.pricePerHour = flavor.pricePerHour;
    if (card.usableBytes > 0) {
        fit.capacityBytes = card.usableBytes;
        fit.fits = candidate.need <= card.usableBytes && cards >= devices;
    }
    const QString precision = job.training ? job.training->precision : QString();
    const auto seconds = stepSeconds(card, question.kind, precision, question.flopsPerStep);
    if (!seconds)
        return candidate;
    const double turns = std::max(1.0, double(devices) / cards); // fewer cards than devices take turns
    fit.stepSecondsLow = seconds->low * turns;
    fit.stepSecondsHigh = seconds->high * turns;
    if (question.steps) {
        fit.hoursLow = *fit.stepSecondsLow * double(*question.steps) / 3600;
        fit.hoursHigh = *fit.stepSecondsHigh * double(*question.steps) / 3600;
    }
    return candidate;
}

} // namespace

// Tensor cores, transformers: 21 to 46 % of peak in published large runs (PaLM paper, table 3), 38 to 43 % for Llama 3 on H100, 57 % for
// Megatron-LM's largest; a job on few cards that nobody tuned is below. Convolutions: ResNet-50, 24.6 GFLOP an image, trains at 990 images/s on a
// V100 (NVIDIA DeepLearningExamples issue 1365) and 1,900 to 2,600 on an A100 (pytorch-image-models issue 1491) in mixed precision: 15 to 21 %;
// smaller nets less. Without tensor cores: 350 images/s in fp32 on a V100 (the same issue) are 55 %.
UtilisationRange utilisationOf(const Card &card, ComputeKind kind, const QString &precision)
{
    const bool isHalf = !precision.isEmpty() && precision != QLatin1String("fp32");
    const bool usesTf32 = !isHalf && kind == ComputeKind::Convolution && card.tf32Flops > 0; // PyTorch: on for convolutions, off for products
    const double flops = isHalf || card.fp32Flops == 0 ? card.halfFlops : usesTf32 ? card.tf32Flops : card.fp32Flops;
    if (flops == card.fp32Flops)
        return {0.35, 0.80, flops};
    return kind == ComputeKind::Transformer ? UtilisationRange{0.20, 0.50, flops} : UtilisationRange{0.08, 0.30, flops};
}

std::optional<SecondsRange> stepSeconds(const Card &card, ComputeKind kind, const QString &precision, double flopsPerStep)
{
    const UtilisationRange range = utilisationOf(card, kind, precision);
    if (range.flops <= 0 || flopsPerStep <= 0)
        return std::nullopt;
    return SecondsRange{flopsPerStep / (range.flops * range.high), flopsPerStep / (range.flops * range.low)};
}

std::optional<qint64> stepsOf(const Job &job, std::optional<qint64> samples)
{
    if (const auto steps = numberOf(job, {"max_steps", "num_train_steps", "max_train_steps", "total_steps", "train_iters", "max_iters"}))
        return *steps < 1e15 ? std::optional(qint64(*steps)) : std::nullopt;
    const auto epochs = numberOf(job, {"epochs", "num_epochs", "num_train_epochs", "max_epochs", "max_epoch"});
    if (!epochs || !samples || !job.training)
        return std::nullopt;
    const int dataParallel = job.training->parallel ? job.training->parallel->data.value_or(1) : 1;
    const double globalBatch = double(job.training->batchSize.value_or(1)) * double(job.training->gradientAccumulation.value_or(1)) * dataParallel;
    const double steps = *epochs * std::ceil(double(*samples) / globalBatch);
    return steps < 1e15 ? std::optional(qint64(std::ceil(steps))) : std::nullopt;
}

int devicesOf(const Job &job)
{
    if (!job.training || !job.training->parallel)
        return 1;
    const Job::Parallel &parallel = *job.training->parallel;
    const double devices = double(parallel.data.value_or(1)) * parallel.tensor.value_or(1) * parallel.pipeline.value_or(1);
    return int(std::clamp(devices, 1.0, 1e6));
}

QList<FlavorFit> fitFlavors(const Job &job, const FlavorQuestion &question, const QList<Flavor> &flavors, const AcceleratorCatalogue &catalogue)
{
    QList<Candidate> candidates;
    for (const Flavor &flavor : flavors) {
        if (const auto card = cardOf(flavor, catalogue); card && flavor.cards() > 0)
            candidates.append(candidateOf(job, question, flavor, *card, catalogue));
    }
    const bool oneIsEnough = devicesOf(job) == 1 && std::any_of(candidates.begin(), candidates.end(), [](const Candidate &candidate) {
        return candidate.cards == 1 && candidate.fitsWithSpare();
    });
    QList<FlavorFit> fits;
    for (const Candidate &candidate : candidates) {
        const bool isJobsOwn = candidate.fit.name == job.compute.flavor;
        if (candidate.cards == 1 || !oneIsEnough || isJobsOwn)
            fits.append(candidate.fit);
    }
    sortFits(fits);
    return fits;
}

void useMeasuredPaces(QList<FlavorFit> &fits, const QList<MeasuredPace> &paces, std::optional<qint64> steps)
{
    for (FlavorFit &fit : fits) {
        const auto pace = std::find_if(paces.begin(), paces.end(), [&fit](const MeasuredPace &entry) { return entry.flavor == fit.name; });
        const auto total = pace == paces.end() ? std::nullopt : steps ? steps : pace->totalSteps;
        if (pace != paces.end())
            fit.stepSecondsLow = fit.stepSecondsHigh = pace->secondsPerStep;
        if (!total)
            continue;
        fit.hoursLow = fit.hoursHigh = pace->secondsPerStep * double(*total) / 3600;
        fit.isMeasured = true;
    }
    sortFits(fits);
}

} // namespace Trainyard
