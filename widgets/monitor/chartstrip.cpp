#include "widgets/monitor/chartstrip.h"

#include "widgets/common/theme.h"

#include <QCategoryAxis>
#include <QChart>
#include <QChartView>
#include <QGraphicsLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <limits>

namespace Trainyard {

namespace {

constexpr int verticalMargin = 7;
constexpr int tickSpacing = 22; ///< pixels between two y labels, at least

QCategoryAxis *makeAxis(QChart *chart, Qt::Alignment side)
{
    auto *axis = new QCategoryAxis(chart);
    axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    axis->setLineVisible(false);
    axis->setLabelsVisible(false);
    chart->addAxis(axis, side);
    return axis;
}

/// The range up to the next ticks where that costs little height: a strip with one label says nothing.
AxisRange snapped(AxisRange range, int maximumTicks)
{
    const double span = range.high - range.low;
    const double step = niceStep(span, maximumTicks);
    const double low = std::floor(range.low / step) * step;
    const double high = std::ceil(range.high / step) * step;
    return {range.low - low < 0.25 * span ? low : range.low, high - range.high < 0.25 * span ? high : range.high};
}

} // namespace

ChartStrip::ChartStrip(const StripSpec &spec, QWidget *parent)
    : QWidget(parent)
    , m_spec(spec)
    , m_gutter(new QLabel(this))
    , m_chart(new QChart)
    , m_view(new QChartView(m_chart, this))
    , m_xAxis(makeAxis(m_chart, Qt::AlignBottom))
    , m_yAxis(makeAxis(m_chart, Qt::AlignLeft))
    , m_plot(new PlotItem(m_chart))
{
    m_gutter->setFixedWidth(gutterWidth);
    m_gutter->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_gutter->setTextFormat(Qt::RichText);
    m_gutter->setMargin(2);

    // Not setPlotArea(): in Qt Charts 6.4 the grid stays where it was when a fixed plot area changes. Without labels the margins alone
    // decide, and so the edges are the same in every strip.
    m_chart->setMargins(QMargins(labelWidth, verticalMargin, rightMargin, verticalMargin));
    m_chart->layout()->setContentsMargins(0, 0, 0, 0);
    m_chart->setBackgroundVisible(false);
    m_chart->setBackgroundRoundness(0);
    m_chart->setPlotAreaBackgroundVisible(true);
    connect(m_chart, &QChart::plotAreaChanged, this, [this](const QRectF &area) {
        m_plot->setPlotArea(area);
        Q_EMIT plotAreaChanged();
    });
    m_chart->legend()->hide();
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setMinimumHeight(0);
    m_view->setFocusPolicy(Qt::NoFocus);
    m_view->viewport()->setMouseTracking(true);
    m_view->viewport()->installEventFilter(this);
    m_view->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    m_gutter->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Ignored);

    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_gutter);
    layout->addWidget(m_view, 1);
    applyPalette();
}

ChartStrip::~ChartStrip() = default;

void ChartStrip::applyPalette()
{
    const QPalette colors = palette();
    QColor grid = colors.color(QPalette::WindowText);
    grid.setAlphaF(0.10F);
    for (QCategoryAxis *axis : {m_xAxis, m_yAxis}) {
        axis->setGridLinePen(QPen(grid, 1));
    }
    m_view->setBackgroundBrush(Qt::NoBrush);
    m_view->viewport()->setAutoFillBackground(false);
    m_chart->setPlotAreaBackgroundBrush(colors.base());
    m_chart->setPlotAreaBackgroundPen(QPen(Theme::lineColor(), 1));
    updateGutter();
}

void ChartStrip::setTexts(const QString &title, const QString &unit, const QString &note)
{
    m_title = title;
    m_unit = unit;
    m_note = note;
    setAccessibleName(title);
    updateGutter();
}

void ChartStrip::setCurves(const QList<Curve> &curves)
{
    m_curves = curves;
    m_plot->setCurves(curves);
    updateGutter();
}

qsizetype ChartStrip::pointCount() const
{
    qsizetype count = 0;
    for (const Curve &curve : m_curves)
        count += curve.series->points().size();
    return count;
}

void ChartStrip::setMessage(const QString &message)
{
    m_plot->setMessage(message);
    m_yAxis->setGridLineVisible(message.isEmpty());
}

void ChartStrip::setSmoothed(bool isSmoothed)
{
    m_plot->setSmoothed(isSmoothed);
}

void ChartStrip::setCheckpoints(const QList<double> &x)
{
    m_plot->setCheckpoints(x);
}

void ChartStrip::update(AxisRange x, const QList<Tick> &xTicks)
{
    const int maximumTicks = std::clamp(int(m_plot->plotArea().height()) / tickSpacing, 2, 8);
    const AxisRange y = snapped(visibleValues(x), maximumTicks);
    setTicks(m_xAxis, x, xTicks);
    const QList<Tick> yTicks = valueTicks(y, maximumTicks, m_spec.unit);
    setTicks(m_yAxis, y, yTicks);
    m_plot->setRanges(x, y, yTicks);
    updateGutter();
}

/// What the lines reach between the range's ends, with a margin; smoothed lines lie inside the raw ones.
AxisRange ChartStrip::visibleValues(AxisRange x) const
{
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const Curve &curve : m_curves) {
        const QList<double> &xs = curve.series->x();
        const QList<double> &values = curve.series->raw();
        for (qsizetype i = 0; i < xs.size(); ++i) {
            if (xs.at(i) < x.low || xs.at(i) > x.high || !std::isfinite(values.at(i)))
                continue;
            low = std::min(low, values.at(i));
            high = std::max(high, values.at(i));
        }
    }
    if (low > high)
        return {0, m_spec.top.value_or(1)};
    if (m_spec.startsAtZero)
        low = std::min(low, 0.0);
    if (m_spec.top)
        return {low, std::max(high, *m_spec.top)};
    const double span = high - low;
    const double margin = span > 0 ? span * 0.06 : std::max(std::abs(high) * 0.1, 1e-9);
    return {m_spec.startsAtZero && low == 0 ? 0 : low - margin, high + margin};
}

