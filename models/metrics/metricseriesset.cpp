#include "models/metrics/metricseriesset.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace Trainyard {

MetricSeries::MetricSeries(std::shared_ptr<EventTable> events)
    : m_events(std::move(events))
{
}

void MetricSeries::append(const MetricPoint &point)
{
    m_rows.push_back(m_events->rowOf(point));
    m_values.push_back(point.value);
    m_range.add(point.value);
    m_notFinite += std::isfinite(point.value) ? 0 : 1;
}

MetricPoint MetricSeries::at(qsizetype index) const
{
    return m_events->at(m_rows[size_t(index)], m_values[size_t(index)]);
}

void MetricSeriesSet::addEvents(const QList<LogEvent> &events, const std::function<qint64(qint64)> &timeOf)
{
    for (const LogEvent &event : events) {
        if (event.kind == LogEvent::Kind::Metrics)
            addMetrics(event, timeOf ? timeOf(event.offset) : 0);
    }
}

void MetricSeriesSet::addMetrics(const LogEvent &event, qint64 timeMs)
{
    if (const std::optional<double> rank = event.value(u"rank")) {
        if (!m_rank)
            m_rank = rank;
        if (*rank != *m_rank)
            return;
    }
    if (event.phase.value_or(Phase::Train) == Phase::Train) {
        if (event.step)
            m_step = event.step;
        if (event.epoch)
            m_epoch = event.epoch;
    }
    const double device = event.value(u"device").value_or(0);
    const QString suffix = device > 0 ? QLatin1Char('.') + QString::number(device) : QString();
    for (const auto &[name, value] : event.values) {
        if (name == QLatin1String("rank") || name == QLatin1String("device"))
            continue;
        const MetricPoint point{value, event.step ? event.step : m_step, event.epoch ? event.epoch : m_epoch, timeMs, event.line};
        append(SeriesKey{name + suffix, event.phase}, point);
    }
}

void MetricSeriesSet::addSample(const Sample &sample)
{
    const auto add = [&](const char *name, const auto &value) {
        if (value)
            append(SeriesKey{QLatin1String(name), std::nullopt}, MetricPoint{double(*value), m_step, m_epoch, sample.time.toMSecsSinceEpoch(), 0});
    };
    add("cpu_percent", sample.cpuPercent);
    add("resident_bytes", sample.residentBytes);
    add("read_bytes_per_second", sample.readBytesPerSecond);
    add("write_bytes_per_second", sample.writeBytesPerSecond);
    add("gpu_utilization_percent", sample.gpuPercent);
    add("gpu_memory_bytes", sample.gpuMemoryBytes);
}

QList<MetricBatch> MetricSeriesSet::takeAdded()
{
    QList<MetricBatch> batches;
    for (qsizetype i = 0; i < m_keys.size(); ++i) {
        if (!m_added[size_t(i)].empty())
            batches.append(MetricBatch{m_keys.at(i), std::exchange(m_added[size_t(i)], {})});
    }
    return batches;
}

void MetricSeriesSet::append(const SeriesKey &key, const MetricPoint &point)
{
    auto found = m_index.constFind(key);
    if (found == m_index.cend()) {
        found = m_index.insert(key, qsizetype(m_series.size()));
        m_keys.append(key);
        m_series.emplace_back(m_events);
        m_added.emplace_back();
    }
    m_series[size_t(*found)].append(point);
    m_added[size_t(*found)].push_back(point);
}

const MetricSeries *MetricSeriesSet::series(const SeriesKey &key) const
{
    const auto found = m_index.constFind(key);
    return found == m_index.cend() ? nullptr : &m_series[size_t(*found)];
}

void MetricSeriesSet::clear()
{
    *this = MetricSeriesSet();
}

void SampleClock::add(const Sample &sample)
{
    const Tick tick{sample.logBytes, sample.time.toMSecsSinceEpoch()};
    if (!m_ticks.empty() && tick.bytes < m_ticks.back().bytes)
        return; // a log that shrank: keep what is known of it
    if (m_ticks.size() >= 2 && m_ticks.back().bytes == tick.bytes && m_ticks[m_ticks.size() - 2].bytes == tick.bytes)
        m_ticks.back() = tick;
    else
        m_ticks.push_back(tick);
}

qint64 SampleClock::timeAt(qint64 offset) const
{
    const auto after = std::lower_bound(m_ticks.cbegin(), m_ticks.cend(), offset, [](const Tick &tick, qint64 bytes) { return tick.bytes < bytes; });
    if (after == m_ticks.cend())
        return 0;
    if (after == m_ticks.cbegin())
        return after->timeMs;
    const auto before = std::prev(after);
    const double part = double(offset - before->bytes) / double(after->bytes - before->bytes);
    return before->timeMs + qint64(part * double(after->timeMs - before->timeMs));
}

} // namespace Trainyard
