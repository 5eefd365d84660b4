#include "services/logs/tablecells.h"

#include "services/logs/bytetext.h"
#include "services/logs/numbers.h"

namespace Trainyard::Logs {

namespace {

constexpr size_t npos = std::string_view::npos;

} // namespace

std::string_view withoutFrame(std::string_view text)
{
    text = trimmed(text);
    for (std::string_view bar : {std::string_view("│"), std::string_view("┃"), std::string_view("|")}) {
        if (text.starts_with(bar))
            text.remove_prefix(bar.size());
        if (text.ends_with(bar))
            text.remove_suffix(bar.size());
    }
    return trimmed(text);
}

bool isRuler(std::string_view text)
{
    for (size_t i = 0; i < text.size(); ++i) {
        if (isForeign(text[i])) {
            if (!(text[i] == '\xe2' && i + 2 < text.size() && (text[i + 1] == '\x94' || text[i + 1] == '\x95')))
                return false;
            i += 2;
        } else if (!contains("-=+|: ", text.substr(i, 1))) {
            return false;
        }
    }
    return text.size() > 3;
}

void splitAt(std::string_view text, char separator, std::vector<std::string_view> &cells)
{
    cells.clear();
    while (true) {
        const size_t end = text.find(separator);
        cells.push_back(trimmed(text.substr(0, end)));
        if (end == npos || cells.size() > 512)
            return;
        text.remove_prefix(end + 1);
    }
}

void splitAtBlanks(std::string_view text, bool atTwo, std::vector<std::string_view> &cells)
{
    cells.clear();
    size_t at = 0;
    while (at < text.size() && cells.size() <= 512) {
        while (at < text.size() && isBlank(text[at]))
            ++at;
        size_t end = at;
        const auto isBoundary
            = [&](size_t i) { return !atTwo || text[i] == '\t' || i + 1 == text.size() || isBlank(text[i + 1]) || (i > 0 && text[i - 1] == ')'); };
        while (end < text.size() && !(isBlank(text[end]) && isBoundary(end)))
            ++end;
        if (end > at)
            cells.push_back(text.substr(at, end - at));
        at = end;
    }
}

bool isNumeric(std::string_view cell)
{
    double value = 0;
    bool isInteger = false;
    return !cell.empty() && numberAt(cell, value, isInteger) > 0;
}

std::string_view beforeBar(std::string_view text)
{
    size_t percent = text.find("%|");
    if (percent == npos)
        percent = text.find("% \xe2\x94"); // Ultralytics since 8.3.200: `100% ━━━━━━━━━━━━ 16/16 8.3it/s 2.1s`
    if (percent == npos)
        return text;
    size_t end = percent;
    while (end > 0 && (isDigit(text[end - 1]) || isBlank(text[end - 1])))
        --end;
    while (end > 0 && (text[end - 1] == ':' || isBlank(text[end - 1])))
        --end;
    return text.substr(0, end);
}

} // namespace Trainyard::Logs