void ChartStrip::setTicks(QCategoryAxis *axis, AxisRange range, const QList<Tick> &ticks)
{
    QStringList labels;
    for (const Tick &tick : ticks)
        labels.append(tick.label);
    const QStringList shown = axis->categoriesLabels();
    bool isSame = shown == labels;
    for (qsizetype i = 0; isSame && i < ticks.size(); ++i)
        isSame = qFuzzyCompare(axis->endValue(labels.at(i)) + 1, ticks.at(i).value + 1);
    if (!isSame) {
        for (const QString &label : shown)
            axis->remove(label);
        axis->setStartValue(range.low);
        for (const Tick &tick : ticks)
            axis->append(tick.label, tick.value);
    }
    if (axis->min() != range.low || axis->max() != range.high)
        axis->setRange(range.low, range.high);
}

void ChartStrip::setCrosshair(std::optional<double> x)
{
    m_crosshair = x;
    m_plot->setCrosshair(x);
    updateGutter();
}

/// Name and unit, then a row for each curve: the value under the crosshair, or the last one.
void ChartStrip::updateGutter()
{
    const QString muted = Theme::color(StatusColor::Muted).name();
    QFont bold = font();
    bold.setBold(true);
    const bool fitsInOneLine = QFontMetrics(bold).horizontalAdvance(m_title + u' ' + m_unit) < gutterWidth - 8;
    QString html = QStringLiteral("<b>%1</b>%2<span style='color:%3'>%4</span>")
                       .arg(m_title.toHtmlEscaped(), fitsInOneLine ? QStringLiteral(" ") : QStringLiteral("<br>"), muted, m_unit.toHtmlEscaped());
    if (!m_note.isEmpty())
        html += QStringLiteral("<br><span style='color:%1'>%2</span>").arg(muted, m_note.toHtmlEscaped());
    QStringList spoken;
    html += QStringLiteral("<table cellspacing='0' cellpadding='0'>");
    for (const Curve &curve : m_curves) {
        const QList<MetricPoint> &points = curve.series->points();
        if (points.isEmpty())
            continue;
        const qsizetype index = m_crosshair ? curve.series->nearest(*m_crosshair) : points.size() - 1;
        if (index < 0)
            continue;
        const QString value = valueText(points.at(index).value, m_spec.unit);
        spoken.append(curve.label + QLatin1Char(' ') + value);
        html += QStringLiteral("<tr><td style='color:%1'>&#9644;&nbsp;</td><td style='padding-right:6px'>%2</td><td>%3</td></tr>")
                    .arg(curve.color.name(), curve.label.toHtmlEscaped(), value);
    }
    html += QStringLiteral("</table>");
    if (m_gutter->text() == html)
        return;
    m_gutter->setText(html);
    setAccessibleDescription(spoken.join(QStringLiteral(", ")));
    m_gutter->setToolTip(m_note);
}

int ChartStrip::plotLeft() const
{
    return gutterWidth + int(m_plot->plotArea().left());
}

int ChartStrip::plotRight() const
{
    return gutterWidth + int(m_plot->plotArea().right());
}

void ChartStrip::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyPalette();
}

bool ChartStrip::eventFilter(QObject *watched, QEvent *event)
{
    return (watched == m_view->viewport() && handleMouse(event)) || QWidget::eventFilter(watched, event);
}

bool ChartStrip::handleMouse(QEvent *event)
{
    switch (event->type()) {
    case QEvent::MouseButtonPress: {
        const auto *mouse = static_cast<QMouseEvent *>(event);
        if (mouse->button() != Qt::LeftButton)
            return false;
        m_pressed = mouse->position();
        m_isDragging = false;
        return true;
    }
    case QEvent::MouseMove: {
        const QPointF position = static_cast<QMouseEvent *>(event)->position();
        if (m_pressed && (m_isDragging || (position - *m_pressed).manhattanLength() > 4)) {
            m_isDragging = true;
            Q_EMIT panRequested(m_plot->toX(m_pressed->x()) - m_plot->toX(position.x()));
            m_pressed = position;
        } else if (m_plot->plotArea().adjusted(0, -20, 0, 20).contains(position)) {
            Q_EMIT hovered(m_plot->toX(position.x()));
        } else {
            Q_EMIT hoverEnded();
        }
        return true;
    }
    case QEvent::MouseButtonRelease: {
        const bool wasClick = m_pressed && !m_isDragging;
        const QPointF position = static_cast<QMouseEvent *>(event)->position();
        m_pressed.reset();
        if (wasClick && m_plot->plotArea().contains(position))
            Q_EMIT clicked(m_plot->toX(position.x()));
        return true;
    }
    case QEvent::MouseButtonDblClick: Q_EMIT doubleClicked(); return true;
    case QEvent::Leave: Q_EMIT hoverEnded(); return false;
    case QEvent::Wheel: {
        const auto *wheel = static_cast<QWheelEvent *>(event);
        if (wheel->angleDelta().y() == 0)
            return false;
        Q_EMIT zoomRequested(std::pow(0.85, wheel->angleDelta().y() / 120.0), m_plot->toX(wheel->position().x()));
        return true;
    }
    default: return false;
    }
}

} // namespace Trainyard
