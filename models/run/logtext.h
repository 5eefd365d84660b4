#pragma once

#include "models/run/logindexer.h"

#include <QDateTime>
#include <QHash>

#include <memory>
#include <vector>

namespace Trainyard {

/// Where a log's bytes are: on a disk, somewhere else for a test. Read from several threads at once.
class LogBytes
{
public:
    LogBytes() = default;
    virtual ~LogBytes() = default;
    LogBytes(const LogBytes &) = delete;
    LogBytes &operator=(const LogBytes &) = delete;

    /// At most @p length bytes from @p offset on; fewer where they are gone.
    virtual QByteArray read(qint64 offset, qint64 length) const = 0;
};

/// A time in which a log could not be followed. Nothing of the log is missing, unless it is another one since.
struct LogGap
{
    qint64 line = 1; ///< the first one behind it
    QDateTime from, to;
    bool isReplaced = false; ///< the file was cut or replaced: what stood in it before is gone
    bool operator==(const LogGap &) const = default;
};

/// Where the lines of one block are, and what they are.
struct LogPage
{
    qint64 firstLine = 1;
    std::vector<qint64> starts; ///< offset of each line, and of what comes after the last
    std::vector<LineKind> kinds;

    int lineCount() const { return int(kinds.size()); }
    bool operator==(const LogPage &) const = default;
};

/**
 * The lines of a log whose text stays where it is: in memory is the sparse index alone, some bytes for a thousand lines, and the pages
 * that were looked at last.
 *
 * Lines count from 1, as in LogEvent. An unfinished last line counts. A copy is cheap and safe to use in another thread: a search runs on one.
 */
class LogText
{
public:
    static constexpr int usualCharacters = 4000; ///< of a line that are shown when nobody asked for more

    /// Begins anew.
    void setBytes(std::shared_ptr<const LogBytes> bytes);
    void append(const LogChunk &chunk);

    qint64 size() const { return m_size; }
    qint64 lineCount() const { return m_completeLines + (m_size > m_lastLineStart ? 1 : 0); }
    qint64 completeLineCount() const { return m_completeLines; }
    std::optional<qint64> firstError() const { return m_firstError; }
    const QList<int> &ranks() const { return m_ranks; }
    qint64 count(LineKind kind) const { return m_counts[size_t(kind)] + m_lastBlock.count(kind); }

    LineKind kind(qint64 line) const;
    /// Offset of the line's first byte.
    qint64 lineStart(qint64 line) const;
    /// Bytes without the line's end.
    qint64 lineLength(qint64 line) const;
    /// The line that holds the byte at @p offset.
    qint64 lineAt(qint64 offset) const;
    /// What the view shows: of a long line the first @p characters, of one that was written over and over the last.
    StyledLine line(qint64 line, int characters = usualCharacters) const;
    QString text(qint64 line) const { return this->line(line).text; }
    /// At most @p maximum bytes of a line, without its end.
    QByteArray rawLine(qint64 line, qint64 maximum) const;
    /// What a line held before it was written over, oldest first: its parts between carriage returns, at most the last 64 KiB of them.
    QList<StyledLine> updates(qint64 line) const;

    /// Blocks that are complete, and the one that still grows as the last.
    qsizetype blockCount() const { return m_blocks.size() + 1; }
    const LogBlock &block(qsizetype index) const { return index < m_blocks.size() ? m_blocks.at(index) : m_lastBlock; }
    qsizetype blockOfLine(qint64 line) const;
    qint64 blockEnd(qsizetype index) const { return index + 1 < blockCount() ? block(index + 1).start : m_size; }
    qint64 blockLines(qsizetype index) const;
    /// Read from the log, not kept.
    LogPage readPage(qsizetype block) const;
    QByteArray readBlock(qsizetype block, qint64 maximum) const;

private:
    const LogPage &page(qsizetype block) const;
    void findKinds(LogPage &page, qsizetype block, QByteArrayView bytes) const;

    std::shared_ptr<const LogBytes> m_bytes;
    QList<LogBlock> m_blocks;
    LogBlock m_lastBlock;
    std::array<qint64, lineKindCount> m_counts{}; ///< of the complete blocks
    qint64 m_size = 0;
    qint64 m_completeLines = 0;
    qint64 m_lastLineStart = 0; ///< of the unfinished line, or where it will begin
    std::optional<qint64> m_firstError;
    QList<int> m_ranks;
    mutable QHash<qsizetype, std::shared_ptr<const LogPage>> m_pages;
};

} // namespace Trainyard
