// The part of the scanner that reads values: numbers, fractions, brackets, averages.

#include "services/logs/bytetext.h"
#include "services/logs/recordscanner.h"

#include <algorithm>
#include <cmath>

namespace Trainyard::Logs {

using Kind = Token::Kind;
using Role = MetricName::Role;
using Measure = MetricName::Measure;

/// `/ 470` behind a number.
std::optional<double> RecordScanner::totalAt(size_t at, size_t &end) const
{
    if (is(at, Kind::Slash) && is(at + 1, Kind::Number)) {
        end = at + 2;
        return m_tokens[at + 1].value;
    }
    end = at;
    return std::nullopt;
}

/// The value at token @p at for the phrase; on success m_at is the value's last token.
bool RecordScanner::readValue(size_t at, Field::Join join)
{
    if (is(at, Kind::Dash) && m_tokens[at].text == "-" && is(at + 1, Kind::Separator))
        ++at;
    const bool isOpen = is(at, Kind::Open, '[') || (is(at, Kind::Open, '(') && join != Field::Join::Blank);
    if (isOpen)
        return readBracketValue(at, join);
    const bool isQuotedNumber = is(at, Kind::Quoted) && join == Field::Join::Explicit;
    if (!is(at, Kind::Number) && !is(at, Kind::Time) && !isQuotedNumber)
        return false;
    const MetricName *name = nameOfPhrase(join);
    if (!name)
        return false;
    if (isQuotedNumber) {
        Token token;
        if (!wholeNumber(m_tokens[at].text, token.value, token.unit, token.isInteger))
            return false;
        addField(*name, join, token.value, &token, std::nullopt);
        m_at = at;
        forgetPhrase();
        return true;
    }
    size_t end = at + 1;
    const bool isInParts = name->role == Role::Metric && m_tokens[at].unit.kind == ValueUnit::Kind::Seconds && is(at + 1, Kind::Number)
        && m_tokens[at + 1].unit.kind == ValueUnit::Kind::Seconds; // 0m 12s
    if (name->measure == Measure::Eta || isInParts) {
        double seconds = 0;
        if (!readDuration(at, seconds, end))
            return false;
        addField(*name, join, seconds, nullptr, std::nullopt);
    } else if (is(at, Kind::Time)) {
        forgetPhrase();
        m_at = at;
        return true; // a time of day or a duration: no metric
    } else {
        const Token &token = m_tokens[at];
        if (token.unit.name && (token.text == "epoch" || token.text == "step" || token.text == "batch"))
            return false;
        const std::optional<double> total = totalAt(at + 1, end);
        if (name->role == Role::Phase && !token.isInteger)
            name = m_phasedResult ? &m_names.resolve(std::string(phraseText()) + ' ' + m_phasedResult->name.toStdString()) : &m_names.own(phraseText());
        addField(*name, join, token.value, total ? &m_tokens[end - 1] : &token, total);
    }
    forgetPhrase();
    m_at = end - 1;
    readAverages();
    return true;
}

/// `lr=[9.9e-06, 9.9e-06]`, `step:[  2/ 500]`, `loss: [2.3/2.2]`, `[ 50/1251 (4%)]`: the first number counts, a second one is the total or the average.
bool RecordScanner::readBracketValue(size_t at, Field::Join join)
{
    size_t inner = at + 1;
    while (is(inner, Kind::Open))
        ++inner;
    if (!is(inner, Kind::Number))
        return false;
    const MetricName *name = nameOfPhrase(join);
    if (!name)
        return false;
    const Token &token = m_tokens[inner];
    size_t end = inner + 1;
    std::optional<double> total = totalAt(inner + 1, end);
    const bool isPosition = name->role == Role::Step || name->role == Role::GlobalStep || name->role == Role::Epoch;
    const bool isPhase = name->role == Role::Phase;
    int depth = int(inner - at);
    while (end < m_tokens.size() && depth > 0) {
        depth += m_tokens[end].kind == Kind::Open ? 1 : m_tokens[end].kind == Kind::Close ? -1 : 0;
        ++end;
    }
    if (isPhase) {
        section(phraseText());
        m_record.positions.push_back({token.value, total, true});
    } else if (isPosition || !total) {
        addField(*name, join, token.value, &token, total);
    } else {
        addField(*name, join, token.value, &token, std::nullopt);
        m_record.fields.back().average = total;
    }
    forgetPhrase();
    m_at = end - 1;
    return true;
}

void RecordScanner::readNumber()
{
    const Token token = m_tokens[m_at];
    if (token.unit.name
        && (startsWithIgnoringCase(token.text, "epoch") || startsWithIgnoringCase(token.text, "batch") || startsWithIgnoringCase(token.text, "step")
            || token.text.starts_with("轮"))) {
        addField(m_names.resolve(token.unit.name), Field::Join::Explicit, token.value, &token, std::nullopt);
        forgetPhrase();
        return;
    }
    size_t end = m_at + 1;
    const std::optional<double> total = totalAt(m_at + 1, end);
    const Token &last = m_tokens[end - 1];
    if (m_phraseStart != npos) {
        if (blankJoined(token.value, last, total)) {
            forgetPhrase();
            m_at = end - 1;
            readAverages();
            return;
        }
        if (!is(end, Kind::Delimiter) && is(end, Kind::Word)) { // `on the 10000 test images`
            m_phraseEnd = m_at = end - 1;
            return;
        }
        forgetPhrase();
        m_at = end - 1;
        return;
    }
    if (nameFollows(token, end))
        return;
    m_at = end - 1;
    Token measured = last;
    measured.value = token.value;
    loneNumber(measured, total);
    forgetPhrase();
}

/// Darknet's `12.4, 12.9 avg loss, 0.001 rate`: the name behind the number, and this step's value before the average.
bool RecordScanner::nameFollows(const Token &token, size_t end)
{
    if (!is(end, Kind::Word) || !is(end + 1, Kind::Word) || !is(end + 2, Kind::Delimiter) || !equalsIgnoringCase(m_tokens[end].text, "avg"))
        return false;
    m_phraseStart = m_phraseEnd = end + 1;
    const MetricName &name = m_names.resolve(m_tokens[end + 1].text);
    const bool isKnown = name.role == Role::Metric && name.isKnown && name.isResult;
    if (isKnown) {
        const bool hasValueBefore = m_at >= 2 && is(m_at - 1, Kind::Delimiter) && is(m_at - 2, Kind::Number);
        addField(name, Field::Join::Explicit, hasValueBefore ? m_tokens[m_at - 2].value : token.value, nullptr, std::nullopt);
        if (hasValueBefore)
            m_record.fields.back().average = token.value;
        m_at = end + 1;
    }
    forgetPhrase();
    return isKnown;
}

/// `loss 0.52`: the longest tail of the phrase that is a known name; else a lone word, if it looks like a name.
bool RecordScanner::blankJoined(double value, const Token &token, std::optional<double> total)
{
    const std::string_view text = phraseText();
    for (size_t start = m_phraseStart; start <= m_phraseEnd; ++start) {
        const char *from = m_tokens[start].text.data();
        const MetricName &name = m_names.resolve({from, size_t(text.data() + text.size() - from)});
        if (name.role == Role::Ignored)
            continue;
        if (!name.isKnown && !(name.role == Role::Phase && start == m_phraseEnd && m_phraseStart == m_phraseEnd))
            continue;
        if (name.role == Role::Phase)
            return false;
        if (start > m_phraseStart)
            section(text.substr(0, size_t(from - text.data())));
        addField(name, Field::Join::Blank, value, &token, total);
        return true;
    }
    if (m_phraseStart != m_phraseEnd)
        return false;
    const Token &word = m_tokens[m_phraseStart];
    const bool isBounded = m_phraseStart == 0 || m_tokens[m_phraseStart - 1].kind == Kind::Delimiter || m_tokens[m_phraseStart - 1].kind == Kind::Dash
        || word.gapBefore || m_tokens[m_phraseStart - 1].kind == Kind::Number || m_tokens[m_phraseStart - 1].kind == Kind::Close;
    const MetricName &name = m_names.resolve(word.text);
    if (name.role == Role::Ignored)
        return false;
    const bool looksLikeAName = contains(word.text, "_") || contains(word.text, "/") || name.isResult || is(m_at + 1, Kind::Delimiter);
    if (!isBounded || !looksLikeAName || m_phraseStart == 0)
        return false;
    addField(name, Field::Join::Blank, value, &token, total);
    return true;
}

/// A number without a name: a position (`5/10`), a rate (`8.08it/s`), a time per step between bars (`319.90 ms`).
void RecordScanner::loneNumber(const Token &token, std::optional<double> total)
{
    using Unit = ValueUnit::Kind;
    const bool isAtHead = m_at < 3 + m_record.positions.size() * 3;
    if (token.unit.kind == Unit::Percent && m_at + 2 < m_tokens.size() && is(m_at + 1, Kind::Word)) { // 41.2% bf16 MFU
        const size_t name = is(m_at + 2, Kind::Word) ? m_at + 2 : m_at + 1;
        if (equalsIgnoringCase(m_tokens[name].text, "mfu")) {
            addField(m_names.resolve("mfu"), Field::Join::Blank, token.value, &token, std::nullopt);
            m_at = name;
        }
        return;
    }
    if (token.unit.name) {
        addField(m_names.resolve(token.unit.name), Field::Join::Explicit, token.value, &token, std::nullopt);
        return;
    }
    if (token.unit.kind == Unit::Seconds && token.unit.scale == 1e-3) {
        addField(m_names.resolve("dt"), Field::Join::Blank, token.value, &token, std::nullopt);
        return;
    }
    if (token.unit.kind != Unit::None)
        return;
    const bool isCountedBar = m_at == 0 && token.isInteger
        && (is(1, Kind::Separator) || (is(1, Kind::Delimiter) && m_tokens[1].text == "|")); // CatBoost's `100:`, `0 | loss 10.4 | lr 0.1`
    if ((total && token.isInteger) || isCountedBar)
        m_record.positions.push_back({token.value, total, isAtHead});
}

void RecordScanner::readOpen()
{
    const Token &open = m_tokens[m_at];
    if (open.symbol == '[') {
        if (is(m_at + 1, Kind::Number)) {
            if (m_phraseStart != npos && readBracketValue(m_at, Field::Join::Blank))
                return;
            const Token &value = m_tokens[m_at + 1];
            if (m_at == 0 && value.isInteger && is(2, Kind::Delimiter) && is(3, Kind::Number) && m_tokens[3].isInteger
                && is(4, Kind::Close)) { // [1,  2000] loss: 2.178
                m_record.positions = {{value.value, std::nullopt, true}, {m_tokens[3].value, std::nullopt, true}};
                m_at = 4;
                return;
            }
            size_t end = m_at + 2;
            const std::optional<double> total = totalAt(m_at + 2, end);
            const bool hasPercent = is(end, Kind::Open, '('); // [6400/60000 (11%)]
            const bool isPosition = value.isInteger && (total || is(end, Kind::Close))
                && (total || m_at == 0 || !m_record.positions.empty() || is(m_at - 1, Kind::Close, ']')); // Epoch: [0][50]
            if (isPosition)
                m_record.positions.push_back({value.value, total, m_at == 0});
            size_t close = end;
            while (hasPercent && close < m_tokens.size() && !is(close, Kind::Close, ']'))
                ++close;
            m_at = close < m_tokens.size() ? close : m_tokens.size() - 1;
            forgetPhrase();
            return;
        }
        if ((is(m_at + 1, Kind::Word) || is(m_at + 1, Kind::Quoted)) && is(m_at + 2, Kind::Close, ']')) {
            section(m_tokens[m_at + 1].text);
            m_at += 2;
            forgetPhrase();
            return;
        }
    }
    if (open.symbol == '{')
        m_pathIsNamed.push_back(false);
    forgetPhrase();
}

/// `(0.468s, 2188.03/s)`, `(9.5)` or `(98%)` behind a value.
void RecordScanner::readAverages()
{
    if (!is(m_at + 1, Kind::Open, '(') || !is(m_at + 2, Kind::Number) || m_record.fields.empty())
        return;
    Field &last = m_record.fields.back();
    if (last.name->role == Role::Step || last.name->role == Role::GlobalStep)
        return; // Caffe's `Iteration 100 (12.4 iter/s, 0.81s/100 iters)`
    const Token &first = m_tokens[m_at + 2];
    size_t at = m_at + 3;
    if (is(at, Kind::Close, ')')) {
        const bool isPlain = last.name->role == Role::Metric;
        if (isPlain && last.total && first.unit.kind == ValueUnit::Kind::Percent) { // 9831/10000 (98%)
            last.value = first.value;
            last.total.reset();
        } else if (isPlain && first.unit.kind != ValueUnit::Kind::Percent) {
            const double scale = first.unit.kind == ValueUnit::Kind::Seconds || first.unit.kind == ValueUnit::Kind::Bytes ? first.unit.scale : 1;
            last.average = first.value * scale;
        }
        m_at = at;
        return;
    }
    while (at < m_tokens.size() && !is(at, Kind::Close, ')'))
        ++at;
    const bool isCount = is(m_at + 3, Kind::Slash); // 33.1% (8280/25000)
    const bool isList = is(m_at + 3, Kind::Delimiter) && is(m_at + 4, Kind::Number);
    if (isList || isCount || first.unit.kind == ValueUnit::Kind::Seconds) // (0.825 sec), (0.468s, 2188.03/s)
        m_at = std::min(at, m_tokens.size() - 1);
}

void RecordScanner::addField(const MetricName &name, Field::Join join, double value, const Token *token, std::optional<double> total)
{
    using Unit = ValueUnit::Kind;
    Field field;
    field.name = &name;
    field.join = join;
    field.value = value;
    field.total = total;
    field.phase = name.phase ? name.phase : m_sectionPhase;
    field.isInteger = token && token->isInteger;
    if (name.phase && name.isResult && name.isKnown)
        m_phasedResult = &name;
    if (name.phase && m_phraseStart != npos && contains(phraseText(), "集上的")) // 测试集上的损失：0.9，准确率：72%
        m_sectionPhase = name.phase;
    const ValueUnit unit = token ? token->unit : ValueUnit();
    const std::string_view printed = m_phraseStart == npos ? std::string_view() : phraseText();
    const bool namesNothing = !name.isKnown || equalsIgnoringCase(printed, "ips");
    const bool isSpeed = startsWithIgnoringCase(printed, "speed") || startsWithIgnoringCase(printed, "throughput") || namesNothing;
    if (name.role == Role::Step && unit.kind == Unit::Seconds) { // `Step: 98ms`
        field.name = &m_names.resolve("step_time");
        field.value *= unit.scale;
    } else if (unit.kind == Unit::Rate && unit.name && isSpeed && name.role == Role::Metric) {
        field.name = &m_names.resolve(unit.name);
    } else if (name.measure == Measure::Seconds || name.measure == Measure::Eta) {
        const bool hasUnit = unit.kind == Unit::Seconds || unit.kind == Unit::SecondsPerStep;
        field.value *= hasUnit ? unit.scale : name.scale;
    } else if (name.measure == Measure::Bytes) {
        constexpr double surelyBytes = 1e8; // NeMo's `memory_allocated: 31212121088`
        field.value *= unit.kind == Unit::Bytes ? unit.scale : value >= surelyBytes ? 1 : name.scale;
    } else if (unit.kind == Unit::SecondsPerStep || unit.kind == Unit::Seconds) {
        field.value *= unit.scale; // an own name with a time: seconds
    }
    if (name.name == QLatin1String("mfu_percent") && unit.kind != Unit::Percent && std::abs(value) <= 1)
        field.value = value * 100;
    if (name.role == Role::Metric && total && !name.isKnown)
        field.total.reset();
    m_record.fields.push_back(field);
    m_record.words
        = m_record.words >= 1 && printed.size() > 0 ? m_record.words - std::min(m_record.words, m_phraseEnd - m_phraseStart + 1) : m_record.words;
}

} // namespace Trainyard::Logs
