#pragma once

#include <QList>

namespace Trainyard {

/**
 * Exponential moving average without the pull of its start towards zero: s = w s + (1 - w) x, divided by 1 - w^n.
 *
 * @p weight 0 (no smoothing) to below 1. Worked: weight 0.5 over 1, 3 gives 1, 2.333. A value that is not finite is passed through and changes nothing after it.
 */
class ExponentialSmoother
{
public:
    explicit ExponentialSmoother(double weight);
    double next(double value);

private:
    double m_weight;
    double m_sum = 0;
    double m_norm = 0;
};

QList<double> exponentiallySmoothed(const QList<double> &values, double weight);

/// Median of the last @p window values (fewer at the start): a single outlier leaves no trace. Values that are not finite are passed through.
QList<double> medianSmoothed(const QList<double> &values, qsizetype window);

} // namespace Trainyard
