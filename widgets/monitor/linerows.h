#pragma once

#include "widgets/monitor/linescanner.h"

#include <QHash>

namespace Trainyard {

/**
 * Which lines of a log are rows of its view: those that pass a filter. Keeps counts for whole blocks and the rows of the blocks looked at last.
 *
 * Kinds of lines are known from the index; a rank has to be looked for, in a worker.
 */
class LineRows final : public QObject
{
    Q_OBJECT

public:
    /// @p text must outlive it.
    explicit LineRows(const LogText &text, QObject *parent = nullptr);

    void setFilter(const LineFilter &filter);
    const LineFilter &filter() const { return m_filter; }
    /// The log has grown, or begins anew.
    void update();
    void clear();

    qint64 count() const;
    qint64 lineOf(qint64 row) const;
    /// Of a hidden line: that of the next one that is there.
    qint64 rowOf(qint64 line) const;
    bool isShown(qint64 line) const;
    /// About where among the rows a line stands, 0 to 1; without a look at the log.
    double placeOf(qint64 line) const;

Q_SIGNALS:
    /// More rows were found.
    void advanced();

private:
    const LineCounts &counts() const { return m_filter.rank ? m_scanner.counts() : m_counts; }
    bool isEveryLine() const;
    int countOf(qsizetype block) const;
    const QList<int> &rowsOf(qsizetype block) const;

    const LogText &m_text;
    LineFilter m_filter;
    LineTest m_test;
    LineCounts m_counts;
    LineScanner m_scanner;
    qsizetype m_next = 0; ///< block to count next
    mutable QHash<qsizetype, QList<int>> m_rows; ///< indexes into the block
};

} // namespace Trainyard
