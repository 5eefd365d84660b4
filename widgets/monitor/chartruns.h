#pragma once

#include "widgets/monitor/plotrun.h"

#include <QObject>

namespace Trainyard {

/**
 * What a chart panel draws: the page's own run, and runs laid over it. Smooths long series and reads in other runs away from the GUI
 * thread; until then the curve before is shown.
 */
class ChartRuns final : public QObject
{
    Q_OBJECT

public:
    explicit ChartRuns(QObject *parent = nullptr);
    ~ChartRuns() override;

    PlotRun &own() const { return *m_own; }
    /// The page's own run first.
    QList<const PlotRun *> all() const;
    void append(const QList<MetricBatch> &batches);
    /// Replaces one of the same id. changed() tells when it is there.
    void addOverlay(const QString &runId, const QString &label, std::shared_ptr<const MetricSeriesSet> series);
    void removeOverlay(const QString &runId);
    QStringList overlays() const;
    /// Forgets the page's own run; what is laid over it stays.
    void clearOwn();

    const Smoothing &smoothing() const { return m_smoothing; }
    void setSmoothing(const Smoothing &smoothing);

Q_SIGNALS:
    /// Runs came or went, or long series are smoothed now.
    void changed();

private:
    void smoothNextLong();

    std::unique_ptr<PlotRun> m_own;
    std::vector<std::unique_ptr<PlotRun>> m_overlays; ///< in order of their wish
    QStringList m_wanted;                             ///< ids of overlays, also those that are being read
    Smoothing m_smoothing;
    bool m_isSmoothing = false;
};

} // namespace Trainyard
