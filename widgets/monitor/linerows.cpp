#include "widgets/monitor/linerows.h"

#include <algorithm>

namespace Trainyard {

namespace {

constexpr int mostKept = 64; ///< blocks

} // namespace

LineRows::LineRows(const LogText &text, QObject *parent)
    : QObject(parent)
    , m_text(text)
    , m_test(filterTest(m_filter))
    , m_scanner(this)
{
    connect(&m_scanner, &LineScanner::advanced, this, [this] {
        m_rows.clear();
        Q_EMIT advanced();
    });
}

void LineRows::setFilter(const LineFilter &filter)
{
    m_filter = filter;
    m_test = filterTest(filter);
    clear();
    if (filter.rank)
        m_scanner.start(m_test, m_text);
    else
        update();
}

void LineRows::clear()
{
    m_scanner.stop();
    m_counts.clear();
    m_next = 0;
    m_rows.clear();
}

bool LineRows::isEveryLine() const
{
    return m_filter.bars == LineFilter::Bars::All && !m_filter.hidesLines();
}

void LineRows::update()
{
    m_rows.remove(m_next);
    if (m_filter.rank)
        return m_scanner.isActive() ? m_scanner.follow(m_text) : m_scanner.start(m_test, m_text);
    if (isEveryLine())
        return;
    QList<int> counts;
    for (qsizetype block = m_next; block < m_text.blockCount(); ++block)
        counts.append(countOf(block));
    m_counts.set(m_next, counts);
    m_next = m_text.blockCount() - 1; // it still grows
}

int LineRows::countOf(qsizetype block) const
{
    int count = 0;
    for (int kind = 0; kind < lineKindCount; ++kind) {
        if (m_filter.accepts(LineKind(kind)))
            count += m_text.block(block).count(LineKind(kind));
    }
    const bool hasUnfinished = block == m_text.blockCount() - 1 && m_text.lineCount() > m_text.completeLineCount();
    return count + (hasUnfinished && m_filter.accepts(m_text.kind(m_text.lineCount())) ? 1 : 0);
}

qint64 LineRows::count() const
{
    return isEveryLine() ? m_text.lineCount() : counts().total();
}

const QList<int> &LineRows::rowsOf(qsizetype block) const
{
    const auto found = m_rows.constFind(block);
    if (found != m_rows.cend())
        return *found;
    if (m_rows.size() >= mostKept)
        m_rows.clear();
    // Kinds are in the page; the bytes are looked at for a rank only.
    return *m_rows.insert(block, m_test(m_filter.rank ? LogSlice::read(m_text, block) : LogSlice{m_text.readPage(block), {}}));
}

qint64 LineRows::lineOf(qint64 row) const
{
    if (isEveryLine())
        return row + 1;
    const qsizetype block = counts().blockOf(row);
    const QList<int> &rows = rowsOf(block);
    const qint64 index = row - counts().before(block);
    // A file that was cut meanwhile may hold fewer lines than were counted.
    return m_text.block(block).firstLine + (index < rows.size() ? rows.at(index) : 0);
}

qint64 LineRows::rowOf(qint64 line) const
{
    const qint64 last = std::max<qint64>(0, count() - 1);
    if (isEveryLine())
        return std::clamp<qint64>(line - 1, 0, last);
    const qsizetype block = m_text.blockOfLine(line);
    const QList<int> &rows = rowsOf(block);
    const auto at = std::lower_bound(rows.cbegin(), rows.cend(), int(line - m_text.block(block).firstLine));
    return std::min<qint64>(counts().before(block) + (at - rows.cbegin()), last);
}

double LineRows::placeOf(qint64 line) const
{
    const double rows = double(std::max<qint64>(1, count()));
    if (isEveryLine())
        return double(line - 1) / rows;
    const qsizetype block = m_text.blockOfLine(line);
    const double share = double(line - m_text.block(block).firstLine) / double(std::max<qint64>(1, m_text.blockLines(block)));
    return (double(counts().before(block)) + share * double(counts().count(block))) / rows;
}

bool LineRows::isShown(qint64 line) const
{
    return count() > 0 && lineOf(rowOf(line)) == line;
}

} // namespace Trainyard
