#pragma once

#include <QPen>
#include <QPolygonF>

#include <vector>

class QPainter;

namespace Trainyard {

/**
 * Draws the lines of one curve, in pixels, into a plot of @p plotWidth; a line of one point is a dot.
 *
 * Quick where there are more points than pixels: a band of vertical strokes, drawn without antialiasing, one pixel wide, looks the same
 * and costs a hundredth. That holds for one noisy line as for hundreds that lie over each other.
 */
void drawLines(QPainter *painter, const std::vector<QPolygonF> &lines, const QPen &pen, double plotWidth);

} // namespace Trainyard
