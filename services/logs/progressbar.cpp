#include "services/logs/progressbar.h"

#include "services/logs/bytetext.h"
#include "services/logs/logtokens.h"
#include "services/logs/metricnames.h"

namespace Trainyard::Logs {

namespace {

/// `47/196` or `12.3k/45.6k` or `20it`; @return its length.
size_t countsAt(std::string_view text, ProgressBar &bar)
{
    const auto number = [](std::string_view from, double &value) {
        bool isInteger = false;
        size_t length = numberAt(from, value, isInteger);
        if (length > 0 && length < from.size()) {
            const char unit = from[length];
            const double scale = unit == 'k' ? 1e3 : unit == 'M' ? 1e6 : unit == 'G' ? 1e9 : 1;
            value *= scale;
            length += scale > 1 ? 1 : 0;
        }
        return length;
    };
    const size_t length = number(text, bar.position);
    if (length == 0)
        return 0;
    const std::string_view rest = text.substr(length);
    if (!rest.starts_with('/'))
        return rest.starts_with("it ") ? length + 2 : 0;
    double total = 0;
    const size_t totalLength = number(rest.substr(1), total);
    if (totalLength > 0)
        bar.total = total;
    else if (!rest.starts_with("/?"))
        return 0;
    return length + 1 + std::max<size_t>(totalLength, 1);
}

/// The index behind the bracket that closes the one at the start of @p text; 0: it is not closed.
size_t closingBracket(std::string_view text)
{
    int depth = 0;
    for (size_t i = 0; i < text.size(); ++i) {
        depth += text[i] == '[' ? 1 : text[i] == ']' ? -1 : 0;
        if (depth == 0)
            return i + 1;
    }
    return 0;
}

bool finish(std::string_view behindCounts, ProgressBar &bar)
{
    const std::string_view text = behindCounts.substr(std::min(behindCounts.find_first_not_of(' '), behindCounts.size()));
    if (!text.starts_with('['))
        return false;
    const size_t end = closingBracket(text);
    std::string_view inner = text.substr(1, (end == 0 ? text.size() : end - 1) - 1);
    // elapsed<remaining, rate, postfix; the postfix begins at the second comma, the rate may lack.
    const size_t firstComma = inner.find(", ");
    size_t secondComma = firstComma == std::string_view::npos ? firstComma : inner.find(", ", firstComma + 2);
    if (firstComma != std::string_view::npos && contains(inner.substr(firstComma, secondComma - firstComma), "="))
        secondComma = firstComma;
    bar.timing = inner.substr(0, secondComma);
    bar.postfix = secondComma == std::string_view::npos ? std::string_view() : inner.substr(secondComma + 2);
    bar.rest = end == 0 ? std::string_view() : text.substr(end);
    return contains(bar.timing, ":");
}

} // namespace

bool mayBeProgressBar(std::string_view text)
{
    return contains(text, "%|") || contains(text, "it [");
}

std::optional<ProgressBar> progressBarIn(std::string_view text)
{
    ProgressBar bar;
    const size_t percent = text.find("%|");
    if (percent != std::string_view::npos) {
        size_t start = percent;
        while (start > 0 && isDigit(text[start - 1]))
            --start;
        const size_t close = text.find('|', percent + 2);
        if (close == std::string_view::npos || start == percent)
            return std::nullopt;
        bar.description = trimmed(text.substr(0, start));
        std::string_view behind = text.substr(close + 1);
        behind = behind.substr(std::min(behind.find_first_not_of(' '), behind.size()));
        const size_t length = countsAt(behind, bar);
        return length > 0 && finish(behind.substr(length), bar) ? std::optional(bar) : std::nullopt;
    }
    const size_t counted = text.find("it ["); // a total that is not known
    if (counted == std::string_view::npos)
        return std::nullopt;
    size_t start = counted;
    while (start > 0 && isDigit(text[start - 1]))
        --start;
    if (start == counted)
        return std::nullopt;
    bar.description = trimmed(text.substr(0, start));
    const size_t length = countsAt(text.substr(start), bar);
    return length > 0 && finish(text.substr(start + length), bar) ? std::optional(bar) : std::nullopt;
}

ProgressBar::Purpose ProgressBar::purpose() const
{
    std::string_view name = description;
    while (!name.empty() && (name.back() == ':' || isBlank(name.back())))
        name.remove_suffix(1);
    if (name.empty())
        return Purpose::Unnamed;
    const std::string lower = normalisedName(name);
    for (std::string_view word : {"val", "eval", "test", "predict", "sanity", "infer"}) {
        if (lower.starts_with(word) || contains(lower, std::string("_").append(word)))
            return Purpose::Evaluation;
    }
    for (std::string_view word : {"download", "load", "map",  "token", "filter", "extract", "process", "generat", "sav",    "convert", "cach",
                                  "fetch",    "scan", "read", "pack",  "apply",  "add",     "format",  "upload",  "prepar", "build"}) {
        if (lower.starts_with(word))
            return Purpose::Other;
    }
    if (contains(lower, "scanning") || contains(lower, "caching"))
        return Purpose::Other; // `train: Scanning labels...`
    for (std::string_view word : {"epoch", "step", "train", "iter", "轮", "训练"}) {
        if (contains(lower, word))
            return Purpose::Training;
    }
    double value = 0;
    bool isInteger = false;
    return numberAt(name, value, isInteger) > 0 ? Purpose::Training : Purpose::Other; // torchtune's `1|3|Loss: 1.2`
}

} // namespace Trainyard::Logs
