#include "widgets/monitor/valuesparkline.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace Trainyard {

ValueSparkline::ValueSparkline(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ValueSparkline::setValues(std::vector<double> values)
{
    m_values = std::move(values);
    update();
}


void ValueSparkline::paintEvent(QPaintEvent *)
{
    constexpr int margin = 4;
    QPainter painter(this);
    painter.fillRect(rect(), palette().base());
    std::vector<double> finite;
    std::copy_if(m_values.begin(), m_values.end(), std::back_inserter(finite), [](double value) { return std::isfinite(value); });
    if (finite.empty())
        return;
    const auto [low, high] = std::minmax_element(finite.begin(), finite.end());
    const double span = *high > *low ? *high - *low : 1;
    const QRectF area = QRectF(rect()).adjusted(margin, margin, -margin, -margin);
    const auto place = [&](size_t i) {
        const double part = m_values.size() > 1 ? double(i) / double(m_values.size() - 1) : 0.5;
        return QPointF(area.left() + part * area.width(), area.bottom() - (m_values[i] - *low) / span * area.height());
    };
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(QColor(0x00, 0x72, 0xb2), 1.5)); // the first colour of series
    QPointF last;
    bool hasLast = false;
    for (size_t i = 0; i < m_values.size(); ++i) {
        const bool isFinite = std::isfinite(m_values[i]);
        const QPointF point = isFinite ? place(i) : QPointF();
        if (isFinite && hasLast)
            painter.drawLine(last, point);
        else if (isFinite)
            painter.drawEllipse(point, 1, 1);
        last = point;
        hasLast = isFinite;
    }
}

} // namespace Trainyard
