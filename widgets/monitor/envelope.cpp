#include "widgets/monitor/envelope.h"

#include <algorithm>
#include <cmath>

namespace Trainyard {

namespace {

/// The first point of [begin, end) for which @p isBeyond holds; looked for near @p begin first, since columns are asked for in order.
template<typename Predicate>
size_t firstBeyond(size_t begin, size_t end, size_t stride, Predicate isBeyond)
{
    size_t low = begin;
    size_t high = begin;
    for (stride = std::max<size_t>(1, stride); high < end && !isBeyond(high); stride *= 2) {
        low = high + 1;
        high += stride;
    }
    high = std::min(high, end);
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (isBeyond(middle))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/// The points of the stretch between the ends of @p x.
std::pair<size_t, size_t> visiblePart(const CurveView &curve, const Stretch &stretch, AxisRange x)
{
    const size_t half = (stretch.end - stretch.begin) / 2;
    if (!(curve.x(stretch.begin) <= x.high) || !(curve.x(stretch.end - 1) >= x.low))
        return {stretch.end, stretch.end};
    const size_t from = firstBeyond(stretch.begin, stretch.end, half, [&](size_t i) { return curve.x(i) >= x.low; });
    const size_t to = firstBeyond(from, stretch.end, half, [&](size_t i) { return curve.x(i) > x.high; });
    return {from, to};
}

bool isPlaced(const CurveView &curve, const Stretch &stretch)
{
    return stretch.end > stretch.begin && std::isfinite(curve.x(stretch.begin));
}

/// Collects points into lines; a value that is not finite ends one.
class LineBuilder
{
public:
    LineBuilder(std::vector<CurveLine> &lines, int attempt, bool isDense)
        : m_lines(lines)
        , m_line{{}, isDense, attempt}
    {
    }
    ~LineBuilder() { endLine(); }

    void add(double x, double value)
    {
        if (std::isfinite(value))
            m_line.points.append({x, value});
        else
            endLine();
    }

    void endLine()
    {
        if (!m_line.points.isEmpty())
            m_lines.push_back(m_line);
        m_line.points.clear();
    }

    const QPolygonF &points() const { return m_line.points; }

private:
    std::vector<CurveLine> &m_lines;
    CurveLine m_line;
};

void addDenseLines(const CurveView &curve, const Stretch &stretch, AxisRange x, int columns, std::vector<CurveLine> &lines)
{
    const std::vector<EnvelopeColumn> envelopeColumns = envelope(curve, stretch, x, columns);
    LineBuilder line(lines, stretch.attempt, true);
    const double width = x.span() / columns;
    if (const size_t first = envelopeColumns.front().first; first > stretch.begin)
        line.add(curve.x(first - 1), curve.values[first - 1]);
    for (const EnvelopeColumn &column : envelopeColumns) {
        const double middle = x.low + (column.column + 0.5) * width;
        const double first = curve.values[column.first];
        line.add(middle, first);
        if (column.last > column.first && !column.range.isEmpty()) {
            const bool lowestFirst = first - column.range.low < column.range.high - first;
            line.add(middle, lowestFirst ? column.range.low : column.range.high);
            line.add(middle, lowestFirst ? column.range.high : column.range.low);
            line.add(middle, curve.values[column.last]);
        }
    }
    if (const size_t next = envelopeColumns.back().last + 1; next < stretch.end)
        line.add(curve.x(next), curve.values[next]);
}

} // namespace

std::vector<EnvelopeColumn> envelope(const CurveView &curve, const Stretch &stretch, AxisRange x, int columns)
{
    std::vector<EnvelopeColumn> result;
    if (!isPlaced(curve, stretch))
        return result;
    const double scale = columns / x.span();
    const auto columnOf = [&](size_t i) { return std::min(columns - 1, int((curve.x(i) - x.low) * scale)); };
    auto [first, to] = visiblePart(curve, stretch, x);
    size_t stride = (to - first) / size_t(columns) / 2;
    while (first < to) {
        const int column = columnOf(first);
        const size_t next = firstBeyond(first + 1, to, stride, [&](size_t i) { return columnOf(i) > column; });
        result.push_back({column, first, next - 1, curve.pyramid.range(curve.values, first, next)});
        stride = (next - first) / 2;
        first = next;
    }
    return result;
}

std::vector<CurveLine> curveLines(const CurveView &curve, AxisRange x, int columns)
{
    std::vector<CurveLine> lines;
    for (const Stretch &stretch : curve.stretches) {
        if (!isPlaced(curve, stretch))
            continue;
        const auto [from, to] = visiblePart(curve, stretch, x);
        if (to - from > 2 * size_t(columns)) {
            addDenseLines(curve, stretch, x, columns, lines);
            continue;
        }
        const bool isOutside = from == to && (from == stretch.begin || from == stretch.end);
        if (isOutside)
            continue;
        LineBuilder line(lines, stretch.attempt, false);
        for (size_t i = from - (from > stretch.begin ? 1 : 0); i < std::min(to + 1, stretch.end); ++i)
            line.add(curve.x(i), curve.values[i]);
    }
    return lines;
}

ValueRange valuesWithin(const CurveView &curve, AxisRange x)
{
    ValueRange range;
    for (const Stretch &stretch : curve.stretches) {
        if (!isPlaced(curve, stretch))
            continue;
        const auto [from, to] = visiblePart(curve, stretch, x);
        range.add(curve.pyramid.range(curve.values, from, to));
    }
    return range;
}

std::vector<double> someValuesWithin(const CurveView &curve, AxisRange x, size_t most)
{
    std::vector<std::pair<size_t, size_t>> parts;
    size_t count = 0;
    for (const Stretch &stretch : curve.stretches) {
        if (!isPlaced(curve, stretch))
            continue;
        parts.push_back(visiblePart(curve, stretch, x));
        count += parts.back().second - parts.back().first;
    }
    std::vector<double> values;
    const size_t stride = count / most + 1;
    for (const auto &[from, to] : parts) {
        for (size_t i = from; i < to; i += stride) {
            if (std::isfinite(curve.values[i]))
                values.push_back(curve.values[i]);
        }
    }
    return values;
}

std::vector<NearPoint> nearestPoints(const CurveView &curve, double x)
{
    std::vector<NearPoint> under; // one an attempt
    std::optional<NearPoint> nearest;
    const auto distance = [&](const NearPoint &point) { return std::abs(curve.x(point.index) - x); };
    const auto offer = [&](size_t index, const Stretch &stretch, bool isUnder) {
        const NearPoint point{index, stretch.attempt};
        if (!std::isfinite(curve.values[index]))
            return;
        if (!nearest || distance(point) <= distance(*nearest))
            nearest = point;
        if (!isUnder)
            return;
        const auto same = std::find_if(under.begin(), under.end(), [&](const NearPoint &other) { return other.attempt == point.attempt; });
        if (same == under.end())
            under.push_back(point);
        else if (distance(point) <= distance(*same))
            *same = point;
    };
    for (const Stretch &stretch : curve.stretches) {
        if (!isPlaced(curve, stretch))
            continue;
        const size_t after = firstBeyond(stretch.begin, stretch.end, (stretch.end - stretch.begin) / 2, [&](size_t i) { return curve.x(i) >= x; });
        const bool isUnder = (after > stretch.begin || curve.x(stretch.begin) == x) && after < stretch.end;
        // The nearest finite ones on both sides; a hole of more than a few points is not searched to its end.
        constexpr size_t furthest = 1000;
        for (size_t i = after; i < std::min(stretch.end, after + furthest); ++i) {
            if (std::isfinite(curve.values[i])) {
                offer(i, stretch, isUnder);
                break;
            }
        }
        for (size_t i = after; i-- > stretch.begin && after - i < furthest;) {
            if (std::isfinite(curve.values[i])) {
                offer(i, stretch, isUnder);
                break;
            }
        }
    }
    if (under.empty() && nearest)
        under.push_back(*nearest);
    std::sort(under.begin(), under.end(), [](const NearPoint &a, const NearPoint &b) { return a.attempt > b.attempt; });
    return under;
}

} // namespace Trainyard
