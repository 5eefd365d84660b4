#include "widgets/setup/setuppage.h"

#include "widgets/common/helppanel.h"
#include "widgets/common/theme.h"
#include "widgets/setup/checklist.h"
#include "widgets/setup/dryrunsummary.h"
#include "widgets/setup/fieldbox.h"
#include "widgets/setup/fieldtexts.h"
#include "widgets/setup/jobform.h"
#include "widgets/setup/placesform.h"
#include "widgets/setup/platformform.h"
#include "widgets/setup/quotaform.h"
#include "widgets/setup/reviewform.h"
#include "widgets/setup/sentencelabel.h"
#include "widgets/setup/setupfooter.h"
#include "widgets/setup/setupwizard.h"
#include "widgets/setup/steplist.h"
#include "widgets/setup/steppage.h"

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QFrame>

#include <algorithm>

namespace Trainyard {

namespace {

constexpr int stepsWidth = 200;
constexpr int narrowStepsWidth = 144;
constexpr int narrowWindow = 1100 - 72; // the page of a window that wide: the rail is beside it

CheckItem checkItemOf(const Finding &finding)
{
    CheckItem item;
    item.id = finding.code;
    item.state = finding.severity == Severity::Error     ? CheckItem::State::Problem
                 : finding.severity == Severity::Warning ? CheckItem::State::Warning
                                                         : CheckItem::State::NotChecked;
    item.sentence = finding.message;
    item.whatToDo = finding.fix;
    item.key = finding.where.key;
    return item;
}

} // namespace

SetupPage::SetupPage(QWidget *parent)
    : Page(parent), m_primary(new QAction(this)), m_steps(new StepList(this)), m_wizard(new SetupWizard(this)), m_footer(new SetupFooter(this)), m_help(new HelpPanel(this))
{
    buildSteps();
    m_steps->setFixedWidth(stepsWidth);
    auto *middle = new QVBoxLayout;
    middle->setSpacing(8);
    middle->addWidget(m_wizard, 1);
    middle->addWidget(m_footer);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(24, 16, 24, 8);
    layout->setSpacing(16);
    layout->addWidget(m_steps);
    layout->addLayout(middle, 1);
    layout->addWidget(m_help, 0, Qt::AlignTop);

    connect(m_steps, &StepList::stepRequested, this, &SetupPage::goTo);
    connect(m_wizard, &SetupWizard::stepShown, this, &SetupPage::showStep);
    connect(m_footer, &SetupFooter::moveRequested, this, &SetupPage::moveBy);
    connect(m_footer, &SetupFooter::helpRequested, this, &SetupPage::toggleHelp);
    connect(m_footer, &SetupFooter::closeRequested, this, &SetupPage::closeRequested);
    connect(m_footer, &SetupFooter::reloadRequested, this, &SetupPage::reloadRequested);
    connect(m_footer, &SetupFooter::overwriteRequested, this, &SetupPage::overwriteRequested);
    connect(m_primary, &QAction::triggered, this, &SetupPage::runPrimaryAction);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) { showHelpFor(now); });
    setPrimaryAction(m_primary);
    retranslate();
    m_wizard->goTo(SetupStep::Platform);
    m_wizard->setVisible(true);
}

void SetupPage::buildSteps()
{
    m_platformForm = new PlatformForm;
    m_placesForm = new PlacesForm;
    m_quotaForm = new QuotaForm;
    m_jobForm = new JobForm;
    m_dryRunSummary = new DryRunSummary;
    m_upload = new SentenceLabel;
    m_reviewForm = new ReviewForm;
    for (Form *form : std::initializer_list<Form *>{m_platformForm, m_placesForm, m_quotaForm, m_jobForm}) {
        connect(form, &Form::changed, this, &SetupPage::jobEdited);
        for (FieldBox *box : form->findChildren<FieldBox *>()) {
            connect(box, &FieldBox::helpRequested, this, [this](FieldBox *field) {
                m_helpField = field;
                toggleHelp();
            });
        }
    }
    connect(m_dryRunSummary, &DryRunSummary::startRequested, this, &SetupPage::dryRunRequested);
    connect(m_dryRunSummary, &DryRunSummary::openRequested, this, &SetupPage::dryRunPageRequested);
    connect(m_reviewForm, &ReviewForm::overrideReasonChanged, this, &SetupPage::updatePrimaryAction);

    addStep(SetupStep::Platform, m_platformForm, new CheckList);
    addStep(SetupStep::Permissions, m_placesForm, new CheckList);
    addStep(SetupStep::Quota, m_quotaForm, nullptr);
    addStep(SetupStep::Job, m_jobForm, new CheckList);
    addStep(SetupStep::DryRun, m_dryRunSummary, nullptr);
    addStep(SetupStep::Upload, m_upload, nullptr);
    addStep(SetupStep::Review, m_reviewForm, nullptr);
}

