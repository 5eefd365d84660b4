#include "services/logs/logpatterns.h"

#include "services/logs/metricnames.h"
#include "services/logs/numbers.h"
#include "services/logs/recordjudge.h"

#include <algorithm>
#include <cmath>

namespace Trainyard::Logs {

namespace {

constexpr qsizetype longestLine = 4096;
constexpr std::chrono::seconds patience{5};
constexpr std::chrono::microseconds dearPerLine{250};

void setWhole(std::optional<qint64> &target, const QRegularExpressionMatch &match, int group)
{
    constexpr double largest = 9e15; // whole numbers beyond are not exact
    const std::optional<double> number = group < 0 ? std::nullopt : numberIn(match.captured(group));
    if (number && std::abs(*number) < largest)
        target = qint64(*number);
}

void setNumber(std::optional<double> &target, const QRegularExpressionMatch &match, int group)
{
    if (const std::optional<double> number = group < 0 ? std::nullopt : numberIn(match.captured(group)); number && std::isfinite(*number))
        target = number;
}

} // namespace

std::optional<double> numberIn(const QString &text)
{
    static const QRegularExpression thousands(QStringLiteral("^[-+]?\\d{1,3}(,\\d{3})+(?!\\d)"));
    QByteArray bytes = text.toUtf8();
    if (thousands.match(text).hasMatch())
        bytes.replace(',', QByteArray());
    double value = 0;
    bool isInteger = false;
    return numberAt({bytes.constData(), size_t(bytes.size())}, value, isInteger) > 0 ? std::optional(value) : std::nullopt;
}

LogPatterns::LogPatterns(const QList<LogPattern> &patterns)
{
    MetricNames names;
    for (const LogPattern &source : patterns) {
        if (problemOf(source))
            continue;
        Pattern pattern;
        pattern.source = source;
        pattern.expression = compiledPattern(source);
        const QStringList groups = pattern.expression.namedCaptureGroups();
        pattern.value = valueGroup(pattern.expression, source.name);
        pattern.step = int(groups.indexOf(QLatin1String("step")));
        pattern.epoch = int(groups.indexOf(QLatin1String("epoch")));
        pattern.totalSteps = int(groups.indexOf(QLatin1String("total_steps")));
        pattern.totalEpochs = int(groups.indexOf(QLatin1String("total_epochs")));
        const QByteArray name = source.name.toUtf8();
        pattern.isLoss = names.resolve({name.constData(), size_t(name.size())}).isLoss;
        m_patterns.push_back(std::move(pattern));
    }
}

bool LogPatterns::read(std::string_view text, const LogEvent &where, QList<LogEvent> &events)
{
    const QString line = QString::fromUtf8(text.data(), qsizetype(std::min(text.size(), size_t(4 * longestLine)))).left(longestLine);
    std::vector<LogEvent> found;
    bool isLossLost = false;
    for (Pattern &pattern : m_patterns) {
        const QRegularExpressionMatch match = pattern.match(line);
        const std::optional<double> value = match.hasMatch() ? numberIn(match.captured(pattern.value)) : std::nullopt;
        if (!value)
            continue;
        addValue(pattern, *value, match, where, found);
        isLossLost = isLossLost || (pattern.isLoss && !std::isfinite(*value));
    }
    for (const LogEvent &event : found)
        events.append(event);
    if (isLossLost)
        events.append(failureEvent(where.line, where.offset, "nan_loss"));
    return !found.empty();
}

QRegularExpressionMatch LogPatterns::Pattern::match(const QString &line)
{
    if (isSwitchedOff)
        return {};
    const auto before = std::chrono::steady_clock::now();
    QRegularExpressionMatch found = expression.match(line);
    spent += std::chrono::steady_clock::now() - before;
    ++lines;
    isSwitchedOff = spent > patience && spent > lines * dearPerLine;
    return found;
}

void LogPatterns::addValue(const Pattern &pattern, double value, const QRegularExpressionMatch &match, const LogEvent &where, std::vector<LogEvent> &found)
{
    const std::optional<Phase> phase = pattern.source.phase;
    auto event = std::find_if(found.begin(), found.end(), [&](const LogEvent &known) { return known.phase == phase; });
    if (event == found.end()) {
        found.push_back(where);
        event = std::prev(found.end());
        event->phase = phase;
    }
    setWhole(event->step, match, pattern.step);
    setWhole(event->totalSteps, match, pattern.totalSteps);
    setNumber(event->epoch, match, pattern.epoch);
    setNumber(event->totalEpochs, match, pattern.totalEpochs);
    if (!event->value(pattern.source.name))
        event->values.append({pattern.source.name, value});
}

QStringList LogPatterns::switchedOff() const
{
    QStringList names;
    for (const Pattern &pattern : m_patterns) {
        if (pattern.isSwitchedOff)
            names.append(pattern.source.name);
    }
    return names;
}

} // namespace Trainyard::Logs
