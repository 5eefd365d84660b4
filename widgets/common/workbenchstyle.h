#pragma once

#include <QProxyStyle>

namespace Trainyard {

/// Fusion with room in its buttons, and the primary button as one plain colour that its text can be read on.
class WorkbenchStyle final : public QProxyStyle
{
    Q_OBJECT

public:
    WorkbenchStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size, const QWidget *widget) const override;
};

} // namespace Trainyard
