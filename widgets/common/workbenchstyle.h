#pragma once

#include <QProxyStyle>

namespace Trainyard {

/// Fusion with room in its buttons.
class WorkbenchStyle final : public QProxyStyle
{
    Q_OBJECT

public:
    WorkbenchStyle();

    QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size, const QWidget *widget) const override;
};

} // namespace Trainyard
