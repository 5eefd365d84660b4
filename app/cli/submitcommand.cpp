#include "app/cli/await.h"
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/jobcommands.h"
#include "app/cli/runaccess.h"
#include "services/dryrun/dryrunstore.h"
#include "services/dryrun/retelling.h"

#include <QTimer>

namespace Trainyard {

namespace {

/// Follows the log to the run's end, so that Ctrl+C works; answers the ended run, with what its log told.
Result<Run> waitForEnd(RunAccess &access, const Run &run)
{
    if (const Result<> followed = access.readLog(run, true, [](const QByteArray &) {}); !followed)
        return followed.error();
    Result<Run> ended = access.find(run.id);
    if (!ended)
        return ended;
    (void)await(access.runs.readLogs({run.id}, RunService::LogDepth::Whole));
    return access.runs.run(run.id).value_or(*ended);
}

/// Gives the run a moment to start, or to say what it waits for.
Result<Run> waitForStart(RunAccess &access, const Run &run)
{
    constexpr int attempts = 10;
    Result<Run> now = run;
    for (int attempt = 0; attempt < attempts && now && now->status.state == RunState::Queued && now->status.message.isEmpty(); ++attempt) {
        QEventLoop pause;
        QTimer::singleShot(100, &pause, &QEventLoop::quit);
        pause.exec();
        now = access.find(run.id);
    }
    return now ? now : run;
}

} // namespace

int runSubmit(const QStringList &arguments)
{
    CommandCall call("submit", CliText::tr("Starts a run of a job and prints its id. A job that was not dry-run as it is now is dry-run first; a verdict of fail stops it."));
    call.addPositional(QStringLiteral("JOB.yaml"), CliText::tr("The job's definition."));
    call.addFlag(QStringLiteral("wait"), CliText::tr("Waits for the end of the run; the exit status is 0 only when it completed."));
    call.addValue(QStringLiteral("skip-dry-run"), CliText::tr("Submits without a passing dry-run; the reason is kept in the run's record."), QStringLiteral("REASON"));
    call.addJson();
    if (const auto status = call.parse(arguments))
        return *status;
    const QString reason = call.value(QStringLiteral("skip-dry-run")).trimmed();
    if (call.isSet(QStringLiteral("skip-dry-run")) && reason.isEmpty())
        return call.fail(Error{Error::Kind::Invalid, CliText::tr("--skip-dry-run needs a reason; it is kept in the run's record."), QString()});

    RunAccess access;
    const OpenedJob job = openJob(call, access.platforms);
    if (job.status)
        return *job.status;
    std::optional<DryRunReport> report = storedDryRun(access.paths, dryRunFingerprint(job.context.job(), job.context.jobFolder));
    if (report)
        report = told(*report);
    if (!report && reason.isEmpty()) {
        printMessage(CliText::tr("This job was not dry-run as it is now: doing that first."));
        report = dryRunJob(job.context, access.paths, false, true);
        if (!report)
            return call.fail(Error{Error::Kind::Cancelled, CliText::tr("Interrupted; nothing was submitted."), QString()}, ExitFailed);
    }
    if (report && report->verdict == Verdict::Fail && reason.isEmpty()) {
        for (const Finding &finding : report->allFindings())
            printMessage(findingText(finding));
        if (call.wantsJson())
            printJson({{QStringLiteral("error"), CliText::tr("The dry-run failed; nothing was submitted.")}, {QStringLiteral("dry_run"), report->toJson()}});
        printMessage(CliText::tr("The dry-run failed; nothing was submitted. `--skip-dry-run REASON` submits all the same."));
        return ExitFailed;
    }

    Result<Run> run = await(access.runs.submit(SubmitOptions{job.file, report, reason}));
    if (!run)
        return call.fail(run.error(), run.error().kind == Error::Kind::Invalid ? ExitUnusable : ExitFailed);
    if (!call.wantsJson())
        print(run->id);
    run = waitForStart(access, *run);
    if (run->status.state == RunState::Queued && !run->status.message.isEmpty())
        printMessage(run->status.message);
    if (call.isSet(QStringLiteral("wait"))) {
        run = waitForEnd(access, *run);
        if (!run)
            return call.fail(run.error(), ExitFailed);
        printMessage(run->status.message.isEmpty() ? displayRunState(run->status.state) : run->status.message);
    }
    if (call.wantsJson())
        printJson({{QStringLiteral("run"), runToJson(*run)}});
    const bool hasFailed = call.isSet(QStringLiteral("wait")) && run->status.state != RunState::Done;
    return hasFailed ? ExitFailed : ExitFine;
}

} // namespace Trainyard
