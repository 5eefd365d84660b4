#include "widgets/monitor/valuetable.h"

#include "widgets/common/tabletext.h"
#include "widgets/common/theme.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>

namespace Trainyard {

namespace {

enum Role { SortRole = Qt::UserRole, RowRole };

class Row final : public QTreeWidgetItem
{
public:
    bool operator<(const QTreeWidgetItem &other) const override
    {
        const int column = treeWidget()->sortColumn();
        return QVariant::compare(data(column, SortRole), other.data(column, SortRole)) == QPartialOrdering::Less;
    }
};

} // namespace

ValueTable::ValueTable(QWidget *parent)
    : QTreeWidget(parent)
{
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setSortingEnabled(true);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    connect(this, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem *item) { Q_EMIT rowActivated(item->data(0, RowRole).toInt()); });
}

void ValueTable::setRows(const QList<QList<Cell>> &rows)
{
    QList<QList<QString>> shown;
    for (const QList<Cell> &row : rows) {
        shown.append(QList<QString>());
        for (const Cell &cell : row)
            shown.last().append(cell.text);
    }
    if (shown == m_shown)
        return; // nothing new: selection and scroll position stay
    m_shown = shown;
    setSortingEnabled(false);
    clear();
    for (qsizetype i = 0; i < rows.size(); ++i) {
        auto *item = new Row;
        for (int column = 0; column < rows.at(i).size(); ++column) {
            const Cell &cell = rows.at(i).at(column);
            item->setText(column, cell.text);
            item->setData(column, SortRole, cell.sortValue.isValid() ? cell.sortValue : QVariant(cell.text));
            if (cell.isNumber)
                item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        }
        item->setData(0, RowRole, int(i));
        addTopLevelItem(item);
    }
    setSortingEnabled(true);
    for (int column = 0; column < columnCount(); ++column)
        resizeColumnToContents(column);
}

void ValueTable::setEmptyText(const QString &text)
{
    m_emptyText = text;
    viewport()->update();
}

void ValueTable::copy() const
{
    QGuiApplication::clipboard()->setText(tableText(*this));
}

void ValueTable::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        return copy();
    QTreeWidget::keyPressEvent(event);
}

void ValueTable::contextMenuEvent(QContextMenuEvent *event)
{
    QMenu menu(this);
    if (QTreeWidgetItem *item = currentItem(); item && !m_activationText.isEmpty())
        menu.addAction(m_activationText, this, [this, item] { Q_EMIT rowActivated(item->data(0, RowRole).toInt()); });
    menu.addAction(Theme::icon(QStringLiteral("copy")), tr("&Copy as text"), QKeySequence::Copy, this, &ValueTable::copy);
    menu.exec(event->globalPos());
}

void ValueTable::paintEvent(QPaintEvent *event)
{
    QTreeWidget::paintEvent(event);
    if (topLevelItemCount() > 0)
        return;
    QPainter painter(viewport());
    painter.setPen(Theme::color(StatusColor::Muted));
    painter.drawText(viewport()->rect().adjusted(16, 8, -16, -8), int(Qt::AlignCenter) | Qt::TextWordWrap, m_emptyText);
}

} // namespace Trainyard
