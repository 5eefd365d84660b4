#pragma once

#include <string_view>

namespace Trainyard::Logs {

/// The code of the failure that a line tells of (`cuda_oom`, ...: contract), nullptr: none. One pass over the bytes of an ordinary line.
const char *failureIn(std::string_view text, std::string_view record);

} // namespace Trainyard::Logs
