#include "services/logs/linesplitter.h"

#include <algorithm>
#include <cstring>

namespace Trainyard::Logs {

/// Index of the first `\n`, `\r` or backspace; the size when there is none. Looks eight bytes at a time.
size_t LineSplitter::findEnd(std::string_view data)
{
    constexpr uint64_t ones = 0x0101010101010101ULL;
    constexpr uint64_t highs = 0x8080808080808080ULL;
    const auto zeroBytes = [](uint64_t word) { return (word - ones) & ~word & highs; };
    size_t i = 0;
    for (; i + 8 <= data.size(); i += 8) {
        uint64_t word = 0;
        std::memcpy(&word, data.data() + i, 8);
        if (zeroBytes(word ^ (ones * '\n')) | zeroBytes(word ^ (ones * '\r')) | zeroBytes(word ^ (ones * '\b')))
            break;
    }
    while (i < data.size() && data[i] != '\n' && data[i] != '\r' && data[i] != '\b')
        ++i;
    return i;
}

namespace {

/// Length of the escape sequence at the start of @p text, which begins with ESC. An unfinished one ends with the text.
size_t escapeLength(std::string_view text)
{
    if (text.size() < 2)
        return text.size();
    if (text[1] == '[') {
        size_t end = 2;
        while (end < text.size() && (text[end] < 0x40 || text[end] > 0x7e) && uint8_t(text[end]) < 0x80)
            ++end;
        return std::min(end + 1, text.size());
    }
    if (text[1] == ']') { // a title or a link: up to BEL or ESC backslash
        for (size_t end = 2; end < text.size(); ++end) {
            if (text[end] == '\a')
                return end + 1;
            if (text[end] == '\x1b')
                return std::min(end + 2, text.size());
        }
        return 2;
    }
    return 2;
}

} // namespace

std::string_view withoutEscapes(std::string_view text, std::string &storage)
{
    size_t escape = text.find('\x1b');
    if (escape == std::string_view::npos)
        return text;
    storage.clear();
    while (escape != std::string_view::npos) {
        storage.append(text.substr(0, escape));
        text.remove_prefix(escape + escapeLength(text.substr(escape)));
        escape = text.find('\x1b');
    }
    storage.append(text);
    return storage;
}

} // namespace Trainyard::Logs
