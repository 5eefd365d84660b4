#pragma once

#include <QDialog>

class QAction;
class QGridLayout;

namespace Trainyard {

/// What the keyboard does, read from the menus themselves.
class ShortcutsDialog : public QDialog
{
    Q_OBJECT

public:
    /// One group for each menu, with its actions that have a shortcut.
    struct Group
    {
        QString title;
        QList<QAction *> actions;
    };

    explicit ShortcutsDialog(const QList<Group> &groups, QWidget *parent = nullptr);

private:
    void addGroup(QGridLayout *layout, const Group &group);
};

} // namespace Trainyard
