#pragma once

#include "models/metrics/metricseriesset.h"
#include "models/metrics/smoothing.h"
#include "widgets/monitor/envelope.h"

namespace Trainyard {

/**
 * One series as it is drawn: its points, their pyramid, the smoothed values with theirs, and where its line breaks. Appending a point
 * costs the same however many there are.
 */
class PlotSeries
{
public:
    /// At a distance of over this many usual distances the line is broken: nothing was told meanwhile.
    static constexpr double gapFactor = 8;
    /// Longer series are smoothed anew in another thread.
    static constexpr qsizetype longSeries = 50'000;

    PlotSeries(SeriesKey key, const EventPlacement &placement, bool isSample);

    /// Of an event that the placement has taken in last.
    void append(const MetricPoint &point);
    /// After the last of several append(): brings pyramid and smoothed values up to date.
    void settle();
    /// Smooths all values anew, here and now.
    void setSmoothing(const Smoothing &smoothing);
    /// Takes over what another thread made of a copy of values().
    void setSmoothed(SmoothedColumn smoothed);

    const SeriesKey &key() const { return m_key; }
    bool isSample() const { return m_isSample; }
    const MetricSeries &points() const { return m_points; }
    qsizetype size() const { return m_points.size(); }
    const SmoothedColumn &smoothed() const { return m_smoothed; }
    /// Points at which a new attempt begins.
    const std::vector<quint32> &restarts() const { return m_restarts; }
    /// Values a logarithmic axis cannot show.
    qsizetype notPositive() const { return m_notPositive; }

    CurveView raw(XAxis axis) const;
    CurveView smoothed(XAxis axis) const;

private:
    enum Order { ByProgress, ByTime, ByLine };
    /// The last point on one kind of axis, and how far apart points usually are.
    struct Pace
    {
        double last = std::numeric_limits<double>::quiet_NaN();
        double distances[5] = {};
        int count = 0;

        bool isGap(double distance, double shortest) const;
        void add(double distance);
    };

    static Order orderOf(XAxis axis);
    double place(Order order, quint32 row) const;
    void noteStretch(Order order, quint32 row, int attempt);

    SeriesKey m_key;
    const EventPlacement *m_placement;
    bool m_isSample;
    MetricSeries m_points;
    MinMaxPyramid m_pyramid;
    SmoothedColumn m_smoothed;
    std::vector<quint32> m_restarts;
    std::vector<Stretch> m_stretches[3]; ///< by Order
    Pace m_paces[3];
    int m_attempt = -1;
    qsizetype m_notPositive = 0;
};

} // namespace Trainyard
