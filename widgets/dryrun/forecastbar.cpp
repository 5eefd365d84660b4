#include "widgets/dryrun/forecastbar.h"

#include "models/accelerator/forecasttext.h"
#include "models/common/units.h"
#include "widgets/common/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace Trainyard {

namespace {
constexpr int labelHeight = 20, barHeight = 26, bandHeight = 14;
constexpr int barTop = labelHeight + 2, bandTop = barTop + barHeight + 4;
}

ForecastBar::ForecastBar(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFixedHeight(bandTop + bandHeight);
    setMouseTracking(true);
}

void ForecastBar::setForecast(const MemoryForecast &forecast)
{
    m_forecast = forecast;
    updateWords();
    update();
}

QList<ForecastBar::Segment> ForecastBar::segments() const
{
    QList<Segment> segments;
    const QList<MemoryPart> parts = partsOf(m_forecast.atPeak);
    for (int i = 0; i < parts.size(); ++i) {
        const bool isContext = i + 1 == parts.size();
        if (parts[i].bytes > 0)
            segments.append({parts[i].name, parts[i].bytes, isContext ? Theme::color(StatusColor::Muted) : Theme::seriesColor(i), false});
    }
    if (const qint64 unused = m_forecast.smallestCapacityBytes - m_forecast.atPeak.sum(); unused > 0)
        segments.append({tr("held but unused"), unused, Theme::color(StatusColor::Muted), true});
    return segments;
}

QString ForecastBar::legend() const
{
    QStringList entries;
    for (const Segment &segment : segments()) {
        const QString square = segment.isUnused ? QStringLiteral("▨") : QStringLiteral("■");
        // No break inside of an entry: its colour, word and size stay together.
        entries.append(QStringLiteral("<span style='white-space:nowrap'><span style='color:%1'>%2</span>&nbsp;%3&nbsp;<b>%4</b></span>")
                           .arg(segment.color.name(), square, segment.name.toHtmlEscaped().replace(u' ', QStringLiteral("&nbsp;")),
                                displaySize(segment.bytes).replace(u' ', QStringLiteral("&nbsp;"))));
    }
    return entries.join(QStringLiteral("&nbsp;&nbsp; "));
}

/// The scale ends behind the largest of need, band and card, so that too much stands out behind the card's line.
double ForecastBar::x(qint64 bytes) const
{
    const qint64 largest = std::max({m_forecast.smallestCapacityBytes, m_forecast.highBytes, m_forecast.capacityBytes.value_or(0), qint64(1)});
    return double(bytes) / (double(largest) * 1.01) * (width() - 1);
}

void ForecastBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const double end = m_forecast.capacityBytes ? x(*m_forecast.capacityBytes) : width() - 1;
    painter.fillRect(QRectF(0, barTop, end, barHeight), palette().alternateBase());
    qint64 before = 0;
    for (const Segment &segment : segments()) {
        const QRectF area(x(before), barTop, x(segment.bytes), barHeight);
        painter.fillRect(area, segment.isUnused ? QBrush(segment.color, Qt::BDiagPattern) : QBrush(segment.color));
        painter.fillRect(QRectF(area.right() - 0.5, barTop, 1, barHeight), palette().base()); // parts of near colours stay apart
        before += segment.bytes;
    }
    painter.setPen(Theme::lineColor());
    painter.drawRect(QRectF(0, barTop, end, barHeight));
    paintCapacity(painter);
    paintBand(painter);
}

void ForecastBar::paintCapacity(QPainter &painter)
{
    if (!m_forecast.capacityBytes)
        return;
    const double line = x(*m_forecast.capacityBytes);
    const bool exceeds = verdictOf(m_forecast) == ForecastVerdict::Exceeds || !m_forecast.fits.value_or(true);
    if (exceeds) {
        QColor over = Theme::color(StatusColor::Error);
        painter.setPen(QPen(over, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(line, barTop, x(m_forecast.smallestCapacityBytes) - line, barHeight).adjusted(1, 1, -1, -1));
    }
    painter.setPen(QPen(palette().text(), 2));
    painter.drawLine(QPointF(line, barTop - 4), QPointF(line, barTop + barHeight + 2));
    const QString text = tr("%1: %2", "card, its memory").arg(m_forecast.device, displaySize(*m_forecast.capacityBytes));
    const QRectF label(0, 0, width(), labelHeight - 2);
    const double space = painter.fontMetrics().horizontalAdvance(text) / 2.0;
    painter.setPen(palette().text().color());
    if (line + space > width())
        painter.drawText(label, Qt::AlignRight | Qt::AlignBottom, text);
    else
        painter.drawText(QRectF(std::max(0.0, line - space), 0, 2 * space + 2, labelHeight - 2), Qt::AlignLeft | Qt::AlignBottom, text);
}

void ForecastBar::paintBand(QPainter &painter)
{
    const double low = x(m_forecast.lowBytes), high = x(m_forecast.highBytes), middle = bandTop + 5;
    painter.setPen(QPen(palette().text(), 1.5));
    painter.drawLine(QPointF(low, middle), QPointF(high, middle));
    for (const double end : {low, high})
        painter.drawLine(QPointF(end, middle - 4), QPointF(end, middle + 4));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(palette().text());
    painter.drawEllipse(QPointF(x(m_forecast.smallestCapacityBytes), middle), 3, 3);
}

void ForecastBar::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        updateWords();
    QWidget::changeEvent(event);
}

bool ForecastBar::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    QString text = tr("The bracket below the bar is the band of the forecast, its dot the expected need.");
    qint64 before = 0;
    for (const Segment &segment : segments()) {
        if (help->pos().y() <= barTop + barHeight && help->pos().x() >= x(before) && help->pos().x() < x(before + segment.bytes))
            text = tr("%1: %2", "part of the memory, its size").arg(segment.name, displaySize(segment.bytes));
        before += segment.bytes;
    }
    QToolTip::showText(help->globalPos(), text, this);
    return true;
}

void ForecastBar::updateWords()
{
    QStringList words;
    for (const Segment &segment : segments())
        words.append(tr("%1: %2", "part of the memory, its size").arg(segment.name, displaySize(segment.bytes)));
    setAccessibleName(needSentence(m_forecast));
    setAccessibleDescription(words.join(u'\n'));
}

} // namespace Trainyard
