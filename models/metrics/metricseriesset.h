#pragma once

#include "models/metrics/eventtable.h"
#include "models/metrics/minmaxpyramid.h"
#include "models/run/run.h"

#include <functional>
#include <memory>
#include <vector>

namespace Trainyard {

/**
 * The points of one series in order of arrival, kept as columns: 12 bytes a point, and its share of the event it was told in.
 *
 * Series of one set share their table of events. Long ones go out of memory by themselves.
 */
class MetricSeries
{
public:
    explicit MetricSeries(std::shared_ptr<EventTable> events = std::make_shared<EventTable>());
    void append(const MetricPoint &point);

    qsizetype size() const { return qsizetype(m_values.size()); }
    bool isEmpty() const { return m_values.empty(); }
    MetricPoint at(qsizetype index) const;
    const Column<double> &values() const { return m_values; }
    /// Row of each point in events().
    const Column<quint32> &rows() const { return m_rows; }
    const EventTable &events() const { return *m_events; }

    /// Of the finite values; not set while there is none.
    std::optional<double> minimum() const { return m_range.isEmpty() ? std::nullopt : std::optional(m_range.low); }
    std::optional<double> maximum() const { return m_range.isEmpty() ? std::nullopt : std::optional(m_range.high); }
    /// The newest value, finite or not.
    std::optional<double> last() const { return isEmpty() ? std::nullopt : std::optional(m_values.back()); }
    /// Values that are nan or infinite.
    qsizetype notFinite() const { return m_notFinite; }

private:
    std::shared_ptr<EventTable> m_events;
    Column<double> m_values;
    Column<quint32> m_rows;
    ValueRange m_range;
    qsizetype m_notFinite = 0;
};

/**
 * Every series of one run: what the log says and what the machine did.
 *
 * Append-only; takeAdded() answers with what is new since the last time, so that a chart draws only that. A point whose line names no step or epoch gets the last one seen
 * in training, so that `eval_loss` stands over the step it was measured at. Of several ranks that print the same metric, the first one seen counts;
 * a second device gets its own series, `gpu_memory_bytes.1`.
 */
class MetricSeriesSet
{
public:
    /// @p timeOf gives a line's wall time by its byte offset, in milliseconds since the epoch, 0: not known. It may be empty.
    void addEvents(const QList<LogEvent> &events, const std::function<qint64(qint64 offset)> &timeOf = {});
    void addSample(const Sample &sample);
    /// One batch for each series that has new points.
    QList<MetricBatch> takeAdded();
    void clear();

    /// In order of first appearance.
    const QList<SeriesKey> &keys() const { return m_keys; }
    /// nullptr: there is none.
    const MetricSeries *series(const SeriesKey &key) const;
    const MetricSeries *series(QStringView name, std::optional<Phase> phase) const { return series(SeriesKey{name.toString(), phase}); }

private:
    void append(const SeriesKey &key, const MetricPoint &point);
    void addMetrics(const LogEvent &event, qint64 timeMs);

    std::shared_ptr<EventTable> m_events = std::make_shared<EventTable>();
    QList<SeriesKey> m_keys;
    QHash<SeriesKey, qsizetype> m_index; ///< into m_series
    std::vector<MetricSeries> m_series;  ///< like m_keys
    std::vector<std::vector<MetricPoint>> m_added; ///< like m_keys; not taken yet
    std::optional<qint64> m_step;
    std::optional<double> m_epoch;
    std::optional<double> m_rank; ///< the rank whose lines count
};

/**
 * Gives log lines their wall time: a sample knows how long the log was at its moment, so a line that ended at byte N appeared between the sample
 * before and the sample after N. Interpolated between the two.
 */
class SampleClock
{
public:
    void add(const Sample &sample);
    /// Milliseconds since the epoch; 0 before the first sample has come, and for a byte no sample has seen yet.
    qint64 timeAt(qint64 offset) const;

private:
    struct Tick
    {
        qint64 bytes = 0;
        qint64 timeMs = 0;
    };
    std::vector<Tick> m_ticks; ///< rising in both; samples during which the log did not grow keep only the last
};

} // namespace Trainyard
