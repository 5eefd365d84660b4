#include "widgets/common/workbenchstyle.h"

#include "widgets/common/primarybutton.h"

#include <QPainter>
#include <QStyleOption>

namespace Trainyard {

namespace {
constexpr int buttonHeight = 26;
constexpr int sideRoom = 8;
constexpr int cornerRadius = 3;
}

WorkbenchStyle::WorkbenchStyle()
    : QProxyStyle(QStringLiteral("Fusion"))
{
}

void WorkbenchStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    const bool isPrimary = element == PE_PanelButtonCommand && qobject_cast<const PrimaryButton *>(widget) && (option->state & State_Enabled);
    if (!isPrimary)
        return QProxyStyle::drawPrimitive(element, option, painter, widget);
    QColor ground = option->palette.color(QPalette::Button);
    if (option->state & State_Sunken)
        ground = ground.darker(125);
    else if (option->state & State_MouseOver)
        ground = ground.darker(110);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(ground);
    painter->drawRoundedRect(option->rect, cornerRadius, cornerRadius);
    if (option->state & State_HasFocus) {
        painter->setPen(option->palette.color(QPalette::ButtonText));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(option->rect).adjusted(2.5, 2.5, -2.5, -2.5), cornerRadius, cornerRadius);
    }
    painter->restore();
}

QSize WorkbenchStyle::sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size, const QWidget *widget) const
{
    const QSize usual = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (type == CT_PushButton)
        return QSize(usual.width() + 2 * sideRoom, qMax(usual.height(), buttonHeight));
    return usual;
}

} // namespace Trainyard
