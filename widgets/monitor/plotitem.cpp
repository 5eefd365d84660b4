#include "widgets/monitor/plotitem.h"

#include "widgets/common/theme.h"

#include <QPainter>
#include <QWidget>

#include <cmath>

namespace Trainyard {

namespace {

/// In pieces: the raster engine's time for one thick line rises with the square of its points.
void drawThickLine(QPainter *painter, const QPolygonF &line)
{
    constexpr qsizetype pieceSize = 24;
    for (qsizetype begin = 0; begin + 1 < line.size(); begin += pieceSize)
        painter->drawPolyline(line.constData() + begin, int(std::min(pieceSize + 1, line.size() - begin)));
}

/// A point between gaps, or the first one of all: a dot that can be seen.
void drawDot(QPainter *painter, const QPointF &point)
{
    const QPen pen = painter->pen();
    painter->setPen(QPen(pen.color(), 4, Qt::SolidLine, Qt::RoundCap));
    painter->drawPoint(point);
    painter->setPen(pen);
}

/**
 * More points than pixels are a band of vertical strokes: drawn without antialiasing, one pixel wide, they look the same and cost a
 * hundredth. That holds for one noisy line as for hundreds that lie over each other, of a run whose steps begin again and again.
 */
void drawLines(QPainter *painter, const QList<QPolygonF> &lines, double plotWidth)
{
    qsizetype points = 0;
    for (const QPolygonF &line : lines)
        points += line.size();
    const bool isDense = double(points) > std::max(300.0, 1.3 * plotWidth);
    const QPen pen = painter->pen();
    if (isDense) {
        painter->setRenderHint(QPainter::Antialiasing, false);
        painter->setPen(QPen(pen.color(), 1));
    }
    for (const QPolygonF &line : lines) {
        if (isDense)
            line.size() == 1 ? painter->drawPoint(line.first()) : painter->drawPolyline(line);
        else
            line.size() == 1 ? drawDot(painter, line.first()) : drawThickLine(painter, line);
    }
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(pen);
}

QPen linePen(QColor color, double width, double opacity)
{
    color.setAlphaF(float(opacity));
    return QPen(color, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
}

} // namespace

PlotItem::PlotItem(QGraphicsItem *parent)
    : QGraphicsItem(parent)
{
    setZValue(10);
}

void PlotItem::setPlotArea(const QRectF &area)
{
    if (area == m_area)
        return;
    prepareGeometryChange();
    m_area = area;
    dataChanged();
}

void PlotItem::setCurves(const QList<Curve> &curves)
{
    m_curves = curves;
    dataChanged();
}

void PlotItem::setRanges(AxisRange x, AxisRange y, const QList<Tick> &yTicks)
{
    m_x = x;
    m_y = y;
    m_yTicks = yTicks;
    dataChanged();
}

void PlotItem::setSmoothed(bool isSmoothed)
{
    m_isSmoothed = isSmoothed;
    dataChanged();
}

void PlotItem::setCheckpoints(const QList<double> &x)
{
    m_checkpoints = x;
    update();
}

void PlotItem::setCrosshair(std::optional<double> x)
{
    if (x == m_crosshair)
        return;
    m_crosshair = x;
    update();
}

void PlotItem::setMessage(const QString &message)
{
    if (message == m_message)
        return;
    m_message = message;
    update();
}

void PlotItem::dataChanged()
{
    m_isCurrent = false;
    update();
}

double PlotItem::toX(double pixel) const
{
    return m_x.low + (pixel - m_area.left()) / std::max(1.0, m_area.width()) * (m_x.high - m_x.low);
}

QPointF PlotItem::toPixel(const QPointF &point) const
{
    const double x = (point.x() - m_x.low) / (m_x.high - m_x.low);
    const double y = (point.y() - m_y.low) / (m_y.high - m_y.low);
    // A line to a point far outside is cut at ten plot sizes: QPainter's clipping is slow and inexact with huge coordinates.
    return {m_area.left() + std::clamp(x, -10.0, 10.0) * m_area.width(), m_area.bottom() - std::clamp(y, -10.0, 10.0) * m_area.height()};
}

QList<QPolygonF> PlotItem::toPixels(QList<QPolygonF> lines) const
{
    for (QPolygonF &line : lines) {
        QPolygonF pixels;
        for (const QPointF &point : std::as_const(line)) {
            const QPointF pixel = toPixel(point);
            // Where the line is smooth, one point a column is enough.
            if (pixels.isEmpty() || std::abs(pixel.x() - pixels.last().x()) >= 1 || std::abs(pixel.y() - pixels.last().y()) >= 0.5)
                pixels.append(pixel);
        }
        line = pixels;
    }
    return lines;
}

void PlotItem::computeLines()
{
    const int columns = std::max(1, int(std::ceil(m_area.width())));
    m_lines.clear();
    for (const Curve &curve : std::as_const(m_curves)) {
        Lines lines{toPixels(decimate(curve.series->x(), curve.series->raw(), m_x.low, m_x.high, columns)), {}};
        if (isSmoothed(curve))
            lines.smoothed = toPixels(decimate(curve.series->x(), curve.series->smoothed(), m_x.low, m_x.high, columns));
        m_lines.append(lines);
    }
    m_isCurrent = true;
}

void PlotItem::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *)
{
    if (!m_message.isEmpty()) {
        painter->setPen(Theme::color(StatusColor::Muted));
        painter->drawText(m_area, int(Qt::AlignCenter) | Qt::TextWordWrap, m_message);
        return;
    }
    if (!m_isCurrent)
        computeLines();
    drawLabels(painter);
    painter->save();
    painter->setClipRect(m_area.adjusted(-1, -1, 1, 1));
    painter->setRenderHint(QPainter::Antialiasing);
    drawCurves(painter);
    if (m_crosshair)
        drawCrosshair(painter);
    painter->restore();
}

void PlotItem::drawLabels(QPainter *painter) const
{
    painter->setFont(Theme::helpFont());
    painter->setPen(Theme::color(StatusColor::Muted));
    const double height = painter->fontMetrics().height();
    for (const Tick &tick : m_yTicks) {
        const double y = toPixel({m_x.low, tick.value}).y();
        painter->drawText(QRectF(0, y - height / 2, m_area.left() - 5, height), int(Qt::AlignRight | Qt::AlignVCenter), tick.label);
    }
}

void PlotItem::drawCurves(QPainter *painter) const
{
    QColor tick = Theme::color(StatusColor::Muted);
    tick.setAlphaF(0.7F);
    painter->setPen(QPen(tick, 1, Qt::DotLine));
    for (const double x : m_checkpoints) {
        const double pixel = std::round(toPixel({x, 0}).x()) + 0.5;
        painter->drawLine(QPointF(pixel, m_area.top()), QPointF(pixel, m_area.bottom()));
    }
    for (qsizetype i = 0; i < m_curves.size(); ++i) {
        const Curve &curve = m_curves.at(i);
        painter->setPen(isSmoothed(curve) ? linePen(curve.color, 1.0, 0.35) : linePen(curve.color, 1.5, 1.0));
        drawLines(painter, m_lines.at(i).raw, m_area.width());
    }
    for (qsizetype i = 0; i < m_curves.size(); ++i) {
        painter->setPen(linePen(m_curves.at(i).color, 2.0, 1.0));
        drawLines(painter, m_lines.at(i).smoothed, m_area.width());
    }
}

void PlotItem::drawCrosshair(QPainter *painter) const
{
    const double pixel = std::round(toPixel({*m_crosshair, 0}).x()) + 0.5;
    painter->setPen(QPen(Theme::color(StatusColor::Muted), 1));
    painter->drawLine(QPointF(pixel, m_area.top()), QPointF(pixel, m_area.bottom()));
    for (const Curve &curve : m_curves) {
        const qsizetype nearest = curve.series->nearest(*m_crosshair);
        if (nearest < 0)
            continue;
        const QList<double> &values = isSmoothed(curve) ? curve.series->smoothed() : curve.series->raw();
        painter->setPen(QPen(curve.color, 1.5));
        painter->setBrush(curve.color);
        painter->drawEllipse(toPixel({curve.series->x().at(nearest), values.at(nearest)}), 2.5, 2.5);
    }
}

} // namespace Trainyard
