#include "services/logs/logreader.h"

#include "services/logs/bytetext.h"
#include "services/logs/checkpointlines.h"
#include "services/logs/containerlines.h"
#include "services/logs/failuresignatures.h"
#include "services/logs/lineprefix.h"
#include "services/logs/linesplitter.h"
#include "services/logs/logformat.h"
#include "services/logs/logpatterns.h"
#include "services/logs/progressbar.h"
#include "services/logs/recordjudge.h"
#include "services/logs/recordscanner.h"
#include "services/logs/stalldetector.h"

#include <QSet>

#include <array>

namespace Trainyard {

using namespace Logs;

namespace {

std::string_view withoutTrailingBlanks(std::string_view text)
{
    while (!text.empty() && (isBlank(text.back()) || text.back() == '\0'))
        text.remove_suffix(1);
    return text;
}

/// No value without a digit, and no number that is not finite without an n.
bool mayHoldMetrics(std::string_view record)
{
    constexpr size_t shortest = 4;
    if (record.size() < shortest)
        return false;
    for (char c : record) {
        if (isDigit(c))
            return true;
    }
    return contains(record, "nan") || contains(record, "inf") || contains(record, "NaN");
}

QString quoted(std::string_view text)
{
    constexpr qsizetype longest = 300;
    constexpr size_t mostBytes = 4 * size_t(longest);
    return QString::fromUtf8(text.data(), qsizetype(std::min(text.size(), mostBytes))).trimmed().left(longest);
}

/// `ValueError: ...`, `torch.cuda.OutOfMemoryError`: a dotted name whose last part starts with a capital, alone or before a colon.
bool namesException(std::string_view record)
{
    size_t lastPart = 0;
    size_t end = 0;
    while (end < record.size() && (isDigit(record[end]) || isLetter(record[end]) || record[end] == '_' || record[end] == '.')) {
        if (record[end] == '.')
            lastPart = end + 1;
        ++end;
    }
    const bool isWord = lastPart < end && record[lastPart] >= 'A' && record[lastPart] <= 'Z';
    return isWord && (end == record.size() || record.substr(end).starts_with(": "));
}

/// The percentage of a bar without metrics; below 0: it is none, or has metrics.
int plainBarPercent(std::string_view text)
{
    const size_t percent = text.find("%|");
    if (percent == std::string_view::npos || text.find('=', percent) != std::string_view::npos || text.find("loss", 0) != std::string_view::npos)
        return -1;
    int value = 0;
    size_t start = percent;
    int place = 1;
    while (start > 0 && isDigit(text[start - 1]) && place <= 100) {
        --start;
        value += (text[start] - '0') * place;
        place *= 10;
    }
    return start == percent ? -1 : value;
}

} // namespace

struct LogReader::Private
{
    LogPatterns patterns;
    MetricNames names;
    RecordScanner scanner{names};
    LineSplitter splitter;
    LogContext context;
    StallDetector stalls;
    std::vector<std::unique_ptr<LogFormat>> formats = makeLogFormats();
    std::vector<qint64> claims = std::vector<qint64>(formats.size(), 0);
    qint64 genericClaims = 0;
    qint64 dictClaims = 0;
    std::string escapes;
    std::string unwrapped;
    QList<LogEvent> events;

    std::string heldBar; ///< the last update of a bar: the next one may be written over it
    int heldPercent = -1;
    bool lineHasText = false;

    std::optional<LogEvent> heldCheckpoint; ///< `saving ...`: the next line may say that it failed
    QString lastCheckpoint;
    qint64 lastCheckpointLine = 0;
    bool hasMetricsSinceCheckpoint = true;
    QSet<QString> reportedFailures;

    bool isInTraceback = false;
    std::optional<LogEvent> exception;

