#include "services/logs/recordscanner.h"

#include "services/logs/bytetext.h"

#include <algorithm>
#include <cmath>

namespace Trainyard::Logs {

using Kind = Token::Kind;
using Role = MetricName::Role;
using Measure = MetricName::Measure;

void ScannedRecord::clear()
{
    fields.clear();
    positions.clear();
    phase.reset();
    isDict = hasBar = hasCall = tellsOfCheckpoint = false;
    words = 0;
    path = {};
}

const Field *ScannedRecord::find(Role role) const
{
    const auto found = std::find_if(fields.begin(), fields.end(), [&](const Field &field) { return field.name->role == role; });
    return found == fields.end() ? nullptr : &*found;
}

const Field *ScannedRecord::findNamed(std::string_view name) const
{
    const QLatin1String wanted(name.data(), qsizetype(name.size()));
    const auto found = std::find_if(fields.begin(), fields.end(), [&](const Field &field) { return field.name->name == wanted; });
    return found == fields.end() ? nullptr : &*found;
}

ScannedRecord &RecordScanner::scan(std::string_view record)
{
    m_record.clear();
    m_path.clear();
    m_pathIsNamed.clear();
    m_sectionPhase.reset();
    m_phasedResult = nullptr;
    forgetPhrase();
    tokenise(record, m_tokens);
    m_record.isDict = !m_tokens.empty() && is(0, Kind::Open, '{');
    for (m_at = 0; m_at < m_tokens.size(); ++m_at)
        step();
    return m_record;
}

bool RecordScanner::is(size_t at, Kind kind, char symbol) const
{
    return at < m_tokens.size() && m_tokens[at].kind == kind && (symbol == 0 || m_tokens[at].symbol == symbol);
}

void RecordScanner::step()
{
    switch (m_tokens[m_at].kind) {
    case Kind::Word: readWord(); break;
    case Kind::Quoted: readQuoted(); break;
    case Kind::Separator: readSeparator(); break;
    case Kind::Number: readNumber(); break;
    case Kind::Open: readOpen(); break;
    case Kind::Time:
        if (m_phraseStart != npos)
            readValue(m_at, Field::Join::Blank);
        forgetPhrase();
        break;
    case Kind::Close:
        if (m_tokens[m_at].symbol == '}' && !m_pathIsNamed.empty()) {
            if (m_pathIsNamed.back())
                m_path.pop_back();
            m_pathIsNamed.pop_back();
        }
        forgetPhrase();
        break;
    case Kind::Call:
        m_record.hasCall = true;
        forgetPhrase();
        break;
    case Kind::Bar:
        m_record.hasBar = true;
        forgetPhrase();
        break;
    case Kind::Junk:
        ++m_record.words;
        forgetPhrase();
        break;
    case Kind::Slash:
    case Kind::Delimiter:
    case Kind::Dash: forgetPhrase(); break;
    }
}

void RecordScanner::readWord()
{
    const Token &token = m_tokens[m_at];
    if (token.text == "is" && m_phraseStart != npos && (is(m_at + 1, Kind::Number) || is(m_at + 1, Kind::Separator))
        && readValue(m_at + 1, Field::Join::Explicit))
        return;
    if (token.text == "轮" && m_at > 0 && is(m_at - 1, Kind::Number)) { // 第 3 轮
        forgetPhrase();
        return;
    }
    ++m_record.words;
    if (m_phraseStart == npos || token.gapBefore)
        m_phraseStart = m_at;
    m_phraseEnd = m_at;
    constexpr size_t longestPhrase = 12;
    if (m_phraseEnd - m_phraseStart > longestPhrase)
        m_phraseStart = m_phraseEnd - longestPhrase;
}

void RecordScanner::readQuoted()
{
    if (is(m_at + 1, Kind::Separator)) {
        m_phraseStart = m_phraseEnd = m_at;
        return;
    }
    ++m_record.words;
    forgetPhrase();
}

std::string_view RecordScanner::phraseText() const
{
    const char *start = m_tokens[m_phraseStart].text.data();
    const Token &last = m_tokens[m_phraseEnd];
    return {start, size_t(last.text.data() + last.text.size() - start)};
}

/// The name before a separator: the whole phrase, or what of it is known.
const MetricName *RecordScanner::nameOfPhrase(Field::Join join)
{
    std::string_view text = phraseText();
    if (join == Field::Join::Dict) {
        if (m_path.empty())
            return &m_names.resolve(text);
        m_joinedName.clear();
        for (std::string_view part : m_path)
            m_joinedName.append(part).append("/");
        return &m_names.resolve(m_joinedName.append(text));
    }
    const MetricName *whole = &m_names.resolve(text);
    if (whole->isKnown || m_phraseStart == m_phraseEnd)
        return whole;
    for (std::string_view word : {std::string_view(" of "), std::string_view(" on "), std::string_view(" for "), std::string_view(" at "),
                                  std::string_view(" after "), std::string_view(" over ")}) {
        const size_t at = text.find(word);
        if (at == std::string_view::npos)
            continue;
        const MetricName &part = m_names.resolve(text.substr(0, at));
        if (!part.isKnown)
            continue;
        if (!part.phase && contains(text.substr(at), " test ")) // `Accuracy of the network on the 10000 test images`
            m_sectionPhase = Phase::Test;
        return &part;
    }
    for (size_t start = m_phraseStart + 1; start <= m_phraseEnd; ++start) { // `completed step`, `Completed eval after train step`
        const char *from = m_tokens[start].text.data();
        const MetricName &part = m_names.resolve({from, size_t(text.data() + text.size() - from)});
        const bool isVague = part.isWeak && start == m_phraseEnd; // the `time` of `Total running time`, the `norm` of `Average key norm`
        if (part.isKnown && !isVague && (part.role != Role::Metric || !whole->isLoss))
            return &part;
    }
    constexpr size_t mostWords = 5;
    return m_phraseEnd - m_phraseStart >= mostWords ? nullptr : whole;
}

void RecordScanner::readSeparator()
{
    if (m_phraseStart == npos)
        return;
    const bool isQuoted = m_tokens[m_phraseStart].kind == Kind::Quoted;
    const Field::Join join = isQuoted ? Field::Join::Dict : Field::Join::Explicit;
    if (readValue(m_at + 1, join))
        return;
    if (is(m_at + 1, Kind::Open, '{')) {
        m_path.push_back(phraseText());
        m_pathIsNamed.push_back(true);
        ++m_at;
    } else if (isQuoted && is(m_at + 1, Kind::Quoted)) {
        readString(m_tokens[m_at + 1].text);
        ++m_at;
    } else if (!isQuoted && !is(m_at + 1, Kind::Junk)) {
        section(phraseText());
    } else if (is(m_at + 1, Kind::Junk)) {
        ++m_at;
    }
    forgetPhrase();
}

/// A string in a dict may hold a number, a fraction, a duration, or say what the record is about.
void RecordScanner::readString(std::string_view text)
{
    const std::string key = normalisedName(phraseText());
    if (key == "mode" || key == "event" || key == "phase" || key == "split" || key == "stage") {
        const size_t end = text.find_first_of("_ -");
        if (const std::optional<Phase> phase = phaseOfWord(text.substr(0, end)))
            m_record.phase = phase;
        m_record.tellsOfCheckpoint
            = m_record.tellsOfCheckpoint || (contains(text, "checkpoint") && !contains(text, "load") && !contains(text, "resum"));
        return;
    }
    if (key == "path" || key == "checkpoint_path" || key == "file") {
        m_record.path = text;
        return;
    }
    const MetricName *name = nameOfPhrase(Field::Join::Dict);
    Token token;
    if (wholeNumber(text, token.value, token.unit, token.isInteger)) {
        addField(*name, Field::Join::Dict, token.value, &token, std::nullopt);
        return;
    }
    std::vector<Token> inner;
    tokenise(text, inner);
    if (inner.size() == 3 && inner[0].kind == Kind::Number && inner[1].kind == Kind::Slash && inner[2].kind == Kind::Number) {
        addField(*name, Field::Join::Dict, inner[0].value, inner.data(), inner[2].value);
        return;
    }
    if (name->measure != Measure::Eta)
        return;
    inner.swap(m_tokens);
    double seconds = 0;
    size_t end = 0;
    const bool isDuration = readDuration(0, seconds, end);
    inner.swap(m_tokens);
    if (isDuration)
        addField(*name, Field::Join::Dict, seconds, nullptr, std::nullopt);
}

/// `1 day, 16:05:31`, `1h 42m 22s`, `0:07:10`
bool RecordScanner::readDuration(size_t at, double &seconds, size_t &end) const
{
    seconds = 0;
    bool found = false;
    for (end = at; end < m_tokens.size(); ++end) {
        const Token &token = m_tokens[end];
        if (token.kind == Kind::Time) {
            seconds += token.value;
            ++end;
            return true;
        }
        if (token.kind != Kind::Number)
            break;
        if (token.unit.kind == ValueUnit::Kind::Seconds) {
            seconds += token.value * token.unit.scale;
            found = true;
            continue;
        }
        const bool isDays = is(end + 1, Kind::Word) && startsWithIgnoringCase(m_tokens[end + 1].text, "day");
        if (isDays) {
            seconds += token.value * 86400;
            end += is(end + 2, Kind::Delimiter) ? 2 : 1;
            found = true;
            continue;
        }
        if (!found && end == at) { // plain seconds
            seconds = token.value;
            ++end;
            return true;
        }
        break;
    }
    return found;
}

/// Words that stand for themselves: a phase for what follows (`Test set:`, `[valid]`), or nothing.
void RecordScanner::section(std::string_view text)
{
    size_t end = 0;
    while (end < text.size() && (isLetter(text[end]) || isForeign(text[end])))
        ++end;
    const std::optional<Phase> phase = phaseOfWord(text.substr(0, end));
    if (!phase)
        return;
    m_sectionPhase = phase;
    if (m_record.fields.empty() && !m_record.phase)
        m_record.phase = phase;
}

} // namespace Trainyard::Logs
