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
    /// Of all its lines.
    qsizetype pointCount() const;
    bool hasData() const { return pointCount() > 0; }
    void setMessage(const QString &message);
    void setSmoothed(bool isSmoothed);
    void setCheckpoints(const QList<double> &x);
    /// Draws what was added, over @p x; the y range follows what is visible.
    void update(AxisRange x, const QList<Tick> &xTicks);
    void setCrosshair(std::optional<double> x);
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
    void doubleClicked();
    void plotAreaChanged();

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void applyPalette();
    AxisRange visibleValues(AxisRange x) const;
    void setTicks(QCategoryAxis *axis, AxisRange range, const QList<Tick> &ticks);
    void updateGutter();
    bool handleMouse(QEvent *event);

    StripSpec m_spec;
    QLabel *m_gutter;
    QChart *m_chart;
    QChartView *m_view;
    QCategoryAxis *m_xAxis;
    QCategoryAxis *m_yAxis;
    PlotItem *m_plot;
    QString m_title, m_unit, m_note;
    QList<Curve> m_curves;
    std::optional<double> m_crosshair;
    std::optional<QPointF> m_pressed; ///< where the left button went down
    bool m_isDragging = false;
};

} // namespace Trainyard
