#pragma once

#include "widgets/common/theme.h"

namespace Trainyard {

bool hasLineIcon(const QString &name);

/// :/icons/NAME.svg with `currentColor` as the palette's text at the moment of painting, or as the colour of @p status.
QIcon lineIcon(const QString &name, std::optional<StatusColor> status);

/// The drawing in @p color, @p size in pixels of the device.
QPixmap linePixmap(const QString &name, const QSize &size, const QColor &color);

} // namespace Trainyard
