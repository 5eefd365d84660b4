#include "models/accelerator/flavorfitmodel.h"

#include "models/accelerator/forecasttext.h"
#include "models/common/units.h"

#include <QLocale>

namespace Trainyard {

void FlavorFitModel::setForecast(const MemoryForecast &forecast)
{
    if (m_flavors == forecast.flavors && m_needBytes == forecast.smallestCapacityBytes)
        return;
    beginResetModel();
    m_flavors = forecast.flavors;
    m_needBytes = forecast.smallestCapacityBytes;
    endResetModel();
}

void FlavorFitModel::retranslate()
{
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (!m_flavors.isEmpty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int FlavorFitModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_flavors.size());
}

int FlavorFitModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString FlavorFitModel::text(const FlavorFit &flavor, int column) const
{
    switch (column) {
    case FlavorColumn: return flavor.name;
    case CardColumn: return flavor.capacityBytes ? tr("%1, %2", "card, its memory").arg(flavor.accelerator, displaySize(*flavor.capacityBytes)) : flavor.accelerator;
    case FitColumn: return flavorFitText(flavor, m_needBytes);
    case PriceColumn: return flavor.pricePerHour ? QLocale().toString(*flavor.pricePerHour, 'f', 2) : QStringLiteral("–");
    case HoursColumn: return flavor.hoursLow ? hoursText(flavor) : QStringLiteral("–");
    }
    return {};
}

QVariant FlavorFitModel::sortValue(const FlavorFit &flavor, int column) const
{
    switch (column) {
    case CardColumn: return flavor.capacityBytes.value_or(0);
    case FitColumn: return flavor.fits.value_or(false) ? double(flavor.capacityBytes.value_or(0)) : 1e18; // what fits first, the smallest card of it
    case PriceColumn: return flavor.pricePerHour.value_or(1e18);
    case HoursColumn: return flavor.hoursLow.value_or(1e18);
    }
    return text(flavor, column);
}

QVariant FlavorFitModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const FlavorFit &flavor = m_flavors.at(index.row());
    const bool isNumber = index.column() == PriceColumn || index.column() == HoursColumn;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole: return text(flavor, index.column());
    case SortRole: return sortValue(flavor, index.column());
    case NameRole: return flavor.name;
    case FitsRole: return flavor.fits ? QVariant(*flavor.fits) : QVariant();
    case Qt::TextAlignmentRole: return int((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    return {};
}

QVariant FlavorFitModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == PriceColumn || section == HoursColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case FlavorColumn: return tr("Flavor");
    case CardColumn: return tr("Card");
    case FitColumn: return tr("This job");
    case PriceColumn: return tr("Per hour");
    case HoursColumn: return tr("Whole job");
    }
    return {};
}

} // namespace Trainyard
