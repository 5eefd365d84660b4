#include "services/logs/blockformat.h"

#include "services/logs/bytetext.h"
#include "services/logs/lineprefix.h"
#include "services/logs/logtokens.h"
#include "services/logs/recordjudge.h"

#include <algorithm>

namespace Trainyard::Logs {

namespace {

constexpr size_t npos = std::string_view::npos;
constexpr size_t longestBlock = 64 * 1024;

/// Dashes or box drawing alone: the edge of a box.
bool isEdge(std::string_view text)
{
    if (text.size() < 8)
        return false;
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\xe2' && i + 2 < text.size() && (text[i + 1] == '\x94' || text[i + 1] == '\x95'))
            i += 2;
        else if (text[i] != '-' && text[i] != '+' && text[i] != ' ' && text[i] != '=')
            return false;
    }
    return true;
}

/// `| key | value |`, `│ key   value │`; @return whether the line is a row of a box.
bool boxRow(std::string_view text, std::string_view &key, std::string_view &value)
{
    text = trimmed(text);
    std::string_view bar;
    for (std::string_view candidate : {std::string_view("│"), std::string_view("┃"), std::string_view("|")}) {
        if (text.starts_with(candidate))
            bar = candidate;
    }
    if (bar.empty() || text.size() < 2 * bar.size() || !text.ends_with(bar))
        return false;
    const std::string_view inner = text.substr(bar.size(), text.size() - 2 * bar.size());
    const size_t middle = inner.find(bar);
    if (middle != npos) {
        if (inner.find(bar, middle + bar.size()) != npos)
            return false; // three columns: a table
        key = trimmed(inner.substr(0, middle));
        value = trimmed(inner.substr(middle + bar.size()));
        return true;
    }
    const std::string_view content = trimmed(inner);
    const size_t gap = content.rfind("  ");
    if (gap != npos && contains(trimmed(content.substr(0, gap)), "  "))
        return false; // the same
    key = trimmed(content.substr(0, gap));
    value = gap == npos ? std::string_view() : trimmed(content.substr(gap));
    return true;
}

} // namespace

QList<QByteArray> BlockFormat::samples() const
{
    return {"***** eval metrics *****\n  epoch                   =        3.0\n  eval_accuracy           =     0.8603\n  eval_loss               =   "
            "  0.4176\n",
            "Run summary:\n     epoch 1\ntrain/loss 0.812\n  val/loss 0.9021\n\n",
            "Result for train_7d9b7_00000:\n  accuracy: 0.8233\n  loss: 0.4901\n  training_iteration: 4\n\n",
            "[batch=1/4800]:\n\t Train time/epoch: 0\n\t Train loss/train/total: 12.0031\n\t Train throughput/tokens_per_sec: 81000.5\n",
            "----------------------------------\n| rollout/           |          |\n|    ep_len_mean     | 22.3     |\n|    ep_rew_mean     | 21.9   "
            "  |\n----------------------------------\n"};
}

void BlockFormat::start(Kind kind, std::string_view heading)
{
    m_kind = kind;
    m_record.assign(heading);
    m_isSkipped = false;
    m_isWithoutBars = false;
    m_rows = 0;
}

bool BlockFormat::read(const LogLine &line, const LogServices &services)
{
    if (m_kind == Kind::Box)
        return readBoxLine(line, services);
    if (m_kind == Kind::Dict && readDictLine(line, services))
        return true;
    if (m_kind != Kind::None) {
        if (readRow(line))
            return true;
        finish(services);
    }
    return readTitle(line);
}

bool BlockFormat::readTitle(const LogLine &line)
{
    const std::string_view text = trimmed(line.record);
    if (isEdge(text)) {
        start(Kind::Box, {});
        return true;
    }
    constexpr size_t longestTitle = 200;
    if (text.size() < 8 || text.size() > longestTitle)
        return false;
    if (text.starts_with("***** ") && text.ends_with(" *****")) {
        const std::string_view title = text.substr(6, text.size() - 12);
        if (!contains(title, "metrics") && !contains(title, "esults"))
            return false;
        start(Kind::Equals, std::string(title.substr(0, title.find(' '))).append(" | "));
        return true;
    }
    if (text == "Run summary:") {
        start(Kind::Blanks, {});
        return true;
    }
    if (text.starts_with("Result for ") && text.ends_with(':')) {
        start(Kind::Indented, {});
        return true;
    }
    if ((text.starts_with("[batch=") || text.starts_with("[epoch=")) && text.ends_with("]:")) {
        std::string heading(text.substr(1, text.size() - 3)); // `epoch=0][batch=100/1000`
        std::replace_if(heading.begin(), heading.end(), [](char c) { return c == '[' || c == ']'; }, ' ');
        start(Kind::Colons, heading.append(" | "));
        return true;
    }
    if (const size_t step = text.find("GLOBAL_STEP: "); text.starts_with("--> ") && step != npos) {
        start(Kind::Colons, std::string("global_step: ").append(text.substr(step + 13)).append(" | "));
        return true;
    }
    if (text == "--> EVAL PERFORMANCE") {
        start(Kind::Colons, "eval | ");
        return true;
    }
    if (text.starts_with("{'") && text.ends_with(',') && !contains(text, "}")) {
        start(Kind::Dict, text);
        return true;
    }
    if ((text.starts_with("[Eval batch=") || text.starts_with("[Eval epoch=")) && contains(text, "]")) {
        start(Kind::Colons, "eval | ");
        return true;
    }
    return false;
}

