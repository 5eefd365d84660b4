#include "app/window/jobscontroller.h"

#include "app/appcontext.h"
#include "app/window/navigation.h"
#include "services/common/async.h"
#include "services/common/files.h"
#include "services/drafts/samplefolder.h"
#include "services/dryrun/contextcollector.h"
#include "services/preflight/preflight.h"
#include "services/sample/sampleproject.h"
#include "widgets/jobs/jobeditor.h"
#include "widgets/jobs/jobspage.h"
#include "widgets/jobs/yamledit.h"
#include "widgets/setup/fieldtexts.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QtConcurrentRun>

namespace Trainyard {

namespace {

const QString yamlFilter = QStringLiteral("*.yaml *.yml");

/// Open beside the running window; gone when it is answered.
QFileDialog *openFileDialog(QWidget *parent, const QString &title, const QString &folder, const QString &filter = QString())
{
    auto *dialog = new QFileDialog(parent, title, folder, filter);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QMetaObject::invokeMethod(dialog, [dialog] { dialog->open(); }, Qt::QueuedConnection); // after it is set up
    return dialog;
}

/// A folder of the sample's name that is not there yet.
QString freeFolder(const QString &name)
{
    const QDir projects(projectsFolder());
    for (int number = 1;; ++number) {
        const QString folder = number == 1 ? name : QStringLiteral("%1-%2").arg(name).arg(number);
        if (!projects.exists(folder))
            return projects.absoluteFilePath(folder);
    }
}

} // namespace

JobsController::JobsController(AppContext &context, Navigation &navigation, QObject *parent)
    : QObject(parent), m_context(context), m_navigation(navigation), m_page(new JobsPage), m_library(context.paths.home)
{
    connectPage();
    connectEditor();
    connect(&m_context.runs, &RunService::runsChanged, this, [this] { m_page->setRuns(m_context.runs.runs()); });
    m_page->setRuns(m_context.runs.runs());
    refresh();
    showSession();
}

JobsController::~JobsController()
{
    if (m_page && !m_page->parent())
        delete m_page;
}

Page *JobsController::page()
{
    return m_page;
}

void JobsController::connectPage()
{
    connect(m_page, &JobsPage::openRequested, this, &JobsController::open);
    connect(m_page, &JobsPage::editRequested, this, &JobsController::edit);
    connect(m_page, &JobsPage::newRequested, this, &JobsController::createFrom);
    connect(m_page, &JobsPage::newFromFolderRequested, this, [this] {
        QFileDialog *dialog = openFileDialog(m_page, tr("Choose the folder of your script"), QDir::homePath());
        dialog->setFileMode(QFileDialog::Directory);
        connect(dialog, &QFileDialog::fileSelected, &m_navigation, &Navigation::openPath);
    });
    connect(m_page, &JobsPage::duplicateRequested, this, [this](const QString &file) { handle(duplicateJob(file)); });
    connect(m_page, &JobsPage::importRequested, this, &JobsController::importJob);
    connect(m_page, &JobsPage::exportRequested, this, &JobsController::exportTo);
    connect(m_page, &JobsPage::removeRequested, this, &JobsController::remove);
    connect(m_page, &JobsPage::undoRequested, this, &JobsController::undoRemove);
    connect(m_page, &JobsPage::refreshRequested, this, &JobsController::refresh);
    connect(m_page, &JobsPage::sampleRequested, &m_navigation, &Navigation::openSample);
}

void JobsController::connectEditor()
{
    JobSession &session = m_context.session;
    JobEditor &editor = m_page->editor();
    connect(&editor, &Form::changed, this, [this](const Job &job, const QString &key) {
        m_context.session.setJob(job, tr("Change “%1”").arg(fieldTexts(key).label), key);
    });
    connect(&editor, &JobEditor::textEdited, this, [this](const QString &text) {
        (void)m_context.session.setText(text.toUtf8(), tr("Edit the file")); // a fault comes back with unreadableTextChanged
    });
    connect(&editor, &JobEditor::discardTextRequested, &session, &JobSession::dropUnreadableText);
    connect(&m_context.forecasts, &ForecastFeed::changed, &editor, &JobEditor::setForecast);
    editor.setForecast(m_context.forecasts.state());
    connect(&session, &JobSession::unreadableTextChanged, this, &JobsController::showSession);
    connect(&session, &JobSession::opened, this, [this] {
        m_page->showEditor(false);
        if (m_context.session.isOpen())
            m_page->editor().loadJob(m_context.session.job());
        showSession();
    });
    connect(&session, &JobSession::jobChanged, this, &JobsController::showSession);
    connect(&session, &JobSession::saved, this, [this](const QDateTime &time) {
        if (m_context.session.unreadableText().isEmpty())
            m_page->editor().setSaveLine(true, tr("saved %1").arg(time.toString(QStringLiteral("HH:mm:ss"))));
    });
    connect(&session, &JobSession::saveFailed, this, [this](const Error &error) { m_page->editor().setSaveLine(false, error.message); });
    connect(&session, &JobSession::conflictDetected, this, [this] {
        m_page->editor().setSaveLine(false, tr("Not saved: the file was changed by another program. The Setup page asks which version to keep."));
    });
}

void JobsController::showSession()
{
    const JobSession &session = m_context.session;
    if (!session.isOpen())
        return;
    JobEditor &editor = m_page->editor();
    editor.setJob(session.job());
    if (!session.unreadableText().isEmpty()) {
        editor.setUnreadableText(QString::fromUtf8(session.unreadableText()), session.unreadableTextFindings());
        return editor.setSaveLine(false, tr("Not saved: the text has a fault. The job is still the one before it."));
    }
    editor.setText(QString::fromUtf8(session.text()));
    editor.showFindings(session.document().findings);
    if (!session.hasUnsavedChanges())
        editor.setSaveLine(true, session.path());
    if (m_page->isEditing())
        collectContext();
}

/// What there is to choose from in the editor's lists.
void JobsController::collectContext()
{
    const JobSession &session = m_context.session;
    onFinished(Trainyard::collectContext(session.document(), session.folder(), m_context.platforms), this, [this](const PreflightContext &preflight) {
        FormContext context;
        context.jobFolder = m_context.session.folder();
        context.platform = preflight.profile.platform;
        context.profiles = preflight.profileNames;
        context.presets = {QStringLiteral("image-classification")};
        context.flavors = preflight.flavors;
        context.images = preflight.images;
        m_page->editor().setContext(context);
        onFinished(QtConcurrent::run(runStaticChecks, preflight), this, [this, job = preflight.job()](const CheckReport &report) {
            if (m_context.session.isOpen() && m_context.session.unreadableText().isEmpty() && m_context.session.job() == job)
                m_page->editor().showFindings(report.findings);
        });
    });
}

void JobsController::refresh()
{
    const QStringList recent = m_context.preferences.recentFiles();
    const QStringList known = m_library.files();
    for (auto file = recent.crbegin(); file != recent.crend(); ++file) {
        if (known.isEmpty() && (file->endsWith(QLatin1String(".yaml")) || file->endsWith(QLatin1String(".yml"))))
            report(m_library.add(*file));
    }
    if (m_context.session.isOpen())
        report(m_library.add(m_context.session.path()));
    onFinished(QtConcurrent::run([library = m_library] { return library.entries(); }), this, [this](const QList<JobEntry> &entries) {
        m_page->setEntries(entries);
        QList<JobTemplate> templates;
        for (const QString &name : sampleTemplates())
            templates.append({name, tr("Sample: %1").arg(name)});
        for (const JobEntry &entry : entries) {
            if (entry.isTemplate && entry.fault.isEmpty())
                templates.append({entry.file, entry.name});
        }
        m_page->setTemplates(templates);
    });
}

void JobsController::open(const QString &file)
{
    if (file.isEmpty())
        return m_navigation.showSetup(); // from the editor: its job is open
    const std::optional<JobEntry> entry = m_page->model()->entry(file);
    if (entry && entry->isTemplate)
        createFrom(file);
    else
        m_navigation.openJob(file);
}

void JobsController::edit(const QString &file)
{
    if (m_context.session.path() != file) {
        if (const Result<> opened = m_context.session.open(file); !opened)
            return m_navigation.showMessage(opened.error().message, Navigation::Tone::Error);
    }
    m_page->showEditor(true);
    showSession();
}

void JobsController::createFrom(const QString &templateId)
{
    if (!sampleTemplates().contains(templateId))
        return handle(createJobFromTemplate(templateId, projectsFolder()));
    onFinished(createSampleProject(freeFolder(templateId), templateId), this, [this](const Result<SampleProject> &project) {
        if (project)
            m_navigation.openJob(project->jobFile);
        else
            m_navigation.showMessage(project.error().message, Navigation::Tone::Error);
    });
}

void JobsController::handle(const Result<QString> &file)
{
    if (!file)
        return m_navigation.showMessage(file.error().message, Navigation::Tone::Error);
    report(m_library.add(*file));
    m_navigation.openJob(*file);
}

void JobsController::report(const Result<> &result)
{
    if (!result)
        m_navigation.showMessage(result.error().message, Navigation::Tone::Error);
}

void JobsController::importJob()
{
    QFileDialog *dialog = openFileDialog(m_page, tr("Put a job on the list"), projectsFolder(), tr("Jobs (%1)").arg(yamlFilter));
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &file) {
        report(m_library.add(file));
        refresh();
    });
}

