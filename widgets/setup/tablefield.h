#pragma once

#include "widgets/setup/rowsmodel.h"

#include <QWidget>

class QTableView;
class QToolButton;

namespace Trainyard {

/// A RowsModel as an editor: the table, and beside it add and remove. Delete removes, Insert adds.
class TableField final : public QWidget
{
    Q_OBJECT
public:
    explicit TableField(QWidget *parent = nullptr);

    RowsModel &model() { return m_model; }
    QTableView *view() const { return m_view; }
    void addRow();
    void removeSelected();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void retranslate();
    void fitHeight();

    RowsModel m_model;
    QTableView *m_view;
    QToolButton *m_add;
    QToolButton *m_remove;
};

} // namespace Trainyard
