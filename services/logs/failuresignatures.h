#pragma once

#include <string_view>

namespace Trainyard::Logs {

/// The code of the failure that a line tells of (`cuda_oom`, ...: contract), nullptr: none. One pass over the bytes of an ordinary line.
const char *failureIn(std::string_view text, std::string_view record);

/// Whether the same line with other numbers may tell of a failure: `exit code 1` does with 137. Slow.
bool mayFailWithOtherNumbers(std::string_view text);
/// Whether digits alone tell of a failure: 207001.
bool isFailureNumber(std::string_view digits);

} // namespace Trainyard::Logs
