#include "services/platforms/local/localplatform.h"

#include "models/job/jobdocument.h"
#include "services/agent/filelock.h"
#include "services/agent/launchfile.h"
#include "services/agent/runfolder.h"
#include "services/agent/slots.h"
#include "services/common/async.h"
#include "services/common/everylanguage.h"
#include "services/common/language.h"
#include "services/platforms/launchcommand.h"
#include "services/platforms/local/filestreams.h"
#include "services/platforms/local/localchecks.h"
#include "services/platforms/local/localflavors.h"
#include "services/platforms/platformfacts.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QThread>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

/// Runs @p work(isCanceled) in @p pool; a cancelled future gets no answer.
template<typename Work>
auto inBackground(QThreadPool &pool, Work work)
{
    using Answer = decltype(work(std::function<bool()>()));
    return QtConcurrent::run(&pool, [work = std::move(work)](QPromise<Answer> &promise) mutable {
        if (!promise.isCanceled())
            promise.addResult(work([&promise] { return promise.isCanceled(); }));
    });
}

Result<LaunchFile> launchFileFor(const SubmitRequest &request, const PlatformFacts &facts, const AppPaths &paths, Milliseconds grace)
{
    const Job &job = request.job;
    const LaunchPaths places = localLaunchPaths(job, request.jobFolder, request.run.directory, request.profile, paths);
    const LaunchCommand command = buildLaunchCommand(job, facts, places);
    LaunchFile launch;
    launch.arguments = command.arguments;
    launch.environment = command.environment;
    launch.workingDirectory = places.codeDirectory;
    launch.flavor = request.flavor.name;
    launch.slotsFolder = paths.slotsFolder();
    launch.slotCount = request.flavor.maxConcurrentRuns.value_or(1);
    launch.cpus = request.flavor.cpus.value_or(0);
    launch.maxDuration = job.limits.maxDuration;
    launch.stopWhenIdle = job.limits.stopWhenIdle;
    launch.maxCost = job.limits.maxCost;
    launch.pricePerHour = request.flavor.pricePerHour;
    launch.grace = grace;
    launch.checkpointDirectory = places.checkpointDirectory;
    if (job.checkpoints)
        launch.checkpointEverySteps = job.checkpoints->everySteps;
    launch.alerts = job.alerts;
    launch.checkpointsOnSignal = !job.code.preset.isEmpty();
    for (const JobInput &input : job.inputs) {
        if (input.access == "read"_L1)
            launch.readOnly.append(places.inputs.value(input.name));
    }
    QStringList destinations;
    for (const JobOutput &output : job.outputs)
        destinations.append(QDir::cleanPath(QDir(request.jobFolder).absoluteFilePath(resolveReferences(job, output.destination))));
    for (int index = 0; index < job.outputs.size(); ++index) {
        const QString name = job.outputs[index].name;
        QString target = destinations[index] + u'/' + request.run.id;
        if (destinations.count(destinations[index]) > 1) // two outputs in one place must not meet
            target += u'/' + name;
        launch.collect.append({name, places.outputs.value(name), target});
    }
    return launch;
}

/// The cards that @p launch may choose from. Errors: Unavailable.
Result<> assignCards(LaunchFile &launch, const Flavor &flavor, const QString &runsFolder)
{
    if (flavor.cards() == 0)
        return success();
    for (const LocalFlavor &local : localFlavors(inspectMachine(runsFolder))) {
        if (local.flavor.accelerator && local.flavor.accelerator->type == flavor.accelerator->type && local.cards.size() >= flavor.cards()) {
            launch.cards = local.cards;
            launch.cardsNeeded = flavor.cards();
            return success();
        }
    }
    return Error{Error::Kind::Unavailable,
                 LocalPlatform::tr("%1 needs %2 × %3, which this machine does not have. Choose a flavor of this machine.")
                     .arg(flavor.name).arg(flavor.cards()).arg(flavor.accelerator->type),
                 QString()};
}

} // namespace

LocalPlatform::LocalPlatform(AppPaths paths, QObject *parent) : Platform(parent), m_paths(std::move(paths))
{
    m_workers.setMaxThreadCount(4); // they mostly wait: for a disk, for an interpreter
}

LocalPlatform::~LocalPlatform()
{
    m_workers.waitForDone();
}

PlatformCapabilities LocalPlatform::capabilities() const
{
    PlatformCapabilities capabilities;
    capabilities.account = true;
    capabilities.permissions = true;
    capabilities.flavors = true;
    capabilities.quota = true;
    capabilities.submit = true;
    capabilities.stop = true;
    capabilities.stopAfterCheckpoint = true;
    capabilities.logStream = true;
    capabilities.metricStream = true;
    capabilities.release = true;
    return capabilities;
}

PlatformFacts LocalPlatform::facts() const
{
    PlatformFacts facts = builtInFacts(id());
    facts.providedVariables += QProcessEnvironment::systemEnvironment().keys(); // a run inherits them
    return facts;
}

