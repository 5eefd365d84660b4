#pragma once

#include "models/run/logtext.h"

#include <functional>

namespace Trainyard {

/// The bytes of one block of a log with its lines: what a test of lines looks at.
struct LogSlice
{
    LogPage page;
    QByteArray bytes; ///< at most the first 8 MiB of a long line

    static LogSlice read(const LogText &text, qsizetype block);
    QByteArrayView line(int index) const;
};

/// Answers with the lines of a slice that pass, as indexes into its page, rising. Called in several threads.
using LineTest = std::function<QList<int>(const LogSlice &slice)>;

/// Which lines a person wants to see.
struct LineFilter
{
    enum class Bars { Folded, All, Hidden };

    bool errors = false;   ///< errors and warnings both off: lines of every kind
    bool warnings = false;
    Bars bars = Bars::Folded;
    std::optional<int> rank;

    bool accepts(LineKind kind) const;
    /// True when some lines are hidden on a person's wish; folded bars are none of them.
    bool hidesLines() const { return errors || warnings || bars == Bars::Hidden || rank; }
    bool operator==(const LineFilter &) const = default;
};

LineTest filterTest(const LineFilter &filter);
/// Lines whose shown text holds @p needle. Letters of ASCII match in either case unless @p isCaseSensitive.
LineTest plainTest(const QString &needle, bool isCaseSensitive);

/// How many lines pass a test, block by block.
class LineCounts
{
public:
    void clear() { *this = LineCounts(); }
    /// Blocks from @p first on have @p counts; blocks behind them are forgotten.
    void set(qsizetype first, const QList<int> &counts);

    qsizetype blockCount() const { return m_before.size(); }
    qint64 total() const { return m_total; }
    qint64 before(qsizetype block) const { return block < m_before.size() ? m_before.at(block) : m_total; }
    qint64 count(qsizetype block) const { return before(block + 1) - before(block); }
    /// The block that holds the passing line number @p index, from 0.
    qsizetype blockOf(qint64 index) const;

private:
    QList<qint64> m_before; ///< passing lines before each block
    qint64 m_total = 0;
};

} // namespace Trainyard
