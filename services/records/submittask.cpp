#include "services/records/submittask.h"

#include "models/job/jobdocument.h"
#include "services/agent/runfolder.h"
#include "services/common/async.h"
#include "services/common/files.h"
#include "services/platforms/launchcommand.h"
#include "services/platforms/platformregistry.h"
#include "services/records/codearchive.h"
#include "services/records/runarchive.h"
#include "services/records/runstore.h"

#include <QDir>
#include <QFileInfo>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

/// A folder of its own, also when two windows submit in the same second: making it decides who has the name.
Result<QString> makeRunFolder(const AppPaths &paths, const QString &wantedId)
{
    QDir runs(paths.runsFolder());
    if (!runs.mkpath(u"."_s))
        return Error{Error::Kind::Io, SubmitTask::tr("The folder %1 cannot be made. Choose another one with TRAINYARD_HOME.").arg(runs.path()), QString()};
    for (int number = 1; number < 1000; ++number) {
        const QString id = number == 1 ? wantedId : u"%1-%2"_s.arg(wantedId).arg(number);
        if (runs.mkdir(id))
            return id;
        if (!runs.exists(id))
            break;
    }
    return Error{Error::Kind::Io, SubmitTask::tr("No folder for the run can be made in %1: check the rights and the disk space.").arg(runs.path()), QString()};
}

QString placedText(const QString &file, const Finding &finding)
{
    const QString line = finding.where.line ? u":%1"_s.arg(*finding.where.line) : QString();
    return SubmitTask::tr("%1%2: %3").arg(file, line, finding.message);
}

} // namespace

QString runIdFor(const QString &jobName, const QDateTime &localTime)
{
    constexpr qsizetype longestName = 60; // of 255 bytes, up to 4 each
    QString name;
    for (const QChar c : jobName.left(longestName))
        name += c.isLetterOrNumber() || c == u'_' || c == u'.' ? c : u'-';
    while (name.startsWith(u'.') || name.startsWith(u'-'))
        name.remove(0, 1);
    return localTime.toString(u"yyyyMMdd-HHmmss"_s) + u'-' + (name.isEmpty() ? u"run"_s : name);
}

SubmitTask::SubmitTask(AppPaths paths, PlatformRegistry &platforms, SubmitOptions options, QObject *parent)
    : QObject(parent), m_paths(std::move(paths)), m_platforms(platforms), m_options(std::move(options)),
      m_promise(std::make_shared<QPromise<Result<Run>>>())
{
}

SubmitTask::~SubmitTask()
{
    if (!m_promise->future().isFinished())
        m_promise->future().cancel(); // the worker gives up, and removes what it made
}

QFuture<Result<Run>> SubmitTask::start()
{
    m_promise->start();
    if (const Result<> usable = checkJob(); usable)
        queryFlavors();
    else
        finish(usable.error());
    return m_promise->future();
}

Result<> SubmitTask::checkJob()
{
    const JobDocument document = readJobFile(m_options.jobFile);
    for (const Finding &finding : document.findings) {
        if (finding.severity == Severity::Error) {
            return Error{Error::Kind::Invalid, placedText(m_options.jobFile, finding), finding.code};
        }
    }
    if (m_options.dryRun && m_options.dryRun->verdict == Verdict::Fail && m_options.overrideReason.trimmed().isEmpty())
        return Error{Error::Kind::Conflict, tr("The dry-run of this job failed. Correct what it found, or give a reason to submit all the same."), QString()};
    m_request.job = document.job;
    m_request.jobFolder = QFileInfo(m_options.jobFile).absolutePath();
    for (const Finding &finding : m_platforms.profiles().findings + m_platforms.catalogue().findings) {
        if (finding.severity == Severity::Error)
            return Error{Error::Kind::Invalid, placedText(finding.where.file, finding), finding.code};
    }
    const std::optional<Profile> profile = m_platforms.profile(document.job.profileOrDefault());
    m_platform = profile ? m_platforms.platform(profile->platform) : nullptr;
    if (!m_platform)
        return Error{Error::Kind::NotFound, tr("There is no usable profile %1. Settings lists the profiles.").arg(document.job.profileOrDefault()), QString()};
    m_request.profile = *profile;
    return success();
}

void SubmitTask::queryFlavors()
{
    onFinished(m_platform->queryFlavors(m_request.profile), this, [this](const Result<QList<Flavor>> &flavors) { handleFlavors(flavors); });
}

