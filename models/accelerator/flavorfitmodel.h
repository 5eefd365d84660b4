#pragma once

#include "models/accelerator/memoryforecast.h"

#include <QAbstractTableModel>

namespace Trainyard {

/// The flavors of a profile, held against one forecast. DisplayRole is text for people, SortRole the raw value.
class FlavorFitModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { FlavorColumn, CardColumn, FitColumn, PriceColumn, HoursColumn, ColumnCount };
    enum Role { SortRole = Qt::UserRole, NameRole, /** bool, or nothing: not known. */ FitsRole };

    using QAbstractTableModel::QAbstractTableModel;

    void setForecast(const MemoryForecast &forecast);
    /// Sets every text again, after a change of language.
    void retranslate();

    int rowCount(const QModelIndex &parent = QModelIndex()) const override;
    int columnCount(const QModelIndex &parent = QModelIndex()) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString text(const FlavorFit &flavor, int column) const;
    QVariant sortValue(const FlavorFit &flavor, int column) const;

    QList<FlavorFit> m_flavors;
    qint64 m_needBytes = 0;
};

} // namespace Trainyard
