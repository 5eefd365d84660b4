#include "app/cli/runaccess.h"

#include "app/cli/await.h"
#include "app/cli/console.h"
#include "app/cli/interruption.h"
#include "services/records/runstore.h"

#include <QFile>
#include <QJsonDocument>
#include <QTimer>

namespace Trainyard {

namespace {

constexpr int refreshTimeoutMs = 20'000;
constexpr int followIntervalMs = 500;

template<typename T>
QJsonValue known(const std::optional<T> &value)
{
    return value ? QJsonValue(*value) : QJsonValue();
}

QJsonValue known(const QDateTime &time)
{
    return time.isValid() ? QJsonValue(time.toUTC().toString(Qt::ISODateWithMs)) : QJsonValue();
}

} // namespace

RunAccess::RunAccess()
    : paths(AppPaths::standard())
    , platforms(paths)
    , runs(paths, platforms)
{
}

Result<> RunAccess::refresh()
{
    QEventLoop loop;
    std::optional<Error> fault;
    QObject::connect(&runs, &RunService::runsChanged, &loop, &QEventLoop::quit);
    QObject::connect(&runs, &RunService::failed, &loop, [&](const Error &error) { fault = error; });
    QTimer::singleShot(refreshTimeoutMs, &loop, &QEventLoop::quit);
    QMetaObject::invokeMethod(&runs, &RunService::refresh, Qt::QueuedConnection);
    loop.exec();
    if (fault && runs.runs().isEmpty())
        return *fault;
    if (fault)
        printMessage(fault->message); // the list can be read all the same
    return success();
}

Result<Run> RunAccess::find(const QString &idOrPrefix)
{
    if (const Result<> refreshed = refresh(); !refreshed)
        return refreshed.error();
    const Result<std::unique_ptr<RunStore>> store = RunStore::open(paths.databaseFile());
    if (!store)
        return store.error();
    return (*store)->run(idOrPrefix);
}

Result<> RunAccess::readLog(const Run &run, bool follows, const std::function<void(const QByteArray &)> &received)
{
    Platform *platform = platforms.platform(run.platform);
    if (!platform)
        return Error{Error::Kind::Unavailable, CliText::tr("The platform %1 of this run is not in this version.").arg(run.platform), QString()};
    const std::unique_ptr<LogStream> stream = platform->openLog(run);
    Result<> result = success();
    QEventLoop loop;
    bool hasEnded = isFinal(run.status.state);
    bool isQuiet = false;
    QObject::connect(stream.get(), &LogStream::dataReceived, &loop, [&](const QByteArray &data) {
        isQuiet = false;
        received(data);
    });
    QObject::connect(stream.get(), &LogStream::caughtUp, &loop, [&] {
        if (!follows)
            loop.quit();
    });
    QObject::connect(stream.get(), &LogStream::failed, &loop, [&](const Error &error) {
        result = error;
        loop.quit();
    });
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, &loop, [&] {
        if (hasEnded && isQuiet)
            return loop.quit();
        isQuiet = true;
        onFinished(platform->queryStatus(run), &loop, [&](const Result<RunStatus> &status) { hasEnded = !status || isFinal(status->state); });
    });
    Interruption interruption;
    QObject::connect(&interruption, &Interruption::requested, &loop, &QEventLoop::quit);
    if (follows)
        poll.start(followIntervalMs);
    QMetaObject::invokeMethod(stream.get(), [&stream] { stream->start(0); }, Qt::QueuedConnection);
    loop.exec();
    return result;
}

Result<> digestRun(RunAccess &access, const Run &run, RunDigester &digester, KeepsOutput keeps)
{
    QFile file(run.directory + QStringLiteral("/samples.jsonl"));
    if (file.open(QIODevice::ReadOnly)) {
        QList<Sample> samples;
        while (!file.atEnd()) {
            if (const auto sample = Sample::fromJson(QJsonDocument::fromJson(file.readLine()).object()))
                samples.append(*sample);
        }
        digester.addSamples(samples);
    }
    const Result<> read = access.readLog(run, false, [&digester, keeps](const QByteArray &data) {
        digester.addLog(data);
        if (keeps == KeepsOutput::No)
            (void)digester.take();
    });
    if (!read && read.error().kind != Error::Kind::NotFound) // no log yet: nothing was told
        return read.error();
    digester.finish();
    return success();
}

QJsonObject runToJson(const Run &run)
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const std::optional<Milliseconds> duration = run.duration(now);
    QJsonObject object{{QStringLiteral("id"), run.id}, {QStringLiteral("name"), run.name}, {QStringLiteral("profile"), run.profile},
                       {QStringLiteral("platform"), run.platform}, {QStringLiteral("flavor"), run.flavor}, {QStringLiteral("project"), run.project},
                       {QStringLiteral("state"), runStateToText(run.status.state)}, {QStringLiteral("exit_reason"), exitReasonToText(run.status.exitReason)},
                       {QStringLiteral("message"), run.status.message}, {QStringLiteral("exit_code"), known(run.status.exitCode)},
                       {QStringLiteral("signal"), known(run.status.signal)}, {QStringLiteral("directory"), run.directory},
                       {QStringLiteral("job_file"), run.jobFile}, {QStringLiteral("created_at"), known(run.createdAt)},
                       {QStringLiteral("started_at"), known(run.status.startedAt)}, {QStringLiteral("finished_at"), known(run.status.finishedAt)},
                       {QStringLiteral("seconds"), duration ? QJsonValue(double(duration->count()) / 1000.0) : QJsonValue()},
                       {QStringLiteral("cost"), known(run.cost(now))}, {QStringLiteral("step"), known(run.step)},
                       {QStringLiteral("total_steps"), known(run.totalSteps)}, {QStringLiteral("epoch"), known(run.epoch)},
                       {QStringLiteral("total_epochs"), known(run.totalEpochs)}, {QStringLiteral("record"), run.record.toJson()}};
    if (run.bestMetric)
        object.insert(QStringLiteral("best_metric"), QJsonObject{{QStringLiteral("name"), run.bestMetricName}, {QStringLiteral("value"), *run.bestMetric}});
    return object;
}

} // namespace Trainyard
