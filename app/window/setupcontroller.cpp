#include "app/window/setupcontroller.h"

#include "app/appcontext.h"
#include "app/window/navigation.h"
#include "app/window/quotaadvice.h"
#include "services/common/async.h"
#include "services/credentials/keychainstore.h"
#include "services/drafts/derivedjob.h"
#include "services/drafts/joblibrary.h"
#include "services/drafts/setupstate.h"
#include "services/platforms/launchcommand.h"
#include "widgets/setup/dryrunsummary.h"
#include "widgets/setup/fieldtexts.h"
#include "widgets/setup/jobform.h"
#include "widgets/setup/newprofiledialog.h"
#include "widgets/setup/platformform.h"
#include "widgets/setup/reviewform.h"
#include "widgets/setup/setupfooter.h"
#include "widgets/setup/setuppage.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>
#include <QtConcurrentRun>

#include <algorithm>

namespace Trainyard {

namespace {

constexpr std::chrono::milliseconds profileDelay{600};
constexpr std::chrono::milliseconds stateDelay{500};
const QString submitActivity = QStringLiteral("submit");

/// Pythons that are worth offering: the distribution's, those on the PATH, the active environments'.
QStringList knownInterpreters()
{
    QStringList found{QStringLiteral("/usr/bin/python3")};
    for (const char *name : {"python3", "python"})
        found.append(QStandardPaths::findExecutable(QLatin1String(name)));
    for (const char *variable : {"CONDA_PREFIX", "VIRTUAL_ENV"}) {
        const QString prefix = qEnvironmentVariable(variable);
        if (!prefix.isEmpty())
            found.append(prefix + QStringLiteral("/bin/python"));
    }
    found.removeDuplicates();
    found.removeIf([](const QString &path) { return path.isEmpty() || !QFileInfo(path).isExecutable(); });
    return found;
}

QString shellQuoted(const QString &text)
{
    return LaunchCommand{{text}, {}}.toShellText();
}

QString stateFile(const AppContext &context)
{
    return context.paths.home + QStringLiteral("/setup.json");
}

/// The latest run of the job's file, or the latest that passed.
std::optional<Run> latestRun(const QList<Run> &runs, const QString &jobFile, bool hasPassed = false)
{
    const auto found = std::find_if(runs.cbegin(), runs.cend(), [&](const Run &run) {
        return run.jobFile == jobFile && (!hasPassed || run.status.state == RunState::Done);
    });
    return found == runs.cend() ? std::nullopt : std::optional(*found);
}

} // namespace

SetupController::SetupController(AppContext &context, Navigation &navigation, QObject *parent)
    : QObject(parent), m_context(context), m_navigation(navigation), m_page(new SetupPage), m_checks(context)
{
    m_profileTimer.setSingleShot(true);
    m_profileTimer.setInterval(profileDelay);
    m_stateTimer.setSingleShot(true);
    m_stateTimer.setInterval(stateDelay);
    connectPage();
    connectSession();
    connectChecks();
    connect(&m_profileTimer, &QTimer::timeout, this, &SetupController::saveProfile);
    connect(&m_stateTimer, &QTimer::timeout, this, &SetupController::storeState);
    handleOpened();
}

SetupController::~SetupController()
{
    if (m_stateTimer.isActive())
        storeState();
    if (m_profileTimer.isActive())
        saveProfile();
    if (m_page && !m_page->parent())
        delete m_page;
}

Page *SetupController::page()
{
    return m_page;
}

void SetupController::showStep(const QString &name)
{
    if (const std::optional<SetupStep> step = setupStepFromName(name))
        m_page->goTo(*step);
}

void SetupController::showField(const QString &key)
{
    m_page->showField(key);
}

void SetupController::connectPage()
{
    connect(m_page, &SetupPage::jobEdited, this, &SetupController::editJob);
    connect(m_page, &SetupPage::checksRequested, &m_checks, &SetupChecks::run);
    connect(m_page, &SetupPage::stepOpened, this, [this](SetupStep step) {
        m_stateTimer.start();
        if (step == SetupStep::Review)
            updateDrift(true);
    });
    connect(m_page, &SetupPage::dryRunRequested, &m_navigation, &Navigation::startDryRun);
    connect(m_page, &SetupPage::dryRunPageRequested, &m_navigation, &Navigation::showDryRun);
    connect(m_page, &SetupPage::submitRequested, this, &SetupController::submit);
    connect(m_page, &Page::languageChanged, this, [this] {
        updateAdvice();
        if (!m_context.session.isOpen())
            return;
        showTextFault();
        showDryRun();
        updateDrift(true);
        m_checks.checkAgain();
    });
    connect(m_page, &SetupPage::closeRequested, this, [this] {
        if (const Result<> saved = m_context.session.saveNow(); !saved)
            return m_navigation.showMessage(saved.error().message, Navigation::Tone::Error);
        storeState();
        m_context.session.close();
        m_navigation.showStart();
    });
    connect(m_page, &SetupPage::reloadRequested, this, [this] {
        if (const Result<> read = m_context.session.reload(); !read)
            return m_navigation.showMessage(read.error().message, Navigation::Tone::Error);
        m_page->footer().setConflict(false);
    });
    connect(m_page, &SetupPage::overwriteRequested, this, [this] {
        if (m_context.session.overwrite())
            m_page->footer().setConflict(false);
    });

    PlatformForm &platform = m_page->platformForm();
    connect(&platform, &PlatformForm::profileEdited, &m_profileTimer, qOverload<>(&QTimer::start));
    connect(&platform, &PlatformForm::newProfileRequested, this, &SetupController::askForProfile);
    connect(&platform, &PlatformForm::keysEntered, this, &SetupController::storeKeys);
    connect(&m_page->quotaForm(), &QuotaForm::needsEdited, this, [this] {
        m_stateTimer.start();
        updateAdvice();
    });
}

void SetupController::connectSession()
{
    JobSession &session = m_context.session;
    connect(&session, &JobSession::opened, this, &SetupController::handleOpened);
    connect(&session, &JobSession::jobChanged, this, &SetupController::showJob);
    connect(&session, &JobSession::dryRunChanged, this, &SetupController::showDryRun);
    connect(&session, &JobSession::saved, &m_page->footer(), &SetupFooter::setSaved);
    connect(&session, &JobSession::saved, this, &SetupController::showTextFault);
    connect(&session, &JobSession::unreadableTextChanged, this, &SetupController::showTextFault);
    connect(&session, &JobSession::saveFailed, this, [this](const Error &error) { m_page->footer().setSaveProblem(error.message); });
    connect(&session, &JobSession::conflictDetected, this, [this] { m_page->footer().setConflict(true); });
    connect(&m_context.forecasts, &ForecastFeed::changed, this, [this](const ForecastState &state) {
        m_page->jobForm().setForecast(state);
        updateKnown();
    });
    m_page->jobForm().setForecast(m_context.forecasts.state());
    connect(&m_context.runs, &RunService::runsChanged, this, [this] {
        updateKnown();
        updateDrift();
    });
}

void SetupController::connectChecks()
{
    connect(&m_checks, &SetupChecks::started, m_page, &SetupPage::setChecking);
    connect(&m_checks, &SetupChecks::finished, m_page, &SetupPage::setChecks);
    connect(&m_checks, &SetupChecks::failed, m_page, &SetupPage::setChecksFailed);
    connect(&m_checks, &SetupChecks::failed, this, [this](SetupStep step, const Error &error) {
        if (step == SetupStep::Quota)
            m_quotaProblem = error.message;
    });
    connect(&m_checks, &SetupChecks::started, this, [this](SetupStep step) {
        if (step == SetupStep::Quota)
            m_quotaProblem.clear();
    });
    connect(&m_checks, &SetupChecks::findingsFound, m_page, &SetupPage::setFindings);
    connect(&m_checks, &SetupChecks::contextChanged, this, &SetupController::showContext);
    connect(&m_checks, &SetupChecks::quotaFound, this, [this](const QList<QuotaItem> &items) {
        m_quota = items;
        m_page->quotaForm().setItems(items);
        updateAdvice();
    });
    connect(&m_checks, &SetupChecks::dataMeasured, this, [this](std::optional<qint64> bytes) {
        m_known.dataBytes = bytes ? std::optional(double(*bytes)) : std::nullopt;
        updateKnown();
    });
}

void SetupController::handleOpened()
{
    if (!m_page || !m_context.session.isOpen())
        return;
    m_isStateLoaded = false;
    m_known = {};
    m_quota.clear();
    m_comparedWith.clear();
    m_drift.clear();
    const Job &job = m_context.session.job();
    showProfiles();
    m_page->loadJob(job);
    m_page->setFindings(m_context.session.document().findings);
    m_page->footer().setConflict(m_context.session.isInConflict());
    const SetupState state = readSetupState(stateFile(m_context), m_context.session.path());
    m_page->quotaForm().setTyped({state.parameters, state.dataBytes, state.hours});
    const SetupStep first = m_page->jobForm().isDecided() ? SetupStep::DryRun : SetupStep::Platform;
    m_page->goTo(setupStepFromName(state.step).value_or(first));
    m_isStateLoaded = true;
    (void)JobLibrary(m_context.paths.home).add(m_context.session.path()); // for the list of jobs: an opened one is on it
    showTextFault();
    showDryRun();
    m_checks.restart();
    updateKnown();
    updateDrift();
}

void SetupController::showJob(const Job &job)
{
    if (!m_page || !m_context.session.isOpen())
        return;
    m_page->setJob(job);
    m_page->footer().setConflict(m_context.session.isInConflict());
    showDryRun();
    showKeyState();
    updateAdvice();
}

/// The job on this page is not what the person typed last under Jobs > Edit > File: no green tick then.
void SetupController::showTextFault()
{
    const Findings findings = m_context.session.unreadableTextFindings();
    m_page->footer().setSaveProblem(findings.isEmpty() ? QString() : tr("Text not saved: %1 See Jobs > Edit > File.").arg(findings.first().message));
}

void SetupController::showDryRun()
{
    m_page->setDryRun(m_context.session.dryRun(), m_context.session.overrideReason());
    updateKnown();
}

void SetupController::showContext()
{
    const PreflightContext &preflight = m_checks.preflight();
    FormContext context;
    context.jobFolder = m_context.session.folder();
    context.platform = preflight.profile.platform;
    context.profiles = preflight.profileNames;
    context.presets = {QStringLiteral("image-classification")};
    context.flavors = preflight.flavors;
    context.images = preflight.images;
    const Platform *platform = m_context.platforms.platform(context.platform);
    const bool canSubmit = platform && platform->capabilities().submit;
    m_page->setUploadNeeded(needsUpload());
    m_page->setSubmitObstacle(canSubmit ? QString() : tr("Runs cannot be submitted to “%1” from here: choose the profile “local”.").arg(preflight.profile.name));
    m_page->setContext(context);
    updateAdvice();
}

void SetupController::editJob(const Job &job, const QString &key)
{
    m_context.session.setJob(job, tr("Change “%1”").arg(fieldTexts(key).label), key);
}

void SetupController::showProfiles()
{
    m_page->platformForm().setProfiles(m_context.platforms.profiles().profiles, knownInterpreters());
    showKeyState();
}

void SetupController::saveProfile()
{
    const Profile edited = m_page->platformForm().profile();
    QList<Profile> profiles = m_context.platforms.profiles().profiles;
    const auto found = std::find_if(profiles.begin(), profiles.end(), [&](const Profile &profile) { return profile.name == edited.name; });
    if (found == profiles.end() || *found == edited)
        return;
    *found = edited;
    if (const Result<> saved = m_context.platforms.saveProfiles(profiles); !saved)
        return m_navigation.showMessage(saved.error().message, Navigation::Tone::Error);
    m_checks.checkAgain();
}

void SetupController::askForProfile()
{
    QList<std::pair<QString, QString>> platforms;
    for (const QString &id : m_context.platforms.platformIds())
        platforms.append({id, m_context.platforms.platform(id)->displayName()});
    QStringList taken;
    for (const Profile &profile : m_context.platforms.profiles().profiles)
        taken.append(profile.name);
    auto *dialog = new NewProfileDialog(platforms, taken, m_page);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        QList<Profile> profiles = m_context.platforms.profiles().profiles;
        Profile profile;
        profile.name = dialog->name();
        profile.platform = dialog->platform();
        profiles.append(profile);
        if (const Result<> saved = m_context.platforms.saveProfiles(profiles); !saved)
            return m_navigation.showMessage(saved.error().message, Navigation::Tone::Error);
        showProfiles();
        Job job = m_context.session.job();
        job.profile = profile.name;
        editJob(job, QStringLiteral("profile"));
    });
    dialog->open();
}

