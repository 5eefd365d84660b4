#pragma once

#include <QStyledItemDelegate>

namespace Trainyard {

/// Draws a row of DryRunRowModel: status icon, the sentence, and below it the detail, smaller; both wrap.
class DryRunRowDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace Trainyard
