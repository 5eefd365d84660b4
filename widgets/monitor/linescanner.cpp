#include "widgets/monitor/linescanner.h"

#include "services/common/async.h"

#include <QElapsedTimer>
#include <QThreadPool>
#include <QtConcurrentRun>

#include <algorithm>

namespace Trainyard {

namespace {

constexpr int sliceMs = 50;
constexpr qsizetype mostLines = 20'000;

QThreadPool &scanners()
{
    static QThreadPool pool;
    pool.setMaxThreadCount(1);
    pool.setThreadPriority(QThread::LowPriority);
    return pool;
}

} // namespace

void LineScanner::start(LineTest test, const LogText &text)
{
    stop();
    m_test = std::move(test);
    follow(text);
}

void LineScanner::stop()
{
    ++m_generation;
    m_test = {};
    m_counts.clear();
    m_lines.clear();
    m_hasTooMany = false;
    m_next = 0;
    m_isRunning = false;
}

void LineScanner::follow(const LogText &text)
{
    if (!m_test)
        return;
    m_text = text;
    m_hasGrown = true;
    if (!m_isRunning)
        scanNext();
}

LineScanner::Found LineScanner::scan(const LogText &text, const LineTest &test, qsizetype first)
{
    QElapsedTimer timer;
    timer.start();
    Found found;
    for (qsizetype block = first; block < text.blockCount(); ++block) {
        const LogSlice slice = LogSlice::read(text, block);
        const QList<int> passing = test(slice);
        found.counts.append(int(passing.size()));
        for (const int index : passing) {
            if (found.lines.size() <= mostLines)
                found.lines.append(slice.page.firstLine + index);
        }
        if (timer.elapsed() >= sliceMs)
            break;
    }
    return found;
}

void LineScanner::scanNext()
{
    m_isRunning = true;
    m_hasGrown = false;
    const auto work = [text = m_text, test = m_test, first = m_next] { return scan(text, test, first); };
    onFinished(QtConcurrent::run(&scanners(), work), this,
               [this, generation = m_generation, first = m_next, blocks = m_text.blockCount()](const Found &found) {
                   if (generation == m_generation)
                       take(first, blocks, found);
               });
}

void LineScanner::take(qsizetype first, qsizetype blocks, const Found &found)
{
    m_counts.set(first, found.counts);
    const qint64 firstLine = m_text.block(first).firstLine;
    while (!m_lines.isEmpty() && m_lines.last() >= firstLine)
        m_lines.removeLast();
    m_hasTooMany |= m_lines.size() + found.lines.size() > mostLines;
    m_lines = m_hasTooMany ? QList<qint64>() : m_lines + found.lines;
    const qsizetype done = first + found.counts.size();
    m_next = std::min(done, blocks - 1); // the last block still grows
    m_isRunning = false;
    if (done < blocks || m_hasGrown)
        scanNext();
    Q_EMIT advanced();
}

QList<qint64> LineScanner::linesOf(qsizetype block) const
{
    QList<qint64> lines;
    if (!m_test || m_counts.count(block) == 0)
        return lines;
    const LogSlice slice = LogSlice::read(m_text, block);
    for (const int index : m_test(slice))
        lines.append(slice.page.firstLine + index);
    return lines;
}

std::optional<qint64> LineScanner::nextAfter(qint64 line) const
{
    for (qsizetype block = m_text.blockOfLine(std::max<qint64>(line, 1)); block < m_counts.blockCount(); ++block) {
        const QList<qint64> lines = linesOf(block);
        const auto next = std::upper_bound(lines.cbegin(), lines.cend(), line);
        if (next != lines.cend())
            return *next;
    }
    return std::nullopt;
}

std::optional<qint64> LineScanner::lastBefore(qint64 line) const
{
    for (qsizetype block = std::min(m_text.blockOfLine(std::max<qint64>(line, 1)), m_counts.blockCount() - 1); block >= 0; --block) {
        const QList<qint64> lines = linesOf(block);
        const auto at = std::lower_bound(lines.cbegin(), lines.cend(), line);
        if (at != lines.cbegin())
            return *std::prev(at);
    }
    return std::nullopt;
}

} // namespace Trainyard
