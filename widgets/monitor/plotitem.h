#pragma once

#include "widgets/monitor/plotseries.h"
#include "widgets/monitor/ticks.h"

#include <QColor>
#include <QGraphicsItem>
#include <QHash>

#include <optional>

namespace Trainyard {

/// One line of a strip; the series belongs to the chart panel and outlives the item.
struct Curve
{
    SeriesKey key;
    const PlotSeries *series = nullptr;
    QColor color;
    QString label;
    bool isNoisy = false; ///< drawn smoothed, over its raw values
};

/**
 * The lines and y labels of one strip, inside a QChart that gives the plot area and the grid.
 *
 * Not QLineSeries: that costs O(all points) for every appended one and cannot break a line. Here 100,000 points become at most 4 a pixel
 * column, kept until the data, the range or the size change, so moving the crosshair draws some thousand points and computes nothing.
 * The labels are ours because a vertical axis of Qt Charts 6.4 shortens them to "..." in a plot of 50 px.
 */
class PlotItem final : public QGraphicsItem
{
public:
    explicit PlotItem(QGraphicsItem *parent);

    void setPlotArea(const QRectF &area);
    void setCurves(const QList<Curve> &curves);
    void setRanges(AxisRange x, AxisRange y, const QList<Tick> &yTicks);
    void setSmoothed(bool isSmoothed);
    void setCheckpoints(const QList<double> &x);
    void setCrosshair(std::optional<double> x);
    /// Drawn in the middle while the strip has nothing to show.
    void setMessage(const QString &message);
    void dataChanged();

    QRectF plotArea() const { return m_area; }
    double toX(double pixel) const;

    /// The plot with the y labels left of it.
    QRectF boundingRect() const override { return m_area.adjusted(-m_area.left(), -labelOverhang, 2, labelOverhang); }
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

private:
    static constexpr double labelOverhang = 8;
    static constexpr qsizetype fewPoints = 20; ///< fewer are read best as they are: an average would lag behind them

    struct Lines
    {
        QList<QPolygonF> raw;
        QList<QPolygonF> smoothed;
    };

    QPointF toPixel(const QPointF &point) const;
    QList<QPolygonF> toPixels(QList<QPolygonF> lines) const;
    void computeLines();
    bool isSmoothed(const Curve &curve) const { return m_isSmoothed && curve.isNoisy && curve.series->points().size() >= fewPoints; }
    void drawLabels(QPainter *painter) const;
    void drawCurves(QPainter *painter) const;
    void drawCrosshair(QPainter *painter) const;

    QRectF m_area;
    QList<Curve> m_curves;
    QList<Lines> m_lines; ///< of m_curves, in pixels
    bool m_isCurrent = false;
    AxisRange m_x, m_y;
    QList<Tick> m_yTicks;
    bool m_isSmoothed = true;
    QList<double> m_checkpoints;
    std::optional<double> m_crosshair;
    QString m_message;
};

} // namespace Trainyard
