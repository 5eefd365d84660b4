#include "widgets/common/railbutton.h"

#include "widgets/common/lineicon.h"

#include <QPainter>

namespace Trainyard {

namespace {
constexpr int pictureSize = 24;
constexpr int iconTop = 8;
constexpr int textTop = 33;
constexpr int textHeight = 18;
constexpr int barWidth = 3;
}

RailButton::RailButton(const QString &iconName, QWidget *parent)
    : QAbstractButton(parent)
    , m_iconName(iconName)
{
    setCheckable(true);
    setFixedSize(buttonWidth, buttonHeight);
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
}

void RailButton::setBadge(int count, bool isError)
{
    m_badgeCount = count;
    m_isBadgeError = isError;
    update();
}

void RailButton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor accent = Theme::color(StatusColor::Info);
    if (isChecked())
        painter.fillRect(rect(), palette().color(QPalette::Window));
    else if (underMouse() || isDown())
        painter.fillRect(rect(), palette().color(QPalette::AlternateBase));
    if (isChecked())
        painter.fillRect(QRect(0, 0, barWidth, height()), accent);

    const QColor ink = isChecked() ? accent : Theme::color(StatusColor::Muted);
    const double ratio = devicePixelRatioF();
    QPixmap picture = linePixmap(m_iconName, QSize(pictureSize, pictureSize) * ratio, ink);
    picture.setDevicePixelRatio(ratio);
    painter.drawPixmap((width() - pictureSize) / 2, iconTop, picture);

    QFont words = font();
    words.setBold(isChecked());
    painter.setFont(words);
    painter.setPen(palette().color(QPalette::WindowText));
    const QString shown = QFontMetrics(words).elidedText(text(), Qt::ElideRight, width() - 2 * barWidth);
    painter.drawText(QRect(0, textTop, width(), textHeight), Qt::AlignCenter, shown);
    if (m_badgeCount > 0)
        paintBadge(painter);

    if (hasFocus()) {
        painter.setPen(QPen(accent, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(4.5, 2.5, -4.5, -2.5), 3, 3);
    }
}

void RailButton::paintBadge(QPainter &painter) const
{
    QFont digits = font();
    digits.setPointSizeF(digits.pointSizeF() * 0.8);
    digits.setBold(true);
    const QString number = m_badgeCount > 99 ? QStringLiteral("99+") : QString::number(m_badgeCount);
    const int badgeWidth = qMax(16, QFontMetrics(digits).horizontalAdvance(number) + 8);
    const QRectF badge(width() / 2.0 + 6, 4, badgeWidth, 16);
    painter.setPen(QPen(palette().color(isChecked() ? QPalette::Window : QPalette::Midlight), 1.5));
    // The light theme's colours carry white text at over 4.5:1.
    painter.setBrush(Theme::color(m_isBadgeError ? StatusColor::Error : StatusColor::Info, false));
    painter.drawRoundedRect(badge, 8, 8);
    painter.setFont(digits);
    painter.setPen(Qt::white);
    painter.drawText(badge, Qt::AlignCenter, number);
}

} // namespace Trainyard
