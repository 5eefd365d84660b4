#pragma once

#include "models/run/loglines.h"

#include <QColor>
#include <QTextCharFormat>

namespace Trainyard {

/// How a log's own colours look here: @p style as a format, on @p base with @p text for what has no colour of its own. Made lighter or
/// darker until it can be read (contrast 4.5:1), in light and dark themes.
QTextCharFormat ansiFormat(const TextStyle &style, const QColor &text, const QColor &base);

} // namespace Trainyard
