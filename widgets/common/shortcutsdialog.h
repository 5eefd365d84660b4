#pragma once

#include <QDialog>
#include <QKeySequence>

class QGridLayout;

namespace Trainyard {

/// What the keyboard does, read from the menus themselves.
class ShortcutsDialog : public QDialog
{
    Q_OBJECT

public:
    struct Row
    {
        QString text;
        QKeySequence keys;
    };
    /// One for each menu.
    struct Group
    {
        QString title;
        QList<Row> rows;
    };

    explicit ShortcutsDialog(const QList<Group> &groups, QWidget *parent = nullptr);

private:
    void addGroup(QGridLayout *layout, const Group &group);
};

} // namespace Trainyard
