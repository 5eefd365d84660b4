#pragma once

#include <string_view>
#include <vector>

namespace Trainyard::Logs {

/// How a line of a table is cut into cells.

/// @p text without the bars at its two ends.
std::string_view withoutFrame(std::string_view text);
/// A line of dashes, equal signs and crosses between rows.
bool isRuler(std::string_view text);
/// What stands before a bar: `... 640: 100%|███|`
std::string_view beforeBar(std::string_view text);
/// Whether a cell begins with a number.
bool isNumeric(std::string_view cell);
void splitAt(std::string_view text, char separator, std::vector<std::string_view> &cells);
/// At each blank, or only where two stand together or one behind a bracket (`Ctrl Cpu(%) Memory(%)`).
void splitAtBlanks(std::string_view text, bool atTwo, std::vector<std::string_view> &cells);

} // namespace Trainyard::Logs
