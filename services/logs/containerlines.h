#pragma once

#include <string>
#include <string_view>

namespace Trainyard::Logs {

/// The line inside a record of Docker's json-file driver, `{"log":"step 10 loss 2.3\n","stream":"stdout","time":"..."}`; any other line as it is.
/// Where the inner line holds a bar's updates, the last of them. The result may point into @p storage.
std::string_view withoutContainerRecord(std::string_view line, std::string &storage);

/// The text of `"message"` or `"msg"` in a JSON line that is a logger's record; empty: there is none. May point into @p storage.
std::string_view messageOfJson(std::string_view record, std::string &storage);

} // namespace Trainyard::Logs
