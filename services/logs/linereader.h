#pragma once

#include "models/metrics/logevent.h"
#include "services/logs/logformat.h"
#include "services/logs/logpatterns.h"
#include "services/logs/metricnames.h"
#include "services/logs/recordjudge.h"
#include "services/logs/recordscanner.h"
#include "services/logs/stalldetector.h"

#include <QList>
#include <QSet>
#include <QString>

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace Trainyard::Logs {

struct CheckpointLine;

/**
 * Reads line after line and appends what they tell to `events`: the whole understanding of a log, and the measure for every shortcut.
 *
 * What it says of a line in lastReading() and of itself in state() is what a shortcut needs to know that another line of the same shape would be read alike.
 */
class LineReader
{
public:
    /// How the last line was read.
    struct Reading
    {
        enum class Again { Alike, NotNow, Never };
        Again again = Again::Alike;     ///< how another line of its shape would be read
        std::string_view timeText;      ///< in the line: its timestamp and what follows; empty: it has none
        bool hasLabel = false;          ///< a task's label or a step stands before it: `12: `
        bool mayNameException = false;   ///< within a traceback it would end it
        std::optional<size_t> claimedBy; ///< counted in formatName()
    };

    /// @p patterns are a person's own: while there are any, state() cannot be said.
    explicit LineReader(const QList<LogPattern> &patterns = {});

    /// @p text: a line, or one update of a bar, without escapes and without blanks at its end.
    void read(std::string_view text, qint64 number, qint64 offset, bool endsLine);
    /// A blank line ends blocks.
    void readBlank(qint64 number, qint64 offset);
    /// The end of the log.
    void finish();

    const Reading &lastReading() const { return m_reading; }
    /// Of everything earlier lines said that later ones rest on, but for what mayTakeRepeated() looks at; not set: it cannot be said now.
    std::optional<size_t> state() const { return m_state; }
    const LogContext &context() const { return m_context; }
    /// Whether a line of a shape with the @p known reading may go unread. @p seconds: its timestamp.
    bool mayTakeRepeated(const Reading &known, std::string_view text, std::string_view timeText, std::optional<double> &seconds) const;
    /// Does for such a line what reading it would do, but for the events.
    void takeRepeated(const Reading &known, std::optional<double> seconds, bool hasStep);

    const std::optional<LogEvent> &exception() const { return m_exception; }
    QString formatName() const;
    QStringList switchedOffPatterns() const { return m_patterns.switchedOff(); }

    QList<LogEvent> events;

private:
    void readOne(std::string_view text, qint64 number, qint64 offset, bool endsLine);
    bool readWithPatterns(const LogLine &line);
    bool readWithFormats(const LogLine &line);
    void readRecord(const LogLine &line);
    void readGeneric(const LogLine &line, std::string_view record);
    void addCheckpoint(const LogLine &line, const CheckpointLine &checkpoint);
    void addFailure(const LogLine &line, const char *code);
    void followTraceback(const LogLine &line);
    void releaseCheckpoint();
    void settle(qsizetype first);
    void updateState();
    void claim(size_t by);
    void never() { m_reading.again = Reading::Again::Never; }
    LogServices services() { return {m_scanner, m_names, m_context, events}; }

    MetricNames m_names;
    RecordScanner m_scanner{m_names};
    LogContext m_context;
    StallDetector m_stalls;
    LogPatterns m_patterns;
    std::vector<std::unique_ptr<LogFormat>> m_formats = makeLogFormats();
    std::vector<qint64> m_claims; ///< lines of each format, of pairs, of dicts
    std::optional<size_t> m_state;
    std::string m_message; ///< inside a JSON record
    Reading m_reading;

    std::optional<LogEvent> m_heldCheckpoint; ///< `saving ...`: the next line may say that it failed
    QString m_lastCheckpoint;
    qint64 m_lastCheckpointLine = 0;
    bool m_hasMetricsSinceCheckpoint = true;
    QSet<QString> m_reportedFailures;

    bool m_isInTraceback = false;
    std::optional<LogEvent> m_exception;
};

} // namespace Trainyard::Logs
