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

MedianSmoother::MedianSmoother(int window)
    : m_window(size_t(std::max(1, window)))
{
}

double MedianSmoother::next(double value)
{
    if (!std::isfinite(value))
        return value;
    m_recent.push_back(value);
    m_ordered.insert(std::lower_bound(m_ordered.begin(), m_ordered.end(), value), value);
    if (m_recent.size() > m_window) {
        m_ordered.erase(std::lower_bound(m_ordered.begin(), m_ordered.end(), m_recent.front()));
        m_recent.pop_front();
    }
    const size_t middle = m_ordered.size() / 2;
    return m_ordered.size() % 2 == 1 ? m_ordered[middle] : (m_ordered[middle - 1] + m_ordered[middle]) / 2;
}

SmoothedColumn::SmoothedColumn(const Smoothing &smoothing)
    : m_smoothing(smoothing)
    , m_exponential(smoothing.weight)
    , m_median(smoothing.window)
{
    if (smoothing.kind != Smoothing::Kind::Gaussian)
        return;
    const int radius = std::max(1, smoothing.window / 2);
    const double sigma = radius / 3.0;
    for (int i = 0; i <= radius; ++i)
        m_kernel.push_back(std::exp(-0.5 * i * i / (sigma * sigma)));
}

void SmoothedColumn::extend(const Column<double> &source, const std::vector<quint32> &restarts)
{
    if (m_smoothing.kind == Smoothing::Kind::Gaussian) {
        extendGaussian(source, restarts);
    } else if (m_smoothing.kind != Smoothing::Kind::None) {
        auto restart = std::lower_bound(restarts.begin(), restarts.end(), quint32(m_values.size()));
        for (size_t i = m_values.size(); i < source.size(); ++i) {
            if (restart != restarts.end() && *restart == i) {
                ++restart;
                m_exponential = ExponentialSmoother(m_smoothing.weight);
                m_median = MedianSmoother(m_smoothing.window);
            }
            m_values.push_back(m_smoothing.kind == Smoothing::Kind::Median ? m_median.next(source[i]) : m_exponential.next(source[i]));
        }
    }
    m_pyramid.extend(m_values);
}

/// The last half window looked ahead into nothing before: it is smoothed again, stretch by stretch between restarts.
void SmoothedColumn::extendGaussian(const Column<double> &source, const std::vector<quint32> &restarts)
{
    const size_t radius = m_kernel.size() - 1;
    size_t begin = m_values.size() - std::min(m_values.size(), radius);
    m_values.truncate(begin);
    m_pyramid.truncate(begin);
    auto next = std::upper_bound(restarts.begin(), restarts.end(), quint32(begin));
    size_t stretchBegin = next == restarts.begin() ? 0 : *std::prev(next);
    while (begin < source.size()) {
        const size_t end = next == restarts.end() ? source.size() : std::min<size_t>(*next++, source.size());
        smoothStretch(source, stretchBegin, begin, end);
        stretchBegin = begin = end;
    }
}

void SmoothedColumn::smoothStretch(const Column<double> &source, size_t stretchBegin, size_t begin, size_t end)
{
    const size_t radius = m_kernel.size() - 1;
    constexpr size_t pieceLength = 1 << 16;
    for (size_t piece = begin; piece < end; piece += pieceLength) {
        const size_t pieceEnd = std::min(end, piece + pieceLength);
        const size_t first = piece - std::min(piece - stretchBegin, radius);
        const size_t last = std::min(end, pieceEnd + radius);
        std::vector<double> values(source.begin() + std::ptrdiff_t(first), source.begin() + std::ptrdiff_t(last));
        std::vector<double> weights(values.size(), 1.0);
        for (size_t i = 0; i < values.size(); ++i) {
            if (!std::isfinite(values[i]))
                values[i] = weights[i] = 0;
        }
        for (size_t i = piece - first; i < pieceEnd - first; ++i) {
            double sum = values[i] * m_kernel[0];
            double norm = weights[i] * m_kernel[0];
            for (size_t k = 1; k <= std::min(i, radius); ++k) {
                sum += values[i - k] * m_kernel[k];
                norm += weights[i - k] * m_kernel[k];
            }
            for (size_t k = 1; k <= std::min(values.size() - 1 - i, radius); ++k) {
                sum += values[i + k] * m_kernel[k];
                norm += weights[i + k] * m_kernel[k];
            }
            m_values.push_back(weights[i] > 0 ? sum / norm : source[first + i]);
        }
    }
}

} // namespace Trainyard
