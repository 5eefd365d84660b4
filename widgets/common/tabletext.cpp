#include "widgets/common/tabletext.h"

#include <QAbstractItemView>
#include <QHeaderView>
#include <QTableView>
#include <QTreeView>

#include <algorithm>

namespace Trainyard {

static const QHeaderView *horizontalHeader(const QAbstractItemView &view)
{
    if (const auto *table = qobject_cast<const QTableView *>(&view))
        return table->horizontalHeader();
    const auto *tree = qobject_cast<const QTreeView *>(&view);
    return tree ? tree->header() : nullptr;
}

QString tableText(const QAbstractItemView &view)
{
    const QAbstractItemModel *model = view.model();
    const QHeaderView *header = horizontalHeader(view);
    QList<int> columns;
    for (int visual = 0; visual < model->columnCount(); ++visual) {
        const int column = header ? header->logicalIndex(visual) : visual;
        if (!header || !header->isSectionHidden(column))
            columns.append(column);
    }
    QList<int> rows;
    for (const QModelIndex &index : view.selectionModel()->selectedRows())
        rows.append(index.row());
    std::sort(rows.begin(), rows.end());
    const bool isNoneSelected = rows.isEmpty();
    for (int row = 0; isNoneSelected && row < model->rowCount(); ++row)
        rows.append(row);

    QStringList lines;
    QStringList cells;
    for (const int column : std::as_const(columns))
        cells.append(model->headerData(column, Qt::Horizontal).toString());
    lines.append(cells.join(u'\t'));
    for (const int row : std::as_const(rows)) {
        cells.clear();
        for (const int column : std::as_const(columns))
            cells.append(model->index(row, column).data().toString());
        lines.append(cells.join(u'\t'));
    }
    return lines.join(u'\n') + u'\n';
}

} // namespace Trainyard
