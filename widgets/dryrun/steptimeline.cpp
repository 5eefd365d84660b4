#include "widgets/dryrun/steptimeline.h"

#include "models/accelerator/forecasttext.h"
#include "models/common/units.h"
#include "widgets/common/theme.h"

#include <QAreaSeries>
#include <QChart>
#include <QEvent>
#include <QFontMetricsF>
#include <QGraphicsSimpleTextItem>
#include <QLineSeries>
#include <QLocale>
#include <QValueAxis>

#include <array>

namespace Trainyard {

namespace {

/// The same phase has the same colour in every forecast.
QColor colorOf(const QString &phase)
{
    constexpr std::array order{"forward", "backward", "optimizer"};
    for (int i = 0; i < int(order.size()); ++i) {
        if (phase == QLatin1String(order[size_t(i)]))
            return Theme::seriesColor(i);
    }
    return Theme::color(StatusColor::Muted);
}

} // namespace

StepTimeline::StepTimeline(QWidget *parent)
    : ForecastChart(parent)
{
    m_xAxis->setLabelsVisible(false);
    m_xAxis->setGridLineVisible(false);
    updateColors();
    updateWords();
}

void StepTimeline::setForecast(const MemoryForecast &forecast)
{
    if (m_timeline == forecast.timeline)
        return;
    clear();
    m_timeline = forecast.timeline;
    QList<QPointF> all;
    for (const MemoryTimelinePoint &point : m_timeline)
        all.append({point.position, double(point.bytes)});
    setPoints(all, std::nullopt); // allocated memory: the card holds more than that at the peak
    for (qsizetype first = 0; first < m_timeline.size();) {
        qsizetype end = first;
        while (end < m_timeline.size() && m_timeline[end].phase == m_timeline[first].phase)
            ++end;
        const qsizetype from = std::max<qsizetype>(0, first - 1); // from the end of the phase before: no gap
        addPhase(m_timeline[first].phase, all.mid(from, end - from));
        first = end;
    }
    updateColors();
    updateWords();
    arrange();
}

void StepTimeline::addPhase(const QString &name, const QList<QPointF> &points)
{
    auto *upper = new QLineSeries;
    for (const QPointF &point : points)
        upper->append(point.x(), scaled(point.y()));
    auto *area = new QAreaSeries(upper);
    upper->setParent(area);
    chart()->addSeries(area);
    area->attachAxis(m_xAxis);
    area->attachAxis(m_yAxis);
    m_phases.append({name, area, new QGraphicsSimpleTextItem(chart()), points.first().x(), points.last().x()});
}

void StepTimeline::clear()
{
    for (const Phase &phase : std::as_const(m_phases)) {
        chart()->removeSeries(phase.area);
        delete phase.area;
        delete phase.label;
    }
    m_phases.clear();
}

QString StepTimeline::wordsAt(int index) const
{
    const MemoryTimelinePoint &point = m_timeline[index];
    return tr("%1, %2 % of the step: %3 allocated")
        .arg(displayPhase(point.phase), QLocale().toString(point.position * 100, 'f', 0), displaySize(point.bytes));
}

void StepTimeline::updateColors()
{
    ForecastChart::updateColors();
    for (const Phase &phase : std::as_const(m_phases)) {
        QColor color = colorOf(phase.name);
        phase.area->setPen(QPen(color, 2));
        color.setAlpha(90);
        phase.area->setBrush(color);
        phase.label->setBrush(palette().color(QPalette::Active, QPalette::Text));
        phase.label->setFont(Theme::helpFont());
    }
}

/// A name in the middle of its phase, cut where the phase is short; the last one may lean to the left.
void StepTimeline::arrange()
{
    ForecastChart::arrange();
    const QRectF plot = chart()->plotArea();
    qreal free = plot.left() + 2;
    for (const Phase &phase : std::as_const(m_phases)) {
        const bool isLast = &phase == &m_phases.last();
        const qreal begin = plot.left() + phase.begin * plot.width(), end = plot.left() + phase.end * plot.width();
        const QFontMetricsF metrics(phase.label->font());
        const QString name = displayPhase(phase.name);
        const QString text = isLast ? name : metrics.elidedText(name, Qt::ElideRight, std::max(0.0, end - std::max(begin, free)));
        const qreal width = metrics.horizontalAdvance(text);
        const qreal left = std::min(std::max((begin + end - width) / 2, free), plot.right() - width - 2);
        phase.label->setText(text);
        phase.label->setPos(left, plot.top() + 2);
        free = left + width + 8;
    }
}

void StepTimeline::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange) {
        updateWords();
        arrange();
    }
    ForecastChart::changeEvent(event);
}

void StepTimeline::updateWords()
{
    setAccessibleName(tr("Allocated memory through one training step"));
}

} // namespace Trainyard
