#include "models/run/logindexer.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace Trainyard {

namespace {

constexpr size_t mostRanks = 4096;

} // namespace

void LogIndexer::feed(QByteArrayView data)
{
    const char *const begin = data.data();
    const char *const end = begin + data.size();
    const char *lineBegin = begin;
    while (const void *found = lineBegin < end ? std::memchr(lineBegin, '\n', size_t(end - lineBegin)) : nullptr) {
        const auto *newline = static_cast<const char *>(found);
        QByteArrayView line(lineBegin, newline);
        if (!m_partialLine.isEmpty()) {
            m_partialLine.append(line.first(std::min<qsizetype>(line.size(), longLine - m_partialLine.size())));
            line = m_partialLine;
        }
        const qint64 lineEnd = m_offset + (newline - begin) + 1;
        addLine(line, m_lineStart, lineEnd);
        m_lineStart = lineEnd;
        m_partialLine.clear();
        lineBegin = newline + 1;
    }
    m_partialLine.append(lineBegin, std::min<qsizetype>(end - lineBegin, longLine - m_partialLine.size()));
    m_offset += data.size();
    if (m_offset - m_lineStart > longLine && m_block.start < m_lineStart)
        closeBlock(m_lineStart);
}

void LogIndexer::addLine(QByteArrayView line, qint64 start, qint64 end)
{
    const bool isLong = end - start > longLine;
    const LineKind kind = classifyLine(line);
    const std::optional<BarStamp> bar = kind == LineKind::Bar && !isLong ? std::optional(barStamp(line)) : std::nullopt;
    if (bar && m_lastBar && m_lastBar->isOvertakenBy(*bar)) {
        --m_block.counts[size_t(LineKind::Bar)];
        ++m_block.counts[size_t(LineKind::InnerBar)];
        m_block.isLastInner = true;
    }
    const qint64 lines = m_completeLines + 1 - m_block.firstLine;
    if (lines > 0 && (isLong || lines >= mostLines || start - m_block.start >= mostBytes))
        closeBlock(start);
    m_block.isLastInner = false;
    m_lastBar = bar;
    ++m_block.counts[size_t(kind)];
    ++m_completeLines;
    if (kind == LineKind::Error && !m_firstError)
        m_firstError = m_completeLines;
    noteRank(line);
    if (isLong)
        closeBlock(end);
}

void LogIndexer::closeBlock(qint64 nextStart)
{
    m_closed.append(m_block);
    m_block = LogBlock();
    m_block.start = nextStart;
    m_block.firstLine = m_completeLines + 1;
    m_lastBar.reset();
}

void LogIndexer::noteRank(QByteArrayView line)
{
    if (const std::optional<int> rank = lineRank(line); rank && m_ranks.size() < mostRanks)
        m_ranks.insert(*rank);
}

LogChunk LogIndexer::take()
{
    return {m_offset, m_completeLines, m_lineStart, std::exchange(m_closed, {}), m_block, m_firstError, QList<int>(m_ranks.begin(), m_ranks.end())};
}

} // namespace Trainyard