void SetupPage::addStep(SetupStep step, QWidget *form, CheckList *side)
{
    m_wizard->addStep(new StepPage(step, form, side));
    if (!side)
        return;
    m_checks.emplace(step, side);
    connect(side, &CheckList::checkRequested, this, [this, step] { Q_EMIT checksRequested(step); });
}

void SetupPage::loadJob(const Job &job)
{
    m_job = job;
    m_isSubmitted = false;
    for (Form *form : std::initializer_list<Form *>{m_platformForm, m_placesForm, m_quotaForm, m_jobForm})
        form->loadJob(job);
    m_jobForm->closeDecided();
    for (const auto &[step, list] : m_checks)
        list->setItems({});
    m_footer->clear();
    setJob(job);
}

void SetupPage::setJob(const Job &job)
{
    m_job = job;
    for (Form *form : std::initializer_list<Form *>{m_platformForm, m_placesForm, m_quotaForm, m_jobForm})
        form->setJob(job);
    m_dryRunSummary->setJobLines(m_jobForm->summaries());
    retranslate();
}

void SetupPage::setContext(const FormContext &context)
{
    for (Form *form : std::initializer_list<Form *>{m_platformForm, m_placesForm, m_quotaForm, m_jobForm})
        form->setContext(context);
    m_jobForm->setJob(m_job); // summaries name what the context knows
    m_dryRunSummary->setJobLines(m_jobForm->summaries());
    updateSteps();
}

void SetupPage::setFindings(const Findings &findings)
{
    m_findings = findings;
    showFindings();
    updateSteps();
}

void SetupPage::showFindings()
{
    m_platformForm->setFindings(m_findings);
    m_placesForm->setFindings(m_findings);
    const Findings elsewhere = m_jobForm->setFindings(m_findings);
    m_jobForm->setJob(m_job);
    QList<CheckItem> items;
    for (const Finding &finding : elsewhere)
        items.append(checkItemOf(finding));
    if (items.isEmpty()) {
        CheckItem fine;
        fine.id = QStringLiteral("job.fine");
        const int errors = countOf(m_findings, Severity::Error);
        fine.state = errors == 0 ? CheckItem::State::Ok : CheckItem::State::Problem;
        fine.sentence = errors == 0 ? tr("Code, arguments and settings were read; nothing in them would stop the run.")
                                    : tr("Fields above that need a change: %1.").arg(errors);
        items.append(fine);
    }
    m_checks.at(SetupStep::Job)->setItems(items);
}

void SetupPage::setDryRun(const std::optional<DryRunReport> &report, const QString &overrideReason)
{
    m_report = report;
    m_dryRunSummary->setReport(report);
    m_reviewForm->setDryRun(report, overrideReason);
    updateSteps();
}

void SetupPage::setSubmitting(bool isSubmitting)
{
    m_isSubmitting = isSubmitting;
    updatePrimaryAction();
}

void SetupPage::setSubmitted(bool isSubmitted)
{
    m_isSubmitted = isSubmitted;
    updateSteps();
}

void SetupPage::setSubmitObstacle(const QString &sentence)
{
    m_submitObstacle = sentence;
    updatePrimaryAction();
}

void SetupPage::setUploadNeeded(bool isNeeded)
{
    m_isUploadNeeded = isNeeded;
    retranslate();
}