QFuture<Result<QList<CheckItem>>> LocalPlatform::checkAccount(const Profile &profile, const Job &job)
{
    return inBackground(m_workers, [profile, job, paths = m_paths](const std::function<bool()> &isCanceled) {
        return Result(checkMachine(profile, job, paths, isCanceled));
    });
}

QFuture<Result<QList<CheckItem>>> LocalPlatform::checkPermissions(const Profile & /*profile*/, const Job &job, const QString &jobFolder)
{
    return inBackground(m_workers, [job, jobFolder](const auto &) { return Result(checkLocalPermissions(job, jobFolder)); });
}

QFuture<Result<QList<Flavor>>> LocalPlatform::queryFlavors(const Profile & /*profile*/)
{
    return inBackground(m_workers, [runs = m_paths.runsFolder()](const auto &) {
        QList<Flavor> flavors;
        for (const LocalFlavor &local : localFlavors(inspectMachine(runs)))
            flavors.append(local.flavor);
        return Result(flavors);
    });
}

QFuture<Result<QList<Image>>> LocalPlatform::queryImages(const Profile & /*profile*/)
{
    return readyFuture(Result<QList<Image>>(
        Error{Error::Kind::Unavailable, tr("This machine has no images: a run uses the interpreter of the profile."), QString()}));
}

QFuture<Result<QList<QuotaItem>>> LocalPlatform::queryQuota(const Profile & /*profile*/, const QList<Flavor> &flavors)
{
    return inBackground(m_workers, [flavors, paths = m_paths](const auto &) {
        const QList<LocalFlavor> here = localFlavors(inspectMachine(paths.runsFolder()));
        QList<QuotaItem> items;
        for (const Flavor &flavor : flavors) {
            const auto local = std::find_if(here.begin(), here.end(), [&](const LocalFlavor &entry) { return entry.flavor.name == flavor.name; });
            QuotaItem item;
            item.flavor = flavor.name;
            item.type = flavor.accelerator ? flavor.accelerator->type : u"CPU"_s;
            item.isUnlimited = true;
            if (flavor.accelerator && local == here.end()) {
                item.total = 0;
                item.available = 0;
            } else if (flavor.accelerator) {
                item.total = int(local->cards.size());
                item.available = SlotQueue::freeCards(paths.slotsFolder(), local->cards);
            } else {
                item.total = flavor.maxConcurrentRuns.value_or(1);
                item.available = SlotQueue::freeSlots(paths.slotsFolder(), flavor.name, *item.total);
            }
            item.state = item.total == 0 ? tr("none") : *item.available >= std::max(1, flavor.cards()) ? tr("available") : tr("busy");
            items.append(item);
        }
        return Result(items);
    });
}

QFuture<Result<RunStatus>> LocalPlatform::submit(const SubmitRequest &request)
{
    return inBackground(m_workers, [this, request](const auto &) { return submitNow(request); });
}

QFuture<Result<RunStatus>> LocalPlatform::queryStatus(const Run &run)
{
    return inBackground(m_workers, [this, folder = run.directory](const auto &) { return statusNow(folder); });
}

QFuture<Result<>> LocalPlatform::stop(const Run &run, StopMode mode)
{
    return inBackground(m_workers, [this, folder = run.directory, mode](const auto &) { return stopNow(folder, mode); });
}

QFuture<Result<>> LocalPlatform::release(const Run &run)
{
    return inBackground(m_workers, [this, run](const auto &) -> Result<> {
        const Result<RunStatus> status = statusNow(run.directory);
        if (!status)
            return status.error();
        if (!isFinal(status->state))
            return Error{Error::Kind::Conflict, tr("The run %1 has not ended: stop it first.").arg(run.id), QString()};
        return success();
    });
}

std::unique_ptr<LogStream> LocalPlatform::openLog(const Run &run)
{
    return std::make_unique<FileLogStream>(RunFolder{run.directory}.logFile());
}

std::unique_ptr<SampleStream> LocalPlatform::openSamples(const Run &run)
{
    return std::make_unique<FileSampleStream>(RunFolder{run.directory}.samplesFile());
}