    void take(const Segment &segment);
    void takeBlank(const Segment &segment);
    void read(std::string_view text, qint64 line, qint64 offset, bool endsLine);
    bool readWithPatterns(const LogLine &line);
    bool readWithFormats(const LogLine &line);
    void readRecord(const LogLine &line);
    void readGeneric(const LogLine &line, std::string_view record);
    void addCheckpoint(const LogLine &line, const CheckpointLine &checkpoint);
    void addFailure(const LogLine &line, const char *code);
    void followTraceback(const LogLine &line);
    void releaseHeldBar(qint64 line, qint64 offset);
    void releaseCheckpoint();
    void settle(qsizetype first);
    LogServices services() { return {scanner, names, context, events}; }
    QList<LogEvent> takeEvents() { return std::exchange(events, {}); }
};

void LogReader::Private::take(const Segment &segment)
{
    const std::string_view text = withoutTrailingBlanks(withoutEscapes(withoutContainerRecord(segment.text, unwrapped), escapes));
    if (text.find_first_not_of(' ') == std::string_view::npos) {
        takeBlank(segment);
        return;
    }
    lineHasText = true;
    const int percent = segment.endsLine ? -1 : plainBarPercent(text);
    if (percent >= 0) {
        if (percent < heldPercent)
            releaseHeldBar(segment.line, segment.offset);
        heldBar.assign(text);
        heldPercent = percent;
        return;
    }
    releaseHeldBar(segment.line, segment.offset);
    read(text, segment.line, segment.offset, segment.endsLine);
    if (segment.endsLine)
        lineHasText = false;
}

void LogReader::Private::takeBlank(const Segment &segment)
{
    if (!segment.endsLine)
        return;
    releaseHeldBar(segment.line, segment.offset);
    if (!lineHasText) { // a blank line ends blocks
        const LinePrefix none;
        readWithFormats(LogLine{segment.line, segment.offset, {}, {}, none, true});
    }
    lineHasText = false;
}

void LogReader::Private::releaseHeldBar(qint64 line, qint64 offset)
{
    if (heldPercent < 0)
        return;
    heldPercent = -1;
    const std::string bar = std::exchange(heldBar, {});
    read(bar, line, offset, true);
}

void LogReader::Private::read(std::string_view text, qint64 number, qint64 offset, bool endsLine)
{
    names.trim();
    const qsizetype first = events.size();
    std::string_view record = text;
    const LinePrefix prefix = takePrefix(record, names);
    if (record.empty() && !endsLine) // a prefix, and the bar comes behind it
        return;
    context.noteLabel(prefix.bareLabel);
    const LogLine line{number, offset, text, record, prefix, endsLine};
    if (heldCheckpoint) {
        if (!record.starts_with("Traceback"))
            releaseCheckpoint();
        heldCheckpoint.reset();
    }
    const bool isOwn = readWithPatterns(line);
    const bool isClaimed = isOwn || readWithFormats(line);
    if (prefix.timeSeconds && stalls.add(*prefix.timeSeconds))
        addFailure(line, "stalled");
    if (const char *code = failureIn(text, record))
        addFailure(line, code);
    else if (contains(text, "ChildFailedError") && reportedFailures.isEmpty())
        addFailure(line, "child_failed");
    followTraceback(line);
    if (!isClaimed)
        readRecord(line);
    for (qsizetype i = first; i < events.size(); ++i) {
        if (events[i].kind == LogEvent::Kind::Failure)
            events[i].text = quoted(record);
    }
    settle(first);
    if (isOwn || !isClaimed || !mayBeProgressBar(record))
        return;
    if (const std::optional<ProgressBar> bar = progressBarIn(record); bar && !trimmed(bar->rest).empty()) // a record glued to the bar's end
        read(bar->rest, number, offset, endsLine);
}

bool LogReader::Private::readWithPatterns(const LogLine &line)
{
    if (patterns.isEmpty())
        return false;
    LogEvent where;
    where.line = line.number;
    where.offset = line.offset;
    where.epoch = context.headerEpoch;
    where.totalEpochs = context.headerTotalEpochs;
    return patterns.read(line.text, where, events);
}

bool LogReader::Private::readWithFormats(const LogLine &line)
{
    for (size_t i = 0; i < formats.size(); ++i) {
        if (!formats[i]->read(line, services()))
            continue;
        ++claims[i];
        for (size_t other = 0; other < formats.size(); ++other) {
            if (other != i)
                formats[other]->end(services());
        }
        return true;
    }
    return false;
}

void LogReader::Private::readRecord(const LogLine &line)
{
    std::string_view record = line.record;
    if (mayTellOfCheckpoint(record)) {
        if (const std::optional<CheckpointLine> checkpoint = checkpointIn(record)) {
            readGeneric(line, record.substr(0, checkpoint->wordsAt));
            addCheckpoint(line, *checkpoint);
            return;
        }
    }
    if (!mayHoldMetrics(record)) {
        readHeader(record, context);
        return;
    }
    if (!readHeader(record, context))
        readGeneric(line, record);
}

void LogReader::Private::readGeneric(const LogLine &line, std::string_view record)
{
    if (!mayHoldMetrics(record))
        return;
    const ScannedRecord &scanned = scanner.scan(record);
    if (scanned.tellsOfCheckpoint) {
        addCheckpoint(line, CheckpointLine{scanned.path});
        return;
    }
    const RecordPlace place{line.number, line.offset, record, &line.prefix};
    if (judgeRecord(scanned, place, context, events)) {
        ++(scanned.isDict ? dictClaims : genericClaims);
    } else if (scanned.isDict) {
        const std::string_view message = messageOfJson(record, unwrapped);
        if (!message.empty() && message[0] != '{')
            readRecord(LogLine{line.number, line.offset, message, message, line.prefix, line.endsLine});
    }
}

void LogReader::Private::addCheckpoint(const LogLine &line, const CheckpointLine &checkpoint)
{
    const QString path = QString::fromUtf8(checkpoint.path.data(), qsizetype(checkpoint.path.size()));
    constexpr qint64 sameSave = 60; // lines
    const bool isSoonAfter = !hasMetricsSinceCheckpoint && line.number - lastCheckpointLine <= sameSave;
    const bool isPartOfLast
        = path.isEmpty() || path == lastCheckpoint || (!lastCheckpoint.isEmpty() && path.startsWith(lastCheckpoint + QLatin1Char('/')));
    if (isSoonAfter && isPartOfLast)
        return;
    LogEvent event;
    event.line = line.number;
    event.offset = line.offset;
    event.kind = LogEvent::Kind::Checkpoint;
    event.path = path;
    heldCheckpoint = event;
    if (!checkpoint.mayYetFail)
        releaseCheckpoint();
}

void LogReader::Private::releaseCheckpoint()
{
    lastCheckpoint = heldCheckpoint->path;
    lastCheckpointLine = heldCheckpoint->line;
    hasMetricsSinceCheckpoint = false;
    events.append(*heldCheckpoint);
    heldCheckpoint.reset();
}

void LogReader::Private::addFailure(const LogLine &line, const char *code)
{
    if (qstrcmp(code, "device_side_assert") == 0 && reportedFailures.contains(QStringLiteral("label_out_of_range")))
        return;
    events.append(failureEvent(line.number, line.offset, code));
}

void LogReader::Private::followTraceback(const LogLine &line)
{
    if (contains(line.text, "Traceback (most recent call last)")) {
        isInTraceback = true;
    } else if (isInTraceback && namesException(line.record)) {
        isInTraceback = false;
        if (contains(line.record, "ChildFailedError") || contains(line.record, "CalledProcessError"))
            return; // the launcher's own: the cause stands above
        exception = failureEvent(line.number, line.offset, "");
        exception->text = quoted(line.record);
    }
}

/// Each failure is told once; metrics end the save before them.
void LogReader::Private::settle(qsizetype first)
{
    for (qsizetype i = first; i < events.size();) {
        if (events[i].kind == LogEvent::Kind::Failure && reportedFailures.contains(events[i].code)) {
            events.removeAt(i);
            continue;
        }
        if (events[i].kind == LogEvent::Kind::Failure)
            reportedFailures.insert(events[i].code);
        if (events[i].kind == LogEvent::Kind::Metrics && events[i].step) {
            hasMetricsSinceCheckpoint = true;
            exception.reset();
        }
        ++i;
    }
}

LogReader::LogReader(const QList<LogPattern> &patterns)
    : d(std::make_unique<Private>())
{
    d->patterns = LogPatterns(patterns);
}

LogReader::~LogReader() = default;
LogReader::LogReader(LogReader &&) noexcept = default;
LogReader &LogReader::operator=(LogReader &&) noexcept = default;

QList<LogEvent> LogReader::feed(QByteArrayView data)
{
    d->splitter.feed(std::string_view(data.data(), size_t(data.size())), [this](const Segment &segment) { d->take(segment); });
    return d->takeEvents();
}

QList<LogEvent> LogReader::finish()
{
    d->splitter.finish([this](const Segment &segment) { d->take(segment); });
    const qsizetype first = d->events.size();
    d->releaseHeldBar(d->splitter.completedLines() + 1, 0);
    if (d->heldCheckpoint)
        d->releaseCheckpoint();
    for (const auto &format : d->formats)
        format->end(d->services());
    d->settle(first);
    return d->takeEvents();
}

QStringList LogReader::switchedOffPatterns() const
{
    return d->patterns.switchedOff();
}

qint64 LogReader::lineCount() const
{
    return d->splitter.completedLines();
}

const std::optional<LogEvent> &LogReader::exception() const
{
    return d->exception;
}

QString LogReader::formatName() const
{
    QString best;
    qint64 most = 0;
    const auto offer = [&](const QString &name, qint64 lines) {
        if (lines > most) {
            best = name;
            most = lines;
        }
    };
    offer(QStringLiteral("dict"), d->dictClaims);
    offer(QStringLiteral("key-value"), d->genericClaims);
    for (size_t i = 0; i < d->formats.size(); ++i)
        offer(d->formats[i]->name(), d->claims[i]);
    return best;
}

} // namespace Trainyard
