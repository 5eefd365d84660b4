#include "widgets/monitor/chartstrip.h"

#include "widgets/common/theme.h"

#include <QCategoryAxis>
#include <QChart>
#include <QChartView>
#include <QContextMenuEvent>
#include <QGraphicsLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

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

/// @p share of the values lie at or below it.
double percentile(std::vector<double> &values, double share)
{
    const auto place = values.begin() + std::ptrdiff_t(share * double(values.size() - 1));
    std::nth_element(values.begin(), place, values.end());
    return *place;
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
    m_view->setOptimizationFlags(QGraphicsView::DontSavePainterState | QGraphicsView::DontAdjustForAntialiasing);
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
        count += curve.series->size();
    return count;
}

void ChartStrip::setMessage(const QString &message)
{
    m_plot->setMessage(message);
    m_yAxis->setGridLineVisible(message.isEmpty());
}

void ChartStrip::setMarks(const QList<double> &x)
{
    m_plot->setMarks(x);
}

void ChartStrip::update(const StripView &view)
{
    const int maximumTicks = std::clamp(int(m_plot->plotArea().height()) / tickSpacing, 2, 8);
    const AxisRange values = visibleValues(view);
    const AxisRange y = m_isLogarithmic ? values : snapped(values, maximumTicks);
    setTicks(m_xAxis, view.x, view.xTicks, false);
    const QList<Tick> yTicks = m_isLogarithmic ? logarithmicTicks(y, maximumTicks, m_spec.unit) : valueTicks(y, maximumTicks, m_spec.unit);
    setTicks(m_yAxis, y, yTicks, m_isLogarithmic);
    m_plot->setView({view.axis, view.x, y, yTicks, view.isSmoothed, m_isLogarithmic});
    updateGutter();
}

/// What the lines reach between the range's ends, with a margin; smoothed lines lie inside the raw ones.
AxisRange ChartStrip::visibleValues(const StripView &view) const
{
    ValueRange range;
    for (const Curve &curve : m_curves)
        range.add(valuesWithin(curve.series->raw(view.axis), view.x));
    if (m_isLogarithmic) {
        if (!std::isfinite(range.lowPositive))
            return {0.1, 1};
        const AxisRange values = view.clipsOutliers ? withoutOutliers({range.lowPositive, range.high}, view) : AxisRange{range.lowPositive, range.high};
        const double margin = std::max(std::pow(values.high / values.low, 0.06), 1.05);
        return {values.low / margin, values.high * margin};
    }
    if (range.isEmpty())
        return {0, m_spec.top.value_or(1)};
    AxisRange values{range.low, range.high};
    if (view.clipsOutliers && !m_spec.top)
        values = withoutOutliers(values, view);
    if (m_spec.startsAtZero)
        values.low = std::min(values.low, 0.0);
    if (m_spec.top)
        return {values.low, std::max(values.high, *m_spec.top)};
    const double margin = values.span() > 0 ? values.span() * 0.06 : std::max(std::abs(values.high) * 0.1, 1e-9);
    return {m_spec.startsAtZero && values.low == 0 ? 0 : values.low - margin, values.high + margin};
}

/// Where the middle 98 % of the values take up less than a third of the height, they and as much again above and below.
AxisRange ChartStrip::withoutOutliers(AxisRange values, const StripView &view) const
{
    constexpr size_t mostValues = 4000;
    std::vector<double> some;
    for (const Curve &curve : m_curves) {
        const std::vector<double> ofCurve = someValuesWithin(curve.series->raw(view.axis), view.x, mostValues);
        some.insert(some.end(), ofCurve.begin(), ofCurve.end());
    }
    if (m_isLogarithmic)
        std::erase_if(some, [](double value) { return value <= 0; });
    if (some.size() < 20)
        return values;
    AxisRange middle{percentile(some, 0.01), percentile(some, 0.99)};
    if (m_isLogarithmic) {
        const double factor = std::max(middle.high / middle.low, 1.01);
        return std::log(values.high / values.low) < 3 * std::log(factor) ? values : AxisRange{std::max(values.low, middle.low / factor), std::min(values.high, middle.high * factor)};
    }
    const double span = std::max(middle.span(), 1e-9 * std::abs(middle.high));
    return values.span() < 3 * span ? values : AxisRange{std::max(values.low, middle.low - span), std::min(values.high, middle.high + span)};
}

