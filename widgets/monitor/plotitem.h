#pragma once

#include "widgets/monitor/plotrun.h"
#include "widgets/monitor/ticks.h"

#include <QColor>
#include <QGraphicsItem>
#include <QImage>
#include <QPen>

#include <optional>

namespace Trainyard {

/// One line of a strip; run and series belong to the chart panel and outlive the item.
struct Curve
{
    SeriesKey key;
    const PlotSeries *series = nullptr;
    const PlotRun *run = nullptr;
    QColor color;
    Qt::PenStyle style = Qt::SolidLine;
    QString label;
    bool isNoisy = false; ///< drawn smoothed, over its raw values

    /// Over this many attempts the steps begin again and again for another reason, and all are drawn alike.
    static constexpr int mostAttempts = 12;
    /// Attempts are told apart: resumed runs go over steps they had before.
    bool showsAttempts() const { return !series->isSample() && run->placement().attempts() > 1 && run->placement().attempts() <= mostAttempts; }
};

/// What part of its curves a plot shows, and how.
struct PlotView
{
    XAxis axis = XAxis::Step;
    AxisRange x;
    AxisRange y;
    QList<Tick> yTicks;
    bool isSmoothed = true;
    bool isLogarithmic = false;
};

/**
 * The lines and y labels of one strip, inside a QChart that gives the plot area and the grid.
 *
 * Not QLineSeries: that costs O(all points) for every appended one and cannot break a line. Here a million points become at most 4 a pixel
 * column, exactly, and the picture of them is kept until the data, the range or the size change: moving the crosshair costs next to nothing.
 * The labels are ours because a vertical axis of Qt Charts 6.4 shortens them to "..." in a plot of 50 px.
 */
class PlotItem final : public QGraphicsItem
{
public:
    static constexpr qsizetype fewPoints = 20; ///< fewer are read best as they are: an average would lag behind them

    explicit PlotItem(QGraphicsItem *parent);

    void setPlotArea(const QRectF &area);
    void setCurves(const QList<Curve> &curves);
    /// Draws anew what has been added.
    void setView(const PlotView &view);
    /// Thin lines from top to bottom: checkpoints and the like.
    void setMarks(const QList<double> &x);
    void setCrosshair(std::optional<double> x);
    /// What a rubber band covers.
    void setSelection(std::optional<AxisRange> x);
    /// Drawn in the middle while the strip has nothing to show.
    void setMessage(const QString &message);

    QRectF plotArea() const { return m_area; }
    double toX(double pixel) const;
    const PlotView &view() const { return m_view; }
    bool isSmoothed(const Curve &curve) const;

    /// The plot with the y labels left of it.
    QRectF boundingRect() const override { return m_area.adjusted(-m_area.left(), -labelOverhang, 2, labelOverhang); }
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

private:
    static constexpr double labelOverhang = 8;

    void dataChanged();
    QPointF toPixel(const QPointF &point) const;
    QPolygonF toPixels(const QPolygonF &points) const;
    QRectF clipArea() const { return m_area.adjusted(-3, -2, 3, 2); }
    void drawLabels(QPainter *painter) const;
    void drawPicture(QPainter *painter);
    void prepare(QPainter *picture) const;
    void drawMarks(QPainter *painter) const;
    /// Into @p picture, or where there is none by @p painter.
    void drawCurves(QPainter *painter, QImage *picture) const;
    struct Line
    {
        std::vector<CurveLine> lines;
        const Curve *of = nullptr;
        QPen pen;
    };
    std::vector<Line> lines(int columns) const;
    void drawLine(const Line &line, QPainter *painter, QImage *picture) const;
    void drawOutside(QPainter *painter, const std::vector<CurveLine> &lines, const QColor &color) const;
    void drawCrosshair(QPainter *painter) const;

    QRectF m_area;
    QList<Curve> m_curves;
    QImage m_picture; ///< of the curves; null: to be drawn
    PlotView m_view;
    QList<double> m_marks;
    std::optional<double> m_crosshair;
    std::optional<AxisRange> m_selection;
    QString m_message;
};

} // namespace Trainyard
