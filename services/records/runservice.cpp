#include "services/records/runservice.h"

#include "services/common/async.h"
#include "services/common/everylanguage.h"
#include "services/common/language.h"
#include "services/platforms/platformregistry.h"
#include "services/records/progressreader.h"
#include "services/records/runarchive.h"
#include "services/records/runlistloader.h"
#include "services/records/runstore.h"
#include "services/records/submittask.h"

#include <QDeadlineTimer>
#include <QHash>
#include <QSet>
#include <QThreadPool>
#include <QTimer>
#include <QtConcurrentRun>

#include <limits>

namespace Trainyard {

namespace {

constexpr int activeMs = 1000;
constexpr int quickReadMs = 3000;
constexpr qint64 quickReadBytes = 4 << 20;
constexpr int quietMs = 3000; ///< other windows and the command line may have submitted

template<typename Runs>
auto findRun(Runs &runs, const QString &runId)
{
    return std::find_if(runs.begin(), runs.end(), [&](const Run &run) { return run.id == runId; });
}

void copyProgress(const Run &from, Run &to)
{
    to.step = from.step;
    to.totalSteps = from.totalSteps;
    to.epoch = from.epoch;
    to.totalEpochs = from.totalEpochs;
    to.bestMetricName = from.bestMetricName;
    to.bestMetric = from.bestMetric;
}

/// What readLogs() found, and whether it could be kept.
struct ReadRuns
{
    QList<Run> changed;
    Result<> kept = success();
};

Result<> keepRead(const AppPaths &paths, const QList<Run> &runs)
{
    const auto store = openRunStore(paths);
    if (!store)
        return store.error();
    for (const Run &run : runs) {
        Result<> kept = (*store)->updateProgress(run);
        if (kept && isFinal(run.status.state))
            kept = (*store)->updateStatus(run.id, run.status);
        if (!kept && kept.error().kind != Error::Kind::NotFound)
            return kept;
    }
    return success();
}

/// In the language of now: what is kept is in every one, since a run outlives the language it was made in.
Run told(Run run)
{
    run.status.message = inLanguage(run.status.message, currentLanguage());
    return run;
}

/// In a worker.
ReadRuns readRunLogs(const AppPaths &paths, const QList<Run> &runs, RunService::LogDepth depth)
{
    const bool isQuick = depth == RunService::LogDepth::Quick;
    const QDeadlineTimer deadline(isQuick ? QDeadlineTimer(quickReadMs) : QDeadlineTimer(QDeadlineTimer::Forever));
    ReadRuns read;
    for (const Run &run : runs) {
        if (deadline.hasExpired())
            break;
        Run now = run;
        if (hasUnreadLog(run))
            readProgress(now, isQuick ? quickReadBytes : std::numeric_limits<qint64>::max());
        if (now != run)
            read.changed.append(now);
    }
    if (!read.changed.isEmpty())
        read.kept = keepRead(paths, read.changed);
    return read;
}

} // namespace

/// A refresh is three steps: load the list (worker), ask the platforms for active runs, store what changed (worker).
struct RunService::Private
{
    Private(RunService *service, AppPaths appPaths, PlatformRegistry &registry) : q(service), paths(std::move(appPaths)), platforms(registry) {}

    RunService *q;
    AppPaths paths;
    PlatformRegistry &platforms;
    QThreadPool worker; ///< one thread: what is written later is newer
    QTimer timer;
    QList<Run> runs;
    bool isLoaded = false;
    bool isRefreshing = false;
    bool mustTell = false;       ///< somebody asked: runsChanged follows even when nothing changed
    bool refreshAgain = false;
    QSet<QString> unsavedProgress;
    QString lastFailure;

    QList<Run> loaded;           ///< of the refresh that is going on
    QSet<QString> changedStates;
    int unanswered = 0;

