#pragma once

#include "services/logs/valueunits.h"

#include <string_view>

namespace Trainyard::Logs {

/// A number at the start of @p text: 1,234 2.3e+00 .5 +1.75 nan -inf; without units. @return its length, 0: there is none.
size_t numberAt(std::string_view text, double &value, bool &isInteger);

/// The whole of @p text as a number, also `1,234`, `45.2%`, `3s`.
bool wholeNumber(std::string_view text, double &value, ValueUnit &unit, bool &isInteger);

} // namespace Trainyard::Logs
