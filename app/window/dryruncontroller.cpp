#include "app/window/dryruncontroller.h"

#include "app/appcontext.h"
#include "app/window/navigation.h"
#include "models/job/jobedits.h"
#include "models/preflight/findingcodes.h"
#include "services/common/async.h"
#include "services/common/files.h"
#include "services/dryrun/contextcollector.h"
#include "services/dryrun/dryrunservice.h"
#include "services/dryrun/dryrunstore.h"
#include "services/dryrun/retelling.h"
#include "widgets/dryrun/dryrunpage.h"
#include "widgets/dryrun/evidencepanel.h"

#include <QDesktopServices>
#include <QDir>
#include <QDirIterator>
#include <QImageReader>
#include <QUrl>
#include <QtConcurrentRun>

namespace Trainyard {

namespace {

using Samples = QList<std::pair<QString, QImage>>;

QString activityId() { return QStringLiteral("dry-run"); }

/// One image of each of the first ten classes of the first image folder.
Samples readSamples(const Job &job, const QString &jobFolder)
{
    constexpr int mostClasses = 10;
    Samples samples;
    for (const JobInput &input : job.inputs) {
        if (input.format != QLatin1String("image-folder"))
            continue;
        QDir folder(QDir(jobFolder).absoluteFilePath(input.source));
        folder.cd(QStringLiteral("train"));
        for (const QString &name : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name).mid(0, mostClasses)) {
            QDirIterator files(folder.filePath(name), QDir::Files);
            if (!files.hasNext())
                continue;
            QImageReader reader(files.next());
            reader.setDecideFormatFromContent(true);
            if (const QImage image = reader.read(); !image.isNull())
                samples.append({name, image});
        }
        break;
    }
    return samples;
}

/// A name as one YAML scalar, whatever is in it.
QString quotedYaml(QString text)
{
    return u'\'' + text.replace(u'\'', QLatin1String("''")) + u'\'';
}

QString readSource(const QString &path)
{
    return QString::fromUtf8(readFile(path, qint64(2) << 20).value_or(QByteArray()));
}

} // namespace

DryRunController::DryRunController(AppContext &context, Navigation &navigation, QObject *parent)
    : QObject(parent)
    , m_context(context)
    , m_navigation(navigation)
    , m_page(new DryRunPage)
{
    connectPage();
    connect(&context.session, &JobSession::opened, this, [this] {
        cancel();
        m_cancelledReport.reset();
        showSession();
    });
    connect(&context.session, &JobSession::jobChanged, this, &DryRunController::showSession);
    connect(&context.session, &JobSession::dryRunChanged, this, &DryRunController::showSession);
    connect(&navigation, &Navigation::cancelActivityRequested, this, [this](const QString &id) {
        if (id == activityId())
            cancel();
    });
    showSession();
}

DryRunController::~DryRunController()
{
    if (m_page && !m_page->parent())
        delete m_page;
}

Page *DryRunController::page()
{
    return m_page;
}

void DryRunController::connectPage()
{
    connect(m_page, &DryRunPage::runRequested, this, [this] { startDryRun(false); });
    connect(m_page, &DryRunPage::rehearsalRequested, this, [this] { startDryRun(true); });
    connect(m_page, &DryRunPage::cancelRequested, this, &DryRunController::cancel);
    connect(m_page, &DryRunPage::openSampleRequested, &m_navigation, &Navigation::openSample);
    connect(m_page, &DryRunPage::submitRequested, this, [this] { m_navigation.showSetup(QStringLiteral("review")); });
    connect(m_page, &Page::languageChanged, this, &DryRunController::showSession);
    connect(m_page, &DryRunPage::overrideRequested, &m_context.session, &JobSession::setOverrideReason);
    connect(&m_context.forecasts, &ForecastFeed::changed, m_page, &DryRunPage::setForecast);
    m_page->setForecast(m_context.forecasts.state());
    connect(m_page, &DryRunPage::forecastRequested, &m_context.forecasts, &ForecastFeed::refresh);
    connect(m_page, &DryRunPage::modelRequested, this, [this] { m_navigation.showSetup(QStringLiteral("job")); });
    connect(m_page, &DryRunPage::suggestionRequested, this, [this](const MemorySuggestion &suggestion) { editJob(suggestion.edits, suggestion.change); });
    connect(m_page, &DryRunPage::flavorRequested, this, [this](const QString &flavor) {
        editJob({{QStringLiteral("compute.flavor"), quotedYaml(flavor)}}, tr("Use the flavor %1").arg(flavor));
    });
    EvidencePanel &evidence = m_page->evidence();
    connect(&evidence, &EvidencePanel::sourceRequested, this, &DryRunController::sendSource);
    connect(&evidence, &EvidencePanel::explanationRequested, m_page, [this](const QString &code) { m_page->evidence().setExplanation(code, explanation(code)); });
    connect(&evidence, &EvidencePanel::fieldRequested, &m_navigation, &Navigation::showField);
    connect(&evidence, &EvidencePanel::fileRequested, this, [this](const QString &file) {
        QDesktopServices::openUrl(QUrl::fromLocalFile(QDir(m_context.session.folder()).absoluteFilePath(file)));
    });
}

