#include "models/run/loglines.h"

#include <QHashFunctions>

#include <algorithm>
#include <array>
#include <string_view>

namespace Trainyard {

namespace {

constexpr qsizetype classifiedBytes = 64 << 10;
constexpr qsizetype rankBytes = 64; ///< a prefix is short

/// Words that make a line an error line. Case matters: "error_rate: 0.1" and "0 errors" are no errors.
constexpr std::array<std::string_view, 10> errorWords{"Traceback", "Error:", "ERROR", "Exception", "FATAL", "Fatal", "CRITICAL",
                                                      "Segmentation fault", "Killed", "(core dumped)"};
constexpr std::array<std::string_view, 3> warningWords{"WARN", "Warning", "warning:"};
/// tqdm "45%|####5   | 12/27", Keras "12/27 [====>....]", Rich's heavy line.
constexpr std::array<std::string_view, 3> barWords{"%|", "[====", "\xe2\x94\x81\xe2\x94\x81\xe2\x94\x81"};

/// Which bytes can begin one of the words above: one look at each byte, 1 GB/s, where a search for each word would be a tenth of that.
constexpr std::array<bool, 256> interestingBytes = [] {
    std::array<bool, 256> table{};
    const auto add = [&](const auto &words) {
        for (const std::string_view word : words)
            table[quint8(word.front())] = true;
    };
    add(errorWords);
    add(warningWords);
    add(barWords);
    return table;
}();

template<size_t N>
bool startsWithAny(std::string_view text, const std::array<std::string_view, N> &words)
{
    return std::any_of(words.begin(), words.end(), [text](std::string_view word) { return text.substr(0, word.size()) == word; });
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// The number that ends at @p end.
int numberBefore(std::string_view text, size_t &end)
{
    int value = 0;
    int place = 1;
    while (end > 0 && isDigit(text[end - 1]) && place <= 100'000'000) {
        value += (text[--end] - '0') * place;
        place *= 10;
    }
    return value;
}

/// The number at the start of @p text; not set when a letter follows, or there is none.
std::optional<int> numberAt(std::string_view text)
{
    size_t end = 0;
    int value = 0;
    while (end < text.size() && isDigit(text[end]) && end < 5)
        value = value * 10 + (text[end++] - '0');
    const bool ends = end == text.size() || std::string_view("]:),| \t>").find(text[end]) != std::string_view::npos;
    return end > 0 && end < 5 && ends ? std::optional(value) : std::nullopt;
}

std::optional<int> numberAfterWord(std::string_view text)
{
    while (!text.empty() && std::string_view(" :=_-").find(text.front()) != std::string_view::npos)
        text.remove_prefix(1);
    return numberAt(text);
}

} // namespace

LineKind classifyLine(QByteArrayView line)
{
    const std::string_view text(line.data(), size_t(std::min(line.size(), classifiedBytes)));
    LineKind kind = LineKind::Plain;
    for (size_t i = 0; i < text.size(); ++i) {
        if (!interestingBytes[quint8(text[i])])
            continue;
        const std::string_view rest = text.substr(i);
        if (startsWithAny(rest, errorWords))
            return LineKind::Error;
        if (startsWithAny(rest, warningWords))
            kind = LineKind::Warning;
        else if (kind == LineKind::Plain && startsWithAny(rest, barWords))
            kind = LineKind::Bar;
    }
    return kind;
}

BarStamp barStamp(QByteArrayView line)
{
    std::string_view text(line.data(), size_t(line.size()));
    size_t end = text.rfind("%|");
    if (end == std::string_view::npos) { // Keras: 12/27 [====>
        end = text.rfind("[====");
        end = end == std::string_view::npos ? end : text.substr(0, end).rfind('/');
    }
    if (end == std::string_view::npos)
        end = 0;
    BarStamp stamp;
    stamp.position = numberBefore(text, end);
    const size_t begin = text.substr(0, end).find_last_of("\r\b");
    const std::string_view words = text.substr(0, end).substr(begin == std::string_view::npos ? 0 : begin + 1);
    const size_t first = words.find_first_not_of(' ');
    if (first != std::string_view::npos)
        stamp.bar = qHashBits(words.data() + first, words.find_last_not_of(' ') + 1 - first);
    return stamp;
}

std::optional<int> lineRank(QByteArrayView line)
{
    const std::string_view text(line.data(), size_t(std::min(line.size(), rankBytes)));
    if (text.empty())
        return std::nullopt;
    if (isDigit(text[0])) { // srun -l
        const size_t colon = text.find(':');
        if (colon != std::string_view::npos && colon < 4 && colon + 1 < text.size() && text[colon + 1] == ' ')
            return numberAt(text);
    }
    if (text.starts_with("[default"))
        return numberAt(text.substr(8));
    if (const size_t mpi = text.find("]<std"); text[0] == '[' && mpi != std::string_view::npos) {
        const size_t comma = text.substr(0, mpi).rfind(',');
        return comma == std::string_view::npos ? std::nullopt : numberAt(text.substr(comma + 1));
    }
    for (size_t at = text.find("ank"); at != std::string_view::npos; at = text.find("ank", at + 1)) {
        if (at == 0 || (text[at - 1] != 'r' && text[at - 1] != 'R'))
            continue;
        const bool isWord = at == 1 || std::string_view("[( |,\t").find(text[at - 2]) != std::string_view::npos;
        if (const std::optional<int> rank = numberAfterWord(text.substr(at + 3)); isWord && rank)
            return rank;
    }
    return std::nullopt;
}

} // namespace Trainyard
