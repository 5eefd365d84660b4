#include "widgets/dryrun/memorybar.h"

#include "models/common/units.h"
#include "widgets/common/theme.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace Trainyard {

namespace {
constexpr int barHeight = 16;
}

MemoryBar::MemoryBar(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFixedHeight(48);
}

void MemoryBar::setMemory(qint64 usedBytes, qint64 capacityBytes)
{
    m_usedBytes = usedBytes;
    m_capacityBytes = capacityBytes;
    setAccessibleName(sentence());
    update();
}

QString MemoryBar::sentence() const
{
    return m_capacityBytes > 0 ? tr("%1 used of %2").arg(displaySize(m_usedBytes), displaySize(m_capacityBytes)) : tr("%1 used").arg(displaySize(m_usedBytes));
}

void MemoryBar::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        setAccessibleName(sentence());
    QWidget::changeEvent(event);
}

void MemoryBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.drawText(rect().adjusted(0, 0, 0, -barHeight - 4), Qt::AlignLeft | Qt::AlignBottom, sentence());
    if (m_capacityBytes <= 0)
        return;
    const bool fits = m_usedBytes <= m_capacityBytes;
    // The scale ends at the larger of the two, so that too much stands out behind the line of what there is.
    const double scale = double(width() - 1) / double(std::max(m_usedBytes, m_capacityBytes));
    const QRect bar(0, height() - barHeight, width() - 1, barHeight - 1);
    const int capacityX = int(double(m_capacityBytes) * scale);
    painter.fillRect(QRect(bar.topLeft(), QSize(capacityX, barHeight)), palette().alternateBase());
    painter.fillRect(QRect(bar.topLeft(), QSize(std::max(2, int(double(m_usedBytes) * scale)), barHeight)), Theme::color(fits ? StatusColor::Info : StatusColor::Error));
    painter.setPen(Theme::lineColor());
    painter.drawRect(bar);
    if (!fits) {
        painter.setPen(QPen(palette().text(), 2));
        painter.drawLine(capacityX, bar.top() - 2, capacityX, bar.bottom());
    }
}

} // namespace Trainyard
