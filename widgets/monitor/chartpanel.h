#pragma once

#include "widgets/monitor/pointplacement.h"
#include "widgets/monitor/ticks.h"

#include <QDateTime>
#include <QHash>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <vector>

class QComboBox;
class QLabel;
class QScrollArea;
class QSlider;
class QToolButton;
class QVBoxLayout;

namespace Trainyard {

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

/**
 * Strips above each other on one x axis: loss, accuracy, throughput, utilisation, memory, then the run's own metrics.
 *
 * Fed with points as they come; redraws at most ten times a second. Wheel zooms, dragging pans, a click leads to the log line, a double
 * click grows a strip or leaves the zoom.
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
    void clear();
    /// Lets "since 0:12" tick.
    void setNow(const QDateTime &now);

    XAxis axis() const { return m_placement.mapping().axis; }
    void setAxis(XAxis axis);
    /// 0: none; below 1.
    void setSmoothing(double weight);
    /// Puts the crosshair on the point that came from a log line; false when there is none.
    bool showLine(qint64 line);
    /// Draws what waits for the next refresh; a picture needs it now.
    void refresh();
    /// For a picture: without the row of controls.
    void setControlsVisible(bool isVisible);
    QList<ChartStrip *> strips() const { return m_strips; }

Q_SIGNALS:
    /// A point was clicked; @p line counts from 1.
    void lineRequested(qint64 line);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    PlotSeries &seriesFor(const SeriesKey &key);
    ChartStrip *ensureStrip(const QString &id);
    ChartStrip *strip(const QString &id) const;
    void updateStripCurves(const QString &id);
    void ensureFixedStrips();
    void remapAll();
    AxisRange wholeRange() const;
    AxisRange currentRange() const { return m_zoom ? *m_zoom : wholeRange(); }
    void updateMessages();
    void updateTexts(ChartStrip *strip);
    void retranslate();
    void updateEdges();
    void refreshSoon();
    void applyWeights();

    void setCrosshair(std::optional<double> x);
    void zoom(double factor, double x);
    void pan(double dx);
    void resetZoom();
    void handleClick(ChartStrip *strip, double x);
    void handleDoubleClick(ChartStrip *strip);
    void moveCrosshair(int direction);

    QComboBox *m_axisBox;
    QLabel *m_axisLabel;
    QLabel *m_smoothingLabel;
    QSlider *m_smoothingSlider;
    QLabel *m_smoothingValue;
    QToolButton *m_wholeButton;
    QWidget *m_controls;
    QScrollArea *m_scroll;
    QVBoxLayout *m_stripLayout;
    XAxisBar *m_axisBar;
    QTimer m_refreshTimer;

    ChartContext m_context;
    QDateTime m_now;
    QList<ChartStrip *> m_strips; ///< in order
    QHash<SeriesKey, PlotSeries *> m_series;
    std::vector<std::unique_ptr<PlotSeries>> m_ownedSeries;
    QList<SeriesKey> m_keys; ///< in order of appearance
    QHash<SeriesKey, QString> m_stripOfKey;
    QList<CheckpointMark> m_checkpoints;
    PointPlacement m_placement;
    XAxis m_wantedAxis = XAxis::Step;
    double m_smoothing = 0.6;
    std::optional<AxisRange> m_zoom;
    std::optional<double> m_crosshair;
    QString m_grownStrip;
};

} // namespace Trainyard