void JobsController::exportTo(const QString &file)
{
    QFileDialog *dialog = openFileDialog(m_page, tr("Export the job"), QDir::homePath(), tr("Jobs (%1)").arg(yamlFilter));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(QFileInfo(file).fileName());
    connect(dialog, &QFileDialog::fileSelected, this, [this, file](const QString &destination) {
        const Result<> written = exportJob(file, destination);
        report(written);
        if (written)
            m_navigation.showMessage(tr("Exported to %1.").arg(destination), Navigation::Tone::Ok);
    });
}

void JobsController::remove(const QString &file)
{
    const std::optional<JobEntry> entry = m_page->model()->entry(file);
    if (!entry)
        return;
    if (entry->isTemplate) {
        const Result<QByteArray> content = readFile(file);
        if (!content)
            return report(content.error());
        QFile::remove(file);
        m_undoRemove = [file, content = *content] { return writeFileAtomically(file, content); };
    } else {
        report(m_library.remove(file));
        m_undoRemove = [library = m_library, file] { return library.add(file); };
    }
    m_page->offerUndo(tr("%1 was removed from the list.").arg(entry->name));
    refresh();
}

void JobsController::undoRemove()
{
    if (!m_undoRemove)
        return;
    report(m_undoRemove());
    m_undoRemove = nullptr;
    refresh();
}

} // namespace Trainyard
