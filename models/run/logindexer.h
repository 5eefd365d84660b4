#pragma once

#include "models/run/loglines.h"

#include <QByteArray>
#include <QList>

#include <array>
#include <optional>
#include <set>

namespace Trainyard {

/**
 * An entry of a log's sparse index: some lines that follow each other, at most 1,024 of them or 256 KiB, and how many are of each kind.
 *
 * A line of over 64 KiB is alone in its block, so that no reader has to search its end. The lines of a block are those up to the next block's first.
 */
struct LogBlock
{
    qint64 start = 0;     ///< offset of its first byte
    qint64 firstLine = 1;
    std::array<quint16, lineKindCount> counts{};
    bool isLastInner = false; ///< the last line is an update of a bar that the next block's first line overtakes

    int count(LineKind kind) const { return counts[size_t(kind)]; }
    bool operator==(const LogBlock &) const = default;
};

/// What became known of a log's lines since the last time.
struct LogChunk
{
    qint64 size = 0;             ///< bytes of the log so far
    qint64 completeLines = 0;    ///< lines that have their end
    qint64 lastLineStart = 0;    ///< where the unfinished line begins, or will
    QList<LogBlock> blocks;      ///< those that are complete now
    LogBlock lastBlock;          ///< the one that still grows
    std::optional<qint64> firstError; ///< line
    QList<int> ranks;            ///< all seen so far, rising
};

/// Makes the sparse index of a stream of bytes, which may be cut anywhere. Runs where the bytes come from, off the GUI thread.
class LogIndexer
{
public:
    static constexpr int mostLines = 1024;
    static constexpr qint64 mostBytes = 256 << 10;
    static constexpr qint64 longLine = 64 << 10; ///< a line longer than this is alone in its block

    void feed(QByteArrayView data);
    LogChunk take();
    qint64 offset() const { return m_offset; }
    qint64 completeLines() const { return m_completeLines; }

private:
    void addLine(QByteArrayView line, qint64 start, qint64 end);
    void closeBlock(qint64 nextStart);
    void noteRank(QByteArrayView line);

    qint64 m_offset = 0;
    qint64 m_lineStart = 0;     ///< of the unfinished line
    QByteArray m_partialLine;   ///< at most its first 64 KiB
    qint64 m_completeLines = 0;
    LogBlock m_block;
    std::optional<BarStamp> m_lastBar; ///< of the line before, when it is a bar
    QList<LogBlock> m_closed;
    std::optional<qint64> m_firstError;
    std::set<int> m_ranks;
};

} // namespace Trainyard