/// The page says what is known of the job as it is now.
void DryRunController::showSession()
{
    if (m_task || m_isStarting || !m_page)
        return;
    const JobSession &session = m_context.session;
    m_page->setJobName(session.isOpen() ? session.job().name : QString());
    m_page->setCanRehearse(session.isOpen() && session.job().code.preset.isEmpty());
    if (m_cancelledReport && session.isOpen() && session.job() == m_job)
        return m_page->setReport(told(*m_cancelledReport), true);
    if (const std::optional<DryRunReport> report = session.dryRun()) {
        m_page->setReport(*report, false);
        m_page->setOverrideReason(session.overrideReason());
        return;
    }
    m_page->setPending();
    if (session.isOpen()) {
        lookForStoredReport();
        loadSamples();
    }
}

/// A dry-run from the command line, or from an earlier session, of exactly this job counts too.
void DryRunController::lookForStoredReport()
{
    const auto look = [paths = m_context.paths, job = m_context.session.job(), folder = m_context.session.folder()] {
        return storedDryRun(paths, dryRunFingerprint(job, folder));
    };
    onFinished(QtConcurrent::run(look), this, [this, job = m_context.session.job()](const std::optional<DryRunReport> &report) {
        if (report && !m_task && !m_isStarting && m_context.session.isOpen() && m_context.session.job() == job && !m_context.session.dryRun()) {
            m_context.session.setDryRun(job, *report);
        }
    });
}

void DryRunController::startDryRun(bool rehearse)
{
    JobSession &session = m_context.session;
    if (!session.isOpen() || m_task || m_isStarting)
        return;
    if (const Result<> saved = session.saveNow(); !saved)
        return m_navigation.showMessage(saved.error().message, Navigation::Tone::Error);
    m_isStarting = true;
    m_isCancelled = false;
    m_cancelledReport.reset();
    m_job = session.job();
    m_page->setRunning();
    m_navigation.startActivity(activityId(), m_page->title(), true);
    onFinished(collectContext(session.document(), session.folder(), m_context.platforms), this, [this, rehearse](const PreflightContext &preflight) { start(preflight, rehearse); });
}

void DryRunController::start(const PreflightContext &preflight, bool rehearse)
{
    m_isStarting = false;
    m_fingerprint = dryRunFingerprint(preflight.job(), preflight.jobFolder);
    DryRunTask::Options options;
    options.rehearse = rehearse;
    m_task = std::make_unique<DryRunTask>(preflight, m_context.paths, options);
    connectTask();
    m_task->start();
    if (m_isCancelled)
        m_task->cancel();
}

void DryRunController::connectTask()
{
    connect(m_task.get(), &DryRunTask::pointChanged, m_page, &DryRunPage::setPoint);
    connect(m_task.get(), &DryRunTask::lossAdded, m_page, &DryRunPage::addLosses);
    connect(m_task.get(), &DryRunTask::progressChanged, m_page, &DryRunPage::setProgress);
    connect(m_task.get(), &DryRunTask::progressChanged, this,
            [this](const QString &activity, double fraction) { m_navigation.updateActivity(activityId(), activity, fraction); });
    connect(m_task.get(), &DryRunTask::finished, this, &DryRunController::handleFinished);
}

void DryRunController::handleFinished(const DryRunReport &report)
{
    m_task.release()->deleteLater(); // we are called by it
    m_navigation.finishActivity(activityId());
    if (!m_isCancelled) {
        if (const Result<> stored = storeDryRun(m_context.paths, m_fingerprint, report); !stored)
            m_navigation.showMessage(stored.error().message, Navigation::Tone::Warning);
        m_context.session.setDryRun(m_job, report); // shows it, unless the job has changed since
    } else {
        m_cancelledReport = report;
        showSession();
    }
}

void DryRunController::cancel()
{
    if (!m_task && !m_isStarting)
        return;
    m_isCancelled = true;
    if (m_task)
        m_task->cancel();
}

/// One undo step; the page shows the forecast of the changed job by itself.
void DryRunController::editJob(const QList<std::pair<QString, QString>> &edits, const QString &description)
{
    if (!m_context.session.isOpen())
        return;
    const Result<Job> edited = withEdits(m_context.session.job(), edits);
    if (!edited)
        return m_navigation.showMessage(edited.error().message, Navigation::Tone::Error);
    m_context.session.setJob(*edited, description);
}

void DryRunController::sendSource(const QString &file)
{
    const JobSession &session = m_context.session;
    if (file == session.document().fileName)
        return m_page->evidence().setSource(file, QString::fromUtf8(session.text()));
    const QString path = QDir(session.folder()).absoluteFilePath(file);
    onFinished(QtConcurrent::run(readSource, path), m_page, [this, file](const QString &text) { m_page->evidence().setSource(file, text); });
}

void DryRunController::loadSamples()
{
    const JobSession &session = m_context.session;
    onFinished(QtConcurrent::run(readSamples, session.job(), session.folder()), m_page, [this](const Samples &samples) { m_page->evidence().setSamples(samples); });
}

} // namespace Trainyard
