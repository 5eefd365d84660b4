#include "widgets/common/actionbutton.h"

#include <QAction>
#include <QMenu>

namespace Trainyard {

ActionButton::ActionButton(QAction *action, QWidget *parent)
    : QPushButton(parent)
{
    follow(action);
    connect(action, &QAction::changed, this, [this, action] { follow(action); });
    connect(this, &QPushButton::clicked, action, &QAction::trigger);
}

void ActionButton::follow(const QAction *action)
{
    setText(action->text());
    setIcon(action->icon());
    setToolTip(action->toolTip());
    setEnabled(action->isEnabled());
    setVisible(action->isVisible());
    setAccessibleName(action->iconText());
    if (menu() != action->menu())
        setMenu(action->menu());
}

} // namespace Trainyard
