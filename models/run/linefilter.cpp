#include "models/run/linefilter.h"

#include <QByteArrayMatcher>

#include <algorithm>

namespace Trainyard {

namespace {

constexpr qint64 mostSearched = 8 << 20; ///< of one long line

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

/// True when a terminal would show something else than the bytes.
bool isRewritten(QByteArrayView line)
{
    if (line.endsWith('\n'))
        line.chop(1);
    if (line.endsWith('\r'))
        line.chop(1);
    return std::any_of(line.begin(), line.end(), [](char c) { return c == '\r' || c == '\x1b' || c == '\b'; });
}

} // namespace

LogSlice LogSlice::read(const LogText &text, qsizetype block)
{
    return {text.readPage(block), text.readBlock(block, mostSearched)};
}

QByteArrayView LogSlice::line(int index) const
{
    const qint64 from = std::min<qint64>(page.starts[size_t(index)] - page.starts[0], bytes.size());
    const qint64 to = std::min<qint64>(page.starts[size_t(index) + 1] - page.starts[0], bytes.size());
    return QByteArrayView(bytes).sliced(from, to - from);
}

bool LineFilter::accepts(LineKind kind) const
{
    switch (kind) {
    case LineKind::Plain: return !errors && !warnings;
    case LineKind::Error: return errors || !warnings;
    case LineKind::Warning: return warnings || !errors;
    case LineKind::Bar: return !errors && !warnings && bars != Bars::Hidden;
    case LineKind::InnerBar: return !errors && !warnings && bars == Bars::All;
    }
    Q_UNREACHABLE();
}

LineTest filterTest(const LineFilter &filter)
{
    return [filter](const LogSlice &slice) {
        QList<int> passing;
        for (int i = 0; i < slice.page.lineCount(); ++i) {
            if (filter.accepts(slice.page.kinds[size_t(i)]) && (!filter.rank || lineRank(slice.line(i)) == filter.rank))
                passing.append(i);
        }
        return passing;
    };
}

/// Searches the block, not line by line: most lines never hold the needle. Only a line that is shown otherwise than its bytes are is looked at alone.
LineTest plainTest(const QString &needle, bool isCaseSensitive)
{
    const QByteArray wanted = isCaseSensitive ? needle.toUtf8() : loweredCopy(needle.toUtf8());
    return [needle, matcher = QByteArrayMatcher(wanted), isCaseSensitive](const LogSlice &slice) {
        QList<int> passing;
        const QByteArray block = isCaseSensitive ? slice.bytes : loweredCopy(slice.bytes);
        const bool holdsRewritten = isRewritten(slice.bytes);
        qsizetype hit = matcher.indexIn(block);
        if (hit < 0 && !holdsRewritten)
            return passing;
        for (int i = 0; i < slice.page.lineCount(); ++i) {
            const qint64 begin = slice.page.starts[size_t(i)] - slice.page.starts[0];
            const qint64 end = slice.page.starts[size_t(i) + 1] - slice.page.starts[0];
            if (holdsRewritten && isRewritten(slice.line(i))) {
                if (displayLine(slice.line(i)).contains(needle, isCaseSensitive ? Qt::CaseSensitive : Qt::CaseInsensitive))
                    passing.append(i);
            } else if (hit >= begin && hit < end) {
                passing.append(i);
            }
            if (hit >= 0 && hit < end)
                hit = matcher.indexIn(block, end);
        }
        return passing;
    };
}

void LineCounts::set(qsizetype first, const QList<int> &counts)
{
    m_total = before(first);
    m_before.resize(std::min(first, m_before.size()));
    for (const int count : counts) {
        m_before.append(m_total);
        m_total += count;
    }
}

qsizetype LineCounts::blockOf(qint64 index) const
{
    return std::max<qsizetype>(0, std::upper_bound(m_before.cbegin(), m_before.cend(), index) - m_before.cbegin() - 1);
}

} // namespace Trainyard
