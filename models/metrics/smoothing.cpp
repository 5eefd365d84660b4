#include "models/metrics/smoothing.h"

#include <algorithm>
#include <cmath>

namespace Trainyard {

ExponentialSmoother::ExponentialSmoother(double weight)
    : m_weight(std::clamp(weight, 0.0, 0.9999))
{
}

double ExponentialSmoother::next(double value)
{
    if (!std::isfinite(value))
        return value;
    m_sum = m_weight * m_sum + (1 - m_weight) * value;
    m_norm = m_weight * m_norm + (1 - m_weight);
    return m_sum / m_norm;
}

QList<double> exponentiallySmoothed(const QList<double> &values, double weight)
{
    ExponentialSmoother smoother(weight);
    QList<double> smoothed;
    smoothed.reserve(values.size());
    for (double value : values)
        smoothed.append(smoother.next(value));
    return smoothed;
}

QList<double> medianSmoothed(const QList<double> &values, qsizetype window)
{
    QList<double> smoothed;
    smoothed.reserve(values.size());
    QList<double> recent;  // the last finite values, in order of arrival
    QList<double> ordered; // the same, sorted
    for (double value : values) {
        if (!std::isfinite(value)) {
            smoothed.append(value);
            continue;
        }
        recent.append(value);
        ordered.insert(std::lower_bound(ordered.cbegin(), ordered.cend(), value), value);
        if (recent.size() > std::max<qsizetype>(1, window))
            ordered.erase(std::lower_bound(ordered.cbegin(), ordered.cend(), recent.takeFirst()));
        const qsizetype middle = ordered.size() / 2;
        smoothed.append(ordered.size() % 2 == 1 ? ordered[middle] : (ordered[middle - 1] + ordered[middle]) / 2);
    }
    return smoothed;
}

} // namespace Trainyard
