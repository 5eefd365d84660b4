#pragma once

#include <cstdint>
#include <string_view>

/// What reading a log needs of bytes: ASCII rules, independent of the locale; bytes from 0x80 on belong to words of other scripts.
namespace Trainyard::Logs {

constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}
constexpr bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}
constexpr bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr bool isForeign(char c)
{
    return uint8_t(c) >= 0x80;
}
constexpr bool isWordByte(char c)
{
    return isLetter(c) || isDigit(c) || c == '_' || isForeign(c);
}
constexpr char lowered(char c)
{
    return c >= 'A' && c <= 'Z' ? char(c + 32) : c;
}

constexpr std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && (isBlank(text.front()) || text.front() == '\0'))
        text.remove_prefix(1);
    while (!text.empty() && (isBlank(text.back()) || text.back() == '\0'))
        text.remove_suffix(1);
    return text;
}

constexpr bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

constexpr bool equalsIgnoringCase(std::string_view a, std::string_view b)
{
    if (a.size() != b.size())
        return false;
    for (size_t i = 0; i < a.size(); ++i) {
        if (lowered(a[i]) != lowered(b[i]))
            return false;
    }
    return true;
}

constexpr bool startsWithIgnoringCase(std::string_view text, std::string_view start)
{
    return text.size() >= start.size() && equalsIgnoringCase(text.substr(0, start.size()), start);
}

} // namespace Trainyard::Logs
