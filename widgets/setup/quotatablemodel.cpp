#include "widgets/setup/quotatablemodel.h"

#include <QFont>
#include <QLocale>

namespace Trainyard {

void QuotaTableModel::setItems(const QList<QuotaItem> &items)
{
    if (m_items == items)
        return;
    beginResetModel();
    m_items = items;
    endResetModel();
}

void QuotaTableModel::setCurrentFlavor(const QString &flavor)
{
    if (m_currentFlavor == flavor)
        return;
    m_currentFlavor = flavor;
    if (!m_items.isEmpty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {Qt::FontRole});
}

int QuotaTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_items.size());
}

int QuotaTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString QuotaTableModel::text(const QuotaItem &item, int column) const
{
    const QLocale locale;
    const QString unknown = QStringLiteral("–");
    switch (column) {
    case FlavorColumn: return item.flavor;
    case TypeColumn: return item.type;
    case CountColumn:
        if (item.available && item.total)
            return tr("%1 of %2").arg(locale.toString(*item.available), locale.toString(*item.total));
        return item.total ? locale.toString(*item.total) : unknown;
    case StateColumn: return item.state;
    case HoursColumn:
        if (item.isUnlimited)
            return tr("no limit");
        return item.hoursLeft ? locale.toString(*item.hoursLeft, 'f', 1) : unknown;
    }
    return {};
}

QVariant QuotaTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const QuotaItem &item = m_items.at(index.row());
    const bool isNumber = index.column() == CountColumn || index.column() == HoursColumn;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole: return text(item, index.column());
    case SortRole:
        if (index.column() == CountColumn)
            return item.available.value_or(0);
        if (index.column() == HoursColumn)
            return item.isUnlimited ? 1e12 : item.hoursLeft.value_or(-1);
        return text(item, index.column());
    case Qt::TextAlignmentRole: return int((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::FontRole: {
        QFont font;
        font.setBold(item.flavor == m_currentFlavor);
        return font.bold() ? QVariant(font) : QVariant();
    }
    }
    return {};
}

QVariant QuotaTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == CountColumn || section == HoursColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case FlavorColumn: return tr("Flavor");
    case TypeColumn: return tr("Type");
    case CountColumn: return tr("Free");
    case StateColumn: return tr("State");
    case HoursColumn: return tr("Card-hours left");
    }
    return {};
}

} // namespace Trainyard
