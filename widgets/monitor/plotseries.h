#pragma once

#include "models/metrics/metricseries.h"
#include "models/metrics/smoothing.h"

#include <QPolygonF>

namespace Trainyard {

enum class XAxis { Step, Epoch, Time, Line };

/**
 * A piecewise linear map from one rising quantity to another: time to step, step to epoch. Anchors that do not rise are left out; outside
 * of them the value is that of the nearest one, or goes on with @c endSlope.
 */
class Interpolation
{
public:
    /// A second one at the same @p x takes the place of the first.
    void add(double x, double y);
    std::optional<double> at(double x) const;
    /// Of the last anchor at or before @p x.
    std::optional<double> floorAt(double x) const;
    /// Beyond the last anchor: rise per x; negative: that of the last stretch.
    void setEndSlope(std::optional<double> slope) { m_endSlope = slope; }
    bool isEmpty() const { return m_x.isEmpty(); }
    /// Of the last anchor; lower than any x while there is none.
    double lastX() const;
    void clear() { *this = Interpolation(); }

private:
    QList<double> m_x;
    QList<double> m_y;
    std::optional<double> m_endSlope;
};

/// What turns a point into its x. All of one run's series share it.
struct XMapping
{
    XAxis axis = XAxis::Step;
    qint64 startMs = 0;       ///< zero of the time axis
    Interpolation stepOfTime; ///< milliseconds to step
    Interpolation epochOfStep;

    /// NaN where the point cannot be placed on this axis.
    double x(const MetricPoint &point) const;
};

/**
 * One series as it is drawn: raw and smoothed values over the current x axis. Appending costs O(1) a point.
 */
class PlotSeries
{
public:
    /// At a distance of over this many usual distances the line is broken: the machine gave no samples meanwhile.
    static constexpr double gapFactor = 8;

    void append(const MetricPoint &point, const XMapping &mapping);
    /// Computes every x again, after a change of axis.
    void remap(const XMapping &mapping);
    /// Computes the x of the points again that lay beyond the anchors known before: time @p timeMs and step @p step.
    void remapEnd(const XMapping &mapping, double timeMs, double step);
    void setSmoothing(double weight);
    /// Samples come at an even pace: a hole in time is a gap. Metrics have no pace.
    void setGapsByTime(bool gapsByTime) { m_hasGapsByTime = gapsByTime; }

    const QList<MetricPoint> &points() const { return m_points; }
    const QList<double> &x() const { return m_x; }
    const QList<double> &raw() const { return m_raw; }
    const QList<double> &smoothed() const { return m_smoothed; }
    /// Index of the point whose x is nearest, or -1.
    qsizetype nearest(double x) const;

private:
    bool isAfterGap(qsizetype index) const;

    QList<MetricPoint> m_points;
    QList<double> m_x;
    QList<double> m_raw; ///< NaN: a gap
    QList<double> m_smoothed;
    double m_weight = 0;
    ExponentialSmoother m_smoother{0};
    bool m_hasGapsByTime = false;
};

/// The points between @p from and @p to (and one beyond on each side) as lines of at most 4 points a column: first, lowest, highest, last.
/// A value that is not finite and an x that goes back (a resumed run) start a new line.
QList<QPolygonF> decimate(const QList<double> &x, const QList<double> &y, double from, double to, int columns);

} // namespace Trainyard
