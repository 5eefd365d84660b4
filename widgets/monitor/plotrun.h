#pragma once

#include "widgets/monitor/plotseries.h"

#include <QHash>

namespace Trainyard {

/**
 * Every series of one run as it is drawn, on one placement. Fed with batches as they come; they are taken in line by line, so that the
 * values of one line share an event and a resumed run is known by its steps.
 */
class PlotRun
{
public:
    PlotRun(QString id, QString label);
    Q_DISABLE_COPY_MOVE(PlotRun)

    const QString &id() const { return m_id; }
    /// What the run is called where several are shown; empty: the page's own run.
    const QString &label() const { return m_label; }
    EventPlacement &placement() { return m_placement; }
    const EventPlacement &placement() const { return m_placement; }

    void append(const QList<MetricBatch> &batches);
    void append(const MetricSeriesSet &set);

    /// In order of first appearance.
    const std::vector<std::unique_ptr<PlotSeries>> &series() const { return m_series; }
    PlotSeries *series(const SeriesKey &key) const { return m_index.value(key); }
    /// Points of all series.
    qsizetype size() const;
    void setSmoothing(const Smoothing &smoothing) { m_smoothing = smoothing; }

    /// From the lowest to the highest place of all points; not set: none has one.
    std::optional<AxisRange> range(XAxis axis) const;
    /// The axis place of the first point that came from @p line.
    std::optional<double> placeOfLine(qint64 line, XAxis axis) const;

private:
    struct Feed;
    std::vector<Feed> feedsOf(const QList<MetricBatch> &batches);
    PlotSeries &seriesFor(const SeriesKey &key, bool isSample);

    QString m_id;
    QString m_label;
    EventPlacement m_placement;
    Smoothing m_smoothing;
    std::vector<std::unique_ptr<PlotSeries>> m_series;
    QHash<SeriesKey, PlotSeries *> m_index;
};

} // namespace Trainyard