void SetupController::storeKeys(const QString &profile, const QString &accessKey, const QString &secretKey)
{
    CredentialStore &store = *m_context.credentials;
    (void)store.write(accessKeyReference(profile), accessKey);
    onFinished(store.write(secretKeyReference(profile), secretKey), this, [this](const Result<> &result) {
        if (!result)
            m_navigation.showMessage(result.error().message, Navigation::Tone::Error);
        showKeyState();
        m_checks.run(SetupStep::Platform);
    });
}

/// Asks the keychain only where a profile has a key: this machine needs none.
void SetupController::showKeyState()
{
    PlatformForm &form = m_page->platformForm();
    const Profile profile = form.profile();
    form.setKeyState(PlatformForm::KeyState::None);
    if (profile.name.isEmpty() || profile.platform == QLatin1String("local"))
        return;
    onFinished(m_context.credentials->read(secretKeyReference(profile.name)), this, [this, name = profile.name](const Result<QString> &secret) {
        PlatformForm &shown = m_page->platformForm();
        if (!secret || shown.profile().name != name)
            return;
        shown.setKeyState(m_context.credentials->isPersistent().value_or(false) ? PlatformForm::KeyState::InKeychain : PlatformForm::KeyState::InSession);
    });
}

/// What was measured, recorded or forecast: data size, model size, length of a run.
void SetupController::updateKnown()
{
    if (const std::optional<DryRunReport> report = m_context.session.dryRun()) {
        if (const QJsonValue parameters = report->memory.value(QStringLiteral("parameters")); parameters.isDouble())
            m_known.parameters = parameters.toDouble();
    }
    if (const std::optional<MemoryForecast> now = forecast())
        m_known.parameters = double(now->parameters);
    if (const std::optional<Run> run = latestRun(m_context.runs.runs(), m_context.session.path(), true)) {
        if (const auto duration = run->duration(QDateTime::currentDateTimeUtc()))
            m_known.hours = double(duration->count()) / 3600e3;
    } else if (const std::optional<FlavorFit> own = ownFlavorFit(m_context.session.job(), forecast()); own && own->hoursHigh) {
        m_known.hours = own->hoursHigh; // the careful end
    }
    m_page->quotaForm().setKnown(m_known);
    updateAdvice();
}

