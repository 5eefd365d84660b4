#pragma once

#include <string_view>

namespace Trainyard::Logs {

/// A timestamp at the start of @p text, in one of the usual forms (ISO with T or blank, slashes, month first, glog, syslog, the time alone).
/// @return its length, 0: there is none. @p seconds counts from an unspecified start: only differences within one log mean something.
size_t timestampAt(std::string_view text, double &seconds);

} // namespace Trainyard::Logs
