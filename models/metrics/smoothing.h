#pragma once

#include "models/metrics/column.h"
#include "models/metrics/minmaxpyramid.h"

#include <deque>
#include <vector>

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

/// Median of the last @p window values (fewer at the start): a single outlier leaves no trace. Values that are not finite are passed through.
class MedianSmoother
{
public:
    explicit MedianSmoother(int window);
    double next(double value);

private:
    size_t m_window;
    std::deque<double> m_recent;   ///< the last finite values, in order of arrival
    std::vector<double> m_ordered; ///< the same, sorted
};

/// How a curve is smoothed.
struct Smoothing
{
    enum class Kind { None, Exponential, Median, Gaussian };

    Kind kind = Kind::Exponential;
    double weight = 0.6; ///< of the exponential average, 0 to below 1
    int window = 21;     ///< values that a median or a Gaussian takes in; the Gaussian's is centred, its sigma a sixth of it
    bool operator==(const Smoothing &) const = default;
};

/**
 * The smoothed values of a whole column, with their pyramid: smoothed first, decimated after, so that zooming never changes the curve.
 *
 * An exponential average or a median of a new value costs the same however long the column is; a Gaussian looks ahead, so its last half
 * window is computed again. Holes (nan) stay holes; nothing is smoothed over a restart.
 */
class SmoothedColumn
{
public:
    explicit SmoothedColumn(const Smoothing &smoothing = {});

    /// Takes in what @p source has more than at the last time. @p restarts: rising places in it at which smoothing begins anew.
    void extend(const Column<double> &source, const std::vector<quint32> &restarts);

    const Smoothing &smoothing() const { return m_smoothing; }
    const Column<double> &values() const { return m_values; }
    const MinMaxPyramid &pyramid() const { return m_pyramid; }

private:
    void extendGaussian(const Column<double> &source, const std::vector<quint32> &restarts);
    void smoothStretch(const Column<double> &source, size_t stretchBegin, size_t begin, size_t end);

    Smoothing m_smoothing;
    ExponentialSmoother m_exponential;
    MedianSmoother m_median;
    std::vector<double> m_kernel; ///< of the Gaussian: from the middle outwards
    Column<double> m_values;
    MinMaxPyramid m_pyramid;
};

} // namespace Trainyard
