#pragma once

#include "widgets/setup/setupstep.h"

#include <QListWidget>

namespace Trainyard {

/// The steps at the wizard's left: always visible, clicked back and forth in any order.
class StepList final : public QListWidget
{
    Q_OBJECT
public:
    explicit StepList(QWidget *parent = nullptr);

    void setState(SetupStep step, StepState state);
    StepState state(SetupStep step) const { return m_states.at(size_t(step)); }
    void setCurrentStep(SetupStep step);

Q_SIGNALS:
    void stepRequested(Trainyard::SetupStep step);

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh(SetupStep step);
    void updateColors();

    std::array<StepState, allSetupSteps.size()> m_states{};
};

} // namespace Trainyard
