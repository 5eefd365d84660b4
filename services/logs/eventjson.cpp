#include "services/logs/eventjson.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace Trainyard::Logs {

namespace {

void appendJsonText(QByteArray &json, const QString &text)
{
    json.append('"');
    for (char c : text.toUtf8()) {
        if (c == '"' || c == '\\') {
            json.append('\\').append(c);
        } else if (static_cast<unsigned char>(c) < 0x20) {
            constexpr std::string_view hex = "0123456789abcdef";
            json.append("\\u00").append(hex[size_t(c) >> 4]).append(hex[size_t(c) & 15]);
        } else {
            json.append(c);
        }
    }
    json.append('"');
}

template<typename Number>
void appendPlain(QByteArray &json, Number number)
{
    std::array<char, 32> text;
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), number);
    json.append(text.data(), end - text.data());
}

void appendMetrics(QByteArray &json, const LogEvent &event)
{
    json.append(R"({"epoch":)");
    event.epoch && std::isfinite(*event.epoch) ? appendJsonNumber(json, *event.epoch) : void(json.append("null"));
    json.append(R"(,"kind":"metrics","line":)");
    appendJsonNumber(json, event.line);
    if (event.phase)
        json.append(R"(,"phase":")").append(phaseToText(*event.phase).toUtf8()).append('"');
    json.append(R"(,"step":)");
    event.step ? appendJsonNumber(json, *event.step) : void(json.append("null"));
    json.append(R"(,"values":{)");
    bool isFirst = true;
    for (size_t index : jsonOrder(event)) {
        if (!isFirst)
            json.append(',');
        isFirst = false;
        json.append(jsonKey(event.values[qsizetype(index)].first));
        appendJsonNumber(json, event.values[qsizetype(index)].second);
    }
    json.append("}}\n");
}

} // namespace

void appendJsonNumber(QByteArray &json, double number)
{
    constexpr double exact = 9007199254740992.0; // 2^53
    if (std::isnan(number))
        json.append(R"("nan")");
    else if (std::isinf(number))
        json.append(number > 0 ? R"("inf")" : R"("-inf")");
    else if (std::abs(number) < exact && std::trunc(number) == number)
        appendPlain(json, qint64(number));
    else
        appendPlain(json, number);
}

void appendJsonNumber(QByteArray &json, qint64 number)
{
    appendPlain(json, number);
}

QByteArray jsonKey(const QString &name)
{
    QByteArray key;
    appendJsonText(key, name);
    return key.append(':');
}

std::vector<size_t> jsonOrder(const LogEvent &event)
{
    const auto nameOf = [&](size_t index) -> const QString & { return event.values[qsizetype(index)].first; };
    std::vector<size_t> order;
    for (size_t i = 0; i < size_t(event.values.size()); ++i) {
        std::erase_if(order, [&](size_t earlier) { return nameOf(earlier) == nameOf(i); });
        order.push_back(i);
    }
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return nameOf(a) < nameOf(b); });
    return order;
}

void appendJson(QByteArray &json, const LogEvent &event)
{
    if (event.kind == LogEvent::Kind::Metrics) {
        appendMetrics(json, event);
        return;
    }
    const bool isCheckpoint = event.kind == LogEvent::Kind::Checkpoint;
    if (isCheckpoint) {
        json.append(R"({"kind":"checkpoint","line":)");
    } else {
        json.append(R"({"code":)");
        appendJsonText(json, event.code);
        json.append(R"(,"kind":"failure","line":)");
    }
    appendJsonNumber(json, event.line);
    if (isCheckpoint) {
        json.append(R"(,"path":)");
        event.path.isEmpty() ? void(json.append("null")) : appendJsonText(json, event.path);
    }
    json.append("}\n");
}

} // namespace Trainyard::Logs
