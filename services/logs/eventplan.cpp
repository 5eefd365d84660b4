#include "services/logs/eventplan.h"

#include "services/logs/bytetext.h"
#include "services/logs/eventjson.h"
#include "services/logs/recordjudge.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace Trainyard::Logs {

namespace {

/// What units and names multiply a printed number with.
constexpr std::array scales{1.0, 1e-3, 60.0, 3600.0, 86400.0, 100.0, 1e3, 1e6, 1e9, 1e-6, 1024.0, 1048576.0, 1073741824.0, 1099511627776.0};

/// Bit for bit: nan is nan, and 0 is not -0.
bool isSame(double a, double b)
{
    return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b);
}

bool isNumber(const ShapePart &part)
{
    return part.kind != ShapePart::Kind::Filler;
}

/// Whether the digits of @p part may be copied into JSON as they are.
bool isPrintedAsJson(const ShapePart &part, std::string_view text)
{
    const char first = text[part.start];
    return part.kind == ShapePart::Kind::Number && isDigit(first) && !(first == '0' && part.length > 1 && isDigit(text[part.start + 1]));
}

std::vector<double> numbersOf(const ShapedLine &line)
{
    std::vector<double> numbers;
    numbers.reserve(line.parts.size());
    for (const ShapePart &part : line.parts)
        numbers.push_back(valueOf(part, line.text));
    return numbers;
}

} // namespace

NumberSource::NumberSource(double value, const ShapedLine &line, const std::vector<double> &numbers)
    : m_explanations(explain(value, line, numbers))
{
}

std::vector<NumberSource::Explanation> NumberSource::explain(double value, const ShapedLine &line, const std::vector<double> &numbers)
{
    std::vector<Explanation> found;
    const auto offer = [&](const Explanation &explanation) {
        if (isSame(apply(explanation, line, numbers), value))
            found.push_back(explanation);
    };
    for (size_t i = 0; i < numbers.size(); ++i) {
        if (!isNumber(line.parts[i]))
            continue;
        const auto part = uint16_t(i);
        for (double scale : scales)
            offer({Rule::Scaled, part, scale});
        offer({Rule::Negative, part, 1});
        if (i + 1 < numbers.size() && isNumber(line.parts[i + 1])) {
            offer({Rule::Share, part, 1});
            offer({Rule::Days, part, 1});
        }
    }
    offer({Rule::HeaderEpoch, 0, 1});
    offer({Rule::HeaderTotal, 0, 1});
    offer({Rule::Constant, 0, value});
    return found;
}

double NumberSource::apply(const Explanation &explanation, const ShapedLine &line, const std::vector<double> &numbers)
{
    switch (explanation.rule) {
    case Rule::Scaled: return explanation.factor == 1 ? numbers[explanation.part] : numbers[explanation.part] * explanation.factor;
    case Rule::Negative: return -numbers[explanation.part];
    case Rule::Share: return numbers[explanation.part] / numbers[explanation.part + 1];
    case Rule::Days: return numbers[explanation.part] * 86400 + numbers[explanation.part + 1];
    case Rule::HeaderEpoch: return line.context.headerEpoch.value_or(std::nan(""));
    case Rule::HeaderTotal: return line.context.headerTotalEpochs.value_or(std::nan(""));
    case Rule::Constant: break;
    }
    return explanation.factor;
}

double NumberSource::apply(const Explanation &explanation, const ShapedLine &line)
{
    const auto number = [&](size_t part) { return valueOf(line.parts[part], line.text); };
    switch (explanation.rule) {
    case Rule::Scaled: return explanation.factor == 1 ? number(explanation.part) : number(explanation.part) * explanation.factor;
    case Rule::Negative: return -number(explanation.part);
    case Rule::Share: return number(explanation.part) / number(explanation.part + 1);
    case Rule::Days: return number(explanation.part) * 86400 + number(explanation.part + 1);
    case Rule::HeaderEpoch: return line.context.headerEpoch.value_or(std::nan(""));
    case Rule::HeaderTotal: return line.context.headerTotalEpochs.value_or(std::nan(""));
    case Rule::Constant: break;
    }
    return explanation.factor;
}

