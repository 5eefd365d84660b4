#pragma once

#include "models/metrics/metricscsv.h"
#include "models/metrics/runprogress.h"
#include "widgets/monitor/chartlayout.h"
#include "widgets/monitor/chartruns.h"
#include "widgets/monitor/plotitem.h"
#include "widgets/monitor/xwindow.h"

#include <QDateTime>
#include <QTimer>
#include <QWidget>

class QMenu;
class QScrollArea;
class QVBoxLayout;

namespace Trainyard {

class ChartControls;
class ChartStrip;
class XAxisBar;

/// What the strips need to know besides the points.
struct ChartContext
{
    bool hasRun = false;       ///< a bare log has no machine: its strips are those of its metrics
    bool isActive = false;     ///< more may come
    bool expectsAccuracy = false;
    QString holdUp;            ///< why nothing can come yet: "Queued: another run holds the only slot"; empty: it runs
    QDateTime waitingSince;
    QDateTime startedAt;       ///< zero of the time axis
    bool operator==(const ChartContext &) const = default;
};

/// What a person wants of the charts outside of the window.
enum class ChartExport { Png, Svg, Csv };

/**
 * Strips above each other on one x axis: loss, accuracy, throughput, utilisation, memory, then the run's own metrics.
 *
 * Fed with points as they come; redraws at most ten times a second. Wheel zooms at the cursor, dragging pans, dragging with Shift zooms
 * into what is marked, a double click shows the whole run or grows a strip, a click leads to the log line.
 */
class ChartPanel final : public QWidget
{
    Q_OBJECT

public:
    static constexpr int refreshIntervalMs = 100;

    explicit ChartPanel(QWidget *parent = nullptr);
    ~ChartPanel() override;

    void setContext(const ChartContext &context);
    void addPoints(const QList<MetricBatch> &batches);
    void setCheckpoints(const QList<CheckpointMark> &checkpoints);
    /// Warnings, changes of stage and what else happened; checkpoints and evaluations are known already.
    void setMarks(const QList<ChartMark> &marks);
    /// Forgets the page's own run; runs laid over it stay.
    void clear();
    /// Lets "since 0:12" tick.
    void setNow(const QDateTime &now);

    /// Lays another run over this one, in the same strips, in a colour of its own; @p label is its name in the legend. It is read in away
    /// from the GUI thread. The same id again replaces it.
    void addOverlay(const QString &runId, const QString &label, std::shared_ptr<const MetricSeriesSet> series);
    void removeOverlay(const QString &runId);
    /// Ids of the runs laid over this one.
    QStringList overlays() const;
    /// What a run is drawn in: for a legend outside of the panel.
    QColor overlayColor(const QString &runId) const;

    XAxis axis() const { return m_axis; }
    void setAxis(XAxis axis);
    const Smoothing &smoothing() const { return m_runs.smoothing(); }
    void setSmoothing(const Smoothing &smoothing);
    void setClipsOutliers(bool clips);
    bool clipsOutliers() const { return m_clipsOutliers; }

    /// Order, heights and contents of the strips; layoutChanged() tells when a person changed them.
    const ChartLayout &layoutOfStrips() const { return m_layout; }
    void setLayoutOfStrips(const ChartLayout &layout);
    /// Names of all metrics that were told so far, in order of appearance.
    QStringList metricNames() const;
    /// Puts a metric into the strip @p stripId, which is made if it is not there; the metric's own name gives it a strip of its own.
    void putMetric(const QString &metric, const QString &stripId);
    void moveStrip(const QString &stripId, int position);
    void setStripHidden(const QString &stripId, bool isHidden);
    void setStripLogarithmic(const QString &stripId, bool isLogarithmic);

    /// Puts the crosshair on the point that came from a log line; false when there is none.
    bool showLine(qint64 line);
    /// Draws what waits for the next refresh; a picture needs it now.
    void refresh();
    /// For a picture: without the row of controls.
    void setControlsVisible(bool isVisible);
    QList<ChartStrip *> strips() const { return m_strips; }
    /// All raw points of all runs, for a table.
    QList<NamedSeries> allSeries() const;

Q_SIGNALS:
    /// A point or a mark was clicked; @p line counts from 1.
    void lineRequested(qint64 line);
    void layoutChanged();
    void exportRequested(Trainyard::ChartExport format);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    ChartStrip *ensureStrip(const QString &id);
    ChartStrip *strip(const QString &id) const;
    void connectStrip(ChartStrip *strip);
    QString stripOf(const PlotRun &run, const PlotSeries &series) const;
    void updateStrips();
    void sortStrips();
    QList<Curve> curvesOf(const QString &stripId) const;
    Curve curveOf(const PlotRun &run, const PlotSeries &series) const;
    void ensureFixedStrips();
    AxisRange wholeRange() const;
    void updateMessages();
    void updateTexts(ChartStrip *strip);
    void retranslate();
    void updateEdges();
    void refreshSoon();
    void applyHeights();
    QList<PlacedMark> placedMarks() const;
    QList<ChartMark> evaluationMarks() const;

    void setCrosshair(std::optional<double> x);
    void changeWindow(const std::function<void(XWindow &)> &change);
    void handleClick(ChartStrip *strip, double x);
    void handleDoubleClick(ChartStrip *strip);
    void moveCrosshair(int direction);
    void showMenu(ChartStrip *strip, const QPoint &globalPosition, double x);
    void addStripActions(QMenu &menu, const ChartStrip *strip);
    void changeLayout(const std::function<void(ChartLayout &)> &change);

    ChartControls *m_controls;
    QScrollArea *m_scroll;
    QVBoxLayout *m_stripLayout;
    XAxisBar *m_axisBar;
    QTimer m_refreshTimer;

    ChartContext m_context;
    QDateTime m_now;
    ChartRuns m_runs;
    QList<ChartStrip *> m_strips; ///< in order
    qsizetype m_shownSeries = -1; ///< series and their beginnings when the strips were last made
    ChartLayout m_layout;
    QList<CheckpointMark> m_checkpoints;
    QList<ChartMark> m_marks;
    XAxis m_wantedAxis = XAxis::Step;
    XAxis m_axis = XAxis::Step;
    bool m_clipsOutliers = false;
    XWindow m_window;
    std::optional<double> m_crosshair;
    QString m_grownStrip;
};

} // namespace Trainyard