void SetupController::updateAdvice()
{
    QuotaForm &form = m_page->quotaForm();
    QuotaAdvice advice = adviseQuota(m_context.session.job(), form.needs(), m_checks.preflight().flavors, m_quota, needsUpload(), forecast());
    if (!m_quotaProblem.isEmpty())
        advice.lines.prepend({StatusColor::Muted, m_quotaProblem});
    form.setAdvice(advice);
    m_page->updateSteps();
    updateReview();
}

std::optional<MemoryForecast> SetupController::forecast() const
{
    const ForecastState &state = m_context.forecasts.state();
    return state.isCurrent() ? state.forecast : std::nullopt;
}

/// A platform that nothing can be submitted to from here is not this machine either: data would have to get there.
bool SetupController::needsUpload() const
{
    const Platform *platform = m_context.platforms.platform(m_checks.preflight().profile.platform);
    return platform && (platform->capabilities().upload || !platform->capabilities().submit);
}

void SetupController::updateReview()
{
    const JobSession &session = m_context.session;
    if (!session.isOpen())
        return;
    const Job &job = session.job();
    const PreflightContext &preflight = m_checks.preflight();
    const auto flavor = std::find_if(preflight.flavors.cbegin(), preflight.flavors.cend(), [&](const Flavor &each) { return each.name == job.compute.flavor; });
    const LaunchPaths places =
        localLaunchPaths(job, session.folder(), m_context.paths.runFolder(QStringLiteral("RUN")), preflight.profile, m_context.paths);
    Review review;
    review.commandLine = buildLaunchCommand(job, preflight.facts, places).toShellText();
    review.costText = costSentence(job, flavor == preflight.flavors.cend() ? std::nullopt : std::optional(*flavor), m_page->quotaForm().needs().hours);
    review.submitCommand = QStringLiteral("trainyard submit ") + shellQuoted(session.path());
    review.yaml = QString::fromUtf8(session.text());
    review.comparedWith = m_comparedWith;
    review.drift = m_drift;
    m_page->reviewForm().setReview(review);
}

