#include "widgets/setup/flavordelegate.h"

#include "widgets/common/theme.h"

#include <QPainter>

namespace Trainyard {

namespace {
constexpr int gap = 16, margin = 6;
}

void FlavorDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    const QString remark = index.data(RemarkRole).toString();
    if (remark.isEmpty())
        return;
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    painter->save();
    painter->setFont(Theme::helpFont());
    painter->setPen(isSelected ? option.palette.color(QPalette::HighlightedText) : Theme::color(StatusColor::Muted));
    painter->drawText(option.rect.adjusted(0, 0, -margin, 0), Qt::AlignRight | Qt::AlignVCenter, remark);
    painter->restore();
}

QSize FlavorDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    if (const QString remark = index.data(RemarkRole).toString(); !remark.isEmpty())
        size.rwidth() += gap + QFontMetrics(Theme::helpFont()).horizontalAdvance(remark) + margin;
    return size;
}

} // namespace Trainyard
