#include "widgets/setup/rowsmodel.h"

namespace Trainyard {

void RowsModel::setColumns(const QList<Column> &columns)
{
    if (m_columns == columns)
        return;
    if (m_columns.size() == columns.size()) {
        m_columns = columns; // another language
        Q_EMIT headerDataChanged(Qt::Horizontal, 0, int(columns.size()) - 1);
        return;
    }
    beginResetModel();
    m_columns = columns;
    m_rows.clear();
    endResetModel();
}

void RowsModel::setRows(const QList<QStringList> &rows)
{
    if (m_rows == rows)
        return;
    if (m_rows.size() == rows.size()) {
        m_rows = rows;
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        return;
    }
    beginResetModel();
    m_rows = rows;
    endResetModel();
}

int RowsModel::appendRow()
{
    QStringList row;
    for (const Column &column : std::as_const(m_columns))
        row.append(column.initial);
    const int position = rowCount();
    beginInsertRows({}, position, position);
    m_rows.append(row);
    endInsertRows();
    Q_EMIT edited();
    return position;
}

int RowsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int RowsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_columns.size());
}

QVariant RowsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role == Qt::DisplayRole || role == Qt::EditRole || role == Qt::ToolTipRole)
        return m_rows.at(index.row()).at(index.column());
    if (role == ChoicesRole)
        return m_columns.at(index.column()).choices;
    return {};
}

bool RowsModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return false;
    const QString text = value.toString().trimmed();
    if (m_rows.at(index.row()).at(index.column()) == text)
        return true;
    m_rows[index.row()][index.column()] = text;
    Q_EMIT dataChanged(index, index);
    Q_EMIT edited();
    return true;
}

QVariant RowsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::DisplayRole && section < m_columns.size())
        return m_columns.at(section).title;
    return {};
}

Qt::ItemFlags RowsModel::flags(const QModelIndex &index) const
{
    return index.isValid() ? QAbstractTableModel::flags(index) | Qt::ItemIsEditable : Qt::NoItemFlags;
}

bool RowsModel::removeRows(int row, int count, const QModelIndex &parent)
{
    if (parent.isValid() || row < 0 || count < 1 || row + count > m_rows.size())
        return false;
    beginRemoveRows({}, row, row + count - 1);
    m_rows.remove(row, count);
    endRemoveRows();
    Q_EMIT edited();
    return true;
}

} // namespace Trainyard