bool NumberSource::narrow(double value, const ShapedLine &line, const std::vector<double> &numbers)
{
    std::erase_if(m_explanations, [&](const Explanation &explanation) { return !isSame(apply(explanation, line, numbers), value); });
    return !m_explanations.empty();
}

bool NumberSource::evaluate(const ShapedLine &line, double &value) const
{
    value = apply(m_explanations[0], line);
    for (size_t i = 1; i < m_explanations.size(); ++i) {
        if (!isSame(apply(m_explanations[i], line), value))
            return false;
    }
    return true;
}

bool NumberSource::appendJson(const ShapedLine &line, QByteArray &json) const
{
    const Explanation &first = m_explanations[0];
    double value = 0;
    if (m_explanations.size() > 1 && !evaluate(line, value))
        return false;
    const bool isPlain = first.rule == Rule::Negative || (first.rule == Rule::Scaled && first.factor == 1);
    if (isPlain && isPrintedAsJson(line.parts[first.part], line.text)) {
        if (first.rule == Rule::Negative)
            json.append('-');
        json.append(line.text.data() + line.parts[first.part].start, line.parts[first.part].length);
        return true;
    }
    appendJsonNumber(json, m_explanations.size() > 1 ? value : apply(first, line));
    return true;
}

bool EventPlan::learn(const ShapedLine &line, const QList<LogEvent> &events)
{
    const std::vector<double> numbers = numbersOf(line);
    if (!m_isStarted) {
        if (!isFrame(line, events))
            return false;
        start(line, events, numbers);
        return true;
    }
    if (events.size() != qsizetype(m_events.size()))
        return false;
    for (size_t i = 0; i < m_events.size(); ++i) {
        if (!narrow(m_events[i], m_filled[i], events[qsizetype(i)], line, numbers))
            return false;
    }
    return true;
}

/// The frame must be JSON; and a name that holds a number of the line is another name on the next line: `loss on 500 images`.
bool EventPlan::isFrame(const ShapedLine &line, const QList<LogEvent> &events) const
{
    const auto holds = [&](const std::string &name, const ShapePart &part) {
        const std::string_view digits = line.text.substr(part.start, part.length);
        constexpr size_t fewest = 3; // fewer within a word are the shape's
        if (digits.size() >= fewest && contains(name, digits))
            return true;
        const size_t at = name.find(std::string(1, '_').append(digits));
        const bool isWhole = at != std::string::npos && (at + 1 + digits.size() == name.size() || !isDigit(name[at + 1 + digits.size()]));
        return isWhole && !contains(line.text, name);
    };
    for (const LogEvent &event : events) {
        if (event.epoch && !std::isfinite(*event.epoch))
            return false;
        for (const auto &[name, value] : event.values) {
            const std::string text = name.toStdString();
            if (std::any_of(line.parts.begin(), line.parts.end(), [&](const ShapePart &part) { return isNumber(part) && holds(text, part); }))
                return false;
        }
    }
    return true;
}

void EventPlan::start(const ShapedLine &line, const QList<LogEvent> &events, const std::vector<double> &numbers)
{
    m_isStarted = true;
    for (const LogEvent &event : events) {
        Frame frame;
        const auto source = [&](double value) { return NumberSource(value, line, numbers); };
        if (event.step)
            frame.step = source(double(*event.step));
        if (event.totalSteps)
            frame.totalSteps = source(double(*event.totalSteps));
        if (event.epoch)
            frame.epoch = source(*event.epoch);
        if (event.totalEpochs)
            frame.totalEpochs = source(*event.totalEpochs);
        if (event.phase)
            frame.jsonPhase = R"(,"phase":")" + phaseToText(*event.phase).toUtf8() + '"';
        for (const auto &[name, value] : event.values)
            frame.values.push_back(source(value));
        for (size_t index : jsonOrder(event))
            frame.jsonValues.emplace_back(index, jsonKey(event.values[qsizetype(index)].first));
        m_hasStep = m_hasStep || event.step;
        m_events.push_back(std::move(frame));
        m_filled.push_back(event);
    }
}

