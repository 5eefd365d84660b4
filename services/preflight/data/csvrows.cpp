#include "services/preflight/data/csvrows.h"

#include <algorithm>

namespace Trainyard {

namespace {

constexpr qsizetype longestRow = qsizetype(16) << 20;

/// The one of the usual delimiters that the first line has most of, outside of quotes; none: a single column.
char delimiterOf(QByteArrayView line)
{
    char best = ',';
    qsizetype most = 0;
    for (const char candidate : {',', '\t', ';', '|'}) {
        bool isQuoted = false;
        qsizetype count = 0;
        for (const char c : line) {
            isQuoted = c == '"' ? !isQuoted : isQuoted;
            count += !isQuoted && c == candidate;
        }
        if (count > most) {
            most = count;
            best = candidate;
        }
    }
    return best;
}

} // namespace

bool CsvRows::next(QList<QByteArray> &cells)
{
    QByteArrayView line;
    do {
        if (!m_lines.next(line))
            return false;
        if (m_lines.number() == 1 && line.startsWith("\xEF\xBB\xBF"))
            line = line.sliced(3);
    } while (line.trimmed().isEmpty());
    m_line = m_lines.number();
    m_row = line.toByteArray();
    if (m_delimiter == 0)
        m_delimiter = delimiterOf(line);
    // A quote opens a cell only at its start; within, an odd number of quotes means that the cell goes on in the next line.
    const auto isUnfinished = [this] {
        bool isQuoted = false, isAtStart = true;
        for (qsizetype i = 0; i < m_row.size(); ++i) {
            const char c = m_row[i];
            if (c == '"' && isQuoted)
                isQuoted = i + 1 < m_row.size() && m_row[i + 1] == '"' ? (++i, true) : false;
            else if (c == '"' && isAtStart)
                isQuoted = true;
            isAtStart = !isQuoted && c == m_delimiter;
        }
        return isQuoted;
    };
    m_isOpen = m_row.contains('"') && isUnfinished();
    while (m_isOpen && m_row.size() < longestRow && m_lines.next(line)) {
        m_row.append('\n').append(line);
        m_isOpen = !line.contains('"') || isUnfinished();
    }
    split(cells);
    return true;
}

void CsvRows::split(QList<QByteArray> &cells) const
{
    cells.clear();
    QByteArray cell;
    bool isQuoted = false, isAtStart = true;
    for (qsizetype i = 0; i < m_row.size(); ++i) {
        const char c = m_row[i];
        if (isQuoted) {
            if (c == '"' && i + 1 < m_row.size() && m_row[i + 1] == '"')
                cell += m_row[++i];
            else if (c == '"')
                isQuoted = false;
            else
                cell += c;
        } else if (c == '"' && isAtStart) {
            isQuoted = true;
        } else if (c == m_delimiter) {
            cells.append(cell);
            cell.clear();
            isAtStart = true;
            continue;
        } else {
            cell += c;
        }
        isAtStart = false;
    }
    cells.append(cell);
}

} // namespace Trainyard
