#include "services/metricfiles/rowevents.h"

#include "services/logs/recordjudge.h"

#include <cmath>

namespace Trainyard {

void RowEvents::add(const MetricTag &tag, double value)
{
    constexpr double largestStep = 9e15;   // whole numbers beyond are not exact
    constexpr double earliestTime = 1e9;   // 2001, in seconds: smaller numbers are durations
    constexpr double latestTime = 1e11;
    switch (tag.role) {
    case MetricTag::Role::Step:
        if (std::abs(value) < largestStep && !m_step)
            m_step = qint64(value);
        return;
    case MetricTag::Role::Epoch:
        if (std::isfinite(value))
            m_epoch = value;
        return;
    case MetricTag::Role::WallTime:
        if (value > earliestTime && value < latestTime)
            m_timeMs = qint64(value * 1000);
        return;
    case MetricTag::Role::Ignored: return;
    case MetricTag::Role::Metric: break;
    }
    LogEvent &event = m_events[tag.phase ? size_t(*tag.phase) : unsaid];
    event.phase = tag.phase;
    event.values.append({tag.name, value * tag.scale});
    m_lossIsLost = m_lossIsLost || (tag.isLoss && !std::isfinite(value));
}

QList<TimedEvent> RowEvents::take(const LogEvent &knownTotals)
{
    QList<TimedEvent> taken;
    for (LogEvent &event : m_events) {
        if (event.values.isEmpty())
            continue;
        event.line = m_line;
        event.offset = m_offset;
        event.step = m_step;
        event.epoch = m_epoch;
        event.totalSteps = knownTotals.totalSteps;
        event.totalEpochs = knownTotals.totalEpochs;
        taken.append({event, m_timeMs});
    }
    if (m_lossIsLost)
        taken.append({Logs::failureEvent(m_line, m_offset, "nan_loss"), m_timeMs});
    return taken;
}

} // namespace Trainyard
