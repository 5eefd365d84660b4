#include "app/cli/await.h"
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/runaccess.h"
#include "models/job/jobdocument.h"
#include "models/run/runforecast.h"
#include "models/metrics/metricscsv.h"

#include <QFile>
#include <QJsonArray>
#include <QLocale>

#include <cmath>

namespace Trainyard {

namespace {

void addRunArgument(CommandCall &call)
{
    call.addPositional(QStringLiteral("RUN"), CliText::tr("The run's id, a unique beginning of it, or `latest`."));
}

QString progressText(const Run &run)
{
    if (run.step && run.totalSteps)
        return CliText::tr("step %1/%2").arg(*run.step).arg(*run.totalSteps);
    return run.step ? CliText::tr("step %1").arg(*run.step) : QStringLiteral("-");
}

QString bestText(const Run &run)
{
    return run.bestMetric ? run.bestMetricName + u' ' + displayNumber(*run.bestMetric) : QStringLiteral("-");
}

QString durationText(const Run &run)
{
    const std::optional<Milliseconds> duration = run.duration(QDateTime::currentDateTimeUtc());
    return duration ? displayDuration(*duration) : QStringLiteral("-");
}

QString timeText(const QDateTime &time)
{
    return time.isValid() ? time.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")) : QStringLiteral("-");
}

/// What the run's own pace says of its end; empty: nothing yet, or it has ended.
QString endText(RunAccess &access, const Run &run)
{
    RunDigester digester;
    if (isFinal(run.status.state) || !digestRun(access, run, digester, KeepsOutput::No))
        return QString();
    const std::optional<RemainingTime> remaining = digester.progress().remaining();
    const Job::Limits limits = readJobFile(run.directory + QStringLiteral("/job.yaml")).job.limits;
    const auto forecast = remaining ? forecastRun(run, limits, *remaining, QDateTime::currentDateTimeUtc()) : std::nullopt;
    return forecast ? forecastText(*forecast) : QString();
}

void printRun(const Run &run, const QString &end)
{
    QList<QStringList> rows{{CliText::tr("run"), run.id},
                            {CliText::tr("job"), run.name},
                            {CliText::tr("state"), displayRunState(run.status.state)},
                            {CliText::tr("submitted"), timeText(run.createdAt)},
                            {CliText::tr("started"), timeText(run.status.startedAt)},
                            {CliText::tr("ended"), timeText(run.status.finishedAt)},
                            {CliText::tr("duration"), durationText(run)},
                            {CliText::tr("progress"), progressText(run)},
                            {CliText::tr("best metric"), bestText(run)},
                            {CliText::tr("profile"), run.profile},
                            {CliText::tr("flavor"), run.flavor},
                            {CliText::tr("command"), run.record.commandLine},
                            {CliText::tr("folder"), run.directory}};
    if (!end.isEmpty())
        rows.insert(8, {CliText::tr("forecast"), end});
    if (!run.status.message.isEmpty())
        rows.insert(3, {QString(), run.status.message});
    for (const VersionRecord &version : run.record.versions)
        rows.append({version.name, version.observed ? version.value : CliText::tr("%1 (declared)").arg(version.value)});
    if (!run.record.codeHash.isEmpty())
        rows.append({CliText::tr("code"), run.record.codeHash.left(12) + (run.record.gitCommit.isEmpty() ? QString() : QStringLiteral(" git ") + run.record.gitCommit)});
    if (!run.record.dryRunVerdict.isEmpty())
        rows.append({CliText::tr("dry-run"), run.record.dryRunVerdict});
    if (!run.record.overrideReason.isEmpty())
        rows.append({CliText::tr("submitted anyway"), run.record.overrideReason});
    printTable(rows);
}

QJsonValue numberOrText(double value)
{
    return std::isfinite(value) ? QJsonValue(value) : QJsonValue(QString::number(value));
}

QJsonObject pointToJson(const MetricPoint &point)
{
    QJsonObject object{{QStringLiteral("value"), numberOrText(point.value)}};
    if (point.step)
        object.insert(QStringLiteral("step"), *point.step);
    if (point.epoch)
        object.insert(QStringLiteral("epoch"), *point.epoch);
    if (point.timeMs != 0)
        object.insert(QStringLiteral("time"), QDateTime::fromMSecsSinceEpoch(point.timeMs, Qt::UTC).toString(Qt::ISODateWithMs));
    return object;
}

void printMetricsJson(const MetricSeriesSet &set)
{
    QJsonArray seriesArray;
    for (const SeriesKey &key : set.keys()) {
        const MetricSeries &series = *set.series(key);
        QJsonArray points;
        for (qsizetype i = 0; i < series.size(); ++i)
            points.append(pointToJson(series.at(i)));
        seriesArray.append(QJsonObject{{QStringLiteral("name"), key.name}, {QStringLiteral("phase"), key.phase ? QJsonValue(phaseToText(*key.phase)) : QJsonValue()},
                                       {QStringLiteral("points"), points}});
    }
    printJson({{QStringLiteral("series"), seriesArray}});
}

void printMetricsCsv(const MetricSeriesSet &set)
{
    QFile output;
    if (output.open(stdout, QIODevice::WriteOnly))
        writeMetricsCsv(output, set);
}

void printMetricsTable(const MetricSeriesSet &set)
{
    QList<QStringList> rows{{CliText::tr("metric"), CliText::tr("phase"), CliText::tr("values"), CliText::tr("last"), CliText::tr("lowest"), CliText::tr("highest")}};
    for (const SeriesKey &key : set.keys()) {
        const MetricSeries &series = *set.series(key);
        const auto number = [](const std::optional<double> &value) { return value ? displayNumber(*value) : QStringLiteral("-"); };
        rows.append({key.name, key.phase ? phaseToText(*key.phase) : QStringLiteral("-"), QString::number(series.size()), number(series.last()),
                     number(series.minimum()), number(series.maximum())});
    }
    printTable(rows);
}

} // namespace

int runRuns(const QStringList &arguments)
{
    CommandCall call("runs", CliText::tr("Lists the runs, the newest first."));
    call.addJson();
    if (const auto status = call.parse(arguments))
        return *status;
    RunAccess access;
    if (const Result<> refreshed = access.refresh(); !refreshed)
        return call.fail(refreshed.error());
    QStringList ids;
    for (const Run &run : access.runs.runs())
        ids.append(run.id);
    (void)await(access.runs.readLogs(ids, RunService::LogDepth::Quick)); // on a disk that cannot be written it is only shown
    if (call.wantsJson()) {
        QJsonArray runs;
        for (const Run &run : access.runs.runs())
            runs.append(runToJson(run));
        printJson({{QStringLiteral("runs"), runs}});
        return ExitFine;
    }
    if (access.runs.runs().isEmpty()) {
        print(CliText::tr("No runs yet. `trainyard submit JOB.yaml` starts one."));
        return ExitFine;
    }
    QList<QStringList> rows{{CliText::tr("run"), CliText::tr("state"), CliText::tr("progress"), CliText::tr("best metric"), CliText::tr("duration"), CliText::tr("flavor")}};
    for (const Run &run : access.runs.runs())
        rows.append({run.id, displayRunState(run.status.state), progressText(run), bestText(run), durationText(run), run.flavor});
    printTable(rows);
    return ExitFine;
}

int runShow(const QStringList &arguments)
{
    CommandCall call("show", CliText::tr("Shows one run: its state, progress and record."));
    addRunArgument(call);
    call.addJson();
    if (const auto status = call.parse(arguments))
        return *status;
    RunAccess access;
    Result<Run> run = access.find(call.positional(0));
    if (!run)
        return call.fail(run.error());
    (void)await(access.runs.readLogs({run->id}, RunService::LogDepth::Whole));
    run = access.runs.run(run->id).value_or(*run);
    if (call.wantsJson())
        printJson(runToJson(*run));
    else
        printRun(*run, endText(access, *run));
    return ExitFine;
}

int runLogs(const QStringList &arguments)
{
    CommandCall call("logs", CliText::tr("Prints a run's log."));
    addRunArgument(call);
    call.addFlag(QStringLiteral("f,follow"), CliText::tr("Goes on until the run has ended."));
    if (const auto status = call.parse(arguments))
        return *status;
    RunAccess access;
    const Result<Run> run = access.find(call.positional(0));
    if (!run)
        return call.fail(run.error());
    const Result<> read = access.readLog(*run, call.isSet(QStringLiteral("f")), printBytes);
    if (!read)
        return call.fail(read.error(), ExitFailed);
    return ExitFine;
}

int runMetrics(const QStringList &arguments)
{
    CommandCall call("metrics", CliText::tr("Prints the series that a run's log and its machine gave."));
    addRunArgument(call);
    call.addFlag(QStringLiteral("csv"), CliText::tr("One row a value: name, phase, step, epoch, time, value."));
    call.addJson();
    if (const auto status = call.parse(arguments))
        return *status;
    RunAccess access;
    const Result<Run> run = access.find(call.positional(0));
    if (!run)
        return call.fail(run.error());
    RunDigester digester;
    if (const Result<> read = digestRun(access, *run, digester, KeepsOutput::No); !read)
        return call.fail(read.error(), ExitFailed);
    if (call.wantsJson())
        printMetricsJson(digester.series());
    else if (call.isSet(QStringLiteral("csv")))
        printMetricsCsv(digester.series());
    else
        printMetricsTable(digester.series());
    return ExitFine;
}

int runStop(const QStringList &arguments)
{
    CommandCall call("stop", CliText::tr("Stops a run: the program is asked to end, and ended when it does not."));
    addRunArgument(call);
    call.addFlag(QStringLiteral("after-checkpoint"), CliText::tr("Waits for the next checkpoint before it stops."));
    call.addJson();
    if (const auto status = call.parse(arguments))
        return *status;
    RunAccess access;
    const Result<Run> run = access.find(call.positional(0));
    if (!run)
        return call.fail(run.error());
    const auto mode = call.isSet(QStringLiteral("after-checkpoint")) ? Platform::StopMode::AfterCheckpoint : Platform::StopMode::Now;
    const Result<> stopped = await(access.runs.stop(run->id, mode));
    if (!stopped)
        return call.fail(stopped.error(), ExitFailed);
    const Result<Run> now = access.find(run->id);
    if (call.wantsJson())
        printJson(runToJson(now ? *now : *run));
    else if (isFinal(run->status.state))
        print(CliText::tr("%1 had ended already: %2.").arg(run->id, displayRunState(run->status.state)));
    else
        print(mode == Platform::StopMode::Now ? CliText::tr("%1 is being stopped.").arg(run->id) : CliText::tr("%1 stops after its next checkpoint.").arg(run->id));
    return ExitFine;
}

} // namespace Trainyard
