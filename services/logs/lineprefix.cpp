#include "services/logs/lineprefix.h"

#include "services/logs/bytetext.h"
#include "services/logs/logtokens.h"
#include "services/logs/metricnames.h"
#include "services/logs/timestamps.h"

#include <array>

namespace Trainyard::Logs {

namespace {

constexpr std::array levels{"INFO", "WARNING", "WARN", "ERROR", "DEBUG", "CRITICAL", "SUCCESS", "TRACE", "NOTICE", "FATAL", "Info", "info"};

/// Words that begin a bracket which belongs to the record: [Epoch 3], [step 10/100], [batch=1/4800]
constexpr std::array positionWords{"epoch", "step", "iter", "batch", "global", "第", "ep ", "update"};

size_t levelAt(std::string_view text)
{
    if (text.empty() || !contains("IWEDCSTNFi", text.substr(0, 1)))
        return 0;
    for (std::string_view level : levels) {
        if (text.starts_with(level)
            && (text.size() == level.size() || !(isWordByte(text[level.size()]) || text[level.size()] == '.' || text[level.size()] == '/')))
            return level.size();
    }
    return 0;
}

/// The number in `rank0`, `Rank 3`, `default1`, `worker-2`; not set: @p text is none of these.
std::optional<int> rankOf(std::string_view text)
{
    for (std::string_view word : {std::string_view("rank"), std::string_view("default"), std::string_view("local rank")}) {
        if (!startsWithIgnoringCase(text, word))
            continue;
        double value = 0;
        bool isInteger = false;
        const std::string_view number = trimmed(text.substr(word.size()));
        if (const size_t length = numberAt(number, value, isInteger); length > 0 && length == number.size() && isInteger && value >= 0 && value < 1e6)
            return int(value);
    }
    return std::nullopt;
}

class PrefixTaker
{
public:
    PrefixTaker(std::string_view &text, MetricNames &names)
        : m_text(text)
        , m_names(names)
    {
    }

    LinePrefix run()
    {
        constexpr int mostParts = 24;
        for (int part = 0; part < mostParts && takeOne(part == 0); ++part)
            m_taken = true;
        skipBlanks();
        return m_prefix;
    }

private:
    void skipBlanks()
    {
        while (!m_text.empty() && (isBlank(m_text[0]) || m_text[0] == '\0'))
            m_text.remove_prefix(1);
    }

    void take(size_t length) { m_text.remove_prefix(std::min(length, m_text.size())); }

    bool takeOne(bool isFirst)
    {
        skipBlanks();
        if (m_text.empty())
            return false;
        const char c = m_text[0];
        if (c == '[')
            return takeBracket();
        if (c == '(')
            return takeParenthesis();
        if (isDigit(c))
            return takeTimestamp() || (isFirst && takeTaskLabel());
        if (m_taken && (c == '-' || c == '|' || c == ':' || c == '>' || c == ','))
            return takeSeparator();
        return (isLetter(c) || c == '_') && takeWord(isFirst);
    }

    /// The first one counts.
    void noteTime(std::string_view text, double seconds)
    {
        if (m_prefix.timeSeconds)
            return;
        m_prefix.timeSeconds = seconds;
        m_prefix.timeText = text;
    }

    bool takeTimestamp();
    bool takeTaskLabel();
    bool takeBracket();
    bool takeParenthesis();
    bool takeSeparator();
    bool takeWord(bool isFirst);
    bool takeGlog();
    bool takeLabel();
    bool takeLoggerName();
    bool belongsToRecord(std::string_view content) const;

