#include "widgets/monitor/matchmap.h"

#include "widgets/common/theme.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace Trainyard {

MatchMap::MatchMap(QWidget *parent)
    : QWidget(parent)
{
    setCursor(Qt::PointingHandCursor);
}

void MatchMap::setMarks(const QList<double> &matches, const QList<double> &errors)
{
    if (matches == m_matches && errors == m_errors)
        return;
    m_matches = matches;
    m_errors = errors;
    update();
}

void MatchMap::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().alternateBase());
    const auto draw = [&](const QList<double> &places, int left, int width, const QColor &color) {
        int lastTop = -1;
        for (const double place : places) {
            const int top = int(place * std::max(0, height() - 2));
            if (top != std::exchange(lastTop, top))
                painter.fillRect(left, top, width, 2, color);
        }
    };
    draw(m_matches, 3, width() - 3, Theme::color(StatusColor::Warning));
    draw(m_errors, 0, 3, Theme::color(StatusColor::Error));
}

void MatchMap::mousePressEvent(QMouseEvent *event)
{
    if (event->buttons() & Qt::LeftButton)
        Q_EMIT placeClicked(std::clamp(event->position().y() / std::max(1, height()), 0.0, 1.0));
}

void MatchMap::mouseMoveEvent(QMouseEvent *event)
{
    mousePressEvent(event);
}

} // namespace Trainyard
