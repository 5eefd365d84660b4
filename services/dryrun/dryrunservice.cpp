#include "services/dryrun/dryrunservice.h"

#include "models/accelerator/forecasttext.h"
#include "services/common/async.h"
#include "services/common/everylanguage.h"
#include "services/common/language.h"
#include "services/dryrun/datachecks.h"
#include "services/dryrun/dryruntext.h"
#include "services/dryrun/environmentprobe.h"
#include "services/dryrun/reportbuilder.h"
#include "services/dryrun/retelling.h"
#include "services/dryrun/torchworker.h"
#include "services/dryrun/workerfindings.h"
#include "services/forecast/forecastservice.h"
#include "services/preflight/forecastrules.h"
#include "services/rehearsal/rehearsalverdict.h"

#include <QDir>
#include <QElapsedTimer>
#include <QJsonObject>
#include <QLocale>
#include <QMutex>
#include <QPromise>
#include <QPointer>
#include <QTemporaryDir>
#include <QtConcurrentRun>

#include <atomic>
#include <cmath>
#include <limits>

namespace Trainyard {

namespace {
constexpr int realSteps = 20;
constexpr int secondsForSteps = 60; ///< the worker keeps to it where it can
constexpr double mostDifference = 0.02; ///< between forecast and real step; scratch memory of convolutions is 1 to 1.5 %
constexpr std::chrono::seconds longestWorker(2 * secondsForSteps); ///< for a single thing that takes long, which it cannot break off

/// The last word of the scan's thread about how far it is.
class ScanState
{
public:
    void set(const QString &activity, double fraction)
    {
        const QMutexLocker lock(&m_mutex);
        m_activity = activity;
        m_fraction = fraction;
    }
    std::pair<QString, double> get() const
    {
        const QMutexLocker lock(&m_mutex);
        return {m_activity, m_fraction};
    }

private:
    mutable QMutex m_mutex;
    QString m_activity;
    double m_fraction = -1;
};

Finding hostMemoryExceeded(const PreflightContext &context, qint64 neededBytes, qint64 ramBytes)
{
    const Flavor flavor = context.flavor().value_or(Flavor());
    Finding finding;
    finding.code = QStringLiteral("memory.exceeds-host");
    finding.severity = flavor.cards() > 0 ? Severity::Warning : Severity::Error;
    finding.message = DryRunText::tr("The steps needed %1 of memory here; the flavor %2 has %3.").arg(displaySize(neededBytes), flavor.name, displaySize(ramBytes));
    finding.where = context.document.place(QStringLiteral("compute.flavor"));
    finding.fix = DryRunText::tr("Use a smaller batch or model, or a flavor with more memory.");
    return finding;
}

Finding forecastDiffers(qint64 realBytes, qint64 forecastBytes, qint64 batchSize)
{
    const QString percent = QLocale().toString(100.0 * double(forecastBytes - realBytes) / double(realBytes), 'f', 1);
    return infoFinding("memory.forecast-differs", Place(),
                       DryRunText::tr("A real step with a batch of %1 allocated %2 on this machine's CPU, and the same step forecast %3 (%4 %).")
                           .arg(batchSize).arg(displaySize(realBytes), displaySize(forecastBytes), percent),
                       DryRunText::tr("Trust the forecast by so much less. Dropout, which a CPU keeps as floats and a card as bytes, is one reason for a lower forecast."));
}
}

struct DryRunTask::Private
{
    Private(DryRunTask &task, PreflightContext preflightContext, AppPaths appPaths, Options taskOptions)
        : q(task)
        , context(std::move(preflightContext))
        , paths(std::move(appPaths))
        , options(taskOptions)
        , builder([this](const PointResult &point) { Q_EMIT q.pointChanged(told(point)); })
    {
        limits.memoryBytes = options.memoryLimitBytes.value_or(hostMemoryBytes() / 5 * 4);
        limits.time = std::min<Milliseconds>(options.timeLimit, longestWorker);
        if (const std::optional<Flavor> flavor = context.flavor())
            limits.flavorRamBytes = flavor->ramBytes;
    }

    void askForForecast();
    void readStatically();
    void probeEnvironment();
    void lookAtData();
    void scanInBackground(const DataCheck &quick);
    void startWorker();
    QJsonObject workerRequest() const;
    void handleEvent(const QJsonObject &event);
    void addMemory(QJsonObject memory);
    void addCrossCheck(const QJsonObject &check);
    void handleWorkerEnd(const WorkerEnd &end);
    void finishIfComplete();
    bool needsRehearsal();
    void startRehearsal();
    void handleRehearsal(const Rehearsal &rehearsal);
    void settleMemory();
    void addForecast(const Forecast &forecast);
    QList<NotChecked> closingWords() const;
    void finish();

