#include "models/metrics/eventtable.h"

#include <cmath>
#include <limits>

namespace Trainyard {

namespace {

constexpr qint64 unknownStep = std::numeric_limits<qint64>::min();

} // namespace

quint32 EventTable::rowOf(const MetricPoint &point)
{
    const qint64 step = point.step.value_or(unknownStep);
    const float epoch = point.epoch ? float(*point.epoch) : std::numeric_limits<float>::quiet_NaN();
    const auto isLast = [&] {
        const float last = m_epochs.back();
        return m_lines.back() == point.line && m_times.back() == point.timeMs && m_steps.back() == step && (last == epoch || (std::isnan(last) && std::isnan(epoch)));
    };
    if (m_lines.empty() || !isLast()) {
        m_steps.push_back(step);
        m_epochs.push_back(epoch);
        m_times.push_back(point.timeMs);
        m_lines.push_back(point.line);
    }
    return quint32(m_lines.size() - 1);
}

MetricPoint EventTable::at(quint32 row, double value) const
{
    return {value, step(row), epoch(row), m_times[row], m_lines[row]};
}

std::optional<qint64> EventTable::step(quint32 row) const
{
    return m_steps[row] == unknownStep ? std::nullopt : std::optional(m_steps[row]);
}

std::optional<double> EventTable::epoch(quint32 row) const
{
    return std::isnan(m_epochs[row]) ? std::nullopt : std::optional(double(m_epochs[row]));
}

} // namespace Trainyard
