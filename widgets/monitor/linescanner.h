#pragma once

#include "models/run/linefilter.h"

#include <QObject>

namespace Trainyard {

/**
 * Counts the lines of a log that pass a test, in a worker and in slices of some 50 ms, and goes on when the log grows.
 */
class LineScanner final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// Forgets the last test.
    void start(LineTest test, const LogText &text);
    void stop();
    /// The log has grown.
    void follow(const LogText &text);

    bool isActive() const { return bool(m_test); }
    /// All that is there was looked at.
    bool isComplete() const { return !m_isRunning; }
    const LineCounts &counts() const { return m_counts; }
    /// The passing lines, as long as there are few: at most 20,000, else none.
    const QList<qint64> &lines() const { return m_lines; }
    /// The passing lines of one block.
    QList<qint64> linesOf(qsizetype block) const;
    std::optional<qint64> nextAfter(qint64 line) const;
    std::optional<qint64> lastBefore(qint64 line) const;

Q_SIGNALS:
    void advanced();

private:
    struct Found
    {
        QList<int> counts;
        QList<qint64> lines;
    };

    static Found scan(const LogText &text, const LineTest &test, qsizetype first);
    void scanNext();
    void take(qsizetype first, qsizetype blocks, const Found &found);

    LineTest m_test;
    LogText m_text;
    LineCounts m_counts;
    QList<qint64> m_lines;
    bool m_hasTooMany = false;
    qsizetype m_next = 0; ///< block to look at next
    bool m_isRunning = false;
    bool m_hasGrown = false;
    int m_generation = 0;
};

} // namespace Trainyard
