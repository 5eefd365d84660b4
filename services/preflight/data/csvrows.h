#pragma once

#include "services/preflight/data/datafile.h"

#include <QByteArrayList>

namespace Trainyard {

/// Rows of a delimited text, across line ends in quotes.
class CsvRows
{
public:
    CsvRows(DataFile &file, FileReport &report)
        : m_lines(file, report)
    {
    }

    /// The next row that is not blank. False: no more.
    bool next(QList<QByteArray> &cells);
    qint64 line() const { return m_line; }     ///< at which the row begins
    bool isOpen() const { return m_isOpen; }   ///< the file ended in a quote that this row opened
    QByteArrayView text() const { return m_row; } ///< the row as it stands
    char delimiter() const { return m_delimiter; }

private:
    void split(QList<QByteArray> &cells) const;

    LineReader m_lines;
    QByteArray m_row;
    char m_delimiter = 0; ///< 0: not known yet
    qint64 m_line = 0;
    bool m_isOpen = false;
};

} // namespace Trainyard
