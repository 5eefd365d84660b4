#include "widgets/dryrun/dryrunrowdelegate.h"

#include "models/dryrun/dryrunrowmodel.h"
#include "widgets/common/theme.h"

#include <QApplication>
#include <QListView>
#include <QPainter>

namespace Trainyard {

namespace {

constexpr int margin = 8;
constexpr int iconSize = 16;
constexpr int barWidth = 3;
constexpr int textFlags = Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignTop;

QIcon iconOf(DryRunRowModel::Status status)
{
    switch (status) {
    case DryRunRowModel::Status::Error: return Theme::statusIcon(StatusColor::Error);
    case DryRunRowModel::Status::Warning: return Theme::statusIcon(StatusColor::Warning);
    case DryRunRowModel::Status::Info: return Theme::statusIcon(StatusColor::Info);
    case DryRunRowModel::Status::Ok: return Theme::statusIcon(StatusColor::Ok);
    case DryRunRowModel::Status::Pending: return Theme::icon(QStringLiteral("waiting"), StatusColor::Muted);
    case DryRunRowModel::Status::Skipped:
    case DryRunRowModel::Status::NotChecked: return Theme::statusIcon(StatusColor::Muted);
    }
    Q_UNREACHABLE();
}

/// Where the two texts go in @p area, which is as wide as the view.
struct RowLayout
{
    RowLayout(const QRect &area, const QFont &font, const QModelIndex &index)
        : text(index.data().toString())
        , detail(index.data(DryRunRowModel::DetailRole).toString())
    {
        const int left = area.left() + margin + iconSize + margin;
        const int width = std::max(40, area.right() - margin - left);
        const QRect column(left, area.top() + margin, width, 10'000);
        textArea = QFontMetrics(font).boundingRect(column, textFlags, text);
        detailArea = detail.isEmpty() ? QRect(textArea.bottomLeft(), QSize())
                                      : QFontMetrics(Theme::helpFont()).boundingRect(column.translated(0, textArea.height() + 2), textFlags, detail);
    }

    QString text;
    QString detail;
    QRect textArea;
    QRect detailArea;
};

int widthOf(const QStyleOptionViewItem &option)
{
    const auto *view = qobject_cast<const QListView *>(option.widget);
    return view ? view->viewport()->width() : option.rect.width();
}

} // namespace

void DryRunRowDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    // A soft background with a bar: on a full highlight the colours of the states could not be told apart.
    painter->save();
    if (option.state.testFlag(QStyle::State_Selected)) {
        QColor background = option.palette.color(QPalette::Highlight);
        painter->fillRect(QRect(option.rect.topLeft(), QSize(barWidth, option.rect.height())), background);
        background.setAlpha(option.state.testFlag(QStyle::State_HasFocus) ? 60 : 35);
        painter->fillRect(option.rect, background);
    }
    const RowLayout row(option.rect, option.font, index);
    const auto status = DryRunRowModel::Status(index.data(DryRunRowModel::StatusRole).toInt());
    iconOf(status).paint(painter, QRect(option.rect.left() + margin, option.rect.top() + margin, iconSize, iconSize));
    painter->setFont(option.font);
    painter->setPen(option.palette.color(QPalette::Text));
    painter->drawText(row.textArea, textFlags, row.text);
    painter->setFont(Theme::helpFont());
    painter->setPen(Theme::color(StatusColor::Muted));
    painter->drawText(row.detailArea, textFlags, row.detail);
    painter->restore();
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        QStyleOptionFocusRect focus;
        focus.QStyleOption::operator=(option);
        const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
        style->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, painter, option.widget);
    }
}

QSize DryRunRowDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const int width = widthOf(option);
    const RowLayout row(QRect(0, 0, width, 0), option.font, index);
    return {width, std::max(row.detailArea.bottom(), margin + iconSize) + margin};
}

} // namespace Trainyard
