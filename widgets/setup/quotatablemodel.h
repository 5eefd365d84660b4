#pragma once

#include "services/platforms/platform.h"

#include <QAbstractTableModel>

namespace Trainyard {

/// What there is to run on, and how much of it is left.
class QuotaTableModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { FlavorColumn, TypeColumn, StateColumn, CountColumn, HoursColumn, ColumnCount };
    enum Role { SortRole = Qt::UserRole };

    using QAbstractTableModel::QAbstractTableModel;

    void setItems(const QList<QuotaItem> &items);
    const QList<QuotaItem> &items() const { return m_items; }
    /// The row of the job's flavor is bold.
    void setCurrentFlavor(const QString &flavor);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString text(const QuotaItem &item, int column) const;

    QList<QuotaItem> m_items;
    QString m_currentFlavor;
};

} // namespace Trainyard
