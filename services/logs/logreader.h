#pragma once

#include "models/job/logpattern.h"
#include "models/metrics/logevent.h"

#include <QByteArrayView>
#include <QList>
#include <QString>

#include <functional>
#include <memory>
#include <optional>

namespace Trainyard {

/**
 * Reads a log as a stream of bytes and yields events; split anywhere, also inside a UTF-8 character or an escape sequence, the events are the same.
 *
 * Bounded: one line is kept up to 1 MiB, the rest of a longer one is skipped. Never fails: a line that is no event stays a line.
 */
class LogReader
{
public:
    using Sink = std::function<void(const LogEvent &)>;
    /// Lines of a shape that came before are taken over without reading all of them again; Read: every line is read, the measure for the other.
    enum class Repeated { TakenOver, Read };

    /// @p patterns are a person's own: they win on the lines that they match, and then every line is read.
    explicit LogReader(const QList<LogPattern> &patterns = {}, Repeated repeated = Repeated::TakenOver);
    ~LogReader();
    LogReader(LogReader &&) noexcept;
    LogReader &operator=(LogReader &&) noexcept;

    /// Events that became certain with these bytes, in log order.
    QList<LogEvent> feed(QByteArrayView data);
    /// The end of the log: what was held back (an unfinished last line, a block).
    QList<LogEvent> finish();
    /// The same without a list: @p sink gets each event, valid during the call only. Faster.
    void feed(QByteArrayView data, const Sink &sink);
    void finish(const Sink &sink);
    /// The same, appended to @p json as the lines of `trainyard parse-log`. Fastest: a number that is JSON as it is printed is copied.
    void feedToJson(QByteArrayView data, QByteArray &json);
    void finishToJson(QByteArray &json);
    /// Names of own patterns that took too long and were switched off.
    QStringList switchedOffPatterns() const;
    /// Lines completed so far.
    qint64 lineCount() const;
    /// The line that names the last Python exception (`ValueError: ...`), as a failure without code; not set when training went on after it.
    const std::optional<LogEvent> &exception() const;
    /// The format that claimed most lines; empty before any.
    QString formatName() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace Trainyard