void SubmitTask::handleFlavors(const Result<QList<Flavor>> &flavors)
{
    if (!flavors) {
        finish(flavors.error());
        return;
    }
    const QList<Flavor> known = m_platforms.catalogue().flavors + *flavors; // the catalogue replaces by name
    const QString wanted = m_request.job.compute.flavor.isEmpty() && !flavors->isEmpty() ? flavors->first().name : m_request.job.compute.flavor;
    const auto found = std::find_if(known.begin(), known.end(), [&](const Flavor &flavor) { return flavor.name == wanted; });
    if (found == known.end()) {
        QStringList names;
        for (const Flavor &flavor : known)
            names.append(flavor.name);
        finish(Error{Error::Kind::NotFound, tr("There is no flavor %1 here. There are: %2.").arg(wanted, names.join(u", "_s)), QString()});
        return;
    }
    m_request.flavor = *found;
    const auto prepared = QtConcurrent::run([request = m_request, options = m_options, paths = m_paths, facts = m_platforms.facts(m_request.profile),
                                             promise = m_promise] { return prepare(request, options, paths, facts, [promise] { return promise->isCanceled(); }); });
    onFinished(prepared, this, [this](const Result<Prepared> &result) { handOver(result); });
}

Result<SubmitTask::Prepared> SubmitTask::prepare(SubmitRequest request, const SubmitOptions &options, const AppPaths &paths, const PlatformFacts &facts,
                                                 const std::function<bool()> &isCanceled)
{
    const Job &job = request.job;
    Run &run = request.run;
    const QDateTime now = QDateTime::currentDateTime();
    const Result<QString> id = makeRunFolder(paths, runIdFor(job.name, now));
    if (!id)
        return id.error();
    run.id = *id;
    run.name = job.name;
    run.profile = request.profile.name;
    run.platform = request.profile.platform;
    run.flavor = request.flavor.name;
    run.project = job.project;
    run.jobFile = options.jobFile;
    run.directory = paths.runFolder(*id);
    run.createdAt = now.toUTC();
    run.status.queuedAt = run.createdAt;
    if (request.flavor.pricePerHour)
        run.pricePerHour = *request.flavor.pricePerHour * job.nodes();
    const RunFolder folder{run.directory};

    const auto fill = [&]() -> Result<Prepared> {
        std::optional<FileLock> lock = FileLock::tryLock(folder.submitLock());
        const Result<QByteArray> jobText = readFile(options.jobFile);
        if (!jobText)
            return jobText.error();
        if (const Result<> written = writeFileAtomically(folder.jobFile(), *jobText); !written)
            return written.error();
        run.record = observeRecord(job, request.jobFolder, request.profile, paths.runsFolder());
        run.record.dryRunVerdict = options.dryRun ? verdictToText(options.dryRun->verdict) : QString();
        run.record.overrideReason = options.overrideReason;
        run.record.commandLine
            = buildLaunchCommand(job, facts, localLaunchPaths(job, request.jobFolder, run.directory, request.profile, paths)).toShellText();
        if (const Result<> copied = copyCode(selectCode(job, request.jobFolder, paths.runsFolder()), folder.codeFolder(), isCanceled); !copied)
            return copied.error();
        if (const Result<> written = writeRecord(run); !written)
            return written.error();
        const auto store = RunStore::open(paths.databaseFile());
        if (!store)
            return store.error();
        if (const Result<> inserted = (*store)->insert(run); !inserted)
            return inserted.error();
        return Prepared{request, lock ? std::make_shared<FileLock>(std::move(*lock)) : nullptr};
    };
    Result<Prepared> prepared = fill();
    if (!prepared)
        QDir(run.directory).removeRecursively();
    return prepared;
}

void SubmitTask::handOver(const Result<Prepared> &prepared)
{
    if (!prepared) {
        finish(prepared.error());
        return;
    }
    m_request = prepared->request;
    m_lock = prepared->lock;
    if (m_promise->isCanceled()) {
        handleAnswer(Error{Error::Kind::Cancelled, tr("The submit was cancelled."), QString()});
        return;
    }
    onFinished(m_platform->submit(m_request), this, [this](const Result<RunStatus> &status) { handleAnswer(status); });
}

void SubmitTask::handleAnswer(const Result<RunStatus> &status)
{
    Run run = m_request.run;
    if (status)
        run.status = *status;
    if (status) {
        finish(run);
        return;
    }
    const auto removed = QtConcurrent::run([paths = m_paths, run, error = status.error()]() -> Result<Run> {
        if (const auto store = RunStore::open(paths.databaseFile()))
            (void)(*store)->remove(run.id);
        QDir(run.directory).removeRecursively();
        return error;
    });
    onFinished(removed, this, [this](const Result<Run> &result) { finish(result); });
}

void SubmitTask::finish(const Result<Run> &result)
{
    m_promise->addResult(result);
    m_promise->finish();
    m_lock.reset();
    deleteLater();
}

} // namespace Trainyard
