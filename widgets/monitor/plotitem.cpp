#include "widgets/monitor/plotitem.h"

#include "widgets/common/theme.h"
#include "widgets/monitor/linepainter.h"

#include <QPaintEngine>
#include <QPainter>

#include <cmath>
#include <iterator>

namespace Trainyard {

namespace {

constexpr double earlierAttemptOpacity = 0.55;
constexpr double rawOpacity = 0.35;
constexpr qsizetype fewPixels = 200; ///< points of a curve that QPainter draws in no time, with round joins

QPen linePen(QColor color, Qt::PenStyle style, double width, double opacity)
{
    color.setAlphaF(float(opacity));
    return QPen(color, width, style, Qt::RoundCap, Qt::RoundJoin);
}

/// Lighter, and dashed where the line is strong.
QPen penOfEarlierAttempts(QPen pen)
{
    QColor color = pen.color();
    color.setAlphaF(float(color.alphaF() * earlierAttemptOpacity));
    pen.setColor(color);
    if (pen.widthF() > 1) {
        pen.setWidthF(1.5);
        pen.setDashPattern({4, 3});
        pen.setCapStyle(Qt::FlatCap);
    }
    return pen;
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

void PlotItem::setView(const PlotView &view)
{
    m_view = view;
    dataChanged();
}

void PlotItem::setMarks(const QList<double> &x)
{
    if (x == m_marks)
        return;
    m_marks = x;
    dataChanged();
}

void PlotItem::setCrosshair(std::optional<double> x)
{
    if (x == m_crosshair)
        return;
    m_crosshair = x;
    update();
}

void PlotItem::setSelection(std::optional<AxisRange> x)
{
    m_selection = x;
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
    m_picture = QImage();
    update();
}

bool PlotItem::isSmoothed(const Curve &curve) const
{
    return m_view.isSmoothed && curve.isNoisy && curve.series->size() >= fewPoints && !curve.series->smoothed().values().empty();
}

double PlotItem::toX(double pixel) const
{
    return m_view.x.low + (pixel - m_area.left()) / std::max(1.0, m_area.width()) * m_view.x.span();
}

QPointF PlotItem::toPixel(const QPointF &point) const
{
    const double x = (point.x() - m_view.x.low) / m_view.x.span();
    double y = (point.y() - m_view.y.low) / m_view.y.span();
    if (m_view.isLogarithmic) // what is not above zero lies below every plot
        y = point.y() > 0 ? std::log(point.y() / m_view.y.low) / std::log(m_view.y.high / m_view.y.low) : -10;
    // A line to a point far outside is cut at ten plot sizes: QPainter's clipping is slow and inexact with huge coordinates.
    return {m_area.left() + std::clamp(x, -10.0, 10.0) * m_area.width(), m_area.bottom() - std::clamp(y, -10.0, 10.0) * m_area.height()};
}

QPolygonF PlotItem::toPixels(const QPolygonF &points) const
{
    QPolygonF pixels;
    pixels.reserve(points.size());
    for (const QPointF &point : points) {
        const QPointF pixel = toPixel(point);
        // Where the line is smooth, one point a column is enough.
        if (pixels.isEmpty() || std::abs(pixel.x() - pixels.last().x()) >= 1 || std::abs(pixel.y() - pixels.last().y()) >= 0.5)
            pixels.append(pixel);
    }
    return pixels;
}

void PlotItem::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *)
{
    if (!m_message.isEmpty()) {
        painter->setPen(Theme::color(StatusColor::Muted));
        painter->drawText(m_area, int(Qt::AlignCenter) | Qt::TextWordWrap, m_message);
        return;
    }
    drawLabels(painter);
    const bool isRaster = painter->paintEngine()->type() == QPaintEngine::Raster;
    if (isRaster)
        drawPicture(painter);
    painter->save();
    painter->setClipRect(clipArea());
    painter->setRenderHint(QPainter::Antialiasing);
    if (!isRaster) { // a vector picture gets lines
        drawMarks(painter);
        drawCurves(painter, nullptr);
    }
    if (m_crosshair)
        drawCrosshair(painter);
    if (m_selection) {
        QColor color = Theme::color(StatusColor::Info);
        color.setAlphaF(0.2F);
        painter->fillRect(QRectF(toPixel({m_selection->low, m_view.y.high}), QSizeF()).united(QRectF(toPixel({m_selection->high, m_view.y.low}), QSizeF())), color);
    }
    painter->restore();
}

void PlotItem::drawLabels(QPainter *painter) const
{
    painter->setFont(Theme::helpFont());
    painter->setPen(Theme::color(StatusColor::Muted));
    const double height = painter->fontMetrics().height();
    for (const Tick &tick : m_view.yTicks) {
        const double y = toPixel({m_view.x.low, tick.value}).y();
        painter->drawText(QRectF(0, y - height / 2, m_area.left() - 5, height), int(Qt::AlignRight | Qt::AlignVCenter), tick.label);
    }
}

void PlotItem::drawPicture(QPainter *painter)
{
    const QRectF area = clipArea();
    const double ratio = painter->device()->devicePixelRatioF();
    if (m_picture.isNull() || m_picture.devicePixelRatio() != ratio) {
        m_picture = QImage((area.size() * ratio).toSize().expandedTo({1, 1}), QImage::Format_ARGB32_Premultiplied);
        m_picture.setDevicePixelRatio(ratio);
        m_picture.fill(Qt::transparent);
        {
            QPainter picture(&m_picture);
            prepare(&picture);
            drawMarks(&picture);
        }
        drawCurves(nullptr, &m_picture);
    }
    painter->drawImage(area.topLeft(), m_picture);
}

void PlotItem::prepare(QPainter *picture) const
{
    picture->setRenderHint(QPainter::Antialiasing);
    picture->translate(-clipArea().topLeft());
}

void PlotItem::drawMarks(QPainter *painter) const
{
    QColor mark = Theme::color(StatusColor::Muted);
    mark.setAlphaF(0.7F);
    painter->setPen(QPen(mark, 1, Qt::DotLine));
    double before = -1;
    for (const double x : m_marks) {
        const double pixel = std::round(toPixel({x, m_view.y.low}).x()) + 0.5;
        if (std::abs(pixel - before) < 3 || !clipArea().contains(pixel, m_area.center().y()))
            continue;
        painter->drawLine(QPointF(pixel, m_area.top()), QPointF(pixel, m_area.bottom()));
        before = pixel;
    }
}

/// Raw curves first, what is smoothed over them. Both have the same points in the same columns: these are looked for once.
std::vector<PlotItem::Line> PlotItem::lines(int columns) const
{
    std::vector<Line> raw, smoothed;
    for (const Curve &curve : m_curves) {
        const CurveView view = curve.series->raw(m_view.axis);
        const std::vector<VisibleStretch> visible = visibleStretches(view, m_view.x, columns);
        const QPen pen = isSmoothed(curve) ? linePen(curve.color, Qt::SolidLine, 1.0, rawOpacity) : linePen(curve.color, curve.style, 1.5, 1.0);
        raw.push_back({curveLines(view, visible, m_view.x, columns), &curve, pen});
        if (isSmoothed(curve))
            smoothed.push_back({curveLines(curve.series->smoothed(m_view.axis), visible, m_view.x, columns), &curve, linePen(curve.color, curve.style, 2.0, 1.0)});
    }
    raw.insert(raw.end(), std::make_move_iterator(smoothed.begin()), std::make_move_iterator(smoothed.end()));
    return raw;
}

void PlotItem::drawCurves(QPainter *painter, QImage *picture) const
{
    const double ratio = picture ? picture->devicePixelRatio() : 1;
    const int columns = std::max(1, int(std::ceil(m_area.width() * ratio)));
    for (const Line &line : lines(columns))
        drawLine(line, painter, picture);
}

void PlotItem::drawLine(const Line &line, QPainter *painter, QImage *picture) const
{
    const double ratio = picture ? picture->devicePixelRatio() : 1;
    const bool tellsAttempts = line.of->showsAttempts() && (m_view.axis == XAxis::Step || m_view.axis == XAxis::Epoch);
    const int newest = line.of->run->placement().attempts() - 1;
    std::vector<QPolygonF> earlier, present;
    qsizetype points = 0;
    for (const CurveLine &curveLine : line.lines) {
        points += curveLine.points.size();
        (tellsAttempts && curveLine.attempt < newest ? earlier : present).push_back(toPixels(curveLine.points));
    }
    const QPen earlierPen = penOfEarlierAttempts(line.pen);
    if (picture && points > fewPixels && line.pen.style() == Qt::SolidLine) {
        const auto fill = [&](std::vector<QPolygonF> &pixels, const QPen &pen) {
            for (QPolygonF &polygon : pixels) {
                for (QPointF &pixel : polygon)
                    pixel = (pixel - clipArea().topLeft()) * ratio;
            }
            fillLines(*picture, pixels, pen.color(), pen.widthF() * ratio);
        };
        fill(earlier, earlierPen);
        fill(present, line.pen);
        QPainter edge(picture);
        prepare(&edge);
        return drawOutside(&edge, line.lines, line.of->color);
    }
    if (picture) {
        QPainter own(picture);
        prepare(&own);
        drawLines(&own, earlier, earlierPen);
        drawLines(&own, present, line.pen);
        return drawOutside(&own, line.lines, line.of->color);
    }
    drawLines(painter, earlier, earlierPen);
    drawLines(painter, present, line.pen);
    drawOutside(painter, line.lines, line.of->color);
}

/// Small triangles at the edge over and under which values lie: clipped outliers, and what a logarithmic axis cannot show.
void PlotItem::drawOutside(QPainter *painter, const std::vector<CurveLine> &lines, const QColor &color) const
{
    constexpr double spacing = 7;
    double lastAbove = -spacing, lastBelow = -spacing;
    painter->setPen(Qt::NoPen);
    painter->setBrush(color);
    for (const CurveLine &line : lines) {
        for (const QPointF &point : line.points) {
            if ((point.y() <= m_view.y.high && point.y() >= m_view.y.low) || point.x() < m_view.x.low || point.x() > m_view.x.high)
                continue;
            const bool isAbove = point.y() > m_view.y.high;
            const double pixel = toPixel(point).x();
            double &last = isAbove ? lastAbove : lastBelow;
            if (std::abs(pixel - last) < spacing)
                continue;
            last = pixel;
            const double tip = isAbove ? m_area.top() : m_area.bottom();
            const double base = tip + (isAbove ? 5 : -5);
            painter->drawPolygon(QPolygonF({{pixel, tip}, {pixel - 3, base}, {pixel + 3, base}}));
        }
    }
    painter->setBrush(Qt::NoBrush);
}

void PlotItem::drawCrosshair(QPainter *painter) const
{
    const double pixel = std::round(toPixel({*m_crosshair, m_view.y.low}).x()) + 0.5;
    painter->setPen(QPen(Theme::color(StatusColor::Muted), 1));
    painter->drawLine(QPointF(pixel, m_area.top()), QPointF(pixel, m_area.bottom()));
    for (const Curve &curve : m_curves) {
        const CurveView view = isSmoothed(curve) ? curve.series->smoothed(m_view.axis) : curve.series->raw(m_view.axis);
        const std::vector<NearPoint> points = nearestPoints(view, *m_crosshair);
        painter->setPen(QPen(curve.color, 1.5));
        painter->setBrush(curve.color);
        for (const NearPoint &point : points) {
            if (&point == &points.front() || curve.showsAttempts())
                painter->drawEllipse(toPixel({view.x(point.index), view.values[point.index]}), 2.5, 2.5);
        }
    }
}

} // namespace Trainyard
