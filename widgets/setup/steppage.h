#pragma once

#include "widgets/setup/setupstep.h"

#include <QWizardPage>

class QBoxLayout;
class QLabel;

namespace Trainyard {

class MutedLabel;

/// One page of the wizard: heading, what it is for, a form, and its checks under it or, where there is room, beside it.
class StepPage final : public QWizardPage
{
    Q_OBJECT
public:
    /// @p side may be nullptr. Both are shown in a scroll area.
    StepPage(SetupStep step, QWidget *form, QWidget *side, QWidget *parent = nullptr);

    SetupStep step() const { return m_step; }

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void retranslate();

    SetupStep m_step;
    QLabel *m_heading;
    MutedLabel *m_sentence;
    QBoxLayout *m_columns;
    QWidget *m_form;
    QWidget *m_side;
};

} // namespace Trainyard
