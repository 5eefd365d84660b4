#include "app/window/runactions.h"

#include "app/appcontext.h"
#include "app/window/navigation.h"
#include "models/job/jobdocument.h"
#include "services/common/async.h"
#include "services/drafts/derivedjob.h"
#include "services/drafts/samplefolder.h"
#include "services/dryrun/dryrunstore.h"

#include <QDesktopServices>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QUrl>
#include <QtConcurrentRun>

namespace Trainyard {

namespace {

/// The definition a run was submitted with; always there, while the job's own file may be gone or changed.
QString submittedJob(const Run &run)
{
    return run.directory + QStringLiteral("/job.yaml");
}

/// Everything that changed between a run and what would run now.
QStringList driftSince(const Run &run, const Profile &profile)
{
    const Job now = readJobFile(run.jobFile).job;
    const Job before = readJobFile(submittedJob(run)).job;
    return jobDifferences(before, now) + RunService::drift(run.record, RunService::observe(now, QFileInfo(run.jobFile).absolutePath(), profile));
}

} // namespace

RunActions::RunActions(AppContext &context, Navigation &navigation, QObject *parent)
    : QObject(parent)
    , m_context(context)
    , m_navigation(navigation)
{
}

void RunActions::report(const Error &error)
{
    m_navigation.showMessage(error.message, Navigation::Tone::Error);
}

std::optional<Run> RunActions::findRun(const QString &runId)
{
    const std::optional<Run> run = m_context.runs.run(runId);
    if (!run)
        m_navigation.showMessage(tr("Run %1 is no longer there.").arg(runId), Navigation::Tone::Warning);
    return run;
}

void RunActions::stop(const QString &runId, Platform::StopMode mode)
{
    onFinished(m_context.runs.stop(runId, mode), this, [this, mode](const Result<> &result) {
        if (!result)
            return report(result.error());
        if (mode == Platform::StopMode::AfterCheckpoint)
            m_navigation.showMessage(tr("The run stops as soon as it has written its next checkpoint."), Navigation::Tone::Info);
        m_context.runs.refresh();
    });
}

void RunActions::remove(const QStringList &runIds)
{
    for (const QString &runId : runIds) {
        onFinished(m_context.runs.remove(runId), this, [this](const Result<> &result) {
            if (!result)
                report(result.error());
        });
    }
}

void RunActions::openFolder(const QString &path)
{
    const QFileInfo info(path);
    if (!info.exists())
        return m_navigation.showMessage(tr("%1 is no longer there.").arg(path), Navigation::Tone::Warning);
    if (!QDesktopServices::openUrl(QUrl::fromLocalFile(info.absoluteFilePath())))
        m_navigation.showMessage(tr("No program here opens %1.").arg(info.absoluteFilePath()), Navigation::Tone::Info);
}

void RunActions::saveTemplate(const QString &runId)
{
    const std::optional<Run> run = findRun(runId);
    if (!run)
        return;
    onFinished(QtConcurrent::run(saveAsTemplate, submittedJob(*run), QFileInfo(run->jobFile).absolutePath(), m_context.paths.home), this, [this](const Result<QString> &file) {
        if (!file)
            return report(file.error());
        m_navigation.showMessage(tr("Saved as template %1. New jobs can start from it.").arg(QFileInfo(*file).completeBaseName()), Navigation::Tone::Ok);
    });
}

void RunActions::sameWithMyData(const QString &runId)
{
    const std::optional<Run> run = findRun(runId);
    if (!run)
        return;
    auto *dialog = new QFileDialog(m_dialogParent, tr("Choose the folder with your code, or with your data"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this, jobFile = submittedJob(*run)](const QString &folder) {
        onFinished(QtConcurrent::run(createJobWithOwnData, jobFile, folder, projectsFolder()), this, [this](const Result<QString> &file) {
            if (!file)
                return report(file.error());
            m_navigation.openJob(*file);
            m_navigation.showSetup(QStringLiteral("job"));
        });
    });
    dialog->open();
}

void RunActions::runAgain(const QString &runId)
{
    const std::optional<Run> run = findRun(runId);
    if (!run)
        return;
    if (!QFileInfo::exists(run->jobFile)) {
        return m_navigation.showMessage(tr("%1 is gone. The definition as it was submitted is %2.").arg(run->jobFile, submittedJob(*run)),
                                        Navigation::Tone::Warning);
    }
    Profile profile = m_context.platforms.profile(run->profile).value_or(Profile());
    onFinished(QtConcurrent::run(driftSince, *run, profile), this, [this, run = *run](const QStringList &drift) { showDrift(run, drift); });
}

void RunActions::showDrift(const Run &run, const QStringList &drift)
{
    auto *question = new QMessageBox(QMessageBox::Question, tr("Run again"), QString(), QMessageBox::NoButton, m_dialogParent);
    question->setObjectName(QStringLiteral("driftQuestion"));
    question->setAttribute(Qt::WA_DeleteOnClose);
    if (drift.isEmpty()) {
        question->setText(tr("Run %1 again? Nothing has changed since: definition, code and environment are the same.").arg(run.name));
    } else {
        question->setText(tr("Run %1 again? This has changed since:").arg(run.name));
        question->setInformativeText(QStringLiteral("• ") + drift.join(QStringLiteral("\n• ")));
    }
    const QPushButton *start = question->addButton(tr("&Run again"), QMessageBox::AcceptRole);
    const QPushButton *dryRun = question->addButton(tr("&Dry-run first"), QMessageBox::ActionRole);
    question->addButton(QMessageBox::Cancel);
    connect(start, &QPushButton::clicked, this, [this, jobFile = run.jobFile] { submitIfDryRun(jobFile); });
    connect(dryRun, &QPushButton::clicked, this, [this, jobFile = run.jobFile] {
        m_navigation.openJob(jobFile);
        m_navigation.startDryRun();
    });
    question->open();
}

void RunActions::submitIfDryRun(const QString &jobFile)
{
    const auto look = [paths = m_context.paths, jobFile] {
        return storedDryRun(paths, dryRunFingerprint(readJobFile(jobFile).job, QFileInfo(jobFile).absolutePath()));
    };
    onFinished(QtConcurrent::run(look), this, [this, jobFile](const std::optional<DryRunReport> &report) {
        if (report && report->verdict != Verdict::Fail)
            return submit(jobFile, *report);
        m_navigation.openJob(jobFile);
        if (QFileInfo(m_context.session.path()) != QFileInfo(jobFile))
            return; // it cannot be opened, and the window says why
        if (report) {
            m_navigation.showDryRun();
            m_navigation.showMessage(tr("The dry-run of this job failed, so nothing was submitted. Correct what it found, or give a reason here to submit all the same."),
                                     Navigation::Tone::Warning);
        } else {
            m_navigation.startDryRun();
            m_navigation.showMessage(tr("This job was not dry-run as it is now: that comes first. Submit it from here when it has passed."));
        }
    });
}

void RunActions::submit(const QString &jobFile, const DryRunReport &dryRun)
{
    onFinished(m_context.runs.submit(SubmitOptions{jobFile, dryRun, QString()}), this, [this](const Result<Run> &run) {
        if (!run)
            return report(run.error());
        m_navigation.showRun(run->id);
    });
}

} // namespace Trainyard
