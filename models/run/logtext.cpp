#include "models/run/logtext.h"

#include <algorithm>
#include <cstring>

namespace Trainyard {

namespace {

constexpr int mostPages = 64;
constexpr qint64 rewrittenBytes = 64 << 10; ///< of a line that is written over and over, the last ones count
constexpr int bytesPerCharacter = 4;

} // namespace

void LogText::setBytes(std::shared_ptr<const LogBytes> bytes)
{
    *this = LogText();
    m_bytes = std::move(bytes);
}

void LogText::append(const LogChunk &chunk)
{
    m_pages.remove(m_blocks.size()); // the one that grew
    for (const LogBlock &block : chunk.blocks) {
        for (size_t kind = 0; kind < m_counts.size(); ++kind)
            m_counts[kind] += block.counts[kind];
    }
    m_blocks.append(chunk.blocks);
    m_lastBlock = chunk.lastBlock;
    m_size = chunk.size;
    m_completeLines = chunk.completeLines;
    m_lastLineStart = chunk.lastLineStart;
    m_firstError = chunk.firstError;
    m_ranks = chunk.ranks;
}

qint64 LogText::blockLines(qsizetype index) const
{
    const qint64 end = index + 1 < blockCount() ? block(index + 1).firstLine : lineCount() + 1;
    return end - block(index).firstLine;
}

qsizetype LogText::blockOfLine(qint64 line) const
{
    if (line >= m_lastBlock.firstLine)
        return m_blocks.size();
    const auto after = std::upper_bound(m_blocks.cbegin(), m_blocks.cend(), line, [](qint64 wanted, const LogBlock &block) { return wanted < block.firstLine; });
    return std::max<qsizetype>(0, after - m_blocks.cbegin() - 1);
}

QByteArray LogText::readBlock(qsizetype index, qint64 maximum) const
{
    const qint64 start = block(index).start;
    return m_bytes ? m_bytes->read(start, std::min(maximum, blockEnd(index) - start)) : QByteArray();
}

LogPage LogText::readPage(qsizetype index) const
{
    const qint64 start = block(index).start;
    const qint64 lines = blockLines(index);
    LogPage page{block(index).firstLine, {start}, std::vector<LineKind>(size_t(lines))};
    const QByteArray bytes = readBlock(index, lines == 1 ? LogIndexer::longLine : blockEnd(index) - start);
    for (qsizetype at = bytes.indexOf('\n'); at >= 0 && page.starts.size() < size_t(lines); at = bytes.indexOf('\n', at + 1))
        page.starts.push_back(start + at + 1);
    page.starts.resize(size_t(lines) + 1, blockEnd(index)); // where bytes are gone, the lines that lack are empty
    findKinds(page, index, bytes);
    return page;
}

void LogText::findKinds(LogPage &page, qsizetype index, QByteArrayView bytes) const
{
    std::optional<BarStamp> lastBar;
    for (size_t i = 0; i < page.kinds.size(); ++i) {
        const qint64 from = std::min<qint64>(page.starts[i] - page.starts[0], bytes.size());
        const qint64 to = std::min<qint64>(page.starts[i + 1] - page.starts[0], bytes.size());
        const QByteArrayView line = bytes.sliced(from, to - from);
        page.kinds[i] = classifyLine(line);
        const bool isUnfinished = page.firstLine + qint64(i) > m_completeLines;
        const std::optional<BarStamp> bar = page.kinds[i] == LineKind::Bar && !isUnfinished ? std::optional(barStamp(line.trimmed())) : std::nullopt;
        if (i > 0 && bar && lastBar && lastBar->isOvertakenBy(*bar))
            page.kinds[i - 1] = LineKind::InnerBar;
        lastBar = bar;
    }
    if (block(index).isLastInner && !page.kinds.empty())
        page.kinds.back() = LineKind::InnerBar;
}

const LogPage &LogText::page(qsizetype index) const
{
    const auto found = m_pages.constFind(index);
    if (found != m_pages.cend())
        return **found;
    if (m_pages.size() >= mostPages)
        m_pages.clear();
    return **m_pages.insert(index, std::make_shared<const LogPage>(readPage(index)));
}

LineKind LogText::kind(qint64 line) const
{
    if (line < 1 || line > lineCount())
        return LineKind::Plain;
    const LogPage &found = page(blockOfLine(line));
    return found.kinds.at(size_t(line - found.firstLine));
}

qint64 LogText::lineStart(qint64 line) const
{
    if (line > lineCount())
        return m_size;
    const LogPage &found = page(blockOfLine(std::max<qint64>(line, 1)));
    return found.starts.at(size_t(std::max<qint64>(line, 1) - found.firstLine));
}

qint64 LogText::lineLength(qint64 line) const
{
    if (line < 1 || line > lineCount())
        return 0;
    const LogPage &found = page(blockOfLine(line));
    const size_t at = size_t(line - found.firstLine);
    return std::max<qint64>(0, found.starts.at(at + 1) - found.starts.at(at) - (line <= m_completeLines ? 1 : 0));
}

qint64 LogText::lineAt(qint64 offset) const
{
    qsizetype index = m_blocks.size();
    if (offset < m_lastBlock.start) {
        const auto after = std::upper_bound(m_blocks.cbegin(), m_blocks.cend(), offset, [](qint64 wanted, const LogBlock &block) { return wanted < block.start; });
        index = std::max<qsizetype>(0, after - m_blocks.cbegin() - 1);
    }
    const LogPage &found = page(index);
    const auto after = std::upper_bound(found.starts.cbegin(), found.starts.cbegin() + found.lineCount(), offset);
    return found.firstLine + std::max<qint64>(0, after - found.starts.cbegin() - 1);
}

QByteArray LogText::rawLine(qint64 line, qint64 maximum) const
{
    return m_bytes ? m_bytes->read(lineStart(line), std::min(maximum, lineLength(line))) : QByteArray();
}

StyledLine LogText::line(qint64 line, int characters) const
{
    const qint64 length = lineLength(line);
    if (length == 0 || !m_bytes)
        return {};
    const qint64 wanted = std::max<qint64>(rewrittenBytes, qint64(characters) * bytesPerCharacter);
    QByteArray raw = rawLine(line, wanted);
    qint64 hidden = 0;
    if (length > wanted) {
        hidden = length - wanted;
        if (raw.contains('\r'))
            raw = m_bytes->read(lineStart(line) + length - rewrittenBytes, rewrittenBytes);
    }
    StyledLine shown = styledLine(raw);
    if (shown.text.size() > characters) {
        hidden += QStringView(shown.text).sliced(characters).toUtf8().size();
        shown.text.truncate(characters);
        while (!shown.spans.isEmpty() && shown.spans.last().start >= characters)
            shown.spans.removeLast();
    }
    shown.hiddenBytes = raw.contains('\r') ? 0 : hidden;
    return shown;
}

QList<StyledLine> LogText::updates(qint64 line) const
{
    const qint64 length = lineLength(line);
    if (!m_bytes || length == 0)
        return {};
    const QByteArray raw = m_bytes->read(lineStart(line) + std::max<qint64>(0, length - rewrittenBytes), std::min(length, rewrittenBytes));
    QList<StyledLine> parts;
    for (const QByteArray &part : raw.split('\r')) {
        if (!part.trimmed().isEmpty())
            parts.append(styledLine(part));
    }
    return parts;
}

} // namespace Trainyard
