#include "services/logs/linereader.h"

#include "services/logs/bytetext.h"
#include "services/logs/checkpointlines.h"
#include "services/logs/containerlines.h"
#include "services/logs/failuresignatures.h"
#include "services/logs/lineprefix.h"
#include "services/logs/progressbar.h"

namespace Trainyard::Logs {

namespace {

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

} // namespace

LineReader::LineReader(const QList<LogPattern> &patterns)
    : m_patterns(patterns)
    , m_claims(m_formats.size() + 2, 0)
{
    updateState();
}

void LineReader::read(std::string_view text, qint64 number, qint64 offset, bool endsLine)
{
    m_reading = {};
    readOne(text, number, offset, endsLine);
    updateState();
}

void LineReader::readBlank(qint64 number, qint64 offset)
{
    const LinePrefix none;
    readWithFormats(LogLine{number, offset, {}, {}, none, true});
    updateState();
}

void LineReader::finish()
{
    const qsizetype first = events.size();
    if (m_heldCheckpoint)
        releaseCheckpoint();
    for (const auto &format : m_formats)
        format->end(services());
    settle(first);
    updateState();
}

/// A number for everything that the meaning of the next line may rest on; what it rests on rarely is looked at in mayTakeRepeated().
void LineReader::updateState()
{
    size_t state = qHashMulti(0, m_context.headerEpoch.has_value(), m_context.headerTotalEpochs.has_value(),
                              m_context.nextPhase ? int(*m_context.nextPhase) : -1);
    m_state.reset();
    if (!m_patterns.isEmpty())
        return;
    for (const auto &format : m_formats) {
        const std::optional<size_t> own = format->state();
        if (!own)
            return;
        state = qHashMulti(state, *own);
    }
    m_state = state;
}

bool LineReader::mayTakeRepeated(const Reading &known, std::string_view text, std::string_view timeText, std::optional<double> &seconds) const
{
    if (known.hasLabel) { // `12: `, a task's label that came before; a new one may be a step
        text = trimmed(text);
        qint64 label = 0;
        for (size_t i = 0; i < text.size() && isDigit(text[i]); ++i)
            label = label * 10 + (text[i] - '0');
        if (label >= qint64(m_context.labels.size()) || !m_context.labels[size_t(label)])
            return false;
    }
    if (m_heldCheckpoint || (m_isInTraceback && known.mayNameException))
        return false;
    if (timeText.empty())
        return true;
    double value = 0;
    if (prefixTimeAt(timeText, value) == 0 || m_stalls.isLongAfter(value))
        return false;
    seconds = value;
    return true;
}

void LineReader::takeRepeated(const Reading &known, std::optional<double> seconds, bool hasStep)
{
    if (seconds)
        m_stalls.add(*seconds);
    if (known.claimedBy)
        ++m_claims[*known.claimedBy];
    if (hasStep) {
        m_hasMetricsSinceCheckpoint = true;
        m_exception.reset();
    }
}

void LineReader::claim(size_t by)
{
    ++m_claims[by];
    m_reading.claimedBy = by;
}

void LineReader::readOne(std::string_view text, qint64 number, qint64 offset, bool endsLine)
{
    m_names.trim();
    const qsizetype first = events.size();
    std::string_view record = text;
    const LinePrefix prefix = takePrefix(record, m_names);
    if (record.empty() && !endsLine) // a prefix, and the bar comes behind it
        return;
    m_context.noteLabel(prefix.bareLabel);
    m_reading.timeText = prefix.timeText;
    m_reading.hasLabel = prefix.bareLabel.has_value();
    if (m_context.labelIsNew)
        m_reading.again = Reading::Again::NotNow;
    const LogLine line{number, offset, text, record, prefix, endsLine};
    if (m_heldCheckpoint) {
        m_reading.again = Reading::Again::NotNow;
        if (!record.starts_with("Traceback"))
            releaseCheckpoint();
        m_heldCheckpoint.reset();
    }
    const bool isOwn = readWithPatterns(line);
    const bool isClaimed = isOwn || readWithFormats(line);
    if (prefix.timeSeconds && m_stalls.add(*prefix.timeSeconds))
        addFailure(line, "stalled");
    if (const char *code = failureIn(text, record))
        addFailure(line, code);
    else if (contains(text, "ChildFailedError") && m_reportedFailures.isEmpty())
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
    if (const std::optional<ProgressBar> bar = progressBarIn(record); bar && !trimmed(bar->rest).empty()) { // a record glued to the bar's end
        readOne(bar->rest, number, offset, endsLine);
        never();
    }
}

bool LineReader::readWithPatterns(const LogLine &line)
{
    if (m_patterns.isEmpty())
        return false;
    LogEvent where;
    where.line = line.number;
    where.offset = line.offset;
    where.epoch = m_context.headerEpoch;
    where.totalEpochs = m_context.headerTotalEpochs;
    return m_patterns.read(line.text, where, events);
}

bool LineReader::readWithFormats(const LogLine &line)
{
    for (size_t i = 0; i < m_formats.size(); ++i) {
        if (!m_formats[i]->read(line, services()))
            continue;
        claim(i);
        for (size_t other = 0; other < m_formats.size(); ++other) {
            if (other != i)
                m_formats[other]->end(services());
        }
        return true;
    }
    return false;
}

void LineReader::readRecord(const LogLine &line)
{
    std::string_view record = line.record;
    if (mayTellOfCheckpoint(record)) {
        if (contains(record, "   "))
            never(); // it counts blanks, of which a shape knows up to two
        if (const std::optional<CheckpointLine> checkpoint = checkpointIn(record)) {
            readGeneric(line, record.substr(0, checkpoint->wordsAt));
            addCheckpoint(line, *checkpoint);
            return;
        }
    }
    if (readHeader(record, m_context))
        never();
    else
        readGeneric(line, record);
}

void LineReader::readGeneric(const LogLine &line, std::string_view record)
{
    if (!mayHoldMetrics(record))
        return;
    const ScannedRecord &scanned = m_scanner.scan(record);
    if (scanned.tellsOfCheckpoint) {
        addCheckpoint(line, CheckpointLine{scanned.path});
        return;
    }
    const RecordPlace place{line.number, line.offset, record, &line.prefix};
    if (judgeRecord(scanned, place, m_context, events)) {
        claim(m_formats.size() + (scanned.isDict ? 1 : 0));
    } else if (scanned.isDict) {
        const std::string_view message = messageOfJson(record, m_message);
        if (!message.empty() && message[0] != '{')
            readRecord(LogLine{line.number, line.offset, message, message, line.prefix, line.endsLine});
    }
}

void LineReader::addCheckpoint(const LogLine &line, const CheckpointLine &checkpoint)
{
    never();
    const QString path = QString::fromUtf8(checkpoint.path.data(), qsizetype(checkpoint.path.size()));
    constexpr qint64 sameSave = 60; // lines
    const bool isSoonAfter = !m_hasMetricsSinceCheckpoint && line.number - m_lastCheckpointLine <= sameSave;
    const bool isPartOfLast
        = path.isEmpty() || path == m_lastCheckpoint || (!m_lastCheckpoint.isEmpty() && path.startsWith(m_lastCheckpoint + QLatin1Char('/')));
    if (isSoonAfter && isPartOfLast)
        return;
    LogEvent event;
    event.line = line.number;
    event.offset = line.offset;
    event.kind = LogEvent::Kind::Checkpoint;
    event.path = path;
    m_heldCheckpoint = event;
    if (!checkpoint.mayYetFail)
        releaseCheckpoint();
}

void LineReader::releaseCheckpoint()
{
    m_lastCheckpoint = m_heldCheckpoint->path;
    m_lastCheckpointLine = m_heldCheckpoint->line;
    m_hasMetricsSinceCheckpoint = false;
    events.append(*m_heldCheckpoint);
    m_heldCheckpoint.reset();
}

void LineReader::addFailure(const LogLine &line, const char *code)
{
    if (qstrcmp(code, "device_side_assert") == 0 && m_reportedFailures.contains(QStringLiteral("label_out_of_range")))
        return;
    events.append(failureEvent(line.number, line.offset, code));
}

void LineReader::followTraceback(const LogLine &line)
{
    if (contains(line.text, "Traceback (most recent call last)")) {
        m_isInTraceback = true;
        never();
        return;
    }
    m_reading.mayNameException = namesException(line.record);
    if (m_isInTraceback && m_reading.mayNameException) {
        m_reading.again = std::max(m_reading.again, Reading::Again::NotNow);
        m_isInTraceback = false;
        if (contains(line.record, "ChildFailedError") || contains(line.record, "CalledProcessError"))
            return; // the launcher's own: the cause stands above
        m_exception = failureEvent(line.number, line.offset, "");
        m_exception->text = quoted(line.record);
    }
}

/// Each failure is told once; metrics end the save before them.
void LineReader::settle(qsizetype first)
{
    for (qsizetype i = first; i < events.size();) {
        if (events[i].kind == LogEvent::Kind::Failure && m_reportedFailures.contains(events[i].code)) {
            events.removeAt(i);
            continue;
        }
        if (events[i].kind == LogEvent::Kind::Failure) {
            m_reportedFailures.insert(events[i].code);
            m_reading.again = std::max(m_reading.again, Reading::Again::NotNow);
        }
        if (events[i].kind == LogEvent::Kind::Metrics && events[i].step) {
            m_hasMetricsSinceCheckpoint = true;
            m_exception.reset();
        }
        ++i;
    }
}

QString LineReader::formatName() const
{
    const size_t pairs = m_formats.size();
    size_t best = m_claims[pairs] > m_claims[pairs + 1] ? pairs : pairs + 1;
    for (size_t i = 0; i < pairs; ++i)
        best = m_claims[i] > m_claims[best] ? i : best;
    if (m_claims[best] == 0)
        return QString();
    return best < pairs ? m_formats[best]->name() : best == pairs ? QStringLiteral("key-value") : QStringLiteral("dict");
}

} // namespace Trainyard::Logs
