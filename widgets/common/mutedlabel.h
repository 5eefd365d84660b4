#pragma once

#include <QLabel>

namespace Trainyard {

/// Help text: smaller, in a muted tone that follows the theme. Wraps.
class MutedLabel : public QLabel
{
    Q_OBJECT

public:
    explicit MutedLabel(QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void updateColors();
};

} // namespace Trainyard
