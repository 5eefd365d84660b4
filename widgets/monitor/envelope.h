#pragma once

#include "models/metrics/minmaxpyramid.h"
#include "widgets/monitor/eventplacement.h"

#include <QPolygonF>

namespace Trainyard {

/// One stretch of a series in which x does not fall and no gap lies: [begin, end) of its points.
struct Stretch
{
    size_t begin = 0;
    size_t end = 0;
    int attempt = 0; ///< of the run
};

/// A series over one axis, raw or smoothed, as an envelope is made of it. Refers to columns that outlive it.
struct CurveView
{
    const Column<double> &values;
    const MinMaxPyramid &pyramid;
    const Column<quint32> &rows;
    XColumn places;
    const std::vector<Stretch> &stretches; ///< rising

    double x(size_t index) const { return places[rows[index]]; }
};

/// What one pixel column shows of a stretch.
struct EnvelopeColumn
{
    int column = 0;
    size_t first = 0; ///< index of its first point
    size_t last = 0;
    ValueRange range;
};

/**
 * The points of @p stretch from @p x.low to @p x.high by pixel column, empty columns left out; a point belongs to column
 * floor((x - low) / span * columns), the one at high to the last. Exact, in O(columns x log points).
 */
std::vector<EnvelopeColumn> envelope(const CurveView &curve, const Stretch &stretch, AxisRange x, int columns);

/// A line without gaps, in x and values.
struct CurveLine
{
    QPolygonF points;
    bool isDense = false; ///< more points than pixels: vertical strokes from lowest to highest
    int attempt = 0;
};

/// The points of a stretch that lie in one pixel column: [first, end).
struct ColumnSpan
{
    int column = 0;
    size_t first = 0;
    size_t end = 0;
};

/// What of a stretch lies between the ends of an x range, by column; it holds for the raw curve and the smoothed one.
struct VisibleStretch
{
    Stretch stretch;
    size_t from = 0;
    size_t to = 0;
    std::vector<ColumnSpan> columns; ///< empty: at most two points a column, each is drawn as it is
};

std::vector<VisibleStretch> visibleStretches(const CurveView &curve, AxisRange x, int columns);

/**
 * What is seen of a curve between the ends of @p x, and the way to one point beyond each: every point as it is while there are at most two
 * a column, else the first, lowest, highest and last of each column. A value that is not finite breaks the line.
 */
std::vector<CurveLine> curveLines(const CurveView &curve, const std::vector<VisibleStretch> &visible, AxisRange x, int columns);
std::vector<CurveLine> curveLines(const CurveView &curve, AxisRange x, int columns);

/// Of the values between the ends of @p x.
ValueRange valuesWithin(const CurveView &curve, AxisRange x);
/// Evenly chosen ones of them, finite, about @p most: what percentiles are taken of.
std::vector<double> someValuesWithin(const CurveView &curve, AxisRange x, size_t most);

/// A point of a curve under the crosshair.
struct NearPoint
{
    size_t index = 0;
    int attempt = 0;
};
/// The finite point nearest to @p x of each attempt that has points on both sides of it, newest attempt first; none has: the nearest of all.
std::vector<NearPoint> nearestPoints(const CurveView &curve, double x);

} // namespace Trainyard
