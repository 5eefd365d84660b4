#pragma once

#include "models/metrics/column.h"
#include "models/metrics/metricseries.h"

namespace Trainyard {

/**
 * Where and when values were told: a row for each event of a log and each sample. The values of one line share a row, so that ten series
 * of a million points have one set of x columns: 28 bytes an event.
 */
class EventTable
{
public:
    /// The row of @p point: the last one when it tells the same, else a new one.
    quint32 rowOf(const MetricPoint &point);

    size_t size() const { return m_lines.size(); }
    /// The row as a point of this value.
    MetricPoint at(quint32 row, double value) const;
    std::optional<qint64> step(quint32 row) const;
    std::optional<double> epoch(quint32 row) const;
    /// 0: not known.
    const Column<qint64> &times() const { return m_times; }
    const Column<qint64> &lines() const { return m_lines; }
    qint64 timeMs(quint32 row) const { return m_times[row]; }
    qint64 line(quint32 row) const { return m_lines[row]; }

private:
    Column<qint64> m_steps; ///< lowest of all: not known
    Column<float> m_epochs; ///< nan: not known
    Column<qint64> m_times;
    Column<qint64> m_lines;
};

} // namespace Trainyard
