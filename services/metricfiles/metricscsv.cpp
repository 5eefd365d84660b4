#include "services/metricfiles/metricscsv.h"

#include "services/logs/numbers.h"
#include "services/metricfiles/rowevents.h"

#include <algorithm>

namespace Trainyard {

namespace {

constexpr qsizetype mostColumns = 4096;

char separatorOf(QByteArrayView line)
{
    char best = ',';
    qsizetype most = 0;
    for (const char separator : {',', '\t', ';'}) {
        const qsizetype count = std::count(line.begin(), line.end(), separator);
        if (count > most) {
            best = separator;
            most = count;
        }
    }
    return best;
}

/// A quoted cell may hold the separator; "" in it is a quote.
QList<QByteArray> cellsOf(QByteArrayView line, char separator)
{
    QList<QByteArray> cells;
    QByteArray cell;
    bool isQuoted = false;
    for (qsizetype i = 0; i < line.size() && cells.size() < mostColumns; ++i) {
        const char c = line[i];
        if (c == '"') {
            if (isQuoted && i + 1 < line.size() && line[i + 1] == '"')
                cell += line[++i];
            else
                isQuoted = !isQuoted;
        } else if (c == separator && !isQuoted) {
            cells.append(std::exchange(cell, {}).trimmed());
        } else {
            cell += c;
        }
    }
    cells.append(cell.trimmed());
    return cells;
}

std::optional<double> numberOf(const QByteArray &cell)
{
    double value = 0;
    bool isInteger = false;
    const size_t length = Logs::numberAt({cell.constData(), size_t(cell.size())}, value, isInteger);
    return length > 0 && length == size_t(cell.size()) ? std::optional(value) : std::nullopt;
}

} // namespace

bool MetricsCsv::isHeader(QByteArrayView line)
{
    constexpr qsizetype longest = 64 << 10;
    if (line.size() > longest || line.contains('{'))
        return false;
    const QList<QByteArray> cells = cellsOf(line, separatorOf(line));
    if (cells.size() < 2)
        return false;
    MetricTags tags;
    bool namesPosition = false;
    bool namesMetric = false;
    for (const QByteArray &cell : cells) {
        constexpr qsizetype longestName = 128;
        if (numberOf(cell) || cell.size() > longestName || cell.contains(": "))
            return false;
        if (cell.isEmpty())
            continue;
        const MetricTag::Role role = tags.ofColumn(cell).role;
        namesPosition = namesPosition || role == MetricTag::Role::Step || role == MetricTag::Role::Epoch;
        namesMetric = namesMetric || role == MetricTag::Role::Metric;
    }
    return namesPosition && namesMetric;
}

QList<TimedEvent> MetricsCsv::read(QByteArrayView line, qint64 number, qint64 offset)
{
    if (line.trimmed().isEmpty())
        return {};
    if (m_columns.isEmpty() || (m_columns.first() == cellsOf(line, m_separator).first() && isHeader(line))) {
        m_separator = separatorOf(line);
        m_columns = cellsOf(line, m_separator);
        return {};
    }
    const QList<QByteArray> cells = cellsOf(line, m_separator);
    if (cells.size() > m_columns.size() + 1) // one more: a separator at the end
        return {};
    RowEvents row(number, offset);
    for (qsizetype i = 0; i < std::min(cells.size(), m_columns.size()); ++i) {
        if (const std::optional<double> value = numberOf(cells[i]); value && !m_columns[i].isEmpty())
            row.add(m_tags.ofColumn(m_columns[i]), *value);
    }
    return row.take();
}

} // namespace Trainyard