bool BlockFormat::readRow(const LogLine &line)
{
    std::string_view text = line.record;
    if (m_kind == Kind::Indented && trimmed(line.text) == "info:") // no level
        return true;
    if (text.empty())
        return false;
    if (text.starts_with("| > ")) // Coqui
        text.remove_prefix(4);
    size_t separator = npos;
    if (m_kind == Kind::Equals) {
        separator = text.find(" = ");
    } else if (m_kind == Kind::Blanks) {
        separator = text.rfind(' ');
        if (separator != npos && text.find_first_of(" :") != separator)
            return false;
    } else {
        separator = text.find(": ");
        const std::string_view before(line.text.data(), size_t(line.record.data() - line.text.data()));
        const bool isIndented = contains(before, "  ") || (!line.text.empty() && isBlank(line.text[0]));
        if (m_kind == Kind::Indented && !isIndented)
            return false;
        if (m_kind == Kind::Indented && separator == npos)
            return text.ends_with(':') || before.ends_with(": "); // a nested object's name; `date: ..` behind a prefix looks like a logger's
    }
    if (separator == npos)
        return false;
    addRow(trimmed(text.substr(0, separator)), trimmed(text.substr(separator + (m_kind == Kind::Blanks ? 1 : m_kind == Kind::Equals ? 3 : 2))), line);
    return true;
}

/// `{'loss': 3.1,`, ` 'step': 50}`
bool BlockFormat::readDictLine(const LogLine &line, const LogServices &services)
{
    const std::string_view text = trimmed(line.text);
    const bool isLast = text.ends_with('}');
    if (!text.starts_with('\'') || (!isLast && !text.ends_with(',')) || m_record.size() + text.size() > longestBlock) {
        m_kind = Kind::None;
        return false;
    }
    m_record.append(" ").append(text);
    if (!isLast)
        return true;
    m_kind = Kind::None;
    const LinePrefix none;
    const RecordPlace place{line.number, line.offset, m_record, &none};
    judgeRecord(services.scanner.scan(m_record), place, services.context, services.events);
    return true;
}

void BlockFormat::addRow(std::string_view key, std::string_view value, const LogLine &line)
{
    double number = 0;
    bool isInteger = false;
    const size_t length = numberAt(value, number, isInteger);
    const bool isPlain = length > 0 && (length == value.size() || isBlank(value[length]) || isLetter(value[length]) || value[length] == '%');
    ++m_rows;
    m_lastLine = line.number;
    m_lastOffset = line.offset;
    if (isPlain && m_record.size() + key.size() + length < longestBlock)
        m_record.append(key).append(": ").append(value.substr(0, length)).append(" | ");
}

bool BlockFormat::readBoxLine(const LogLine &line, const LogServices &services)
{
    const std::string_view text = trimmed(line.record);
    std::string_view key;
    std::string_view value;
    if (isEdge(text)) {
        if (m_rows == 0 || (m_isSkipped && m_record.empty()) || (text.starts_with("├") || text.starts_with("┡")))
            return true; // the edge below a title
        finish(services);
        return true;
    }
    const bool isMetricTitle = startsWithIgnoringCase(text, "test metric") || startsWithIgnoringCase(text, "validate metric");
    m_isWithoutBars = m_isWithoutBars || isMetricTitle;
    if (boxRow(text, key, value) && !value.empty() && !isDigit(value[0])
        && (startsWithIgnoringCase(key, "param") || startsWithIgnoringCase(key, "hyper") || startsWithIgnoringCase(key, "arg")
            || startsWithIgnoringCase(key, "setting") || startsWithIgnoringCase(key, "option"))) { // `| Parameter | Value |`
        m_isSkipped = true;
        ++m_rows;
        return true;
    }
    const bool isAscii = text.starts_with('|');
    double number = 0;
    bool isInteger = false;
    const bool fits = boxRow(text, key, value) && (!isAscii || value.empty() || numberAt(value, number, isInteger) > 0);
    if (fits) {
        m_isSkipped = m_isSkipped || contains(key, "config") || contains(key, "rocess");
        const bool isTitle = value.empty() || startsWithIgnoringCase(key, "test metric") || startsWithIgnoringCase(key, "validate metric");
        if (isTitle) {
            ++m_rows;
            m_rows -= contains(key, "result") || contains(key, "config") ? 1 : 0;
            return true;
        }
        addRow(key, value, line);
        return true;
    }
    if (m_isWithoutBars) { // Lightning's older box
        const size_t gap = text.rfind("  ");
        if (gap != npos) {
            if (isMetricTitle)
                return true;
            addRow(trimmed(text.substr(0, gap)), trimmed(text.substr(gap)), line);
            return true;
        }
    }
    finish(services);
    return readTitle(line);
}

void BlockFormat::finish(const LogServices &services)
{
    const bool hasRows = m_kind != Kind::None && m_rows > 0 && !m_isSkipped && !m_record.empty();
    m_kind = Kind::None;
    if (!hasRows)
        return;
    const LinePrefix none;
    const RecordPlace place{m_lastLine, m_lastOffset, m_record, &none, true};
    judgeRecord(services.scanner.scan(m_record), place, services.context, services.events);
}

void BlockFormat::end(const LogServices &services)
{
    finish(services);
}

} // namespace Trainyard::Logs
