#include "widgets/monitor/plotseries.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace Trainyard {

namespace {

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();
/// Samples come once a second: nothing shorter than this is a hole.
constexpr qint64 shortestGapMs = 8000;

} // namespace

void Interpolation::add(double x, double y)
{
    if (!m_x.isEmpty() && (x < m_x.last() || y <= m_y.last()))
        return;
    if (!m_x.isEmpty() && x == m_x.last()) {
        m_y.last() = y;
        return;
    }
    m_x.append(x);
    m_y.append(y);
}

std::optional<double> Interpolation::at(double x) const
{
    if (m_x.isEmpty())
        return std::nullopt;
    const qsizetype next = std::upper_bound(m_x.cbegin(), m_x.cend(), x) - m_x.cbegin();
    if (next == 0)
        return m_y.first();
    if (next < m_x.size()) {
        const double share = (x - m_x.at(next - 1)) / (m_x.at(next) - m_x.at(next - 1));
        return m_y.at(next - 1) + share * (m_y.at(next) - m_y.at(next - 1));
    }
    double slope = m_endSlope.value_or(0);
    if (slope < 0) {
        slope = m_x.size() < 2 ? 0 : (m_y.last() - m_y.at(m_y.size() - 2)) / (m_x.last() - m_x.at(m_x.size() - 2));
    }
    return m_y.last() + slope * (x - m_x.last());
}

std::optional<double> Interpolation::floorAt(double x) const
{
    const qsizetype next = std::upper_bound(m_x.cbegin(), m_x.cend(), x) - m_x.cbegin();
    return next == 0 ? std::nullopt : std::optional(m_y.at(next - 1));
}

double Interpolation::lastX() const
{
    return m_x.isEmpty() ? -std::numeric_limits<double>::infinity() : m_x.last();
}

double XMapping::x(const MetricPoint &point) const
{
    // A sample's place is its time: when a run is opened again, its samples come after the whole log.
    const bool isSample = point.line == 0 && point.timeMs > 0;
    std::optional<double> step = isSample ? stepOfTime.at(double(point.timeMs)) : std::nullopt;
    if (!isSample && point.step)
        step = double(*point.step);
    switch (axis) {
    case XAxis::Step: return step.value_or(notANumber);
    case XAxis::Epoch: {
        const std::optional<double> epoch = step ? epochOfStep.at(*step) : std::nullopt;
        return epoch ? *epoch : point.epoch.value_or(notANumber);
    }
    case XAxis::Time: return point.timeMs > 0 ? double(point.timeMs - startMs) / 1000 : notANumber;
    case XAxis::Line: return point.line > 0 ? double(point.line) : notANumber;
    }
    Q_UNREACHABLE();
}

void PlotSeries::append(const MetricPoint &point, const XMapping &mapping)
{
    m_points.append(point);
    m_x.append(mapping.x(point));
    if (isAfterGap(m_points.size() - 1)) {
        // A point without value between the two breaks the line.
        m_points.insert(m_points.size() - 1, m_points.last());
        m_points[m_points.size() - 2].value = notANumber;
        m_x.append(m_x.last());
        m_raw.append(notANumber);
        m_smoothed.append(notANumber);
    }
    m_raw.append(point.value);
    m_smoothed.append(m_smoother.next(point.value));
}

bool PlotSeries::isAfterGap(qsizetype index) const
{
    if (!m_hasGapsByTime || index < 1)
        return false;
    const qint64 distance = m_points.at(index).timeMs - m_points.at(index - 1).timeMs;
    if (index < 2)
        return distance > shortestGapMs;
    const qint64 span = m_points.at(index - 1).timeMs - m_points.at(std::max<qsizetype>(0, index - 6)).timeMs;
    const double usual = double(span) / double(std::min<qsizetype>(index - 1, 5));
    return double(distance) > std::max(double(shortestGapMs), gapFactor * usual);
}

void PlotSeries::remap(const XMapping &mapping)
{
    for (qsizetype i = 0; i < m_points.size(); ++i)
        m_x[i] = mapping.x(m_points.at(i));
}

void PlotSeries::remapEnd(const XMapping &mapping, double timeMs, double step)
{
    const auto isBeyond = [&](const MetricPoint &point) {
        return point.line == 0 ? double(point.timeMs) >= timeMs : point.step && double(*point.step) >= step;
    };
    for (qsizetype i = m_points.size() - 1; i >= 0 && isBeyond(m_points.at(i)); --i)
        m_x[i] = mapping.x(m_points.at(i));
}

void PlotSeries::setSmoothing(double weight)
{
    if (weight == m_weight)
        return;
    m_weight = weight;
    m_smoother = ExponentialSmoother(weight);
    m_smoothed.clear();
    m_smoothed.reserve(m_raw.size());
    for (const double value : std::as_const(m_raw))
        m_smoothed.append(m_smoother.next(value));
}

qsizetype PlotSeries::nearest(double x) const
{
    qsizetype best = -1;
    for (qsizetype i = 0; i < m_x.size(); ++i) {
        if (std::isfinite(m_x.at(i)) && std::isfinite(m_raw.at(i))
            && (best < 0 || std::abs(m_x.at(i) - x) <= std::abs(m_x.at(best) - x)))
            best = i;
    }
    return best;
}

namespace {

/// Collects the points of one column and hands on the few that show.
class Column
{
public:
    void add(const QPointF &point)
    {
        if (m_count++ == 0)
            m_first = m_lowest = m_highest = point;
        if (point.y() < m_lowest.y())
            m_lowest = point;
        if (point.y() > m_highest.y())
            m_highest = point;
        m_last = point;
    }

    void flushTo(QPolygonF &line)
    {
        if (m_count > 0)
            line.append(m_first);
        if (m_count > 2) {
            const bool lowestFirst = m_lowest.x() <= m_highest.x();
            line.append(lowestFirst ? m_lowest : m_highest);
            line.append(lowestFirst ? m_highest : m_lowest);
        }
        if (m_count > 1)
            line.append(m_last);
        m_count = 0;
    }

private:
    int m_count = 0;
    QPointF m_first, m_lowest, m_highest, m_last;
};

} // namespace

QList<QPolygonF> decimate(const QList<double> &x, const QList<double> &y, double from, double to, int columns)
{
    QList<QPolygonF> lines;
    QPolygonF line;
    Column column;
    qint64 columnIndex = std::numeric_limits<qint64>::min();
    double previousX = -std::numeric_limits<double>::infinity();
    const double scale = to > from ? columns / (to - from) : 0;
    const auto endLine = [&] {
        column.flushTo(line);
        if (!line.isEmpty())
            lines.append(line);
        line.clear();
    };
    for (qsizetype i = 0; i < x.size(); ++i) {
        const QPointF point(x.at(i), y.at(i));
        if (!std::isfinite(point.x()) || !std::isfinite(point.y())) {
            endLine();
            continue;
        }
        if (point.x() < previousX)
            endLine();
        previousX = point.x();
        // One point beyond each side is enough to draw the line to it: everything left, and everything right, is one column.
        const qint64 index = std::clamp<qint64>(qint64(std::floor((point.x() - from) * scale)), -1, columns + 1);
        if (index != columnIndex) {
            column.flushTo(line);
            columnIndex = index;
        }
        column.add(point);
    }
    endLine();
    return lines;
}

} // namespace Trainyard
