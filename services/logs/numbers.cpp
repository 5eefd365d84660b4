#include "services/logs/numbers.h"

#include "services/logs/bytetext.h"

#include <charconv>
#include <limits>

namespace Trainyard::Logs {

namespace {

/// nan, inf, infinity with a sign: their length at the start of @p text, 0: none of them.
size_t notFiniteAt(std::string_view text, double &value)
{
    const size_t sign = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    const std::string_view word = text.substr(sign);
    const auto matches = [&](std::string_view name) {
        return startsWithIgnoringCase(word, name) && (word.size() == name.size() || !(isWordByte(word[name.size()]) || word[name.size()] == '/'));
    };
    const double infinity = std::numeric_limits<double>::infinity();
    if (matches("nan")) {
        value = std::numeric_limits<double>::quiet_NaN();
        return sign + 3;
    }
    for (std::string_view name : {std::string_view("infinity"), std::string_view("inf")}) {
        if (matches(name)) {
            value = sign && text[0] == '-' ? -infinity : infinity;
            return sign + name.size();
        }
    }
    return 0;
}

/// Length of digits with thousands commas (`1,234,567`) at the start of @p text, 0: there are no such commas.
size_t groupedDigits(std::string_view text)
{
    size_t end = 0;
    while (end < text.size() && isDigit(text[end]))
        ++end;
    if (end == 0 || end > 3)
        return 0;
    size_t groups = 0;
    while (end + 3 < text.size() && text[end] == ',' && isDigit(text[end + 1]) && isDigit(text[end + 2]) && isDigit(text[end + 3])
           && (end + 4 == text.size() || !isDigit(text[end + 4]))) {
        end += 4;
        ++groups;
    }
    if (groups > 0 && end + 1 < text.size() && text[end] == '.' && isDigit(text[end + 1])) { // 12,345.67
        for (++end; end < text.size() && isDigit(text[end]);)
            ++end;
    }
    return groups > 0 ? end : 0;
}

/// from_chars takes no thousands commas and no plus sign.
double withoutCommas(std::string_view text)
{
    char plain[48];
    size_t length = 0;
    for (char c : text) {
        if (c != ',' && length < sizeof plain)
            plain[length++] = c;
    }
    double value = 0;
    std::from_chars(plain, plain + length, value);
    return value;
}

} // namespace

size_t numberAt(std::string_view text, double &value, bool &isInteger)
{
    if (text.empty())
        return 0;
    const char first = text[0];
    if (!isDigit(first) && first != '.' && first != '-' && first != '+' && lowered(first) != 'n' && lowered(first) != 'i')
        return 0;
    isInteger = false;
    const size_t sign = first == '-' || first == '+' ? 1 : 0;
    if (sign == text.size())
        return 0;
    if (!isDigit(text[sign]) && text[sign] != '.')
        return notFiniteAt(text, value);
    if (text[sign] == '.' && (sign + 1 == text.size() || !isDigit(text[sign + 1])))
        return 0;
    const std::string_view digits = text.substr(sign);
    const double factor = first == '-' ? -1 : 1;
    if (const size_t grouped = groupedDigits(digits)) {
        value = factor * withoutCommas(digits.substr(0, grouped));
        isInteger = digits.substr(0, grouped).find('.') == std::string_view::npos;
        return sign + grouped;
    }
    double magnitude = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), magnitude);
    size_t length = size_t(end - digits.data());
    if (error == std::errc::result_out_of_range)
        magnitude
            = contains(digits.substr(0, length), "e-") || contains(digits.substr(0, length), "E-") ? 0 : std::numeric_limits<double>::infinity();
    else if (error != std::errc())
        return 0;
    const std::string_view used = digits.substr(0, length);
    isInteger = used.find_first_of(".eE") == std::string_view::npos;
    if (used.ends_with('.')) // the end of a sentence
        --length;
    isInteger = isInteger || used.ends_with('.');
    value = factor * magnitude;
    return sign + length;
}

bool wholeNumber(std::string_view text, double &value, ValueUnit &unit, bool &isInteger)
{
    text = trimmed(text);
    const size_t length = numberAt(text, value, isInteger);
    if (length == 0)
        return false;
    const std::string_view rest = trimmed(text.substr(length));
    unit = {};
    if (rest.empty())
        return true;
    unit = unitFromText(rest);
    return unit.kind != ValueUnit::Kind::None;
}

} // namespace Trainyard::Logs
