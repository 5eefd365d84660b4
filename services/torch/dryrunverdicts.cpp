#include "services/torch/dryrunverdicts.h"

#include "models/common/units.h"
#include "services/torch/workertext.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace Trainyard {

namespace {

double meanOf(const QList<double> &values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / double(std::max<qsizetype>(1, values.size()));
}

QJsonValue orNull(const std::optional<qint64> &value)
{
    return value ? QJsonValue(*value) : QJsonValue(QJsonValue::Null);
}

/// What is worth a try in place of a rate that was too high.
double saneRate(double rate)
{
    constexpr double highestUsual = 0.01;
    return std::min(rate, highestUsual);
}

} // namespace

std::optional<bool> MemoryFigures::fits() const
{
    return capacityBytes ? std::optional(peakResidentBytes() <= double(*capacityBytes)) : std::nullopt;
}

std::optional<qint64> MemoryFigures::largestBatch() const
{
    if (!capacityBytes || bytesPerSample <= 0)
        return std::nullopt;
    constexpr double most = 1e12;
    const double room = double(*capacityBytes - programBytes) - fixedBytes;
    return qint64(std::clamp(room / bytesPerSample, 0.0, most));
}

QJsonObject MemoryFigures::toJson() const
{
    return {{QStringLiteral("device"), QStringLiteral("cpu")},
            {QStringLiteral("method"), measuredBatchSize == batchSize ? QStringLiteral("cpu-measured") : QStringLiteral("cpu-extrapolated")},
            {QStringLiteral("batch_size"), batchSize},
            {QStringLiteral("peak_resident_bytes"), qint64(peakResidentBytes())},
            {QStringLiteral("peak_allocated_bytes"), qint64(peakAllocatedBytes())},
            {QStringLiteral("parameters"), parameters},
            {QStringLiteral("trainable_parameters"), trainableParameters},
            {QStringLiteral("capacity_bytes"), orNull(capacityBytes)},
            {QStringLiteral("fits"), fits() ? QJsonValue(*fits()) : QJsonValue(QJsonValue::Null)},
            {QStringLiteral("largest_batch"), orNull(largestBatch())}};
}

PointResult memoryPoint(const MemoryFigures &figures, const Place &batchPlace)
{
    PointResult point{DryRunPoint::Memory, PointStatus::Pass, QString(), {}};
    const QString needed = displaySize(qint64(figures.peakResidentBytes()));
    if (!figures.capacityBytes) {
        point.detail = WorkerText::tr("A step with a batch of %1 needs %2 on this machine's CPU.").arg(figures.batchSize).arg(needed);
        return point;
    }
    point.detail = WorkerText::tr("A step with a batch of %1 needs %2 of the %3 that the flavor has.")
                       .arg(figures.batchSize).arg(needed, displaySize(*figures.capacityBytes));
    if (*figures.fits())
        return point;
    const qint64 largest = figures.largestBatch().value_or(0);
    const QString fix = largest > 0 ? WorkerText::tr("Use a batch of %1 or less, or a flavor with more memory.").arg(largest)
                                    : WorkerText::tr("Use a smaller model, or a flavor with more memory.");
    point.status = PointStatus::Fail;
    point.findings = {Finding{QStringLiteral("memory.exceeds-device"), Severity::Error, point.detail, batchPlace, fix, 1, {}}};
    return point;
}

Findings lossFindings(const LossCourse &course)
{
    constexpr double divergence = 10; // times its start
    const QList<double> &losses = course.losses;
    const QString rate = displayNumber(course.learningRate);
    const auto isWild = [&](double loss) { return !std::isfinite(loss) || loss > divergence * std::abs(losses.first()); };
    if (const auto worst = std::find_if(losses.begin(), losses.end(), isWild); worst != losses.end()) {
        const QString fix = std::isfinite(*worst)
            ? WorkerText::tr("Use a lower learning rate, for example %1.").arg(displayNumber(saneRate(course.learningRate / 10)))
            : WorkerText::tr("Use a learning rate that is orders of magnitude lower, for example %1; if the loss stays no number, look for such values in the data.")
                  .arg(displayNumber(saneRate(course.learningRate / 1000)));
        return {Finding{QStringLiteral("training.loss-diverged"), Severity::Warning,
                        WorkerText::tr("With a learning rate of %1 the loss went from %2 to %3 within %4 steps.")
                            .arg(rate, displayNumber(losses.first()), displayNumber(*worst)).arg(worst - losses.begin() + 1),
                        course.learningRatePlace, fix, 1, {}}};
    }
    const qsizetype round = std::clamp<qsizetype>(course.distinctBatches, 1, std::max<qsizetype>(1, losses.size() / 2));
    const double first = meanOf(losses.first(std::min(round, losses.size()))), last = meanOf(losses.last(std::min(round, losses.size())));
    if (!course.isRealData || losses.size() < 2 * round || last < first)
        return {};
    return {Finding{QStringLiteral("training.loss-not-falling"), Severity::Warning,
                    WorkerText::tr("The loss did not fall: %1 at the start, %2 after %3 steps with a learning rate of %4.")
                        .arg(displayNumber(first), displayNumber(last)).arg(losses.size()).arg(rate),
                    course.learningRatePlace,
                    WorkerText::tr("Try another learning rate, and look whether the labels belong to the data."), 1, {}}};
}

} // namespace Trainyard
