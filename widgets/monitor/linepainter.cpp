#include "widgets/monitor/linepainter.h"

#include <QPainter>

#include <algorithm>

namespace Trainyard {

namespace {

/// In pieces: the raster engine's time for one thick line rises with the square of its points. A dashed line must stay whole.
void drawThickLine(QPainter *painter, const QPolygonF &line)
{
    if (painter->pen().style() != Qt::SolidLine)
        return painter->drawPolyline(line);
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

} // namespace

void drawLines(QPainter *painter, const std::vector<QPolygonF> &lines, const QPen &pen, double plotWidth)
{
    qsizetype points = 0;
    for (const QPolygonF &line : lines)
        points += line.size();
    const bool isDense = double(points) > std::max(300.0, 1.3 * plotWidth);
    painter->setRenderHint(QPainter::Antialiasing, !isDense);
    painter->setPen(isDense ? QPen(pen.color(), 1) : pen);
    for (const QPolygonF &line : lines) {
        if (line.size() == 1)
            isDense ? painter->drawPoint(line.first()) : drawDot(painter, line.first());
        else
            isDense ? painter->drawPolyline(line) : drawThickLine(painter, line);
    }
    painter->setRenderHint(QPainter::Antialiasing);
}

} // namespace Trainyard