    void refresh();
    void handleLoaded(const Result<LoadedRuns> &result);
    void askPlatforms();
    void handleStatus(const QString &runId, const Result<RunStatus> &status);
    void storeChanges();
    void publish();
    void endRefresh();
    void tellFailure(const Error &error);
    std::optional<Run> known(const QString &runId) const;
    Result<> changeRow(const QString &runId, const std::function<Result<>(RunStore &)> &change, const std::function<void(Run &)> &apply);
};

void RunService::Private::refresh()
{
    if (isRefreshing) {
        refreshAgain = true;
        return;
    }
    isRefreshing = true;
    onFinished(QtConcurrent::run(&worker, loadRuns, paths), q, [this](const Result<LoadedRuns> &result) { handleLoaded(result); });
}

void RunService::Private::handleLoaded(const Result<LoadedRuns> &result)
{
    if (!result) {
        tellFailure(result.error());
        if (std::exchange(mustTell, false))
            Q_EMIT q->runsChanged(); // whoever asked has the answer: nothing new
        endRefresh();
        return;
    }
    if (result->warning)
        tellFailure(*result->warning);
    else
        lastFailure.clear();
    loaded = result->runs;
    askPlatforms();
}

void RunService::Private::askPlatforms()
{
    changedStates.clear();
    unanswered = 1; // ours, so that no early answer ends the round
    for (const Run &run : std::as_const(loaded)) {
        Platform *platform = platforms.platform(run.platform);
        if (isFinal(run.status.state) || !platform)
            continue;
        ++unanswered;
        onFinished(platform->queryStatus(run), q, [this, id = run.id](const Result<RunStatus> &status) { handleStatus(id, status); });
    }
    if (--unanswered == 0)
        storeChanges();
}

void RunService::Private::handleStatus(const QString &runId, const Result<RunStatus> &status)
{
    const auto run = findRun(loaded, runId);
    const std::optional<RunStatus> now = status ? std::optional(*status) : interruptedStatus(*run);
    if (now && *now != run->status) {
        run->status = *now;
        changedStates.insert(runId);
    } else if (!now && status.error().kind != Error::Kind::NotFound) {
        tellFailure(status.error());
    }
    if (--unanswered == 0)
        storeChanges();
}

void RunService::Private::storeChanges()
{
    QList<Run> states;
    QList<Run> progresses;
    for (Run &run : loaded) {
        if (unsavedProgress.contains(run.id)) {
            if (const std::optional<Run> mine = known(run.id))
                copyProgress(*mine, run);
            progresses.append(run);
        }
        if (changedStates.contains(run.id))
            states.append(run);
    }
    unsavedProgress.clear();
    if (states.isEmpty() && progresses.isEmpty()) {
        publish();
        return;
    }
    const auto stored = QtConcurrent::run(&worker, [states, progresses, paths = paths]() -> Result<> {
        const auto store = openRunStore(paths);
        if (!store)
            return store.error();
        for (const Run &run : states) {
            if (const Result<> done = (*store)->updateStatus(run.id, run.status); !done && done.error().kind != Error::Kind::NotFound)
                return done;
        }
        for (const Run &run : progresses) {
            if (const Result<> done = (*store)->updateProgress(run); !done && done.error().kind != Error::Kind::NotFound)
                return done;
        }
        return success();
    });
    onFinished(stored, q, [this](const Result<> &done) {
        if (!done)
            tellFailure(done.error()); // the state is in the run's folder and is stored at the next round
        publish();
    });
}

void RunService::Private::publish()
{
    for (const QString &id : std::as_const(unsavedProgress)) { // told while we were storing
        const auto run = findRun(loaded, id);
        const std::optional<Run> mine = known(id);
        if (run != loaded.end() && mine)
            copyProgress(*mine, *run);
    }
    QList<Run> ended;
    for (const Run &run : std::as_const(loaded)) {
        const std::optional<Run> before = known(run.id);
        const bool wasActive = before ? !isFinal(before->status.state) : isLoaded; // submitted and ended between two looks
        if (isFinal(run.status.state) && wasActive)
            ended.append(run);
    }
    const bool changed = !isLoaded || runs != loaded;
    isLoaded = true;
    runs = loaded;
    if (changed || mustTell) {
        mustTell = false;
        Q_EMIT q->runsChanged();
    }
    QStringList endedIds;
    for (const Run &run : std::as_const(ended)) {
        endedIds.append(run.id);
        Q_EMIT q->runEnded(told(run));
    }
    if (!endedIds.isEmpty())
        q->readLogs(endedIds, RunService::LogDepth::Quick);
    endRefresh();
}

void RunService::Private::endRefresh()
{
    isRefreshing = false;
    const bool isActive = std::any_of(runs.begin(), runs.end(), [](const Run &run) { return !isFinal(run.status.state); });
    if (timer.property("polls").toBool())
        timer.start(isActive ? activeMs : quietMs);
    if (refreshAgain) {
        refreshAgain = false;
        refresh();
    }
}

/// Once per message: a full disk need not be told every second.
void RunService::Private::tellFailure(const Error &error)
{
    if (error.message == lastFailure)
        return;
    lastFailure = error.message;
    Q_EMIT q->failed(error);
}

std::optional<Run> RunService::Private::known(const QString &runId) const
{
    const auto found = findRun(runs, runId);
    return found == runs.end() ? std::nullopt : std::optional(*found);
}

Result<> RunService::Private::changeRow(const QString &runId, const std::function<Result<>(RunStore &)> &change, const std::function<void(Run &)> &apply)
{
    const auto store = openRunStore(paths);
    if (!store)
        return store.error();
    if (const Result<> changed = change(**store); !changed)
        return changed;
    for (QList<Run> *list : {&runs, &loaded}) {
        if (const auto run = findRun(*list, runId); run != list->end())
            apply(*run);
    }
    Q_EMIT q->runsChanged();
    return success();
}

RunService::RunService(AppPaths paths, PlatformRegistry &platforms, QObject *parent)
    : QObject(parent), d(std::make_unique<Private>(this, std::move(paths), platforms))
{
    d->worker.setMaxThreadCount(1);
    d->timer.setSingleShot(true);
    connect(&d->timer, &QTimer::timeout, this, [this] { d->refresh(); });
}

RunService::~RunService()
{
    d->worker.waitForDone();
}

QList<Run> RunService::runs() const
{
    QList<Run> runs = d->runs;
    for (Run &run : runs)
        run = told(run);
    return runs;
}

std::optional<Run> RunService::run(const QString &runId) const
{
    const std::optional<Run> run = d->known(runId);
    return run ? std::optional(told(*run)) : std::nullopt;
}

void RunService::refresh()
{
    d->mustTell = true;
    d->refresh();
}

void RunService::startPolling()
{
    d->timer.setProperty("polls", true);
    refresh();
}

QFuture<Result<Run>> RunService::submit(const SubmitOptions &options)
{
    auto *task = new SubmitTask(d->paths, d->platforms, options, this); // deletes itself
    const QFuture<Result<Run>> answer = task->start();
    onFinished(answer, this, [this](const Result<Run> &run) {
        if (!run)
            return;
        if (!d->known(run->id))
            d->runs.prepend(*run);
        refresh();
    });
    return answer;
}

QFuture<Result<>> RunService::stop(const QString &runId, Platform::StopMode mode)
{
    const std::optional<Run> run = d->known(runId);
    Platform *platform = run ? d->platforms.platform(run->platform) : nullptr;
    if (!platform)
        return readyFuture(Result<>(Error{Error::Kind::NotFound, tr("There is no run %1. It may have been removed.").arg(runId), QString()}));
    const QFuture<Result<>> answer = platform->stop(*run, mode);
    onFinished(answer, this, [this](const Result<> &) { refresh(); });
    return answer;
}

QFuture<Result<>> RunService::remove(const QString &runId)
{
    const std::optional<Run> run = d->known(runId);
    if (!run)
        return readyFuture(Result<>(Error{Error::Kind::NotFound, tr("There is no run %1. It may have been removed.").arg(runId), QString()}));
    if (!isFinal(run->status.state))
        return readyFuture(Result<>(Error{Error::Kind::Conflict, tr("The run %1 has not ended: stop it before you remove it.").arg(runId), QString()}));
    const QFuture<Result<>> answer = QtConcurrent::run(&d->worker, removeRun, d->paths, *run);
    onFinished(answer, this, [this](const Result<> &) { refresh(); });
    return answer;
}

Result<> RunService::setNote(const QString &runId, const QString &note)
{
    return d->changeRow(runId, [&](RunStore &store) { return store.setNote(runId, note); }, [&](Run &run) { run.note = note; });
}

Result<> RunService::setStarred(const QString &runId, bool starred)
{
    return d->changeRow(runId, [&](RunStore &store) { return store.setStarred(runId, starred); }, [&](Run &run) { run.isStarred = starred; });
}

void RunService::reportProgress(const QString &runId, std::optional<qint64> step, std::optional<qint64> totalSteps, std::optional<double> epoch,
                                std::optional<double> totalEpochs, const QString &bestMetricName, std::optional<double> bestMetric)
{
    const auto run = findRun(d->runs, runId);
    if (run == d->runs.end())
        return;
    Run told = *run;
    told.step = step;
    told.totalSteps = totalSteps;
    told.epoch = epoch;
    told.totalEpochs = totalEpochs;
    told.bestMetricName = bestMetricName;
    told.bestMetric = bestMetric;
    if (told == *run)
        return;
    *run = told;
    d->unsavedProgress.insert(runId);
    d->mustTell = true; // with the next round, which also stores it
    if (!d->isRefreshing && !d->timer.isActive())
        d->timer.start(activeMs);
}

QFuture<Result<>> RunService::readLogs(const QStringList &runIds, LogDepth depth)
{
    QList<Run> wanted;
    for (const Run &run : std::as_const(d->runs)) {
        if (runIds.contains(run.id))
            wanted.append(run);
    }
    auto promise = std::make_shared<QPromise<Result<>>>();
    promise->start();
    onFinished(QtConcurrent::run(&d->worker, readRunLogs, d->paths, wanted, depth), this, [this, promise](const ReadRuns &read) {
        for (const Run &told : read.changed) {
            for (QList<Run> *list : {&d->runs, &d->loaded}) {
                const auto run = findRun(*list, told.id);
                if (run == list->end())
                    continue;
                copyProgress(told, *run);
                run->logBytesRead = told.logBytesRead;
                if (isFinal(told.status.state))
                    run->status = told.status;
            }
        }
        if (!read.changed.isEmpty())
            Q_EMIT runsChanged();
        promise->addResult(read.kept);
        promise->finish();
    });
    return promise->future();
}

QStringList RunService::drift(const RunRecord &before, const RunRecord &now)
{
    return recordDrift(before, now);
}

RunRecord RunService::observe(const Job &job, const QString &jobFolder, const Profile &profile)
{
    return observeRecord(job, jobFolder, profile, AppPaths::standard().runsFolder());
}

} // namespace Trainyard
