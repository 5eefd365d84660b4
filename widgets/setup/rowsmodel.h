#pragma once

#include <QAbstractTableModel>
#include <QStringList>

namespace Trainyard {

/// A small editable table of texts: parameters, variables, inputs, outputs. Columns may have a fixed choice of values.
class RowsModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    struct Column
    {
        QString title;
        QStringList choices; ///< empty: free text
        QString initial;     ///< of a new row
        bool operator==(const Column &) const = default;
    };
    enum Role { ChoicesRole = Qt::UserRole };

    using QAbstractTableModel::QAbstractTableModel;

    void setColumns(const QList<Column> &columns);
    const QList<QStringList> &rows() const { return m_rows; }
    /// Each row has as many texts as there are columns. Rows that stay keep their selection.
    void setRows(const QList<QStringList> &rows);
    int appendRow();

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    bool removeRows(int row, int count, const QModelIndex &parent = {}) override;

Q_SIGNALS:
    /// By a person, not by setRows().
    void edited();

private:
    QList<Column> m_columns;
    QList<QStringList> m_rows;
};

} // namespace Trainyard