CheckList *SetupPage::checks(SetupStep step) const
{
    const auto found = m_checks.find(step);
    return found == m_checks.end() ? nullptr : found->second;
}

void SetupPage::setChecking(SetupStep step)
{
    if (CheckList *list = checks(step))
        list->setRunning(step == SetupStep::Platform ? tr("Checking the platform and the account") : tr("Reading the data place, writing to the output place"));
}

void SetupPage::setChecks(SetupStep step, const QList<CheckItem> &items)
{
    if (CheckList *list = checks(step))
        list->setItems(items);
    updateSteps();
}

void SetupPage::setChecksFailed(SetupStep step, const Error &error)
{
    if (CheckList *list = checks(step))
        list->setFailed(error);
    updateSteps();
}

SetupStep SetupPage::currentStep() const
{
    return m_wizard->currentStep();
}

void SetupPage::goTo(SetupStep step)
{
    m_wizard->goTo(step);
}

void SetupPage::showField(const QString &key)
{
    if (FieldBox *box = m_platformForm->field(key)) {
        goTo(SetupStep::Platform);
        box->editor()->setFocus(Qt::OtherFocusReason);
        return;
    }
    goTo(SetupStep::Job);
    m_jobForm->showField(key);
}

void SetupPage::moveBy(int steps)
{
    const int wanted = std::clamp(int(currentStep()) + steps, 0, int(allSetupSteps.size()) - 1);
    goTo(SetupStep(wanted));
}

void SetupPage::showStep(SetupStep step)
{
    m_steps->setCurrentStep(step);
    m_footer->setEnds(step == allSetupSteps.front(), step == allSetupSteps.back());
    m_helpField = nullptr;
    showHelpFor(nullptr);
    updatePrimaryAction();
    Q_EMIT stepOpened(step);
}

SetupStep SetupPage::firstOpenStep() const
{
    for (const SetupStep step : allSetupSteps) {
        if (const StepState state = stateOf(step); state == StepState::Open || state == StepState::Problem)
            return step;
    }
    return SetupStep::Review;
}

StepState SetupPage::stepState(SetupStep step) const
{
    return stateOf(step);
}

StepState SetupPage::stateOf(SetupStep step) const
{
    const auto ofChecks = [this](SetupStep checked) {
        StepState state = StepState::Done;
        const QList<CheckItem> &items = m_checks.at(checked)->items();
        for (const CheckItem &item : items) {
            if (item.state == CheckItem::State::Problem)
                return StepState::Problem;
            // What was not checked is never green; inside a step, one row of several may be.
            if (item.state == CheckItem::State::Warning || (item.state == CheckItem::State::NotChecked && items.size() == 1))
                state = StepState::Warning;
        }
        return items.isEmpty() ? StepState::Open : state;
    };
    switch (step) {
    case SetupStep::Platform: return ofChecks(step);
    case SetupStep::Permissions:
        if (m_placesForm->hasProblem())
            return StepState::Problem;
        return m_placesForm->isDecided() ? ofChecks(step) : StepState::Open;
    case SetupStep::Quota: return m_quotaForm->state();
    case SetupStep::Job:
        if (hasErrors(m_findings))
            return StepState::Problem;
        return m_jobForm->isDecided() ? StepState::Done : StepState::Open;
    case SetupStep::DryRun:
        if (!m_report)
            return StepState::Open;
        return m_report->verdict == Verdict::Fail ? StepState::Problem : m_report->verdict == Verdict::Warn ? StepState::Warning : StepState::Done;
    case SetupStep::Upload: return m_isUploadNeeded ? StepState::Open : StepState::NotNeeded;
    case SetupStep::Review: return m_isSubmitted ? StepState::Done : StepState::Open;
    }
    Q_UNREACHABLE();
}

void SetupPage::updateSteps()
{
    for (const SetupStep step : allSetupSteps)
        m_steps->setState(step, stateOf(step));
    updatePrimaryAction();
}

