#include "services/preflight/data/tablereader.h"

#include "services/preflight/data/csvrows.h"
#include "services/preflight/data/datanames.h"
#include "services/preflight/data/labelcheck.h"
#include "services/preflight/data/pathvalues.h"

#include <algorithm>
#include <cmath>

namespace Trainyard {

namespace {

constexpr qsizetype linesKept = 10;
constexpr qsizetype shortestHashed = 24; ///< shorter rows are alike by chance

struct Cells
{
    qint64 count = 0;
    QList<qint64> lines;
    QString value;

    void add(qint64 line, const QByteArray &cell)
    {
        if (count++ == 0)
            value = QString::fromUtf8(cell.left(60));
        if (lines.size() < linesKept)
            lines.append(line);
    }
};

struct Column
{
    QString name;
    qint64 numbers = 0;
    qint64 paths = 0;
    Cells blank;   ///< nothing in it
    Cells missing; ///< nan, NA, null, inf
    Cells text;
};

/// As pandas reads them, and what no loss can be computed of.
bool isMissing(const QByteArray &cell)
{
    static const QByteArrayList words{"nan", "-nan", "na", "n/a", "#n/a", "<na>", "null", "none", "inf", "-inf", "+inf", "infinity", "-infinity"};
    return cell.size() <= 9 && words.contains(cell.toLower());
}

bool isNumber(const QByteArray &cell)
{
    const char first = cell[0];
    if (!(first >= '0' && first <= '9') && first != '-' && first != '+' && first != '.')
        return false;
    bool isNumber = false;
    cell.toDouble(&isNumber);
    return isNumber;
}

class TableCheck
{
public:
    TableCheck(const QByteArray &path, const ReadContext &context, FileReport &report)
        : m_folder(path.left(path.lastIndexOf('/')))
        , m_context(context)
        , m_report(report)
        , m_isOfSplit(!splitOf(path.mid(context.root.size())).isEmpty())
    {
    }

    void readHeader(const QList<QByteArray> &cells)
    {
        QStringList names;
        for (const QByteArray &cell : cells) {
            const QString name = QString::fromUtf8(cell.trimmed());
            if (names.contains(name) && !name.isEmpty())
                m_report.add(Trouble::DuplicateColumn, 1, name);
            names.append(name);
            m_columns.append(Column{name, 0, 0, {}, {}, {}});
        }
        m_target = targetColumn(names, m_context.options);
        if (m_target)
            m_facts.target = names[*m_target];
        else if (!m_context.options.targetColumn.isEmpty())
            m_report.add(Trouble::MissingKey, 1, m_context.options.targetColumn);
    }

    void readRow(const QList<QByteArray> &cells, qint64 line, QByteArrayView text)
    {
        ++m_facts.records;
        if (cells.size() != m_columns.size()) {
            ++m_widths[cells.size()];
            m_ragged.add(line, QByteArray::number(cells.size()));
            return;
        }
        if (m_isOfSplit && text.size() >= shortestHashed)
            m_facts.hashes.append(fastHash(text));
        for (qsizetype i = 0; i < cells.size(); ++i)
            readCell(i, cells[i].trimmed(), line);
    }

    void finish()
    {
        // A header that is one shorter than every row leaves out the name of the row numbers: readers know that.
        const bool hasRowNames = m_widths.size() == 1 && m_widths.firstKey() == m_columns.size() + 1 && m_ragged.count == m_facts.records;
        if (m_ragged.count > 0 && !hasRowNames)
            tell(Trouble::RaggedRow, QString::number(m_columns.size()), m_ragged);
        for (qsizetype i = 0; i < m_columns.size(); ++i)
            judgeColumn(i);
        m_report.records = m_facts;
    }

private:
    void readCell(qsizetype index, const QByteArray &cell, qint64 line)
    {
        Column &column = m_columns[index];
        if (cell.isEmpty())
            column.blank.add(line, cell);
        else if (isNumber(cell))
            ++column.numbers;
        else if (isMissing(cell))
            column.missing.add(line, cell);
        else
            column.text.add(line, cell);
        if (m_target == index && !cell.isEmpty() && !isMissing(cell))
            addLabel(QString::fromUtf8(cell), line, m_context.options, m_facts, m_report);
        if (!cell.isEmpty() && namesFile(cell)) {
            ++column.paths;
            checkPathValue(cell, m_folder, m_context, line, column.name, m_report);
        }
    }