/// Hashes the code and asks the interpreter: in a worker, and only where there is an earlier run to compare with.
void SetupController::updateDrift(bool isForced)
{
    const JobSession &session = m_context.session;
    const std::optional<Run> earlier = session.isOpen() ? latestRun(m_context.runs.runs(), session.path()) : std::nullopt;
    if (!earlier || (earlier->id == m_comparedWith && !isForced))
        return;
    m_comparedWith = earlier->id;
    const Profile profile = m_context.platforms.profile(session.job().profileOrDefault()).value_or(Profile{});
    const auto observe = [job = session.job(), folder = session.folder(), profile] {
        return RunService::observe(job, folder, profile);
    };
    onFinished(QtConcurrent::run(observe), this, [this, run = *earlier, path = session.path()](const RunRecord &now) {
        if (m_context.session.path() != path)
            return;
        const Job submitted = readJobFile(run.directory + QStringLiteral("/job.yaml")).job;
        m_drift = jobDifferences(submitted, m_context.session.job()) + RunService::drift(run.record, now);
        updateReview();
    });
}

void SetupController::storeState()
{
    if (!m_isStateLoaded || !m_context.session.isOpen())
        return;
    const QuotaNeeds typed = m_page->quotaForm().typed();
    const SetupState state{setupStepName(m_page->currentStep()), typed.parameters, typed.dataBytes, typed.hours};
    (void)writeSetupState(stateFile(m_context), m_context.session.path(), state); // a convenience: its loss costs one click
}

void SetupController::submit(const QString &overrideReason)
{
    if (const Result<> saved = m_context.session.saveNow(); !saved)
        return m_navigation.showMessage(saved.error().message, Navigation::Tone::Error);
    m_page->setSubmitting(true);
    m_navigation.startActivity(submitActivity, tr("Preparing the run: copying the code, recording versions"), false);
    const SubmitOptions options{m_context.session.path(), m_context.session.dryRun(), overrideReason};
    onFinished(m_context.runs.submit(options), this, [this](const Result<Run> &run) {
        m_navigation.finishActivity(submitActivity);
        m_page->setSubmitting(false);
        if (!run)
            return m_navigation.showMessage(run.error().message, Navigation::Tone::Error);
        m_page->setSubmitted(true);
        m_navigation.showRun(run->id);
    });
}

} // namespace Trainyard
