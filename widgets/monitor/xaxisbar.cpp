#include "widgets/monitor/xaxisbar.h"

#include "widgets/common/theme.h"

#include <QPainter>

#include <algorithm>

namespace Trainyard {

namespace {

constexpr int tickHeight = 4;

QString axisName(XAxis axis)
{
    switch (axis) {
    case XAxis::Step: return XAxisBar::tr("step");
    case XAxis::Epoch: return XAxisBar::tr("epoch");
    case XAxis::Time: return XAxisBar::tr("time since start");
    case XAxis::Line: return XAxisBar::tr("log line");
    }
    Q_UNREACHABLE();
}

} // namespace

XAxisBar::XAxisBar(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize XAxisBar::sizeHint() const
{
    return {200, tickHeight + QFontMetrics(Theme::helpFont()).height() + 3};
}

void XAxisBar::setAxis(XAxis axis, AxisRange range, const QList<Tick> &ticks)
{
    m_axis = axis;
    m_range = range;
    m_ticks = ticks;
    update();
}

void XAxisBar::setCheckpoints(const QList<double> &x)
{
    m_checkpoints = x;
    update();
}

void XAxisBar::setCrosshair(std::optional<double> x)
{
    m_crosshair = x;
    update();
}

void XAxisBar::setEdges(int left, int right)
{
    m_left = left;
    m_right = right;
    update();
}

double XAxisBar::toPixel(double x) const
{
    return m_left + (x - m_range.low) / (m_range.high - m_range.low) * (width() - m_left - m_right);
}

void XAxisBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(Theme::helpFont());
    const QFontMetrics metrics = painter.fontMetrics();
    const QColor muted = Theme::color(StatusColor::Muted);
    const double right = width() - m_right;

    painter.setPen(muted);
    painter.drawText(QRectF(0, tickHeight + 1, m_left - 34, metrics.height()), Qt::AlignRight, axisName(m_axis));

    const QString crosshairText = m_crosshair ? xText(*m_crosshair, m_axis) : QString();
    const double crosshairWidth = metrics.horizontalAdvance(crosshairText) + 8;
    const double crosshairLeft
        = m_crosshair ? std::clamp(toPixel(*m_crosshair) - crosshairWidth / 2, double(m_left), right - crosshairWidth) : -1e6;
    painter.setPen(muted);
    for (const Tick &tick : m_ticks) {
        const double x = toPixel(tick.value);
        painter.drawLine(QPointF(x, 0), QPointF(x, tickHeight));
        const double textWidth = metrics.horizontalAdvance(tick.label);
        const double left = std::clamp(x - textWidth / 2, 0.0, width() - textWidth);
        if (left < crosshairLeft + crosshairWidth && left + textWidth > crosshairLeft)
            continue;
        painter.drawText(QPointF(left, tickHeight + metrics.ascent() + 1), tick.label);
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(Theme::color(StatusColor::Ok));
    for (const double checkpoint : m_checkpoints) {
        const double x = toPixel(checkpoint);
        if (x >= m_left - 1 && x <= right + 1)
            painter.drawPolygon(QPolygonF({{x, 0.0}, {x - 4, 6.0}, {x + 4, 6.0}}));
    }
    if (m_crosshair) {
        const QRectF tag(crosshairLeft, tickHeight - 1, crosshairWidth, metrics.height() + 3);
        painter.setBrush(palette().color(QPalette::ToolTipBase));
        painter.setPen(palette().color(QPalette::ToolTipText));
        painter.drawRoundedRect(tag.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
        painter.drawText(tag, Qt::AlignCenter, crosshairText);
    }
}

} // namespace Trainyard