    void judgeColumn(qsizetype index)
    {
        const Column &column = m_columns[index];
        const bool isTarget = m_target == index;
        const qint64 told = column.numbers + column.text.count;
        const bool isNumeric = column.numbers > 0 && column.numbers * 10 >= told * 9;
        if (isTarget && told > 0) { // without any label it is a table to predict for
            tellBoth(Trouble::MissingTarget, column);
        } else if (isNumeric && !isTarget) {
            tellBoth(Trouble::MissingValue, column);
        } else if (!isTarget && told > 0 && column.blank.count > 0 && column.blank.count * 10 <= told) {
            tell(Trouble::MissingText, column.name, column.blank);
        }
        if (isNumeric && column.text.count > 0 && column.paths == 0)
            tell(Trouble::TextInNumbers, column.name, column.text);
        judgeMissingFiles(column.name, column.paths, m_report);
    }

    void tellBoth(Trouble trouble, const Column &column)
    {
        Cells both = column.blank;
        both.count += column.missing.count;
        both.lines += column.missing.lines;
        std::sort(both.lines.begin(), both.lines.end());
        both.lines = both.lines.mid(0, linesKept);
        if (column.missing.count > 0)
            both.value = column.missing.value;
        if (both.count > 0)
            tell(trouble, column.name, both);
    }

    void tell(Trouble trouble, const QString &subject, const Cells &cells)
    {
        m_report.troubles.append({trouble, subject, cells.value, cells.count, cells.lines});
    }

    const QByteArray m_folder;
    const ReadContext &m_context;
    FileReport &m_report;
    const bool m_isOfSplit;
    QList<Column> m_columns;
    std::optional<qsizetype> m_target;
    RecordFacts m_facts;
    Cells m_ragged;
    QMap<qsizetype, qint64> m_widths;
};

/// `images/1.jpg 3`: a line of a list is a path, perhaps with a label behind it. What has more words is a sentence.
QByteArrayView firstWord(QByteArrayView line)
{
    const QByteArrayView text = line.trimmed();
    const qsizetype blank = text.indexOf(' ');
    return blank > 0 && text.size() - blank < 12 && text.sliced(blank + 1).indexOf(' ') < 0 ? text.first(blank) : text;
}

} // namespace

FileReport readTable(const QByteArray &path, const ReadContext &context)
{
    FileReport report;
    DataFile file(path, context, report);
    if (!file.isOpen() || isNoText(file, report))
        return report;
    TableCheck check(path, context, report);
    CsvRows rows(file, report);
    QList<QByteArray> cells;
    for (bool isHeader = true; rows.next(cells); isHeader = false) {
        if (rows.isOpen()) {
            report.add(Trouble::BadLine, rows.line());
            break;
        }
        if (!isUtf8(rows.text()))
            report.add(Trouble::Encoding, rows.line(), QString(), guessedEncoding(rows.text()));
        if (isHeader)
            check.readHeader(cells);
        else
            check.readRow(cells, rows.line(), rows.text());
    }
    check.finish();
    file.checkUnchanged();
    return report;
}

FileReport readText(const QByteArray &path, const ReadContext &context)
{
    FileReport report;
    DataFile file(path, context, report);
    if (!file.isOpen() || isNoText(file, report))
        return report;
    LineReader lines(file, report);
    QByteArrayView line;
    qint64 paths = 0;
    while (lines.next(line)) {
        if (line.contains('\0')) {
            report.add(Trouble::WrongContent, lines.number(), QString(), QStringLiteral("NUL"));
            break;
        }
        if (!isUtf8(line))
            report.add(Trouble::Encoding, lines.number(), QString(), guessedEncoding(line));
        const QByteArrayView word = firstWord(line);
        if (line.size() < 400 && namesFile(word)) {
            ++paths;
            checkPathValue(word, path.left(path.lastIndexOf('/')), context, lines.number(), QString(), report);
        }
    }
    judgeMissingFiles(QString(), paths, report);
    file.checkUnchanged();
    return report;
}

} // namespace Trainyard
