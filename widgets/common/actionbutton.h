#pragma once

#include <QPushButton>

class QAction;

namespace Trainyard {

/// A push button that is what its action says: text, icon, tool tip, menu, enabled, visible.
class ActionButton final : public QPushButton
{
    Q_OBJECT

public:
    explicit ActionButton(QAction *action, QWidget *parent = nullptr);

private:
    void follow(const QAction *action);
};

} // namespace Trainyard
