#pragma once

#include "models/metrics/logevent.h"
#include "services/logs/logreader.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <memory>
#include <string_view>
#include <vector>

namespace Trainyard {

namespace Logs {
class RecordScanner;
class MetricNames;
struct LogContext;
struct LinePrefix;
} // namespace Logs

/// One line of a log, or one update of a bar, as a format sees it.
struct LogLine
{
    qint64 number = 0;
    qint64 offset = 0;
    std::string_view text;   ///< without escapes and without blanks at its end
    std::string_view record; ///< the same without prefix (timestamp, level, logger, rank)
    const Logs::LinePrefix &prefix;
    bool endsLine = true; ///< false: a bar's update that the next one is written over
};

/// What formats share: the generic grammar, the names, what earlier lines said, and where events go.
struct LogServices
{
    Logs::RecordScanner &scanner;
    Logs::MetricNames &names;
    Logs::LogContext &context;
    QList<LogEvent> &events;
};

/**
 * A shape of lines that frameworks print: a dict, a bar, a table, a block over several lines.
 *
 * One object reads one log and may remember lines. Recognition decides who reads a line, never the order of formats: no two formats claim one line
 * (a test feeds every format the samples of all others). What is said in the generic grammar, `key: value` and its like, needs no format of its own.
 */
class LogFormat
{
public:
    virtual ~LogFormat() = default;

    virtual QString name() const = 0;
    /// Logs that show the format, each of one or more lines: what the tests feed, and what documents it.
    virtual QList<QByteArray> samples() const = 0;
    /// Reads a line if it is one of its own; appends events. @return whether it was.
    virtual bool read(const LogLine &line, const LogServices &services) = 0;
    /// The end of the log, or a line that another format claimed: a block ends.
    virtual void end(const LogServices &services) { Q_UNUSED(services) }
};

/// All formats, new for one log.
std::vector<std::unique_ptr<LogFormat>> makeLogFormats();

} // namespace Trainyard
