#include "models/run/logtext.h"

#include <QByteArrayMatcher>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

namespace Trainyard {

namespace {

constexpr qint64 smallChunk = 256 << 10;
constexpr qint64 partialLineLimit = 64 << 10;
constexpr qint64 shownCharacters = 4000;
constexpr qint64 longestShownBytes = 4 * shownCharacters + 4;

/// Words that make a line an error line. Case matters: "error_rate: 0.1" and "0 errors" are no errors.
constexpr std::array<std::string_view, 10> errorWords{"Traceback", "Error:", "ERROR", "Exception", "FATAL", "Fatal", "CRITICAL",
                                                      "Segmentation fault", "Killed", "(core dumped)"};
/// tqdm "45%|####5   | 12/27", Keras "12/27 [====>....]", Rich's heavy line.
constexpr std::array<std::string_view, 3> barWords{"%|", "[====", "\xe2\x94\x81\xe2\x94\x81\xe2\x94\x81"};
constexpr std::string_view rewritingCharacters = "\r\x1b\b";

/// Which bytes can begin one of the words above: one look at each byte, 1 GB/s, where a search for each word would be a tenth of that.
constexpr std::array<bool, 256> interestingBytes = [] {
    std::array<bool, 256> table{};
    for (const std::string_view word : errorWords)
        table[quint8(word.front())] = true;
    for (const std::string_view word : barWords)
        table[quint8(word.front())] = true;
    for (const char c : rewritingCharacters)
        table[quint8(c)] = true;
    return table;
}();

template<size_t N>
bool startsWithAny(std::string_view text, const std::array<std::string_view, N> &words)
{
    return std::any_of(words.begin(), words.end(), [text](std::string_view word) { return text.substr(0, word.size()) == word; });
}

/// Drops ESC [ ... letter, ESC ] ... BEL and other two-byte escapes.
QByteArray withoutEscapes(QByteArrayView line)
{
    QByteArray out;
    out.reserve(line.size());
    for (qsizetype i = 0; i < line.size(); ++i) {
        if (line[i] != '\x1b') {
            out.append(line[i]);
            continue;
        }
        if (++i >= line.size())
            break;
        if (line[i] == '[') {
            do
                ++i;
            while (i < line.size() && (line[i] < '@' || line[i] > '~'));
        } else if (line[i] == ']') {
            do
                ++i;
            while (i < line.size() && line[i] != '\a' && line[i] != '\x1b');
        }
    }
    return out;
}

bool isBlank(QByteArrayView part)
{
    return std::all_of(part.begin(), part.end(), [](char c) { return c == ' ' || c == '\t'; });
}

/// The last part between carriage returns that is not blank.
QByteArrayView lastPart(QByteArrayView line)
{
    qsizetype end = line.size();
    while (end > 0) {
        const qsizetype cr = line.first(end).lastIndexOf('\r');
        const QByteArrayView part = line.sliced(cr + 1, end - cr - 1);
        if (cr < 0 || !isBlank(part))
            return part;
        end = cr;
    }
    return line.first(0);
}

char lowered(char c)
{
    return c >= 'A' && c <= 'Z' ? char(c | 0x20) : c;
}

QByteArray loweredCopy(QByteArrayView text)
{
    QByteArray copy(text.size(), Qt::Uninitialized);
    std::transform(text.begin(), text.end(), copy.data(), lowered);
    return copy;
}

} // namespace

quint8 classifyLine(QByteArrayView line)
{
    if (line.endsWith('\r'))
        line.chop(1);
    const std::string_view text(line.data(), size_t(line.size()));
    quint8 flags = PlainLine;
    for (size_t i = 0; i < text.size(); ++i) {
        if (!interestingBytes[quint8(text[i])])
            continue;
        if (rewritingCharacters.find(text[i]) != std::string_view::npos)
            flags |= RewrittenLine;
        else if (startsWithAny(text.substr(i), errorWords))
            flags |= ErrorLine;
        else if (startsWithAny(text.substr(i), barWords))
            flags |= BarLine;
    }
    return flags & ErrorLine ? quint8(flags & ~BarLine) : flags;
}

QString displayLine(QByteArrayView line)
{
    const QByteArray plain = withoutEscapes(line);
    QString shown;
    for (const QChar c : QString::fromUtf8(lastPart(plain))) {
        if (c == u'\b')
            shown.chop(1);
        else if (c == u'\t')
            shown.append(QString(8 - shown.size() % 8, u' '));
        else if (c >= u' ')
            shown.append(c);
        if (shown.size() >= shownCharacters)
            return shown + QChar(0x2026);
    }
    return shown;
}

LogChunk LogIndexer::feed(const QByteArray &data)
{
    LogChunk chunk{data, {}, {}};
    const char *const begin = data.constData();
    const char *const end = begin + data.size();
    const char *lineBegin = begin;
    while (const void *found = std::memchr(lineBegin, '\n', size_t(end - lineBegin))) {
        const auto *newline = static_cast<const char *>(found);
        QByteArrayView line(lineBegin, newline);
        if (!m_partialLine.isEmpty()) {
            m_partialLine.append(line.first(std::min<qsizetype>(line.size(), partialLineLimit)));
            line = m_partialLine;
        }
        chunk.flags.append(char(classifyLine(line)));
        chunk.lineEnds.append(m_offset + (newline - begin) + 1);
        m_partialLine.clear();
        lineBegin = newline + 1;
    }
    const qint64 room = partialLineLimit - m_partialLine.size();
    m_partialLine.append(lineBegin, std::clamp<qint64>(end - lineBegin, 0, room));
    m_offset += data.size();
    return chunk;
}

void LogText::append(const LogChunk &chunk)
{
    if (chunk.bytes.isEmpty())
        return;
    if (!m_chunks.isEmpty() && m_chunks.last().size() + chunk.bytes.size() <= smallChunk) {
        m_chunks.last().append(chunk.bytes);
    } else {
        m_chunks.append(chunk.bytes);
        m_chunkStarts.append(m_size);
    }
    m_size += chunk.bytes.size();
    m_lineEnds.append(chunk.lineEnds);
    m_flags.append(chunk.flags);
    m_errorCount += std::count_if(chunk.flags.begin(), chunk.flags.end(), [](char flags) { return flags & ErrorLine; });
}

qint64 LogText::lineCount() const
{
    const bool isLastUnfinished = m_size > (m_lineEnds.isEmpty() ? 0 : m_lineEnds.last());
    return m_lineEnds.size() + (isLastUnfinished ? 1 : 0);
}

qint64 LogText::lineStart(qint64 line) const
{
    return line <= 1 ? 0 : m_lineEnds.value(line - 2, m_size);
}

qint64 LogText::lineAt(qint64 offset) const
{
    return std::upper_bound(m_lineEnds.cbegin(), m_lineEnds.cend(), offset) - m_lineEnds.cbegin() + 1;
}

QByteArray LogText::rawLine(qint64 line, qint64 maximum) const
{
    if (line < 1 || line > lineCount())
        return {};
    const qint64 start = lineStart(line);
    const qint64 end = line <= m_lineEnds.size() ? m_lineEnds.at(line - 1) - 1 : m_size;
    return bytes(std::max(start, end - maximum), end);
}

QString LogText::line(qint64 line) const
{
    if (flags(line) & RewrittenLine)
        return displayLine(rawLine(line));
    const qint64 start = lineStart(line);
    const qint64 end = line <= m_lineEnds.size() ? m_lineEnds.at(line - 1) - 1 : m_size;
    return displayLine(bytes(start, std::min(end, start + longestShownBytes)));
}

quint8 LogText::flags(qint64 line) const
{
    return line >= 1 && line <= m_flags.size() ? quint8(m_flags.at(line - 1)) : classifyLine(rawLine(line));
}

QList<qint64> LogText::linesWith(quint8 wanted, quint8 unwanted, qint64 firstLine) const
{
    QList<qint64> lines;
    for (qint64 line = std::max<qint64>(firstLine, 1); line <= lineCount(); ++line) {
        const quint8 lineFlags = flags(line);
        if ((!wanted || (lineFlags & wanted)) && !(lineFlags & unwanted))
            lines.append(line);
    }
    return lines;
}

QByteArray LogText::bytes(qint64 from, qint64 to) const
{
    QByteArray out;
    qsizetype chunk = std::upper_bound(m_chunkStarts.cbegin(), m_chunkStarts.cend(), from) - m_chunkStarts.cbegin() - 1;
    while (from < to && chunk >= 0 && chunk < m_chunks.size()) {
        const QByteArray &content = m_chunks.at(chunk);
        const qint64 begin = from - m_chunkStarts.at(chunk);
        const qint64 length = std::min(to - from, content.size() - begin);
        out.append(content.constData() + begin, length);
        from += length;
        ++chunk;
    }
    return out;
}

/**
 * Searches blocks of bytes that end with a line, not line by line: most lines never hold the needle. A line that a terminal would show
 * otherwise than its bytes are (escapes, carriage returns) is asked for its shown text instead.
 */
QList<qint64> LogText::find(const QString &needle, bool caseSensitive, qint64 firstLine, const std::function<bool()> &isCancelled) const
{
    QList<qint64> found;
    const QByteArray wanted = caseSensitive ? needle.toUtf8() : loweredCopy(needle.toUtf8());
    if (wanted.isEmpty())
        return found;
    const QByteArrayMatcher matcher(wanted);
    const Qt::CaseSensitivity sensitivity = caseSensitive ? Qt::CaseSensitive : Qt::CaseInsensitive;
    const qint64 lines = lineCount();
    qint64 line = std::max<qint64>(firstLine, 1);
    while (line <= lines && !(isCancelled && isCancelled())) {
        const qint64 blockStart = lineStart(line);
        qint64 lastLine = std::min(lines, std::max(line, lineAt(blockStart + (1 << 20)) - 1));
        const QByteArray raw = bytes(blockStart, lastLine < lines ? lineStart(lastLine + 1) : m_size);
        const QByteArray block = caseSensitive ? raw : loweredCopy(raw);
        qsizetype hit = matcher.indexIn(block);
        for (; line <= lastLine; ++line) {
            const qint64 begin = lineStart(line) - blockStart;
            const qint64 end = (line < lines ? lineStart(line + 1) : m_size) - blockStart;
            if (flags(line) & RewrittenLine) {
                if (displayLine(QByteArrayView(raw).sliced(begin, end - begin)).contains(needle, sensitivity))
                    found.append(line);
            } else if (hit >= begin && hit < end) {
                found.append(line);
            }
            if (hit >= 0 && hit < end)
                hit = matcher.indexIn(block, end);
        }
    }
    return found;
}

} // namespace Trainyard
