#include "widgets/monitor/xaxisbar.h"

#include "widgets/common/theme.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace Trainyard {

namespace {

constexpr int tickHeight = 4;

QString axisName(XAxis axis)
{
    switch (axis) {
    case XAxis::Step: return XAxisBar::tr("step");
    case XAxis::Epoch: return XAxisBar::tr("epoch");
    case XAxis::Time: return XAxisBar::tr("time since start");
    case XAxis::Clock: return XAxisBar::tr("time of day");
    case XAxis::Line: return XAxisBar::tr("log line");
    }
    Q_UNREACHABLE();
}

QColor markColor(ChartMark::Kind kind)
{
    switch (kind) {
    case ChartMark::Kind::Checkpoint: return Theme::color(StatusColor::Ok);
    case ChartMark::Kind::Evaluation: return Theme::color(StatusColor::Info);
    case ChartMark::Kind::Warning: return Theme::color(StatusColor::Warning);
    case ChartMark::Kind::Stage: return Theme::color(StatusColor::Muted);
    }
    Q_UNREACHABLE();
}

/// Each kind has a form of its own: never colour alone.
QPolygonF markShape(ChartMark::Kind kind, double x)
{
    switch (kind) {
    case ChartMark::Kind::Checkpoint: return QPolygonF({{x, 0.0}, {x - 4, 6.0}, {x + 4, 6.0}});
    case ChartMark::Kind::Evaluation: return QPolygonF({{x, 0.0}, {x - 3, 3.0}, {x, 6.0}, {x + 3, 3.0}});
    case ChartMark::Kind::Warning: return QPolygonF({{x - 4, 0.0}, {x + 4, 0.0}, {x, 7.0}});
    case ChartMark::Kind::Stage: return QPolygonF({{x - 1.5, 0.0}, {x + 1.5, 0.0}, {x + 1.5, 7.0}, {x - 1.5, 7.0}});
    }
    Q_UNREACHABLE();
}

} // namespace

XAxisBar::XAxisBar(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMouseTracking(true);
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

void XAxisBar::setMarks(const QList<PlacedMark> &marks)
{
    m_marks = marks;
    update();
}

QList<ChartMark> XAxisBar::marksAt(double pixel) const
{
    constexpr double reach = 5;
    QList<ChartMark> found;
    for (const PlacedMark &placed : m_marks) {
        if (std::abs(toPixel(placed.x) - pixel) <= reach)
            found.append(placed.mark);
    }
    return found;
}

QString XAxisBar::textAt(const QPoint &position) const
{
    constexpr qsizetype mostLines = 8;
    QStringList texts;
    const QList<ChartMark> marks = marksAt(position.x());
    for (const ChartMark &mark : marks.mid(0, mostLines))
        texts.append(mark.text);
    if (marks.size() > mostLines)
        texts.append(tr("and %n more", nullptr, int(marks.size() - mostLines)));
    return texts.join(QLatin1Char('\n'));
}

bool XAxisBar::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        QToolTip::showText(help->globalPos(), textAt(help->pos()), this);
        return true;
    }
    return QWidget::event(event);
}

void XAxisBar::mouseMoveEvent(QMouseEvent *event)
{
    setCursor(marksAt(event->position().x()).isEmpty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
}

void XAxisBar::mouseReleaseEvent(QMouseEvent *event)
{
    for (const ChartMark &mark : marksAt(event->position().x())) {
        if (mark.line > 0)
            return Q_EMIT lineRequested(mark.line);
    }
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
    drawMarks(painter);
    if (m_crosshair) {
        const QRectF tag(crosshairLeft, tickHeight - 1, crosshairWidth, metrics.height() + 3);
        painter.setBrush(palette().color(QPalette::ToolTipBase));
        painter.setPen(palette().color(QPalette::ToolTipText));
        painter.drawRoundedRect(tag.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
        painter.drawText(tag, Qt::AlignCenter, crosshairText);
    }
}

/// Of a kind only one at a place: a thousand evaluations are no thousand forms over each other.
void XAxisBar::drawMarks(QPainter &painter) const
{
    painter.setPen(Qt::NoPen);
    for (const ChartMark::Kind kind : {ChartMark::Kind::Stage, ChartMark::Kind::Evaluation, ChartMark::Kind::Checkpoint, ChartMark::Kind::Warning}) {
        double before = -100;
        painter.setBrush(markColor(kind));
        for (const PlacedMark &placed : m_marks) {
            const double x = toPixel(placed.x);
            if (placed.mark.kind != kind || std::abs(x - before) < 2 || x < m_left - 1 || x > width() - m_right + 1)
                continue;
            before = x;
            painter.drawPolygon(markShape(kind, x));
        }
    }
}

} // namespace Trainyard
