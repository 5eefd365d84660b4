#pragma once

#include "widgets/monitor/plotitem.h"

#include <QWidget>

class QCategoryAxis;
class QChart;
class QChartView;
class QLabel;

namespace Trainyard {

/// What a strip is for. Fixed for its life.
struct StripSpec
{
    QString id;                ///< loss, accuracy, throughput, utilisation, memory, or a metric's own name
    ValueUnit unit = ValueUnit::Number;
    bool startsAtZero = false;
    std::optional<double> top; ///< fixed upper end
    bool hasGapsByTime = false;
    int weight = 1;            ///< share of the height
};

/// What all strips of a panel show alike.
struct StripView
{
    XAxis axis = XAxis::Step;
    AxisRange x;
    QList<Tick> xTicks;
    bool isSmoothed = true;
    bool clipsOutliers = false;
};

/**
 * One strip of the monitor: a gutter of 120 px with name, unit and values (the legend), and a plot without margins whose left and right
 * edges are the same in every strip.
 */
class ChartStrip final : public QWidget
{
    Q_OBJECT

public:
    static constexpr int gutterWidth = 120;
    static constexpr int labelWidth = 46; ///< of the y labels, between gutter and plot
    static constexpr int rightMargin = 10;

    explicit ChartStrip(const StripSpec &spec, QWidget *parent = nullptr);
    ~ChartStrip() override;

    const StripSpec &spec() const { return m_spec; }
    /// Name and unit as the gutter shows them; @p note says what stands in for what: "no GPU: CPU".
    void setTexts(const QString &title, const QString &unit, const QString &note);
    void setCurves(const QList<Curve> &curves);
    const QList<Curve> &curves() const { return m_curves; }
    /// Of all its lines.
    qsizetype pointCount() const;
    bool hasData() const { return pointCount() > 0; }
    void setMessage(const QString &message);
    void setMarks(const QList<double> &x);
    void setLogarithmic(bool isLogarithmic) { m_isLogarithmic = isLogarithmic; }
    bool isLogarithmic() const { return m_isLogarithmic; }
    /// Draws what was added; the y range follows what is visible.
    void update(const StripView &view);
    void setCrosshair(std::optional<double> x);
    void setSelection(std::optional<AxisRange> x) { m_plot->setSelection(x); }
    /// The log line of the point nearest to @p x; 0: there is none.
    qint64 lineAt(double x) const;
    /// The plot's edges in this widget: the same in every strip.
    int plotLeft() const;
    int plotRight() const;

    QSize sizeHint() const override { return {600, 76 * m_spec.weight}; }
    QSize minimumSizeHint() const override { return {gutterWidth + labelWidth + 100, m_spec.weight > 1 ? 110 : 58}; }

Q_SIGNALS:
    void hovered(double x);
    void hoverEnded();
    void clicked(double x);
    /// Zoom by @p factor (below 1: closer) around @p x.
    void zoomRequested(double factor, double x);
    void panRequested(double dx);
    /// A rubber band was drawn with Shift held.
    void rangeMarked(AxisRange x);
    void rangeChosen(AxisRange x);
    void doubleClicked();
    void heightDragged(int height);
    void menuRequested(const QPoint &globalPosition, double x);
    void plotAreaChanged();

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    enum class Drag { None, Undecided, Pan, Select, Height };

    void applyPalette();
    AxisRange visibleValues(const StripView &view) const;
    AxisRange withoutOutliers(AxisRange values, const StripView &view) const;
    void setTicks(QCategoryAxis *axis, AxisRange range, const QList<Tick> &ticks, bool isLogarithmic);
    void updateGutter();
    QString gutterRows(QStringList &spoken) const;
    bool handleMouse(QEvent *event);
    bool handlePress(const QMouseEvent *mouse);
    void handleMove(const QMouseEvent *mouse);
    void handleRelease(const QMouseEvent *mouse);
    AxisRange draggedRange(const QPointF &position) const;
    bool isOnLowerEdge(const QPointF &position) const;

    StripSpec m_spec;
    QLabel *m_gutter;
    QChart *m_chart;
    QChartView *m_view;
    QCategoryAxis *m_xAxis;
    QCategoryAxis *m_yAxis;
    PlotItem *m_plot;
    QString m_title, m_unit, m_note;
    QList<Curve> m_curves;
    bool m_isLogarithmic = false;
    std::optional<double> m_crosshair;
    QPointF m_pressed; ///< where the left button went down
    int m_pressedHeight = 0;
    Drag m_drag = Drag::None;
};

} // namespace Trainyard
