#include "widgets/dryrun/forecastchart.h"

#include "widgets/common/theme.h"
#include "widgets/dryrun/niceinterval.h"

#include <QChart>
#include <QEvent>
#include <QGraphicsLayout>
#include <QGraphicsLineItem>
#include <QGraphicsSimpleTextItem>
#include <QKeyEvent>
#include <QLegend>
#include <QLineSeries>
#include <QMouseEvent>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace Trainyard {

namespace {
constexpr double gib = 1 << 30, mib = 1 << 20;
constexpr double farAway = 3; ///< a card this much larger than the need would press the curve flat: its line is left out
constexpr qreal above = 10;   ///< z of what lies over the curves
}

ForecastChart::ForecastChart(QWidget *parent)
    : QChartView(parent)
    , m_xAxis(new QValueAxis(this))
    , m_yAxis(new QValueAxis(this))
    , m_limit(new QLineSeries(this))
{
    auto *chart = new QChart; // the view owns it
    chart->addAxis(m_xAxis, Qt::AlignBottom);
    chart->addAxis(m_yAxis, Qt::AlignLeft);
    chart->addSeries(m_limit);
    m_limit->attachAxis(m_xAxis);
    m_limit->attachAxis(m_yAxis);
    chart->legend()->hide();
    chart->setMargins(QMargins());
    chart->layout()->setContentsMargins(0, 0, 0, 0);
    chart->setBackgroundRoundness(0);
    setChart(chart);
    m_crosshair = new QGraphicsLineItem(chart);
    m_words = new QGraphicsSimpleTextItem(chart);
    m_limitName = new QGraphicsSimpleTextItem(chart);
    for (QGraphicsItem *item : {static_cast<QGraphicsItem *>(m_crosshair), static_cast<QGraphicsItem *>(m_words), static_cast<QGraphicsItem *>(m_limitName)})
        item->setZValue(above);
    m_yAxis->setTickType(QValueAxis::TicksDynamic);
    m_yAxis->setTickAnchor(0);
    setRenderHint(QPainter::Antialiasing);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setFixedHeight(200);
    connect(chart, &QChart::plotAreaChanged, this, &ForecastChart::arrange);
}

void ForecastChart::setPoints(const QList<QPointF> &points, std::optional<qint64> capacityBytes, const QString &cardName)
{
    m_points = points;
    m_capacityBytes = capacityBytes;
    m_current = -1;
    m_limit->clear();
    m_limitName->setText(QString());
    if (points.isEmpty())
        return;
    const auto highest = std::max_element(points.begin(), points.end(), [](QPointF a, QPointF b) { return a.y() < b.y(); });
    double top = highest->y();
    m_unit = top >= gib ? gib : mib;
    if (capacityBytes && double(*capacityBytes) < farAway * top) {
        top = std::max(top, double(*capacityBytes));
        m_limit->replace(QList<QPointF>{{points.first().x(), scaled(double(*capacityBytes))}, {points.last().x(), scaled(double(*capacityBytes))}});
        m_limitName->setText(cardName);
    }
    const double interval = niceInterval(std::max(scaled(top), 1e-3));
    m_yAxis->setLabelFormat(m_unit == gib ? QStringLiteral("%g GiB") : QStringLiteral("%g MiB"));
    m_yAxis->setTickInterval(interval);
    m_yAxis->setRange(0, (std::floor(scaled(top) / interval) + 1) * interval);
    m_xAxis->setRange(points.first().x(), std::max(points.last().x(), points.first().x() + 1e-9));
    arrange();
}

QPointF ForecastChart::position(const QPointF &point) const
{
    return chart()->mapToPosition(QPointF(point.x(), scaled(point.y())), m_limit);
}

QString ForecastChart::reading() const
{
    return m_current < 0 ? QString() : wordsAt(m_current);
}

void ForecastChart::showCrosshair(int index)
{
    m_current = m_points.isEmpty() ? -1 : std::clamp(index, -1, int(m_points.size()) - 1);
    setAccessibleDescription(reading());
    ForecastChart::arrange();
}

void ForecastChart::arrange()
{
    if (m_capacityBytes && !m_points.isEmpty()) // over the line, at its right end: a rising curve is far below or above there
        m_limitName->setPos(position({m_points.last().x(), double(*m_capacityBytes)}) - QPointF(m_limitName->boundingRect().width(), m_limitName->boundingRect().height() + 1));
    m_crosshair->setVisible(m_current >= 0);
    m_words->setVisible(m_current >= 0);
    if (m_current < 0)
        return;
    const QRectF plot = chart()->plotArea();
    const qreal x = position(m_points[m_current]).x();
    m_crosshair->setLine(x, plot.top(), x, plot.bottom());
    m_words->setText(reading());
    const qreal width = m_words->boundingRect().width();
    const qreal left = x + 6 + width > plot.right() ? x - 6 - width : x + 6;
    m_words->setPos(std::max(plot.left() + 2, left), plot.bottom() - m_words->boundingRect().height() - 4);
}

void ForecastChart::updateColors()
{
    const QColor muted = Theme::color(StatusColor::Muted);
    chart()->setBackgroundBrush(palette().color(QPalette::Active, QPalette::Base));
    m_limit->setPen(QPen(Theme::color(StatusColor::Error), 2, Qt::DashLine));
    m_crosshair->setPen(QPen(palette().color(QPalette::Active, QPalette::Text), 1));
    m_words->setBrush(palette().color(QPalette::Active, QPalette::Text));
    m_words->setFont(Theme::helpFont());
    m_limitName->setBrush(Theme::color(StatusColor::Error));
    m_limitName->setFont(Theme::helpFont());
    for (QValueAxis *axis : {m_xAxis, m_yAxis}) {
        axis->setLabelsColor(muted);
        axis->setLabelsFont(Theme::helpFont());
        axis->setLinePenColor(Theme::lineColor());
        axis->setGridLineColor(Theme::lineColor());
    }
}

void ForecastChart::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        updateColors();
    if (event->type() == QEvent::LanguageChange)
        showCrosshair(m_current);
    QChartView::changeEvent(event);
}

void ForecastChart::mouseMoveEvent(QMouseEvent *event)
{
    int nearest = -1;
    qreal distance = 0;
    for (int i = 0; i < m_points.size(); ++i) {
        if (const qreal away = std::abs(position(m_points[i]).x() - event->position().x()); nearest < 0 || away < distance) {
            nearest = i;
            distance = away;
        }
    }
    showCrosshair(nearest);
    QChartView::mouseMoveEvent(event);
}

void ForecastChart::leaveEvent(QEvent *event)
{
    if (!hasFocus())
        showCrosshair(-1);
    QChartView::leaveEvent(event);
}

void ForecastChart::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Left: return showCrosshair(std::max(0, m_current - 1));
    case Qt::Key_Right: return showCrosshair(m_current + 1);
    case Qt::Key_Home: return showCrosshair(0);
    case Qt::Key_End: return showCrosshair(int(m_points.size()) - 1);
    }
    QChartView::keyPressEvent(event);
}

void ForecastChart::focusInEvent(QFocusEvent *event)
{
    QChartView::focusInEvent(event);
    if (event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason)
        showCrosshair(std::max(0, m_current));
}

void ForecastChart::focusOutEvent(QFocusEvent *event)
{
    QChartView::focusOutEvent(event);
    showCrosshair(-1);
}

} // namespace Trainyard
