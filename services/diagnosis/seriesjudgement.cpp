#include "services/diagnosis/seriesjudgement.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace Trainyard {

namespace {

std::vector<double> finiteBetween(const Column<double> &values, qsizetype from, qsizetype to)
{
    std::vector<double> finite;
    for (qsizetype i = std::max<qsizetype>(0, from); i < to; ++i) {
        if (std::isfinite(values[size_t(i)]))
            finite.push_back(values[size_t(i)]);
    }
    return finite;
}

double quantile(std::vector<double> values, double part)
{
    if (values.empty())
        return std::numeric_limits<double>::quiet_NaN();
    const auto at = values.begin() + qsizetype(part * double(values.size() - 1));
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

} // namespace

const MetricSeries *trainingSeries(const MetricSeriesSet &series, QStringView name)
{
    const MetricSeries *named = series.series(name, Phase::Train);
    return named ? named : series.series(name, std::nullopt);
}

double medianOfLast(const MetricSeries &series, qsizetype count)
{
    return quantile(finiteBetween(series.values(), series.size() - count, series.size()), 0.5);
}

Drift driftOf(const MetricSeries &series)
{
    const qsizetype size = series.size();
    const qsizetype recent = std::clamp<qsizetype>(size / 5, 5, 100);
    return {medianOfLast(series, recent), quantile(finiteBetween(series.values(), size / 10, size - recent), 0.5)};
}

Trend trendOf(const MetricSeries &loss)
{
    constexpr qsizetype enough = 30;
    const qsizetype size = loss.size();
    if (size < enough)
        return Trend::TooFew;
    const qsizetype part = size / 5;
    const std::vector<double> start = finiteBetween(loss.values(), 0, std::min<qsizetype>(part, 50));
    const std::vector<double> recent = finiteBetween(loss.values(), size - std::min<qsizetype>(part, 200), size);
    const std::vector<double> middle = finiteBetween(loss.values(), part, size - part);
    if (start.empty() || recent.empty() || middle.empty())
        return Trend::TooFew;
    const double first = quantile(start, 0.5);
    const double now = quantile(recent, 0.5);
    const double noise = std::max(quantile(start, 0.9) - quantile(start, 0.1), std::abs(first) * 0.01);
    const double best = quantile(middle, 0.1);
    // All recent values, not some: a spike does not count.
    if (quantile(recent, 0.1) > first + 2 * noise && best < first && quantile(recent, 0.1) > best * 2)
        return Trend::Diverging;
    if (now < first - noise / 2 || now < first * 0.95) {
        const double before = quantile(middle, 0.5);
        return now < before - std::abs(before) * 0.01 ? Trend::Falling : Trend::Settled;
    }
    constexpr qsizetype patience = 100; // values: a slow start or a warm-up is no flat run
    const bool neverFell = best > first - noise && size >= patience;
    return neverFell ? Trend::Flat : Trend::TooFew;
}

Trend trendOfAll(const MetricSeries &loss)
{
    const Trend trend = trendOf(loss);
    const qsizetype part = loss.size() / 4;
    const std::vector<double> start = finiteBetween(loss.values(), 0, part);
    const std::vector<double> end = finiteBetween(loss.values(), loss.size() - part, loss.size());
    if (trend != Trend::TooFew || start.empty() || end.empty())
        return trend;
    const double lowestStart = *std::min_element(start.begin(), start.end());
    const double highestEnd = *std::max_element(end.begin(), end.end());
    return lowestStart > 0 && highestEnd < 0.9 * lowestStart ? Trend::Falling : Trend::TooFew;
}

} // namespace Trainyard
