#include "services/records/runlistloader.h"

#include "services/agent/filelock.h"
#include "services/agent/runfolder.h"
#include "services/common/everylanguage.h"
#include "services/records/runarchive.h"
#include "services/records/runstore.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSet>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(RunService)
};

const QString removedPrefix = u".removed-"_s;

/// Inserts runs whose folders the list does not know. True: there were some.
bool takeInFolders(RunStore &store, const QList<Run> &known, const AppPaths &paths)
{
    QSet<QString> knownIds;
    for (const Run &run : known)
        knownIds.insert(run.id);
    bool tookIn = false;
    const QStringList folders = QDir(paths.runsFolder()).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString &name : folders) {
        const RunFolder folder{paths.runFolder(name)};
        if (knownIds.contains(name) || FileLock::isLocked(folder.submitLock()))
            continue;
        if (const Result<Run> run = readRecord(folder.path))
            tookIn = store.insert(*run).has_value() || tookIn; // another window may do the same just now
    }
    return tookIn;
}

void clearRemoved(const AppPaths &paths)
{
    const QDir runs(paths.runsFolder());
    const QStringList left = runs.entryList({removedPrefix + u'*'}, QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot);
    for (const QString &name : left)
        QDir(runs.filePath(name)).removeRecursively();
}

} // namespace

Result<std::unique_ptr<RunStore>> openRunStore(const AppPaths &paths, std::optional<Error> *warning)
{
    Result<std::unique_ptr<RunStore>> store = RunStore::open(paths.databaseFile());
    if (store || store.error().kind != Error::Kind::Invalid || QFileInfo::exists(paths.databaseFile()))
        return store;
    if (warning)
        *warning = store.error();
    return RunStore::open(paths.databaseFile());
}

Result<LoadedRuns> loadRuns(const AppPaths &paths)
{
    LoadedRuns loaded;
    auto store = openRunStore(paths, &loaded.warning);
    if (!store)
        return store.error();
    if (const std::optional<Error> fault = (*store)->writeFault())
        loaded.warning = fault;
    else
        clearRemoved(paths);
    Result<QList<Run>> runs = (*store)->runs();
    if (!runs && runs.error().kind == Error::Kind::Invalid) { // damaged further down than open() looks
        loaded.warning = RunStore::setAside(paths.databaseFile(), runs.error().detail);
        store = openRunStore(paths);
        if (!store)
            return store.error();
        runs = (*store)->runs();
    }
    if (runs && takeInFolders(**store, *runs, paths))
        runs = (*store)->runs();
    if (!runs)
        return runs.error();
    loaded.runs = *runs;
    return loaded;
}

Result<> removeRun(const AppPaths &paths, const Run &run)
{
    const QString removed = paths.runsFolder() + u'/' + removedPrefix + run.id;
    if (QFileInfo::exists(run.directory) && !QDir().rename(run.directory, removed)) {
        return Error{Error::Kind::Io, Text::tr("The folder %1 cannot be removed: check the rights.").arg(run.directory), QString()};
    }
    const auto store = openRunStore(paths);
    if (!store)
        return store.error();
    const Result<> gone = (*store)->remove(run.id);
    if (!QDir(removed).removeRecursively())
        return Error{Error::Kind::Io, Text::tr("Not everything in %1 could be deleted: check the rights.").arg(removed), QString()};
    return gone;
}

std::optional<RunStatus> interruptedStatus(const Run &run)
{
    const RunFolder folder{run.directory};
    if (QFileInfo::exists(folder.launchFile()) || FileLock::isLocked(folder.submitLock()))
        return std::nullopt;
    RunStatus status = run.status;
    const bool isFolderThere = QFileInfo::exists(folder.path);
    status.state = isFolderThere ? RunState::Failed : RunState::Lost;
    status.exitReason = isFolderThere ? ExitReason::StartFailed : ExitReason::SupervisorLost;
    status.message = inEveryLanguage([&] {
        return isFolderThere ? Text::tr("The submit was interrupted before the run was handed over. Submit the job again.")
                             : Text::tr("The run's folder %1 is gone, and with it what became of the run.").arg(folder.path);
    });
    status.finishedAt = QDateTime::currentDateTimeUtc();
    return status;
}

} // namespace Trainyard