    std::string_view &m_text;
    MetricNames &m_names;
    LinePrefix m_prefix;
    bool m_taken = false;
    bool m_hasLevelOrTime = false;
    bool m_endsInWord = false; ///< what was taken last is a level or a logger's name
};

bool PrefixTaker::takeTimestamp()
{
    double seconds = 0;
    const size_t length = timestampAt(m_text, seconds);
    if (length == 0)
        return false;
    noteTime(m_text, seconds);
    m_hasLevelOrTime = true;
    take(length);
    for (std::string_view stream :
         {std::string_view(" stdout F "), std::string_view(" stderr F "), std::string_view(" stdout P "), std::string_view(" stderr P ")}) {
        if (m_text.starts_with(stream))
            take(stream.size());
    }
    return true;
}

/// srun -l: `0: `, `12: `. With a tab after it it is a step (CatBoost).
bool PrefixTaker::takeTaskLabel()
{
    size_t end = 0;
    while (end < m_text.size() && isDigit(m_text[end]) && end < 5)
        ++end;
    if (end + 1 >= m_text.size() || m_text[end] != ':' || m_text[end + 1] != ' ')
        return false;
    qint64 label = 0;
    for (size_t i = 0; i < end; ++i)
        label = label * 10 + (m_text[i] - '0');
    m_prefix.bareLabel = label;
    m_prefix.rank = int(label);
    take(end + 2);
    return true;
}

/// A bracket at the head that is not a prefix: a position, a phase, a metric.
bool PrefixTaker::belongsToRecord(std::string_view content) const
{
    content = trimmed(content);
    if (content.empty())
        return true;
    double value = 0;
    bool isInteger = false;
    if (numberAt(content, value, isInteger) > 0) {
        double seconds = 0;
        return timestampAt(content, seconds) == 0 && !m_text.substr(content.size()).starts_with("]<std");
    }
    if (content[0] == '=' || content[0] == '.' || content[0] == '>' || content[0] == '#')
        return true; // a bar
    for (std::string_view word : positionWords) {
        if (startsWithIgnoringCase(content, word))
            return true;
    }
    size_t end = 0;
    while (end < content.size() && (isLetter(content[end]) || isForeign(content[end])))
        ++end;
    const bool isFile = content.substr(end).starts_with(".py") || content.substr(end).starts_with("_"); // [train.py:12]
    if (!isFile && phaseOfWord(content.substr(0, end)) && content.size() < 24)
        return true;
    return startsWithIgnoringCase(content, "loss") || startsWithIgnoringCase(content, "acc");
}

bool PrefixTaker::takeBracket()
{
    const size_t close = m_text.find(']');
    constexpr size_t longest = 200;
    if (close == std::string_view::npos || close > longest)
        return false;
    const std::string_view content = m_text.substr(1, close - 1);
    const bool isMpiLabel = m_text.substr(close + 1).starts_with("<std");
    if (!isMpiLabel && belongsToRecord(content))
        return false;
    if (const std::optional<int> rank = rankOf(content))
        m_prefix.rank = rank;
    double seconds = 0;
    size_t at = 0;
    while (at < content.size() && isLetter(content[at])) // [INFO 2025-..., [ModelArts ..., [E626 06:24:44
        ++at;
    for (size_t start : {size_t(0), std::min(at + 1, content.size())}) {
        if (!m_prefix.timeSeconds && timestampAt(content.substr(start), seconds) > 0)
            noteTime(content.substr(start), seconds);
    }
    m_hasLevelOrTime = true;
    take(close + 1);
    if (isMpiLabel)
        take(m_text.find('>') + 1);
    while (!m_text.empty() && m_text[0] == ':')
        take(1);
    return true;
}

/// (WorkerDict pid=17001), (RayTrainWorker pid=12, ip=10.0.0.1); after a time or a level also (trainer:732), (main.py 200):, (0/4)
bool PrefixTaker::takeParenthesis()
{
    const size_t close = m_text.find(')');
    constexpr size_t longest = 120;
    if (close == std::string_view::npos || close > longest)
        return false;
    const std::string_view content = m_text.substr(1, close - 1);
    const size_t number = content.find_last_of(": /");
    const bool isSource = m_hasLevelOrTime && number != std::string_view::npos && number > 0
        && content.find_first_not_of("0123456789", number + 1) == std::string_view::npos && !contains(content, "=")
        && (isDigit(content[0]) || contains(content, ":") || contains(content, "."));
    if (!isSource && !contains(content, "pid="))
        return false;
    take(close + 1);
    while (!m_text.empty() && m_text[0] == ':')
        take(1);
    return true;
}

bool PrefixTaker::takeSeparator()
{
    size_t end = 1;
    while (end < m_text.size() && m_text[end] == m_text[0] && end < 3)
        ++end;
    if (end < m_text.size() && !isBlank(m_text[end]) && m_text[0] != ':')
        return false;
    const bool isFrame = m_text[0] == '|' && m_text.ends_with('|') && !m_endsInWord && levelAt(trimmed(m_text.substr(end))) == 0; // a table's row
    if (isFrame)
        return false;
    m_endsInWord = false;
    take(end);
    return true;
}

bool PrefixTaker::takeWord(bool isFirst)
{
    if (const size_t level = levelAt(m_text)) {
        m_hasLevelOrTime = m_endsInWord = true;
        take(level);
        if (m_text.empty() || m_text[0] != ':')
            return true;
        m_endsInWord = false;
        take(1);
        size_t end = 0; // INFO:root:, INFO:absl:, INFO:32k:
        while (end < m_text.size() && (isWordByte(m_text[end]) || m_text[end] == '.'))
            ++end;
        if (end > 0 && end < m_text.size() && m_text[end] == ':' && !m_names.resolve(m_text.substr(0, end)).isKnown
            && m_text.substr(0, end).find_first_not_of("0123456789") != std::string_view::npos)
            take(end + 1);
        return true;
    }
    if (takeGlog())
        return true;
    double seconds = 0;
    if (const size_t length = timestampAt(m_text, seconds)) {
        noteTime(m_text, seconds);
        m_hasLevelOrTime = true;
        take(length);
        const size_t program = m_text.find("]: "); // syslog: `Mar  4 10:00:01 node12 train[4711]: `
        constexpr size_t longest = 100;
        if (program < longest && m_text.substr(0, program).find(' ', 1) == m_text.substr(0, program).rfind(' '))
            take(program + 3);
        return true;
    }
    if ((isFirst || m_text.starts_with("wandb: ") || m_text == "wandb:") && takeLabel())
        return true;
    return m_hasLevelOrTime && takeLoggerName();
}

/// I0310 12:00:14.120011 140001 max_logging.py:22]
bool PrefixTaker::takeGlog()
{
    if (m_text.size() < 22 || !contains("IWEF", m_text.substr(0, 1)) || !isDigit(m_text[1]) || !isDigit(m_text[4]) || m_text[5] != ' '
        || m_text[8] != ':')
        return false;
    const size_t close = m_text.find("] ");
    const size_t end = close == std::string_view::npos && m_text.back() == ']' ? m_text.size() - 1 : close;
    constexpr size_t longest = 160;
    if (end == std::string_view::npos || end > longest)
        return false;
    double seconds = 0;
    if (prefixTimeAt(m_text, seconds) == 0)
        return false;
    noteTime(m_text, seconds);
    m_hasLevelOrTime = true;
    take(end + 1);
    return true;
}

/// `wandb: `, `worker-0: `, Docker Compose's `trainer-1  | `
bool PrefixTaker::takeLabel()
{
    if (m_text.starts_with("wandb: ") || m_text == "wandb:") {
        take(7);
        return true;
    }
    size_t end = 0;
    size_t dash = 0;
    while (end < m_text.size() && (isWordByte(m_text[end]) || m_text[end] == '-' || m_text[end] == '.')) {
        dash = m_text[end] == '-' ? end : dash;
        ++end;
    }
    if (dash == 0 || dash + 1 == end || end - dash > 6)
        return false;
    for (size_t i = dash + 1; i < end; ++i) {
        if (!isDigit(m_text[i]))
            return false;
    }
    size_t bar = end;
    while (bar < m_text.size() && m_text[bar] == ' ')
        ++bar;
    if (m_text.substr(end).starts_with(": "))
        take(end + 2);
    else if (bar > end && bar + 1 < m_text.size() && m_text[bar] == '|' && m_text[bar + 1] == ' ')
        take(bar + 2);
    else
        return false;
    return true;
}

/// `mmengine - `, `yolox.core.trainer:257 - `, `ppdet.engine INFO:`, `train_inner | `, `train: `; only after a time or a level.
bool PrefixTaker::takeLoggerName()
{
    const size_t end = m_text.find_first_of(" |");
    constexpr size_t longest = 100;
    if (end == std::string_view::npos || end == 0 || end > longest)
        return false;
    std::string_view name = m_text.substr(0, end);
    std::string_view rest = m_text.substr(end);
    while (!rest.empty() && rest[0] == ' ')
        rest.remove_prefix(1);
    if (contains(name, ".py:") && rest.starts_with("in ")) { // train.py:323 in record_metrics -- 
        const size_t dashes = rest.find(" -- ");
        constexpr size_t longestFunction = 80;
        if (dashes < longestFunction) {
            take(m_text.size() - rest.size() + dashes + 4);
            return true;
        }
    }
    const bool isSeparated = rest.starts_with("- ") || rest.starts_with("| ") || rest.starts_with(">> ") || levelAt(rest) > 0;
    const bool endsInColon = name.ends_with(':');
    if (endsInColon)
        name.remove_suffix(1);
    if (!isSeparated && !endsInColon)
        return false;
    for (char c : name) {
        if (!isWordByte(c) && !contains(".:/-[]<>_", std::string_view(&c, 1)))
            return false;
    }
    const std::string_view key = name.substr(0, name.find_first_of(":["));
    const MetricName &known = m_names.resolve(key);
    if (known.isKnown && (known.role != MetricName::Role::Metric || known.isResult || key.size() == name.size()))
        return false;
    if (endsInColon) {
        double value = 0;
        bool isInteger = false;
        const bool isPhase = known.role == MetricName::Role::Phase;
        const bool beginsPairs = contains(rest.substr(0, 60), "=");
        if (numberAt(rest, value, isInteger) > 0 || rest.empty() || rest[0] == '[' || (isPhase && !beginsPairs))
            return false; // `Test: Acc@1 11.4` is a record
    }
    if (name.ends_with("Error") || name.ends_with("Exception"))
        return false;
    if (known.role == MetricName::Role::Phase)
        m_prefix.phase = known.phase;
    m_endsInWord = true;
    take(end);
    return true;
}

} // namespace

size_t prefixTimeAt(std::string_view text, double &seconds)
{
    const bool isGlog = text.size() >= 14 && isLetter(text[0]) && isDigit(text[1]);
    if (!isGlog)
        return timestampAt(text, seconds);
    const std::array<char, 14> dated{text[1], text[2], '/',     text[3],  text[4],  ' ',      text[6],
                                     text[7], text[8], text[9], text[10], text[11], text[12], text[13]};
    return timestampAt(std::string_view(dated.data(), dated.size()), seconds);
}

LinePrefix takePrefix(std::string_view &text, MetricNames &names)
{
    return PrefixTaker(text, names).run();
}

} // namespace Trainyard::Logs