void SetupPage::updatePrimaryAction()
{
    const bool isFailed = m_report && m_report->verdict == Verdict::Fail;
    const bool isOverriding = isFailed && currentStep() == SetupStep::Review;
    const bool isSubmit = (m_report && !isFailed) || isOverriding;
    QString reason;
    if (m_isSubmitting)
        reason = tr("The run is being prepared.");
    else if (isSubmit && !m_submitObstacle.isEmpty())
        reason = m_submitObstacle;
    else if (isOverriding && m_reviewForm->overrideReason().isEmpty())
        reason = tr("The dry-run failed: write down below why the run may start all the same.");
    m_primary->setText(!isSubmit ? tr("Run dry-run") : isOverriding ? tr("Submit all the same") : m_isUploadNeeded ? tr("Upload and submit") : tr("Submit"));
    m_primary->setToolTip(isSubmit ? tr("Start a run of this job (Ctrl+Return)") : tr("Try the job here first (Ctrl+Return)"));
    m_primary->setEnabled(reason.isEmpty());
    setPrimaryDisabledReason(reason);
}

void SetupPage::runPrimaryAction()
{
    const bool isFailed = m_report && m_report->verdict == Verdict::Fail;
    if (!m_report || (isFailed && currentStep() != SetupStep::Review))
        Q_EMIT dryRunRequested();
    else
        Q_EMIT submitRequested(m_reviewForm->overrideReason());
}

void SetupPage::checkAgain()
{
    Q_EMIT checksRequested(currentStep());
}

void SetupPage::focusFirst()
{
    m_steps->setFocus(Qt::OtherFocusReason);
}

void SetupPage::showHelpFor(QWidget *focused)
{
    FieldBox *box = focused && isAncestorOf(focused) ? FieldBox::ofWidget(focused) : nullptr;
    if (box)
        m_helpField = box;
    if (!m_helpField) {
        m_help->setHelp({setupStepHeading(currentStep()), setupStepHelp(currentStep()), QString(), QString(), QString(), QUrl()});
        return;
    }
    const FieldTexts texts = fieldTexts(m_helpField->key());
    m_help->setHelp({texts.label, texts.what, texts.why, texts.where, texts.example, QUrl()});
}

void SetupPage::toggleHelp()
{
    if (width() >= narrowWindow) {
        m_isHelpWanted = !m_isHelpWanted;
        updateHelpMode();
        return;
    }
    // In a narrow window help comes over the page and goes with the next click.
    auto *popup = new QFrame(this, Qt::Popup);
    popup->setAttribute(Qt::WA_DeleteOnClose);
    popup->setFrameShape(QFrame::StyledPanel);
    auto *panel = new HelpPanel(popup);
    auto *layout = new QVBoxLayout(popup);
    layout->addWidget(panel);
    showHelpFor(nullptr);
    panel->setHelp(m_help->help());
    popup->adjustSize();
    const QWidget *anchor = m_helpField ? static_cast<QWidget *>(m_helpField) : m_footer;
    popup->move(anchor->mapToGlobal(QPoint(std::max(0, anchor->width() - popup->width()), anchor->height())));
    popup->show();
}

void SetupPage::updateHelpMode()
{
    const bool isNarrow = width() < narrowWindow;
    m_help->setVisible(!isNarrow && m_isHelpWanted);
    m_steps->setFixedWidth(isNarrow ? narrowStepsWidth : stepsWidth);
    for (FieldBox *box : findChildren<FieldBox *>())
        box->setHelpButtonVisible(isNarrow);
}

void SetupPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    updateHelpMode();
}

void SetupPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    Q_EMIT stepOpened(currentStep());
}

void SetupPage::retranslate()
{
    setTitle(m_job.name.isEmpty() ? tr("Set up a job") : m_job.name);
    m_upload->setSentence(StatusColor::Muted, m_isUploadNeeded
                                                  ? tr("Code and data are brought to the platform when the run is submitted.")
                                                  : tr("Not needed here: the run reads the data where it lies, and gets a copy of the code."));
    showHelpFor(nullptr);
    if (!m_checks.at(SetupStep::Job)->items().isEmpty())
        showFindings();
    updateSteps();
}

} // namespace Trainyard
