#include "app/window/startcontroller.h"

#include "app/appcontext.h"
#include "app/window/navigation.h"
#include "services/common/async.h"
#include "services/drafts/jobdraft.h"
#include "services/drafts/pathkind.h"
#include "services/drafts/samplefolder.h"
#include "services/sample/sampleproject.h"
#include "widgets/common/startpage.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QtConcurrentRun>

namespace Trainyard {

namespace {

const QString sampleActivity = QStringLiteral("sample");
constexpr int shownRuns = 6;

StatusColor statusColor(RunState state)
{
    switch (state) {
    case RunState::Done:
        return StatusColor::Ok;
    case RunState::Failed:
    case RunState::Lost:
        return StatusColor::Error;
    case RunState::Queued:
    case RunState::Starting:
    case RunState::Running:
    case RunState::Stopping:
        return StatusColor::Info;
    case RunState::Stopped:
        break;
    }
    return StatusColor::Muted;
}

}

StartController::StartController(AppContext &context, Navigation &navigation, QObject *parent)
    : QObject(parent)
    , m_context(context)
    , m_navigation(navigation)
{
    connect(&m_navigation, &Navigation::openSample, this, &StartController::openSample);
    connect(&m_navigation, &Navigation::openPath, this, &StartController::openPath);
    connect(&m_navigation, &Navigation::cancelActivityRequested, this, [this](const QString &id) {
        if (id == sampleActivity && m_sampleWatcher)
            m_sampleWatcher->cancel();
    });
}

StartController::~StartController()
{
    if (m_sampleWatcher)
        m_sampleWatcher->cancel();
}

Page *StartController::page()
{
    if (m_page)
        return m_page;
    m_page = new StartPage;
    connect(m_page, &Page::languageChanged, this, &StartController::refresh);
    connect(m_page, &StartPage::sampleRequested, this, &StartController::openSample);
    connect(m_page, &StartPage::chooseFolderRequested, this, &StartController::chooseFolder);
    connect(m_page, &StartPage::chooseLogRequested, this, &StartController::chooseFile);
    connect(m_page, &StartPage::fileRequested, this, &StartController::openPath);
    connect(m_page, &StartPage::profilesRequested, &m_navigation, &Navigation::showSettings);
    connect(m_page, &StartPage::runRequested, &m_navigation, &Navigation::showRun);
    connect(&m_context.runs, &RunService::runsChanged, this, &StartController::updateRuns);
    refresh();
    return m_page;
}

void StartController::refresh()
{
    if (!m_page)
        return;
    m_page->setRecentFiles(m_context.preferences.recentFiles());
    QList<StartPage::Place> places;
    const ProfilesDocument document = m_context.platforms.profiles();
    for (const Profile &profile : document.profiles) {
        const Platform *platform = m_context.platforms.platform(profile.platform);
        places.append({profile.name, platform ? platform->displayName() : profile.platform});
    }
    m_page->setPlaces(places);
    updateRuns();
}

void StartController::updateRuns()
{
    QList<StartPage::LatestRun> latest;
    const QList<Run> runs = m_context.runs.runs();
    for (const Run &run : runs.mid(0, shownRuns))
        latest.append({run.id, run.name, displayRunState(run.status.state), statusColor(run.status.state)});
    m_page->setRuns(latest);
}

void StartController::openSample()
{
    if (m_sampleWatcher)
        return;
    onFinished(QtConcurrent::run(findSampleFolder, projectsFolder()), this, [this](const SampleFolder &folder) {
        if (folder.exists)
            m_navigation.openJob(folder.jobFile());
        else
            makeSample(folder.directory);
    });
}

void StartController::makeSample(const QString &directory)
{
    m_navigation.startActivity(sampleActivity, tr("Making the sample in %1").arg(QDir::toNativeSeparators(directory)), true);
    m_sampleWatcher = onFinished(createSampleProject(directory), this, [this](const Result<SampleProject> &result) { handleSample(result); });
    connect(m_sampleWatcher, &QFutureWatcherBase::progressValueChanged, this, [this](int value) {
        const int maximum = m_sampleWatcher ? m_sampleWatcher->progressMaximum() : 0;
        if (maximum > 0)
            m_navigation.updateActivity(sampleActivity, tr("Writing image %1 of %2").arg(value).arg(maximum), double(value) / maximum);
    });
    connect(m_sampleWatcher, &QFutureWatcherBase::finished, this, [this] {
        m_sampleWatcher = nullptr;
        m_navigation.finishActivity(sampleActivity);
    });
}

void StartController::handleSample(const Result<SampleProject> &result)
{
    if (!result) {
        if (result.error().kind != Error::Kind::Cancelled)
            m_navigation.showMessage(result.error().message, Navigation::Tone::Error);
        return;
    }
    if (result->isSynthetic) {
        m_navigation.showMessage(tr("Debian's package dataset-fashion-mnist is not installed: the sample has drawn shapes instead of photographs."),
                                 Navigation::Tone::Info);
    }
    m_navigation.openJob(result->jobFile);
}

void StartController::openPath(const QString &path)
{
    onFinished(QtConcurrent::run(classifyPath, path), this, [this](const PathTarget &target) {
        switch (target.kind) {
        case PathKind::Job:
            return m_navigation.openJob(target.path);
        case PathKind::Log:
            return m_navigation.openLog(target.path);
        case PathKind::Folder:
        case PathKind::Script:
            return makeDraft(target.path);
        case PathKind::Credentials:
            m_navigation.showSetup(QStringLiteral("platform"));
            return m_navigation.showMessage(tr("Drop credentials.csv on the key fields of the platform step: it fills both."));
        case PathKind::Missing:
            return m_navigation.showMessage(tr("%1 does not exist.").arg(target.path), Navigation::Tone::Error);
        case PathKind::Unknown:
            return m_navigation.showMessage(tr("%1 is no job, log, script or folder.").arg(target.path), Navigation::Tone::Warning);
        }
    });
}

void StartController::makeDraft(const QString &folderOrScript)
{
    onFinished(QtConcurrent::run(createJobDraft, folderOrScript, projectsFolder()), this, [this](const Result<QString> &file) {
        if (!file)
            return m_navigation.showMessage(file.error().message, Navigation::Tone::Error);
        m_navigation.openJob(*file);
    });
}

void StartController::chooseFile()
{
    auto *dialog = new QFileDialog(m_page ? m_page->window() : nullptr, tr("Open a job or a log"), projectsFolder());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Jobs, logs and metric files (*.yaml *.yml *.log *.txt *.out *.jsonl *.csv *.json *tfevents*)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &StartController::openPath);
    dialog->open();
}

void StartController::chooseFolder()
{
    auto *dialog = new QFileDialog(m_page ? m_page->window() : nullptr, tr("Choose the folder with the training script"), QDir::homePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, &StartController::openPath);
    dialog->open();
}

} // namespace Trainyard