Result<RunStatus> LocalPlatform::submitNow(const SubmitRequest &request)
{
    const RunFolder folder{request.run.directory};
    if (!QFileInfo::exists(folder.path))
        return Error{Error::Kind::NotFound, tr("The run's folder %1 does not exist.").arg(folder.path), QString()};
    if (QFileInfo::exists(folder.launchFile())) // submitted before: the same run is never started twice
        return statusNow(folder.path);
    if (request.job.nodes() > 1)
        return Error{Error::Kind::Invalid, tr("This machine is one node: set compute.nodes to 1."), QString()};
    Result<LaunchFile> launch = launchFileFor(request, withProfile(facts(), request.profile), m_paths, m_grace);
    if (!launch)
        return launch.error();
    if (const Result<> assigned = assignCards(*launch, request.flavor, m_paths.runsFolder()); !assigned)
        return assigned.error();
    QDir().mkpath(folder.codeFolder());
    if (!launch->checkpointDirectory.isEmpty())
        QDir().mkpath(launch->checkpointDirectory);
    for (const LaunchFile::Collected &output : launch->collect)
        QDir().mkpath(output.from);
    if (const Result<> written = writeJsonFile(folder.launchFile(), launch->toJson()); !written)
        return written.error();
    if (const Result<bool> started = ensureAgent(folder.path); !started)
        return started.error();
    RunStatus status;
    status.queuedAt = QDateTime::currentDateTimeUtc();
    return status;
}

Result<RunStatus> LocalPlatform::statusNow(const QString &runFolder)
{
    const RunFolder folder{runFolder};
    if (!QFileInfo::exists(folder.launchFile()))
        return Error{Error::Kind::NotFound, tr("%1 holds no run that was handed over: its folder is gone or was never complete.").arg(runFolder), QString()};
    const Result<QJsonObject> text = readJsonFile(folder.statusFile());
    std::optional<RunStatus> status = text ? RunStatus::fromJson(*text) : std::nullopt;
    if (status && isFinal(status->state))
        return *status;
    const Result<bool> started = ensureAgent(runFolder);
    if (!started)
        return started.error();
    if (status && *started && status->agentPid)
        return statusOfNewAgent(folder, *status);
    if (status)
        return *status;
    RunStatus assumed; // the new agent writes the true one in a moment
    assumed.state = QFileInfo::exists(folder.commandFile()) ? RunState::Running : RunState::Queued;
    if (!text && text.error().kind != Error::Kind::NotFound)
        assumed.message = inEveryLanguage([] { return tr("The state file was damaged and is being written anew."); });
    return assumed;
}

/// The agent before it is gone, and perhaps the command too: what was written last may be untrue for long.
RunStatus LocalPlatform::statusOfNewAgent(const RunFolder &folder, const RunStatus &old)
{
    constexpr int stepMs = 20;
    constexpr int patienceMs = 1500;
    for (int waited = 0; waited < patienceMs; waited += stepMs) {
        QThread::msleep(stepMs);
        const Result<QJsonObject> text = readJsonFile(folder.statusFile());
        const std::optional<RunStatus> now = text ? RunStatus::fromJson(*text) : std::nullopt;
        if (now && (isFinal(now->state) || now->agentPid != old.agentPid))
            return *now;
    }
    return old;
}

Result<> LocalPlatform::stopNow(const QString &runFolder, StopMode mode)
{
    const RunFolder folder{runFolder};
    const Result<RunStatus> status = statusNow(runFolder);
    if (!status)
        return status.error();
    if (isFinal(status->state))
        return success();
    const bool afterCheckpoint = mode == StopMode::AfterCheckpoint;
    if (afterCheckpoint) {
        const Result<LaunchFile> launch = LaunchFile::read(folder.launchFile());
        if (launch && launch->checkpointDirectory.isEmpty() && !launch->checkpointsOnSignal) {
            return Error{Error::Kind::Unavailable, tr("This run names no checkpoint directory, so there is no next checkpoint to wait for: stop it now instead."),
                         QString()};
        }
    }
    const Result<> written = writeJsonFile(folder.stopFile(), {{u"mode"_s, afterCheckpoint ? u"after-checkpoint"_s : u"now"_s}});
    // On a full disk an empty file still has room, and means now.
    return written || afterCheckpoint || !QFile(folder.stopFile()).open(QIODevice::WriteOnly) ? written : success();
}

Result<bool> LocalPlatform::ensureAgent(const QString &runFolder)
{
    constexpr qint64 patienceMs = 2000; // one that was just started has not taken its lock yet
    if (FileLock::isLocked(RunFolder{runFolder}.agentLock()))
        return false;
    {
        const QMutexLocker locker(&m_mutex);
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        if (now - m_agentStarts.value(runFolder, 0) < patienceMs)
            return false;
        m_agentStarts.insert(runFolder, now);
    }
    QProcess agent; // detached: a session of its own, nobody's child
    agent.setProgram(m_paths.agentProgram());
    agent.setArguments({runFolder});
    agent.setWorkingDirectory(u"/"_s);
    agent.setStandardInputFile(QProcess::nullDevice());
    agent.setStandardOutputFile(QProcess::nullDevice());
    agent.setStandardErrorFile(QProcess::nullDevice());
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    passLanguage(environment);
    agent.setProcessEnvironment(environment);
    if (agent.startDetached())
        return true;
    return Error{Error::Kind::NotFound,
                 tr("The supervisor %1 could not be started: %2. Build or install Trainyard again.").arg(m_paths.agentProgram(), agent.errorString()),
                 agent.errorString()};
}

} // namespace Trainyard
