#pragma once

#include "services/metricfiles/metricsource.h"
#include "services/metricfiles/metrictags.h"

#include <array>

namespace Trainyard {

/// Puts the named numbers of one row or object together: one event for each phase, and a failure for a loss that is lost.
class RowEvents
{
public:
    RowEvents(qint64 line, qint64 offset) : m_line(line), m_offset(offset) {}

    void add(const MetricTag &tag, double value);
    /// @p knownTotals is copied into each event: its total steps and epochs. @return nothing for a row that tells no metric.
    QList<TimedEvent> take(const LogEvent &knownTotals = {});

private:
    static constexpr size_t unsaid = 3; ///< behind the three phases

    qint64 m_line;
    qint64 m_offset;
    std::array<LogEvent, 4> m_events;
    std::optional<qint64> m_step;
    std::optional<double> m_epoch;
    qint64 m_timeMs = 0;
    bool m_lossIsLost = false;
};

} // namespace Trainyard
