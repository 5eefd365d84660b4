#pragma once

#include "models/metrics/metricseries.h"
#include "models/run/run.h"

#include <functional>
#include <limits>
#include <vector>

namespace Trainyard {

/// The points of one series in order of arrival, kept as columns: 36 bytes a point.
class MetricSeries
{
public:
    void append(const MetricPoint &point);

    qsizetype size() const { return qsizetype(m_values.size()); }
    bool isEmpty() const { return m_values.empty(); }
    MetricPoint at(qsizetype index) const;
    const std::vector<double> &values() const { return m_values; }

    /// Of the finite values; not set while there is none.
    std::optional<double> minimum() const { return m_finite > 0 ? std::optional(m_minimum) : std::nullopt; }
    std::optional<double> maximum() const { return m_finite > 0 ? std::optional(m_maximum) : std::nullopt; }
    /// The newest value, finite or not.
    std::optional<double> last() const { return isEmpty() ? std::nullopt : std::optional(m_values.back()); }
    /// Values that are nan or infinite.
    qsizetype notFinite() const { return size() - m_finite; }

private:
    static constexpr qint64 unknownStep = std::numeric_limits<qint64>::min();

    std::vector<double> m_values;
    std::vector<qint64> m_steps;  ///< unknownStep: not known
    std::vector<float> m_epochs;  ///< nan: not known
    std::vector<qint64> m_times;
    std::vector<qint64> m_lines;
    double m_minimum = 0;
    double m_maximum = 0;
    qsizetype m_finite = 0;
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
