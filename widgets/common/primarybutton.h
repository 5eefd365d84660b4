#pragma once

#include <QPushButton>

namespace Trainyard {

/// The one next step of a page: filled with the accent colour, in either theme.
class PrimaryButton : public QPushButton
{
    Q_OBJECT

public:
    explicit PrimaryButton(QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void updateColors();
};

} // namespace Trainyard
