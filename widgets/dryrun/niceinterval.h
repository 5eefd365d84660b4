#pragma once

namespace Trainyard {

/// 1, 2 or 5 times a power of ten, so that @p range (above 0) has about four lines.
double niceInterval(double range);

} // namespace Trainyard
