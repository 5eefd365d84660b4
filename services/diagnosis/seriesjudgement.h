#pragma once

#include "models/metrics/metricseriesset.h"

namespace Trainyard {

/// The training series of this name, or the one without a word of phase; nullptr: neither.
const MetricSeries *trainingSeries(const MetricSeriesSet &series, QStringView name);

/// Median of the last @p count finite values; nan when there is none.
double medianOfLast(const MetricSeries &series, qsizetype count);

/// The level of a series now and in its best stretch before, as medians.
struct Drift
{
    double now = 0;
    double before = 0; ///< of all values but the last fifth and the first tenth, which is warm-up
};
/// @p series has at least ten values.
Drift driftOf(const MetricSeries &series);

/// What a loss does, judged with wide margins: a verdict of Flat or Diverging has to hold for nearly every healthy run not to get it.
enum class Trend {
    TooFew,   ///< under thirty values
    Falling,
    Settled,  ///< it fell, and has changed little since
    Flat,     ///< it never left the noise of its start
    Diverging ///< it stands well above its start after it had been clearly below
};
Trend trendOf(const MetricSeries &loss);
/// The same for a run that has ended: also from four values on, where each of the last quarter is clearly below each of the first.
Trend trendOfAll(const MetricSeries &loss);

} // namespace Trainyard
