#include "widgets/runs/rundelegate.h"

#include "models/run/runtablemodel.h"
#include "widgets/common/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace Trainyard {

namespace {

QIcon stateIcon(RunState state)
{
    switch (state) {
    case RunState::Queued: return Theme::icon(QStringLiteral("queued"), StatusColor::Muted);
    case RunState::Starting:
    case RunState::Running: return Theme::icon(QStringLiteral("running"), StatusColor::Info);
    case RunState::Stopping: return Theme::icon(QStringLiteral("stopped"), StatusColor::Warning);
    case RunState::Done: return Theme::statusIcon(StatusColor::Ok);
    case RunState::Failed:
    case RunState::Lost: return Theme::statusIcon(StatusColor::Error);
    case RunState::Stopped: return Theme::icon(QStringLiteral("stopped"), StatusColor::Muted);
    }
    Q_UNREACHABLE();
}

} // namespace

void RunDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    if (index.column() == RunTableModel::Star) {
        // A star in place of the check box.
        const bool isStarred = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
        option->features &= ~QStyleOptionViewItem::HasCheckIndicator;
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->decorationSize = QSize(16, 16);
        option->icon = isStarred ? Theme::icon(QStringLiteral("star-filled"), StatusColor::Warning) : Theme::icon(QStringLiteral("star"), StatusColor::Muted);
    }
    if (index.column() == RunTableModel::State) {
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->decorationSize = QSize(16, 16);
        option->icon = stateIcon(RunState(index.data(RunTableModel::StateRole).toInt()));
    }
}

void RunDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    const QVariant fraction = index.data(RunTableModel::FractionRole);
    const RunState state = RunState(index.data(RunTableModel::StateRole).toInt());
    if (index.column() != RunTableModel::Progress || !fraction.isValid() || isFinal(state))
        return;
    const QRectF track(option.rect.left() + 4, option.rect.bottom() - 4, option.rect.width() - 8, 3);
    painter->fillRect(track, Theme::lineColor());
    painter->fillRect(QRectF(track.topLeft(), QSizeF(track.width() * fraction.toDouble(), track.height())), Theme::color(StatusColor::Info));
}

/// The whole star cell is the button, not only the place where a check box would be.
bool RunDelegate::editorEvent(QEvent *event, QAbstractItemModel *model, const QStyleOptionViewItem &option, const QModelIndex &index)
{
    if (index.column() != RunTableModel::Star)
        return QStyledItemDelegate::editorEvent(event, model, option, index);
    const bool isClick = event->type() == QEvent::MouseButtonRelease && static_cast<QMouseEvent *>(event)->button() == Qt::LeftButton
        && option.rect.contains(static_cast<QMouseEvent *>(event)->position().toPoint());
    const bool isKey = event->type() == QEvent::KeyPress && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Space;
    if (!isClick && !isKey)
        return false;
    const bool isStarred = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    return model->setData(index, isStarred ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

} // namespace Trainyard