/// The axis draws the grid; on a logarithmic one it is given the places of the lines.
void ChartStrip::setTicks(QCategoryAxis *axis, AxisRange range, const QList<Tick> &ticks, bool isLogarithmic)
{
    const auto place = [&](double value) { return isLogarithmic ? std::log10(value) : value; };
    const AxisRange placed{place(range.low), place(range.high)};
    const QStringList shown = axis->categoriesLabels();
    bool isSame = shown.size() == ticks.size();
    for (qsizetype i = 0; isSame && i < ticks.size(); ++i)
        isSame = axis->endValue(shown.at(i)) == place(ticks.at(i).value);
    if (!isSame) {
        for (const QString &label : shown)
            axis->remove(label);
        axis->setStartValue(placed.low);
        for (qsizetype i = 0; i < ticks.size(); ++i) // labels only tell them apart: ours are drawn by the plot and the x axis bar
            axis->append(QString::number(i), place(ticks.at(i).value));
    }
    if (axis->min() != placed.low || axis->max() != placed.high)
        axis->setRange(placed.low, placed.high);
}

void ChartStrip::setCrosshair(std::optional<double> x)
{
    m_crosshair = x;
    m_plot->setCrosshair(x);
    updateGutter();
}

/// A row for each curve: the value under the crosshair, in each attempt that has one there, or the last one.
QString ChartStrip::gutterRows(QStringList &spoken) const
{
    QString html;
    const QFontMetrics metrics(font());
    for (const Curve &curve : m_curves) {
        if (curve.series->size() == 0)
            continue;
        std::vector<NearPoint> points{{size_t(curve.series->size()) - 1, curve.run->placement().attempts() - 1}};
        if (m_crosshair)
            points = nearestPoints(curve.series->raw(m_plot->view().axis), *m_crosshair);
        if (!curve.showsAttempts())
            points.resize(std::min<size_t>(points.size(), 1));
        points.resize(std::min<size_t>(points.size(), 3));
        for (const NearPoint &point : points) {
            const bool namesAttempt = m_crosshair && curve.showsAttempts();
            const QString label = namesAttempt ? tr("%1, try %2", "curve, attempt of a resumed run").arg(curve.label).arg(point.attempt + 1) : curve.label;
            const QString value = valueText(curve.series->points().values()[point.index], m_spec.unit);
            spoken.append(label + QLatin1Char(' ') + value);
            html += QStringLiteral("<tr><td style='color:%1'>&#9644;&nbsp;</td><td style='padding-right:6px'>%2</td><td>%3</td></tr>")
                        .arg(curve.color.name(), metrics.elidedText(label, Qt::ElideRight, gutterWidth - 70).toHtmlEscaped(), value);
        }
    }
    return html;
}

/// Name and unit, what is to be said about them, and the values.
void ChartStrip::updateGutter()
{
    const QString muted = Theme::color(StatusColor::Muted).name();
    QFont bold = font();
    bold.setBold(true);
    const bool fitsInOneLine = QFontMetrics(bold).horizontalAdvance(m_title + u' ' + m_unit) < gutterWidth - 8;
    QString html = QStringLiteral("<b>%1</b>%2<span style='color:%3'>%4</span>")
                       .arg(m_title.toHtmlEscaped(), fitsInOneLine ? QStringLiteral(" ") : QStringLiteral("<br>"), muted, m_unit.toHtmlEscaped());
    QStringList notes;
    if (!m_note.isEmpty())
        notes.append(m_note);
    qsizetype notPositive = 0;
    for (const Curve &curve : std::as_const(m_curves))
        notPositive += curve.series->notPositive();
    if (m_isLogarithmic)
        notes.append(notPositive > 0 ? tr("log, %n values <= 0 below", "on a logarithmic axis", int(notPositive)) : tr("logarithmic"));
    for (const QString &note : std::as_const(notes))
        html += QStringLiteral("<br><span style='color:%1'>%2</span>").arg(muted, note.toHtmlEscaped());
    QStringList spoken;
    html += QStringLiteral("<table cellspacing='0' cellpadding='0'>") + gutterRows(spoken) + QStringLiteral("</table>");
    if (m_gutter->text() == html)
        return;
    m_gutter->setText(html);
    setAccessibleDescription(spoken.join(QStringLiteral(", ")));
    m_gutter->setToolTip(notes.join(QLatin1Char('\n')));
}

