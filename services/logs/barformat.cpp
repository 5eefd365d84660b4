#include "services/logs/barformat.h"

#include "services/logs/bytetext.h"
#include "services/logs/recordjudge.h"

#include <algorithm>

namespace Trainyard::Logs {

namespace {

/// `00:03<00:10, 14.04it/s`
void addPace(std::string_view timing, MetricNames &names, LogEvent &event)
{
    const size_t left = timing.find('<');
    const size_t comma = timing.find(", ");
    std::vector<Token> tokens;
    if (left != std::string_view::npos) {
        tokenise(timing.substr(left + 1, comma == std::string_view::npos ? comma : comma - left - 1), tokens);
        double seconds = 0;
        for (const Token &token : tokens)
            seconds += token.kind == Token::Kind::Time ? token.value : token.kind == Token::Kind::Number ? token.value * 86400 : 0; // 1 day, 2:03:04
        if (!tokens.empty() && tokens.back().kind == Token::Kind::Time)
            event.values.append({QStringLiteral("eta_seconds"), seconds});
    }
    if (comma == std::string_view::npos)
        return;
    tokenise(timing.substr(comma + 2), tokens);
    if (tokens.empty() || tokens[0].kind != Token::Kind::Number || !tokens[0].unit.name)
        return;
    const QString name = names.resolve(tokens[0].unit.name).name;
    event.values.append({name, tokens[0].value * tokens[0].unit.scale});
}

/// torchtune's `1|3|Loss: 1.2`: epoch and step.
bool epochAndStepAtHead(std::string_view description, double &epoch, double &step)
{
    bool isInteger = false;
    const size_t first = numberAt(description, epoch, isInteger);
    if (first == 0 || !isInteger || !description.substr(first).starts_with('|'))
        return false;
    const std::string_view rest = description.substr(first + 1);
    const size_t second = numberAt(rest, step, isInteger);
    return second > 0 && isInteger && rest.substr(second).starts_with('|');
}

/// Ultralytics draws its bars behind the row of a table: that is TableFormat's.
bool isTabular(std::string_view description)
{
    int gaps = 0;
    for (size_t at = description.find("  "); at != std::string_view::npos; at = description.find("  ", description.find_first_not_of(' ', at)))
        ++gaps;
    return gaps >= 3;
}

} // namespace

QList<QByteArray> BarFormat::samples() const
{
    return {"Epoch 1/4:  24%|\xe2\x96\x88   | 47/196 [00:03<00:10, 14.04it/s, loss=1.575, acc=0.493]\n",
            "  6%|\xe2\x96\x8c         | 20/345 [00:10<02:48,  1.93it/s]\n",
            "1|3|Loss: 1.2345:   1%|\xe2\x96\x8f         | 3/300 [00:10<16:30,  3.33s/it]\n"};
}

bool BarFormat::isOfTraining(const ProgressBar &bar)
{
    const ProgressBar::Purpose purpose = bar.purpose();
    if (purpose != ProgressBar::Purpose::Unnamed)
        return purpose == ProgressBar::Purpose::Training;
    if (!bar.total || contains(bar.timing, "B/s"))
        return false;
    if (!m_mainTotal || (m_mainIsDone && bar.position == 0))
        m_mainTotal = bar.total;
    if (*m_mainTotal != *bar.total)
        return false;
    m_mainIsDone = bar.position >= *bar.total;
    return true;
}

bool BarFormat::read(const LogLine &line, const LogServices &services)
{
    if (!mayBeProgressBar(line.record))
        return false;
    const std::optional<ProgressBar> bar = progressBarIn(line.record);
    if (!bar || isTabular(bar->description))
        return false;
    const bool ofTraining = isOfTraining(*bar);
    const bool hasMetrics
        = contains(bar->postfix, "=") || contains(bar->postfix, ":") || bar->description.find_first_of("=:|") + 1 < bar->description.size();
    if (hasMetrics && emitMetrics(*bar, line, services))
        return true;
    if (ofTraining && line.endsLine)
        emitPosition(*bar, line, services);
    return true;
}

bool BarFormat::emitMetrics(const ProgressBar &bar, const LogLine &line, const LogServices &services)
{
    double epoch = 0;
    double step = 0;
    const bool isTorchtune = epochAndStepAtHead(bar.description, epoch, step);
    m_joined.assign(isTorchtune ? bar.description.substr(bar.description.find('|', bar.description.find('|') + 1) + 1) : bar.description);
    m_joined.append(" | ").append(bar.postfix);
    ScannedRecord &record = services.scanner.scan(m_joined);
    if (!isTorchtune)
        record.positions = {{bar.position, bar.total, false}};
    const qsizetype before = services.events.size();
    const RecordPlace place{line.number, line.offset, m_joined, &line.prefix, true};
    if (!judgeRecord(record, place, services.context, services.events))
        return false;
    for (qsizetype i = before; i < services.events.size(); ++i) {
        LogEvent &event = services.events[i];
        if (event.kind != LogEvent::Kind::Metrics)
            continue;
        if (isTorchtune) {
            event.epoch = epoch;
            event.step = qint64(step);
        }
        if (i == before)
            addPace(bar.timing, services.names, event);
    }
    return true;
}

void BarFormat::emitPosition(const ProgressBar &bar, const LogLine &line, const LogServices &services)
{
    LogEvent event;
    event.line = line.number;
    event.offset = line.offset;
    event.step = qint64(std::min(bar.position, 9e15));
    if (bar.total)
        event.totalSteps = qint64(std::min(*bar.total, 9e15));
    const ScannedRecord &record = services.scanner.scan(bar.description);
    if (const Field *epoch = record.find(MetricName::Role::Epoch)) {
        event.epoch = epoch->value;
        event.totalEpochs = epoch->total;
    } else {
        event.epoch = services.context.headerEpoch;
        event.totalEpochs = services.context.headerTotalEpochs;
    }
    addPace(bar.timing, services.names, event);
    services.events.append(event);
}

} // namespace Trainyard::Logs
