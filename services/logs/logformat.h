#pragma once

#include "models/metrics/logevent.h"
#include "services/logs/logreader.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <memory>
#include <optional>
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

    /**
     * What it remembers of earlier lines, as a number: with an equal one it reads an equal line alike. Not set: it cannot be said now.
     *
     * While it is set, lines of a shape that was read before (Logs::LineShape) are not given to read() any more, as long as reading them would not change the
     * number. So what read() makes of a line may depend on the line's numbers only as far as its shape tells them apart.
     */
    virtual std::optional<size_t> state() const { return std::nullopt; }
};

/// All formats, new for one log.
std::vector<std::unique_ptr<LogFormat>> makeLogFormats();

} // namespace Trainyard
