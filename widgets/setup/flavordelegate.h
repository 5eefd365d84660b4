#pragma once

#include <QStyledItemDelegate>

namespace Trainyard {

/// A flavor of a list with a remark at the right: whether the job fits it.
class FlavorDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    enum Role { RemarkRole = Qt::UserRole + 1 }; ///< the remark; empty: none

    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace Trainyard
