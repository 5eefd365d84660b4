#include "widgets/monitor/envelope.h"

#include <algorithm>
#include <cmath>

namespace Trainyard {

namespace {

/// The first point of [begin, end) for which @p isBeyond holds. Looked for near @p guess first: columns hold about equally many points.
template<typename Predicate>
size_t firstBeyond(size_t begin, size_t end, size_t guess, Predicate isBeyond)
{
    size_t low = begin; // all before are not beyond
    size_t high = end;  // this one and all after are, or it is the end
    guess = std::clamp(guess, begin, end);
    if (guess == end || isBeyond(guess)) {
        high = guess;
        for (size_t step = 1; high > low; step *= 2) {
            const size_t before = high - std::min(step, high - low);
            if (!isBeyond(before)) {
                low = before + 1;
                break;
            }
            high = before;
        }
    } else {
        low = guess + 1;
        for (size_t step = 1; low < high; step *= 2) {
            const size_t after = low + std::min(step, high - low) - 1;
            if (isBeyond(after)) {
                high = after;
                break;
            }
            low = after + 1;
        }
    }
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
    const double perX = double(stretch.end - 1 - stretch.begin) / std::max(1e-300, curve.x(stretch.end - 1) - curve.x(stretch.begin));
    const auto guess = [&](double place) {
        return stretch.begin + size_t(std::clamp((place - curve.x(stretch.begin)) * perX, 0.0, double(stretch.end - stretch.begin)));
    };
    if (!(curve.x(stretch.begin) <= x.high) || !(curve.x(stretch.end - 1) >= x.low))
        return {stretch.end, stretch.end};
    const size_t from = firstBeyond(stretch.begin, stretch.end, guess(x.low), [&](size_t i) { return curve.x(i) >= x.low; });
    const size_t to = firstBeyond(from, stretch.end, guess(x.high), [&](size_t i) { return curve.x(i) > x.high; });
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

private:
    std::vector<CurveLine> &m_lines;
    CurveLine m_line;
};

std::vector<ColumnSpan> columnSpans(const CurveView &curve, size_t from, size_t to, AxisRange x, int columns)
{
    std::vector<ColumnSpan> spans;
    const double scale = columns / x.span();
    const auto columnOf = [&](size_t i) { return std::min(columns - 1, int((curve.x(i) - x.low) * scale)); };
    size_t count = (to - from) / size_t(columns);
    while (from < to) {
        const int column = columnOf(from);
        const size_t end = firstBeyond(from + 1, to, from + count, [&](size_t i) { return columnOf(i) > column; });
        spans.push_back({column, from, end});
        count = end - from;
        from = end;
    }
    return spans;
}

void addDenseLines(const CurveView &curve, const VisibleStretch &visible, AxisRange x, int columns, std::vector<CurveLine> &lines)
{
    LineBuilder line(lines, visible.stretch.attempt, true);
    const double width = x.span() / columns;
    if (visible.from > visible.stretch.begin)
        line.add(curve.x(visible.from - 1), curve.values[visible.from - 1]);
    for (const ColumnSpan &span : visible.columns) {
        const double middle = x.low + (span.column + 0.5) * width;
        const double first = curve.values[span.first];
        line.add(middle, first);
        if (span.end - span.first < 2)
            continue;
        const ValueRange range = curve.pyramid.range(curve.values, span.first, span.end);
        if (!range.isEmpty()) {
            const bool lowestFirst = first - range.low < range.high - first;
            line.add(middle, lowestFirst ? range.low : range.high);
            line.add(middle, lowestFirst ? range.high : range.low);
        }
        line.add(middle, curve.values[span.end - 1]);
    }
    if (visible.to < visible.stretch.end)
        line.add(curve.x(visible.to), curve.values[visible.to]);
}

} // namespace

std::vector<EnvelopeColumn> envelope(const CurveView &curve, const Stretch &stretch, AxisRange x, int columns)
{
    std::vector<EnvelopeColumn> result;
    if (!isPlaced(curve, stretch))
        return result;
    const auto [from, to] = visiblePart(curve, stretch, x);
    for (const ColumnSpan &span : columnSpans(curve, from, to, x, columns))
        result.push_back({span.column, span.first, span.end - 1, curve.pyramid.range(curve.values, span.first, span.end)});
    return result;
}

std::vector<VisibleStretch> visibleStretches(const CurveView &curve, AxisRange x, int columns)
{
    std::vector<VisibleStretch> result;
    for (const Stretch &stretch : curve.stretches) {
        if (!isPlaced(curve, stretch))
            continue;
        const auto [from, to] = visiblePart(curve, stretch, x);
        const bool isOutside = from == to && (from == stretch.begin || from == stretch.end);
        if (isOutside)
            continue;
        result.push_back({stretch, from, to, {}});
        if (to - from > 2 * size_t(columns))
            result.back().columns = columnSpans(curve, from, to, x, columns);
    }
    return result;
}

std::vector<CurveLine> curveLines(const CurveView &curve, const std::vector<VisibleStretch> &visible, AxisRange x, int columns)
{
    std::vector<CurveLine> lines;
    for (const VisibleStretch &each : visible) {
        if (!each.columns.empty()) {
            addDenseLines(curve, each, x, columns, lines);
            continue;
        }
        LineBuilder line(lines, each.stretch.attempt, false);
        for (size_t i = each.from - (each.from > each.stretch.begin ? 1 : 0); i < std::min(each.to + 1, each.stretch.end); ++i)
            line.add(curve.x(i), curve.values[i]);
    }
    return lines;
}

std::vector<CurveLine> curveLines(const CurveView &curve, AxisRange x, int columns)
{
    return curveLines(curve, visibleStretches(curve, x, columns), x, columns);
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
        const size_t after = firstBeyond(stretch.begin, stretch.end, (stretch.begin + stretch.end) / 2, [&](size_t i) { return curve.x(i) >= x; });
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