qint64 ChartStrip::lineAt(double x) const
{
    qint64 line = 0;
    double distance = std::numeric_limits<double>::infinity();
    for (const Curve &curve : m_curves) {
        const CurveView view = curve.series->raw(m_plot->view().axis);
        for (const NearPoint &point : nearestPoints(view, x)) {
            const qint64 pointLine = curve.series->points().at(qsizetype(point.index)).line;
            if (curve.run->id().isEmpty() && pointLine > 0 && std::abs(view.x(point.index) - x) < distance) {
                distance = std::abs(view.x(point.index) - x);
                line = pointLine;
            }
        }
    }
    return line;
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
    case QEvent::MouseButtonPress: return handlePress(static_cast<QMouseEvent *>(event));
    case QEvent::MouseMove: handleMove(static_cast<QMouseEvent *>(event)); return true;
    case QEvent::MouseButtonRelease: handleRelease(static_cast<QMouseEvent *>(event)); return true;
    case QEvent::MouseButtonDblClick: Q_EMIT doubleClicked(); return true;
    case QEvent::Leave: Q_EMIT hoverEnded(); return false;
    case QEvent::ContextMenu: {
        const auto *menu = static_cast<QContextMenuEvent *>(event);
        Q_EMIT menuRequested(menu->globalPos(), m_plot->toX(menu->pos().x()));
        return true;
    }
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

bool ChartStrip::isOnLowerEdge(const QPointF &position) const
{
    return position.y() >= m_view->height() - 5;
}

bool ChartStrip::handlePress(const QMouseEvent *mouse)
{
    if (mouse->button() != Qt::LeftButton)
        return false;
    m_pressed = mouse->position();
    m_pressedHeight = height();
    m_drag = isOnLowerEdge(m_pressed) ? Drag::Height : mouse->modifiers().testFlag(Qt::ShiftModifier) ? Drag::Select : Drag::Undecided;
    return true;
}

void ChartStrip::handleMove(const QMouseEvent *mouse)
{
    const QPointF position = mouse->position();
    if (m_drag == Drag::Undecided && (position - m_pressed).manhattanLength() > 4)
        m_drag = Drag::Pan;
    switch (m_drag) {
    case Drag::Height: Q_EMIT heightDragged(std::max(minimumSizeHint().height(), m_pressedHeight + int(position.y() - m_pressed.y()))); return;
    case Drag::Select: Q_EMIT rangeMarked(draggedRange(position)); return;
    case Drag::Pan:
        Q_EMIT panRequested(m_plot->toX(m_pressed.x()) - m_plot->toX(position.x()));
        m_pressed = position;
        return;
    case Drag::Undecided: return;
    case Drag::None: break;
    }
    m_view->viewport()->setCursor(isOnLowerEdge(position) ? Qt::SizeVerCursor : Qt::ArrowCursor);
    if (m_plot->plotArea().adjusted(0, -20, 0, 20).contains(position))
        Q_EMIT hovered(m_plot->toX(position.x()));
    else
        Q_EMIT hoverEnded();
}

void ChartStrip::handleRelease(const QMouseEvent *mouse)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    const QPointF position = mouse->position();
    if (drag == Drag::Select)
        Q_EMIT rangeChosen(draggedRange(position));
    else if (drag == Drag::Undecided && m_plot->plotArea().contains(position))
        Q_EMIT clicked(m_plot->toX(position.x()));
}

AxisRange ChartStrip::draggedRange(const QPointF &position) const
{
    const double from = m_plot->toX(m_pressed.x()), to = m_plot->toX(position.x());
    return {std::min(from, to), std::max(from, to)};
}

} // namespace Trainyard
