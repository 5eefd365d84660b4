#include "widgets/setup/setupwizard.h"

#include "widgets/setup/steppage.h"

#include <QKeyEvent>

namespace Trainyard {

SetupWizard::SetupWizard(QWidget *parent)
    : QWizard(parent, Qt::Widget)
{
    setWindowFlags(Qt::Widget);
    setWizardStyle(QWizard::ClassicStyle);
    setOptions(QWizard::IndependentPages | QWizard::NoBackButtonOnStartPage | QWizard::NoCancelButton | QWizard::NoDefaultButton);
    setButtonLayout({});
    setSizeGripEnabled(false);
    connect(this, &QWizard::currentIdChanged, this, [this](int id) {
        if (id >= 0)
            Q_EMIT stepShown(SetupStep(id));
    });
}

void SetupWizard::addStep(StepPage *page)
{
    setPage(int(page->step()), page);
}

SetupStep SetupWizard::currentStep() const
{
    return currentId() < 0 ? SetupStep::Platform : SetupStep(currentId());
}

void SetupWizard::goTo(SetupStep step)
{
    if (currentId() == int(step))
        return;
    // setCurrentId() backwards takes pages off a history that a jump never filled (Qt 6.4): starting anew there is always right.
    setStartId(int(step));
    restart();
}

void SetupWizard::keyPressEvent(QKeyEvent *event)
{
    event->ignore();
}

void SetupWizard::done(int)
{
}

} // namespace Trainyard
