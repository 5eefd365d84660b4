#include "widgets/monitor/plotseries.h"

#include <algorithm>
#include <cmath>

namespace Trainyard {

namespace {

/// Samples come once a second, a log line rests while a model is evaluated: nothing shorter than this is a hole.
constexpr double shortestSampleGapMs = 8000;
constexpr double shortestMetricGapMs = 60'000;

} // namespace

bool PlotSeries::Pace::isGap(double distance, double shortest) const
{
    const int known = std::min(count, int(std::size(distances)));
    if (known < 5 && shortest != shortestSampleGapMs)
        return false;
    double usual = 0;
    for (int i = 0; i < known; ++i)
        usual = std::max(usual, distances[i]);
    return distance > std::max(shortest, gapFactor * usual);
}

void PlotSeries::Pace::add(double distance)
{
    distances[count % int(std::size(distances))] = distance;
    ++count;
}

PlotSeries::PlotSeries(SeriesKey key, const EventPlacement &placement, bool isSample)
    : m_key(std::move(key))
    , m_placement(&placement)
    , m_isSample(isSample)
    , m_points(placement.events())
{
}

void PlotSeries::append(const MetricPoint &point)
{
    m_points.append(point);
    m_notPositive += point.value <= 0 ? 1 : 0;
    const quint32 row = m_points.rows().back();
    const int attempt = m_isSample ? 0 : m_placement->attempt(row);
    if (attempt != m_attempt && m_points.size() > 1)
        m_restarts.push_back(quint32(m_points.size() - 1));
    for (const Order order : {ByProgress, ByTime, ByLine})
        noteStretch(order, row, attempt);
    m_attempt = attempt;
}

/// The new point goes on with the line, or begins another one.
void PlotSeries::noteStretch(Order order, quint32 row, int attempt)
{
    Pace &pace = m_paces[order];
    const double place = this->place(order, row);
    const double distance = place - pace.last;
    std::vector<Stretch> &stretches = m_stretches[order];
    const size_t index = size_t(m_points.size()) - 1;
    const double shortest = order == ByTime ? (m_isSample ? shortestSampleGapMs : shortestMetricGapMs) : 0;
    const bool isOther = stretches.empty() || attempt != m_attempt || std::isnan(place) != std::isnan(pace.last) || distance < 0;
    if (isOther || (order != ByLine && pace.isGap(distance, shortest)))
        stretches.push_back({index, index, attempt});
    else if (distance > 0)
        pace.add(distance);
    stretches.back().end = index + 1;
    pace.last = place;
}

double PlotSeries::place(Order order, quint32 row) const
{
    const qint64 time = m_placement->events()->timeMs(row);
    switch (order) {
    // A sample stands at the step of its time, which is known later: its time is in order.
    case ByProgress: return m_isSample ? double(time) : m_placement->progress(row);
    case ByTime: return time > 0 ? double(time) : std::numeric_limits<double>::quiet_NaN();
    case ByLine: return double(m_placement->events()->line(row));
    }
    Q_UNREACHABLE();
}

PlotSeries::Order PlotSeries::orderOf(XAxis axis)
{
    return axis == XAxis::Line ? ByLine : axis == XAxis::Time || axis == XAxis::Clock ? ByTime : ByProgress;
}

void PlotSeries::settle()
{
    m_pyramid.extend(m_points.values());
    m_smoothed.extend(m_points.values(), m_restarts);
}

void PlotSeries::setSmoothing(const Smoothing &smoothing)
{
    setSmoothed(SmoothedColumn(smoothing));
}

void PlotSeries::setSmoothed(SmoothedColumn smoothed)
{
    m_smoothed = std::move(smoothed);
    m_smoothed.extend(m_points.values(), m_restarts);
}

CurveView PlotSeries::raw(XAxis axis) const
{
    return {m_points.values(), m_pyramid, m_points.rows(), m_placement->x(axis), m_stretches[orderOf(axis)]};
}

CurveView PlotSeries::smoothed(XAxis axis) const
{
    return {m_smoothed.values(), m_smoothed.pyramid(), m_points.rows(), m_placement->x(axis), m_stretches[orderOf(axis)]};
}

} // namespace Trainyard
