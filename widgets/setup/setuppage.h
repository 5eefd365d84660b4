#pragma once

#include "models/dryrun/dryrunreport.h"
#include "models/job/job.h"
#include "models/result.h"
#include "services/platforms/platform.h"
#include "widgets/common/page.h"
#include "widgets/setup/form.h"
#include "widgets/setup/setupstep.h"

#include <map>

namespace Trainyard {

class CheckList;
class DryRunSummary;
class FieldBox;
class HelpPanel;
class JobForm;
class PlacesForm;
class PlatformForm;
class QuotaForm;
class ReviewForm;
class SentenceLabel;
class SetupFooter;
class SetupWizard;
class StepList;

/**
 * The wizard of one job: steps at the left, the step's form in the middle, what the focused field is at the right.
 *
 * Shows what it is given and emits wishes; the checks' results, the quota and the dry-run's report come from outside.
 */
class SetupPage final : public Page
{
    Q_OBJECT
public:
    explicit SetupPage(QWidget *parent = nullptr);

    /// Another job: fields, cards and steps start anew.
    void loadJob(const Job &job);
    /// The same job after an edit, an undo, or a change of its file.
    void setJob(const Job &job);
    void setContext(const FormContext &context);
    void setFindings(const Findings &findings);
    void setDryRun(const std::optional<DryRunReport> &report, const QString &overrideReason = QString());
    void setSubmitting(bool isSubmitting);
    void setUploadNeeded(bool isNeeded);
    /// Why no run can be submitted to the job's platform at all; empty: it can.
    void setSubmitObstacle(const QString &sentence);
    void setSubmitted(bool isSubmitted);

    void setChecking(SetupStep step);
    void setChecks(SetupStep step, const QList<CheckItem> &items);
    void setChecksFailed(SetupStep step, const Error &error);

    SetupStep currentStep() const;
    void goTo(SetupStep step);
    /// The step that has the field of job.yaml's @p key, or the one nearest to it, with the focus there.
    void showField(const QString &key);
    /// The first step that is not done.
    SetupStep firstOpenStep() const;
    StepState stepState(SetupStep step) const;
    /// After what the steps' states go by has changed.
    void updateSteps();

    PlatformForm &platformForm() { return *m_platformForm; }
    QuotaForm &quotaForm() { return *m_quotaForm; }
    ReviewForm &reviewForm() { return *m_reviewForm; }
    DryRunSummary &dryRunSummary() { return *m_dryRunSummary; }
    JobForm &jobForm() { return *m_jobForm; }
    StepList &stepList() { return *m_steps; }
    SetupFooter &footer() { return *m_footer; }
    CheckList *checks(SetupStep step) const;

    void checkAgain() override;
    void toggleHelp() override;
    void focusFirst() override;

Q_SIGNALS:
    void jobEdited(const Trainyard::Job &job, const QString &key);
    void stepOpened(Trainyard::SetupStep step);
    void checksRequested(Trainyard::SetupStep step);
    void dryRunRequested();
    void dryRunPageRequested();
    void submitRequested(const QString &overrideReason);
    void closeRequested();
    void reloadRequested();
    void overwriteRequested();

protected:
    void retranslate() override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void buildSteps();
    void addStep(SetupStep step, QWidget *form, CheckList *side);
    void showStep(SetupStep step);
    void moveBy(int steps);
    void updatePrimaryAction();
    void runPrimaryAction();
    void showFindings();
    void showHelpFor(QWidget *focused);
    void updateHelpMode();
    StepState stateOf(SetupStep step) const;

    Job m_job;
    Findings m_findings;
    std::optional<DryRunReport> m_report;
    bool m_isSubmitting = false;
    bool m_isUploadNeeded = false;
    bool m_isSubmitted = false;
    QString m_submitObstacle;
    bool m_isHelpWanted = true;
    FieldBox *m_helpField = nullptr;

    QAction *m_primary;
    StepList *m_steps;
    SetupWizard *m_wizard;
    SetupFooter *m_footer;
    HelpPanel *m_help;
    PlatformForm *m_platformForm;
    PlacesForm *m_placesForm;
    QuotaForm *m_quotaForm;
    JobForm *m_jobForm;
    DryRunSummary *m_dryRunSummary;
    SentenceLabel *m_upload;
    ReviewForm *m_reviewForm;
    std::map<SetupStep, CheckList *> m_checks;
};

} // namespace Trainyard
