#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <functional>

namespace Trainyard {

/// What kind of line a log's line is, besides its text. Bits.
enum LineFlag : quint8 {
    PlainLine = 0,
    ErrorLine = 1,   ///< tells of an error: Traceback, Error, Exception, Killed, ...
    BarLine = 2,     ///< a progress bar
    RewrittenLine = 4 ///< what is shown differs from the bytes: escapes, carriage returns, backspaces
};

/// A piece of a log: its bytes and the lines that end in them.
struct LogChunk
{
    QByteArray bytes;
    QList<qint64> lineEnds; ///< absolute offsets just after each '\n' in the bytes
    QByteArray flags;       ///< one byte of LineFlag for each end
};

/// Cuts a stream of bytes into chunks. Runs where the bytes come from, off the GUI thread; a line may be split anywhere.
class LogIndexer
{
public:
    LogChunk feed(const QByteArray &data);
    qint64 offset() const { return m_offset; }

private:
    qint64 m_offset = 0;
    QByteArray m_partialLine; ///< at most its first 64 KiB
};

/// Flags of one line, given without its end.
quint8 classifyLine(QByteArrayView line);
/// What a terminal would show of a line in the end: escapes removed, the last part between carriage returns, backspaces applied, tabs as blanks.
QString displayLine(QByteArrayView line);

/**
 * The text of a log in memory: chunks of bytes, where each line ends, and what kind of line it is.
 *
 * Lines count from 1, as in LogEvent. An unfinished last line counts. A copy is cheap (implicitly shared): a search runs on one in a worker.
 */
class LogText
{
public:
    void append(const LogChunk &chunk);
    void clear() { *this = LogText(); }

    qint64 size() const { return m_size; }
    qint64 lineCount() const;
    /// Bytes of a line without its end; at most @p maximum of them, the last ones.
    QByteArray rawLine(qint64 line, qint64 maximum = 64 << 10) const;
    /// What the view shows; cut with an ellipsis after 4,000 characters.
    QString line(qint64 line) const;
    quint8 flags(qint64 line) const;
    /// Offset of the line's first byte.
    qint64 lineStart(qint64 line) const;
    /// The line that holds the byte at @p offset.
    qint64 lineAt(qint64 offset) const;
    /// Lines with any of @p wanted, none of @p unwanted, from @p firstLine on.
    QList<qint64> linesWith(quint8 wanted, quint8 unwanted, qint64 firstLine = 1) const;
    qint64 errorCount() const { return m_errorCount; }

    /// Lines from @p firstLine on whose shown text holds @p needle; gives up when @p isCancelled answers true. Letters of ASCII match in either case unless @p caseSensitive.
    QList<qint64> find(const QString &needle, bool caseSensitive, qint64 firstLine = 1,
                       const std::function<bool()> &isCancelled = {}) const;

private:
    QByteArray bytes(qint64 from, qint64 to) const;

    QList<QByteArray> m_chunks;
    QList<qint64> m_chunkStarts;
    QList<qint64> m_lineEnds;
    QByteArray m_flags;
    qint64 m_size = 0;
    qint64 m_errorCount = 0;
};

} // namespace Trainyard
