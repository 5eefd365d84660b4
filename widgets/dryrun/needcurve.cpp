#include "widgets/dryrun/needcurve.h"

#include "models/common/units.h"
#include "widgets/common/theme.h"
#include "widgets/dryrun/niceinterval.h"

#include <QChart>
#include <QEvent>
#include <QGraphicsSimpleTextItem>
#include <QLineSeries>
#include <QLocale>
#include <QScatterSeries>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace Trainyard {

NeedCurve::NeedCurve(QWidget *parent)
    : ForecastChart(parent)
    , m_curve(new QLineSeries(this))
    , m_current(new QScatterSeries(this))
{
    for (QXYSeries *series : {static_cast<QXYSeries *>(m_curve), static_cast<QXYSeries *>(m_current)}) {
        chart()->addSeries(series);
        series->attachAxis(m_xAxis);
        series->attachAxis(m_yAxis);
    }
    m_currentName = new QGraphicsSimpleTextItem(chart());
    m_curve->setPointsVisible(true);
    m_curve->setMarkerSize(6);
    m_current->setMarkerSize(12);
    m_xAxis->setLabelFormat(QStringLiteral("%d"));
    m_xAxis->setTickType(QValueAxis::TicksDynamic);
    updateColors();
    updateWords();
}

void NeedCurve::setForecast(const MemoryForecast &forecast, const QString &axis, std::optional<qint64> current)
{
    m_axis = axis;
    m_capacityBytes = forecast.capacityBytes;
    QList<QPointF> all;
    for (const MemoryCurvePoint &point : forecast.curve) {
        if (point.axis == axis)
            all.append({double(point.value), double(point.needBytes)});
    }
    std::sort(all.begin(), all.end(), [](QPointF a, QPointF b) { return a.x() < b.x(); });
    m_currentPoint.reset();
    for (const QPointF &point : std::as_const(all)) {
        if (current && point.x() == double(*current))
            m_currentPoint = point;
    }
    const QString card = forecast.capacityBytes ? tr("%1: %2", "card, its memory").arg(forecast.device, displaySize(*forecast.capacityBytes)) : QString();
    setPoints(all, forecast.capacityBytes, card);
    QList<QPointF> drawn;
    for (const QPointF &point : std::as_const(all))
        drawn.append({point.x(), scaled(point.y())});
    m_curve->replace(drawn);
    m_current->replace(m_currentPoint ? QList<QPointF>{{m_currentPoint->x(), scaled(m_currentPoint->y())}} : QList<QPointF>());
    if (all.isEmpty())
        return;
    const double range = all.last().x() - all.first().x();
    m_xAxis->setTickAnchor(0);
    m_xAxis->setTickInterval(std::max(1.0, niceInterval(std::max(range, 1.0))));
    m_xAxis->setRange(std::max(0.0, all.first().x() - 0.02 * range), all.last().x() + 0.02 * range + 1e-9);
    updateWords();
    arrange();
}

/// "this job" at its point: below the rising line, to the right.
void NeedCurve::arrange()
{
    ForecastChart::arrange();
    m_currentName->setVisible(m_currentPoint.has_value());
    if (!m_currentPoint)
        return;
    const QPointF place = position(*m_currentPoint);
    const qreal width = m_currentName->boundingRect().width();
    m_currentName->setPos(std::min(place.x() + 8, chart()->plotArea().right() - width), place.y() + 4);
}

QString NeedCurve::wordsAt(int index) const
{
    const QPointF &point = points()[index];
    const QString value = QLocale().toString(qint64(point.x())), need = displaySize(qint64(point.y()));
    const bool isLength = m_axis == QLatin1String("sequence_length");
    if (!m_capacityBytes)
        return isLength ? tr("%1 tokens: %2").arg(value, need) : tr("batch %1: %2").arg(value, need);
    if (point.y() <= double(*m_capacityBytes))
        return isLength ? tr("%1 tokens: %2, fits").arg(value, need) : tr("batch %1: %2, fits").arg(value, need);
    return isLength ? tr("%1 tokens: %2, does not fit").arg(value, need) : tr("batch %1: %2, does not fit").arg(value, need);
}

void NeedCurve::updateColors()
{
    ForecastChart::updateColors();
    m_curve->setPen(QPen(Theme::seriesColor(0), 2));
    m_current->setColor(Theme::seriesColor(1));
    m_current->setBorderColor(palette().color(QPalette::Active, QPalette::Base));
    m_currentName->setBrush(palette().color(QPalette::Active, QPalette::Text));
    m_currentName->setFont(Theme::helpFont());
}

void NeedCurve::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        updateWords();
    ForecastChart::changeEvent(event);
}

void NeedCurve::updateWords()
{
    m_currentName->setText(tr("this job"));
    setAccessibleName(m_axis == QLatin1String("sequence_length") ? tr("Memory needed by sequence length") : tr("Memory needed by batch size"));
}

} // namespace Trainyard