    DryRunTask &q;
    PreflightContext context;
    AppPaths paths;
    Options options;
    WorkerLimits limits;
    ReportBuilder builder;
    QElapsedTimer clock;
    /// Shared with the rehearsal, which may end after this.
    std::shared_ptr<QTemporaryDir> scratch = std::make_shared<QTemporaryDir>();
    /// Shared with the thread that looks at the data: it may outlive this.
    std::shared_ptr<std::atomic_bool> isCancelled = std::make_shared<std::atomic_bool>(false);
    std::unique_ptr<EnvironmentProbe> probe;
    std::unique_ptr<TorchWorker> worker;
    std::unique_ptr<ForecastService> forecasts; ///< nothing: the job names no model
    std::optional<Result<Forecast>> forecast;
    std::optional<PointResult> measuredMemory; ///< of the CPU steps, held back until the forecast is there
    bool isScanning = false;
    bool isScanTold = false; ///< its progress is: the steps have nothing more to say
    bool hasWorkerEnded = false;
    bool wasRehearsed = false;   ///< or there is nothing to rehearse
    bool wasInterrupted = false; ///< the worker did not come to its end
    bool isFinished = false;
};

DryRunTask::DryRunTask(PreflightContext context, AppPaths paths, Options options, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(*this, std::move(context), std::move(paths), options))
{
}

DryRunTask::~DryRunTask()
{
    *d->isCancelled = true;
}

void DryRunTask::start()
{
    d->clock.start();
    d->askForForecast();
    d->readStatically();
}

void DryRunTask::cancel()
{
    if (d->isFinished || *d->isCancelled)
        return;
    *d->isCancelled = true;
    if (d->worker && !d->hasWorkerEnded)
        d->worker->cancel(); // its end finishes the task
    else
        QMetaObject::invokeMethod(this, [this] { d->finish(); }, Qt::QueuedConnection);
}

/// In a worker of its own, beside the checks and steps: a dry-run's question is never dropped for one of the pages.
void DryRunTask::Private::askForForecast()
{
    if (!context.job().model)
        return;
    forecasts = std::make_unique<ForecastService>(paths.torchProgram());
    onFinished(forecasts->ask({context, {}, ForecastRequest::Detail::Full, std::nullopt}), &q, [this](const Result<Forecast> &answer) {
        forecast = answer;
        finishIfComplete();
    });
}

void DryRunTask::Private::readStatically()
{
    Q_EMIT q.progressChanged(DryRunText::tr("Reading the job and its code"), -1);
    const auto read = [context = context] { return inEveryLanguage([&context] { return runStaticChecks(context); }); };
    onFinished(QtConcurrent::run(read), &q, [this](const CheckReport &report) {
        if (*isCancelled)
            return;
        builder.addFindings(report.findings);
        for (const NotChecked &entry : report.notChecked)
            builder.addNotChecked(entry);
        probeEnvironment();
    });
}

void DryRunTask::Private::probeEnvironment()
{
    Q_EMIT q.progressChanged(DryRunText::tr("Looking for the job's program"), -1);
    probe = std::make_unique<EnvironmentProbe>(context);
    QObject::connect(probe.get(), &EnvironmentProbe::finished, &q, [this](const EnvironmentProbe::Answer &answer) {
        if (*isCancelled)
            return;
        for (const NotChecked &entry : answer.notChecked)
            builder.addNotChecked(entry);
        if (context.job().code.preset.isEmpty()) // a preset's environment is proven by the worker's first word
            builder.addResult(answer.result, true);
        lookAtData();
    });
    probe->start();
}

void DryRunTask::Private::lookAtData()
{
    Q_EMIT q.progressChanged(DryRunText::tr("Looking at the data's layout"), -1);
    const auto look = [document = context.document, folder = context.jobFolder, cancelled = isCancelled] {
        return inEveryLanguage([&] { return checkData(document, folder, *cancelled); });
    };
    onFinished(QtConcurrent::run(look), &q, [this](const DataCheck &check) {
        if (*isCancelled)
            return;
        builder.addFindings(check.findings);
        for (const NotChecked &entry : check.notChecked)
            builder.addNotChecked(entry);
        builder.addResult(PointResult{DryRunPoint::Data, check.isLocal ? PointStatus::Pass : PointStatus::Skipped, check.detail, {}}, !check.isLocal);
        if (check.isLocal)
            scanInBackground(check);
        startWorker();
    });
}

/// Every file to its end, while the model steps run.
void DryRunTask::Private::scanInBackground(const DataCheck &quick)
{
    isScanning = true;
    const auto state = std::make_shared<ScanState>();
    const auto scan = [context = context, cacheFile = paths.scanCacheFile(), quick, cancelled = isCancelled, state](QPromise<DataCheck> &promise) {
        promise.setProgressRange(0, std::numeric_limits<int>::max());
        const auto told = [&, ticks = 0](const QString &activity, double fraction) mutable {
            state->set(activity, fraction);
            promise.setProgressValue(++ticks);
        };
        promise.addResult(inEveryLanguage([&] { return scanData(context, cacheFile, quick, *cancelled, told); }));
    };
    const QFutureWatcherBase *watcher = onFinished(QtConcurrent::run(scan), &q, [this](const DataCheck &check) {
        isScanning = false;
        if (*isCancelled)
            return;
        builder.addFindings(check.findings);
        for (const NotChecked &entry : check.notChecked)
            builder.addNotChecked(entry);
        builder.addResult(PointResult{DryRunPoint::Data, PointStatus::Pass, check.detail, {}}, false);
        finishIfComplete();
    });
    QObject::connect(watcher, &QFutureWatcherBase::progressValueChanged, &q, [this, state] {
        const auto [activity, fraction] = state->get();
        if (isScanTold && !isFinished)
            Q_EMIT q.progressChanged(inLanguage(activity, currentLanguage()), fraction);
    });
}

void DryRunTask::Private::startWorker()
{
    Q_EMIT q.progressChanged(DryRunText::tr("Starting the model steps"), -1);
    worker = std::make_unique<TorchWorker>(paths.torchProgram(), QStringList{QStringLiteral("dry-run")});
    QObject::connect(worker.get(), &TorchWorker::eventReceived, &q, [this](const QJsonObject &event) { handleEvent(event); });
    QObject::connect(worker.get(), &TorchWorker::ended, &q, [this](const WorkerEnd &end) { handleWorkerEnd(end); });
    worker->start(workerRequest(), limits.memoryBytes, limits.time);
}

/// The scratch folder is laid out as the job declares: an output lands there under its name.
QJsonObject DryRunTask::Private::workerRequest() const
{
    const QDir folder(context.jobFolder);
    QJsonObject inputs;
    for (const JobInput &input : context.job().inputs) {
        if (!isRemoteSource(input.source))
            inputs.insert(input.name, folder.absoluteFilePath(input.source));
    }
    QJsonObject outputs;
    for (const JobOutput &output : context.job().outputs) {
        const QString path = scratch->filePath(QStringLiteral("outputs/") + output.name);
        QDir().mkpath(path);
        outputs.insert(output.name, path);
    }
    return {{QStringLiteral("job_file"), folder.absoluteFilePath(context.document.fileName)}, {QStringLiteral("job_folder"), folder.absolutePath()},
            {QStringLiteral("scratch"), scratch->path()}, {QStringLiteral("steps"), realSteps}, {QStringLiteral("max_seconds"), secondsForSteps},
            {QStringLiteral("inputs"), inputs}, {QStringLiteral("outputs"), outputs}};
}

void DryRunTask::Private::handleEvent(const QJsonObject &event)
{
    if (*isCancelled)
        return;
    DryRunReport &report = builder.report();
    if (!builder.isSettled(DryRunPoint::Environment)) {
        const QString detail = inEveryLanguage([this] { return DryRunText::tr("Trainyard's own trainer starts here: preset %1.").arg(context.job().code.preset); });
        builder.addResult(PointResult{DryRunPoint::Environment, PointStatus::Pass, detail, {}}, true);
    }
    const QString name = event.value(QStringLiteral("event")).toString();
    if (name == QLatin1String("progress")) {
        Q_EMIT q.progressChanged(inLanguage(event.value(QStringLiteral("activity")).toString(), currentLanguage()), event.value(QStringLiteral("fraction")).toDouble(-1));
    } else if (name == QLatin1String("loss")) {
        QList<double> losses;
        for (const QJsonValue value : event.value(QStringLiteral("values")).toArray())
            losses.append(value.toDouble(qQNaN()));
        report.loss += losses;
        Q_EMIT q.lossAdded(losses);
    } else if (name == QLatin1String("point")) {
        const PointResult result = PointResult::fromJson(event.value(QStringLiteral("point")).toObject());
        if (result.point == DryRunPoint::Memory && forecasts) {
            measuredMemory = result;
            builder.settle(DryRunPoint::Memory); // as far as the worker goes
        } else {
            builder.addResult(result, true);
        }
    } else if (name == QLatin1String("memory")) {
        addMemory(event.value(QStringLiteral("memory")).toObject());
    } else if (name == QLatin1String("throughput")) {
        report.throughput = event.value(QStringLiteral("throughput")).toObject();
    } else if (name == QLatin1String("not_checked")) {
        builder.addNotChecked(NotChecked::fromJson(event));
    }
}

/// What the real steps needed, against what the flavor has; later the cross-check of the forecast.
void DryRunTask::Private::addMemory(QJsonObject memory)
{
    if (memory.contains(QStringLiteral("cross_check"))) {
        builder.report().memory.insert(QStringLiteral("cross_check"), memory.value(QStringLiteral("cross_check")));
        return addCrossCheck(memory.value(QStringLiteral("cross_check")).toObject());
    }
    const qint64 needed = memory.value(QStringLiteral("peak_resident_bytes")).toInteger();
    if (limits.flavorRamBytes) {
        memory.insert(QStringLiteral("host_capacity_bytes"), *limits.flavorRamBytes);
        if (needed > *limits.flavorRamBytes)
            builder.addFindings({inEveryLanguage([&] { return hostMemoryExceeded(context, needed, *limits.flavorRamBytes); })});
    }
    builder.report().memory = memory;
}

void DryRunTask::Private::addCrossCheck(const QJsonObject &check)
{
    const double real = double(check.value(QStringLiteral("cpu_bytes")).toInteger()), forecast = double(check.value(QStringLiteral("meta_bytes")).toInteger());
    if (real > 0 && std::abs(forecast - real) > mostDifference * real)
        builder.addFindings({inEveryLanguage([&] { return forecastDiffers(qint64(real), qint64(forecast), check.value(QStringLiteral("batch_size")).toInteger()); })});
}

void DryRunTask::Private::handleWorkerEnd(const WorkerEnd &end)
{
    if (*isCancelled)
        return finish();
    if (const std::optional<Finding> strange = inEveryLanguage([&end] { return findingOfStrangeLines(end); }))
        builder.addFindings({*strange});
    // In the order in which the worker comes to them.
    constexpr std::array order{DryRunPoint::Environment, DryRunPoint::Data, DryRunPoint::Loss, DryRunPoint::Memory, DryRunPoint::Artifacts};
    const auto *interrupted = std::find_if(order.begin(), order.end(), [this](DryRunPoint point) { return !builder.isSettled(point); });
    const DryRunPoint point = interrupted == order.end() ? DryRunPoint::Artifacts : *interrupted;
    const bool wasCrossCheck = interrupted == order.end() && forecasts; // it comes last, and no point depends on it
    if (wasCrossCheck && end.kind != WorkerEnd::Kind::Done) {
        builder.addNotChecked(inEveryLanguage([] {
            return NotChecked{DryRunText::tr("The memory forecast against a real step"), DryRunText::tr("The real step did not come to its end on this machine.")};
        }));
    } else if (const auto result = inEveryLanguage([&] { return resultOfEnd(end, point, limits, paths.torchProgram()); })) {
        builder.addResult(*result, true);
        wasInterrupted = true;
    }
    hasWorkerEnded = true;
    finishIfComplete();
}

void DryRunTask::Private::finishIfComplete()
{
    if (!hasWorkerEnded || *isCancelled)
        return;
    if (forecasts && !forecast)
        return Q_EMIT q.progressChanged(DryRunText::tr("Forecasting the card's memory"), -1);
    isScanTold = true;
    if (isScanning)
        return;
    if (needsRehearsal())
        return startRehearsal();
    settleMemory();
    if (wasInterrupted)
        builder.skipRest(inEveryLanguage([] { return DryRunText::tr("Not reached: the steps before it did not come to their end."); }));
    finish();
}

/// Only when it is asked for: it starts what the person wrote.
bool DryRunTask::Private::needsRehearsal()
{
    if (!options.rehearse || wasRehearsed)
        return false;
    wasRehearsed = true;
    const auto obstacle = [this] {
        const bool hasErrors = std::any_of(builder.report().points.begin(), builder.report().points.end(), [](const PointResult &point) {
            return point.point == DryRunPoint::Environment && point.status == PointStatus::Fail;
        });
        return hasErrors ? DryRunText::tr("Its environment has errors: they come first.") : rehearsalObstacle(context);
    };
    const QString why = inEveryLanguage(obstacle);
    if (!why.isEmpty())
        builder.addNotChecked({inEveryLanguage([] { return DryRunText::tr("The script itself, run for a few steps"); }), why});
    return why.isEmpty();
}

void DryRunTask::Private::startRehearsal()
{
    RehearsalLimits rehearsalLimits;
    rehearsalLimits.memoryBytes = limits.memoryBytes;
    // The promise outlives this: what it says arrives in our thread, or nowhere.
    const auto tell = [task = QPointer<DryRunTask>(&q)](const QString &sentence) {
        QMetaObject::invokeMethod(QCoreApplication::instance(), [task, sentence] {
            if (task)
                Q_EMIT task->progressChanged(sentence, -1);
        }, Qt::QueuedConnection);
    };
    const auto work = [context = context, paths = paths, rehearsalLimits, scratch = scratch, cancelled = isCancelled, tell] {
        return rehearse(context, paths, rehearsalLimits, scratch->filePath(QStringLiteral("rehearsal")), *cancelled, tell);
    };
    onFinished(QtConcurrent::run(work), &q, [this](const Rehearsal &rehearsal) { handleRehearsal(rehearsal); });
}

void DryRunTask::Private::handleRehearsal(const Rehearsal &rehearsal)
{
    if (*isCancelled)
        return;
    const RehearsalVerdict verdict = inEveryLanguage([&] { return judgeRehearsal(rehearsal, context); });
    builder.removeFindings(verdict.disproved);
    builder.addFindings(verdict.findings);
    for (const NotChecked &entry : verdict.notChecked)
        builder.addNotChecked(entry);
    for (const PointResult &point : verdict.points)
        builder.addResult(point, true);
    builder.report().rehearsal = rehearsalToJson(rehearsal);
    finishIfComplete();
}

/// The card's memory is what is asked for; on a flavor without card the steps on the CPU have the word, and the forecast is told beside them.
void DryRunTask::Private::settleMemory()
{
    if (!forecasts)
        return;
    const bool hasCard = context.flavor().value_or(Flavor()).cards() > 0;
    if (measuredMemory && !hasCard)
        builder.addResult(*measuredMemory, true);
    const Result<Forecast> &answer = *forecast;
    PointResult told{DryRunPoint::Memory, hasCard && answer ? PointStatus::Pass : PointStatus::Skipped, QString(), {}};
    if (answer) {
        addForecast(*answer);
        told.detail = inEveryLanguage([&answer] { return needSentence(answer->memory); });
    } else {
        builder.addNotChecked({inEveryLanguage([] { return DryRunText::tr("The forecast of the card's memory"); }), answer.error().message});
        told.detail = hasCard ? answer.error().message : QString();
    }
    builder.addResult(told, true);
    if (measuredMemory && hasCard) // worth knowing, but no verdict about the card
        builder.addResult({DryRunPoint::Memory, PointStatus::Skipped, measuredMemory->detail, {}}, true);
}

void DryRunTask::Private::addForecast(const Forecast &forecast)
{
    builder.addFindings(forecast.findings);
    builder.addFindings(inEveryLanguage([&] { return forecastFindings(forecast.memory, context, builder.report().allFindings()); }));
    for (const NotChecked &entry : forecast.notChecked)
        builder.addNotChecked(entry);
    QJsonObject memory = builder.report().memory; // what was measured, and the forecast does not say, stays beside it
    const QJsonObject forecastMemory = forecast.memory.toJson();
    for (auto it = forecastMemory.begin(); it != forecastMemory.end(); ++it)
        memory.insert(it.key(), it.value());
    builder.report().memory = memory;
}

/// What no point says: the last words of the report.
QList<NotChecked> DryRunTask::Private::closingWords() const
{
    QList<NotChecked> words;
    if (*isCancelled)
        words.append({DryRunText::tr("Everything after the moment of cancelling"), DryRunText::tr("The dry-run was cancelled.")});
    if (context.job().code.preset.isEmpty() && !options.rehearse)
        words.append({DryRunText::tr("The script itself, run for a few steps"), DryRunText::tr("It was only read. A rehearsal starts it in a copy, when you ask for it.")});
    return words;
}

void DryRunTask::Private::finish()
{
    if (isFinished)
        return;
    isFinished = true;
    DryRunReport &report = builder.report();
    for (const NotChecked &entry : inEveryLanguage([this] { return closingWords(); }))
        builder.addNotChecked(entry);
    builder.skipRest(inEveryLanguage([this] { return *isCancelled ? DryRunText::tr("Cancelled before it was checked.") : DryRunText::tr("Nothing was said about it."); }));
    report.verdict = DryRunReport::verdictOf(report.points);
    report.seconds = double(clock.elapsed()) / 1000.0;
    Q_EMIT q.finished(report);
}

} // namespace Trainyard
