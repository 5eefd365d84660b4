#include "widgets/common/workbenchstyle.h"

#include <QStyleOptionToolButton>

namespace Trainyard {

namespace {
constexpr int buttonHeight = 26;
constexpr int sideRoom = 8;
}

WorkbenchStyle::WorkbenchStyle()
    : QProxyStyle(QStringLiteral("Fusion"))
{
}

QSize WorkbenchStyle::sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size, const QWidget *widget) const
{
    const QSize usual = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (type == CT_PushButton)
        return QSize(usual.width() + 2 * sideRoom, qMax(usual.height(), buttonHeight));
    const auto *button = qstyleoption_cast<const QStyleOptionToolButton *>(option);
    const bool isFramedText = type == CT_ToolButton && button && !button->text.isEmpty() && !(button->state & State_AutoRaise)
        && button->toolButtonStyle != Qt::ToolButtonIconOnly;
    return isFramedText ? QSize(usual.width() + sideRoom, qMax(usual.height(), buttonHeight)) : usual;
}

} // namespace Trainyard
