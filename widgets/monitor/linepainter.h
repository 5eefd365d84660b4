#pragma once

#include <QPen>
#include <QPolygonF>

#include <vector>

class QImage;
class QPainter;

namespace Trainyard {

/// Draws the lines of one curve, in pixels; a line of one point is a dot.
void drawLines(QPainter *painter, const std::vector<QPolygonF> &lines, const QPen &pen);

/**
 * The same where there are about as many points as pixel columns, or more: each column is filled from the lowest to the highest place of
 * the line in it, half the pen's width further, with soft ends. It looks like the antialiased line and costs a hundredth.
 *
 * @p picture in Format_ARGB32_Premultiplied; the lines in its device pixels.
 */
void fillLines(QImage &picture, const std::vector<QPolygonF> &lines, const QColor &color, double width);

} // namespace Trainyard
