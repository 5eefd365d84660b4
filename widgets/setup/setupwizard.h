#pragma once

#include "widgets/setup/setupstep.h"

#include <QWizard>

namespace Trainyard {

class StepPage;

/// A wizard that lives in the window: it has no buttons of its own, never closes, and goes to any step from any other.
class SetupWizard final : public QWizard
{
    Q_OBJECT
public:
    explicit SetupWizard(QWidget *parent = nullptr);

    void addStep(StepPage *page);
    SetupStep currentStep() const;
    void goTo(SetupStep step);

Q_SIGNALS:
    void stepShown(Trainyard::SetupStep step);

protected:
    /// Escape and Return belong to the window.
    void keyPressEvent(QKeyEvent *event) override;
    void done(int result) override;
};

} // namespace Trainyard