bool EventPlan::narrow(Frame &frame, const LogEvent &known, const LogEvent &event, const ShapedLine &line, const std::vector<double> &numbers) const
{
    const auto narrowed = [&](std::optional<NumberSource> &source, auto value) {
        return source.has_value() == value.has_value() && (!value || source->narrow(double(*value), line, numbers));
    };
    const bool isSameFrame = known.kind == event.kind && known.phase == event.phase && known.values.size() == event.values.size();
    if (!isSameFrame || !narrowed(frame.step, event.step) || !narrowed(frame.totalSteps, event.totalSteps) || !narrowed(frame.epoch, event.epoch)
        || !narrowed(frame.totalEpochs, event.totalEpochs))
        return false;
    for (size_t i = 0; i < frame.values.size(); ++i) {
        const auto &[name, value] = event.values[qsizetype(i)];
        if (name != known.values[qsizetype(i)].first || !frame.values[i].narrow(value, line, numbers))
            return false;
    }
    return true;
}

bool EventPlan::fill(const ShapedLine &line)
{
    double value = 0;
    for (size_t i = 0; i < m_events.size(); ++i) {
        const Frame &frame = m_events[i];
        LogEvent &event = m_filled[i];
        event.line = line.number;
        event.offset = line.offset;
        const auto fillIn = [&](const std::optional<NumberSource> &source, auto &target) {
            if (!source)
                return true;
            if (!source->evaluate(line, value))
                return false;
            *target = std::decay_t<decltype(*target)>(value);
            return true;
        };
        if (!fillIn(frame.step, event.step) || !fillIn(frame.totalSteps, event.totalSteps) || !fillIn(frame.epoch, event.epoch)
            || !fillIn(frame.totalEpochs, event.totalEpochs))
            return false;
        if (line.context.headerEpoch && event.epoch && event.epoch != line.context.headerEpoch)
            return false; // it ends what the header said
        for (size_t k = 0; k < frame.values.size(); ++k) {
            if (!frame.values[k].evaluate(line, value))
                return false;
            event.values[qsizetype(k)].second = value;
        }
    }
    return true;
}

bool EventPlan::appendJson(const ShapedLine &line, QByteArray &json) const
{
    const qsizetype before = json.size();
    const auto giveUp = [&] {
        json.truncate(before);
        return false;
    };
    for (const Frame &frame : m_events) {
        if (line.context.headerEpoch && frame.epoch) {
            double epoch = 0;
            if (!frame.epoch->evaluate(line, epoch) || epoch != *line.context.headerEpoch)
                return giveUp();
        }
        json.append(R"({"epoch":)");
        if (!frame.epoch)
            json.append("null");
        else if (!frame.epoch->appendJson(line, json))
            return giveUp();
        json.append(R"(,"kind":"metrics","line":)");
        appendJsonNumber(json, line.number);
        json.append(frame.jsonPhase);
        json.append(R"(,"step":)");
        if (!frame.step)
            json.append("null");
        else if (!frame.step->appendJson(line, json))
            return giveUp();
        json.append(R"(,"values":{)");
        bool isFirst = true;
        for (const auto &[index, key] : frame.jsonValues) {
            if (!isFirst)
                json.append(',');
            isFirst = false;
            json.append(key);
            if (!frame.values[index].appendJson(line, json))
                return giveUp();
        }
        json.append("}}\n");
    }
    return true;
}

} // namespace Trainyard::Logs
