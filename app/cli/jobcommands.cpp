#include "app/cli/jobcommands.h"

#include "app/cli/await.h"
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/interruption.h"
#include "services/dryrun/contextcollector.h"
#include "services/dryrun/dryrunservice.h"
#include "services/dryrun/dryrunstore.h"
#include "services/dryrun/retelling.h"

#include <QDir>
#include <QEventLoop>
#include <QFileInfo>
#include <QLocale>

#include <unistd.h>

namespace Trainyard {

namespace {

QString statusWord(PointStatus status)
{
    switch (status) {
    case PointStatus::Pass: return CliText::tr("pass");
    case PointStatus::Warn: return CliText::tr("warn");
    case PointStatus::Fail: return CliText::tr("fail");
    case PointStatus::Skipped: return CliText::tr("skipped");
    }
    Q_UNREACHABLE();
}

QString pointWord(DryRunPoint point)
{
    switch (point) {
    case DryRunPoint::Environment: return CliText::tr("environment");
    case DryRunPoint::Data: return CliText::tr("data");
    case DryRunPoint::Memory: return CliText::tr("memory");
    case DryRunPoint::Loss: return CliText::tr("loss");
    case DryRunPoint::Artifacts: return CliText::tr("artifacts");
    }
    Q_UNREACHABLE();
}

QString verdictSentence(const DryRunReport &report)
{
    const QString seconds = QLocale().toString(report.seconds, 'f', 1);
    switch (report.verdict) {
    case Verdict::Pass: return CliText::tr("Verdict: pass, after %1 s.").arg(seconds);
    case Verdict::Warn: return CliText::tr("Verdict: pass with warnings, after %1 s.").arg(seconds);
    case Verdict::Fail: return CliText::tr("Verdict: fail, after %1 s.").arg(seconds);
    }
    Q_UNREACHABLE();
}

} // namespace

QString jobArgument() { return QStringLiteral("JOB.yaml"); }

OpenedJob openJob(const CommandCall &call, PlatformRegistry &platforms)
{
    OpenedJob job;
    job.file = QDir::current().absoluteFilePath(call.positional(0));
    const JobDocument document = readJobFile(job.file);
    if (!document.isReadable) {
        if (call.wantsJson())
            printJson(CheckReport{document.findings, {}}.toJson());
        for (const Finding &finding : document.findings)
            printMessage(findingText(finding));
        job.status = ExitUnusable;
        return job;
    }
    job.context = await(collectContext(document, QFileInfo(job.file).absolutePath(), platforms), PreflightContext{});
    return job;
}

std::optional<DryRunReport> dryRunJob(const PreflightContext &context, const AppPaths &paths, bool rehearse, bool showsProgress)
{
    // Taken before the dry-run: a file that changes meanwhile belongs to another job.
    const QByteArray fingerprint = dryRunFingerprint(context.job(), context.jobFolder);
    DryRunTask task(context, paths, DryRunTask::Options{rehearse, std::chrono::minutes(10), std::nullopt});
    DryRunReport report;
    bool isInterrupted = false;
    QEventLoop loop;
    Interruption interruption;
    QObject::connect(&interruption, &Interruption::requested, &task, [&] {
        isInterrupted = true;
        task.cancel();
    });
    QObject::connect(&task, &DryRunTask::finished, &loop, [&](const DryRunReport &finishedReport) {
        report = finishedReport;
        loop.quit();
    });
    if (showsProgress && isatty(STDERR_FILENO) == 1) {
        QObject::connect(&task, &DryRunTask::progressChanged, &loop, [last = QString()](const QString &activity, double) mutable {
            if (activity != last)
                printMessage(activity);
            last = activity;
        });
    }
    task.start();
    loop.exec();
    if (isInterrupted)
        return std::nullopt;
    if (const Result<> stored = storeDryRun(paths, fingerprint, report); !stored)
        printMessage(stored.error().message);
    return told(report);
}

void printDryRun(const DryRunReport &report)
{
    QList<QStringList> rows;
    for (const PointResult &point : report.points)
        rows.append({pointWord(point.point), statusWord(point.status), point.detail});
    printTable(rows);
    printFindings(report.allFindings(), report.furtherNotChecked());
    print(verdictSentence(report));
    if (const int skipped = report.skippedPoints(); skipped > 0)
        print(CliText::tr("Points not checked: %1 of %2.").arg(skipped).arg(report.points.size()));
}

int runCheck(const QStringList &arguments)
{
    CommandCall call("check", CliText::tr("Reads a job and its code, and tells what would fail or waste money. Takes seconds and starts nothing."));
    call.addPositional(jobArgument(), CliText::tr("The job's definition."));
    call.addJson();
    if (const auto status = call.parse(arguments))
        return *status;
    const AppPaths paths = AppPaths::standard();
    PlatformRegistry platforms(paths);
    const OpenedJob job = openJob(call, platforms);
    if (job.status)
        return *job.status;

    const CheckReport report = runStaticChecks(job.context);
    const int errors = countOf(report.findings, Severity::Error);
    if (call.wantsJson()) {
        printJson(report.toJson());
    } else {
        printFindings(report.findings, report.notChecked);
        print(errors > 0 ? CliText::tr("Errors: %1, warnings: %2.").arg(errors).arg(countOf(report.findings, Severity::Warning))
                         : CliText::tr("No errors. Warnings: %1.").arg(countOf(report.findings, Severity::Warning)));
    }
    return errors > 0 ? ExitFailed : ExitFine;
}

int runDryRun(const QStringList &arguments)
{
    CommandCall call("dry-run", CliText::tr("Checks the five points of a first run with a few real steps in a scratch folder: the environment starts, the data can be read, "
                                            "memory is enough, the loss falls, the artifacts land."));
    call.addPositional(jobArgument(), CliText::tr("The job's definition."));
    call.addFlag(QStringLiteral("rehearse"), CliText::tr("Also starts your own script for a few steps: in a copy, without network, on a part of the data."));
    call.addJson();
    if (const auto status = call.parse(arguments))
        return *status;
    const AppPaths paths = AppPaths::standard();
    PlatformRegistry platforms(paths);
    const OpenedJob job = openJob(call, platforms);
    if (job.status)
        return *job.status;

    const std::optional<DryRunReport> report = dryRunJob(job.context, paths, call.isSet(QStringLiteral("rehearse")), !call.wantsJson());
    if (!report)
        return call.fail(Error{Error::Kind::Cancelled, CliText::tr("Interrupted; there is no verdict."), QString()}, ExitFailed);
    if (call.wantsJson())
        printJson(report->toJson());
    else
        printDryRun(*report);
    return report->verdict == Verdict::Fail ? ExitFailed : ExitFine;
}

} // namespace Trainyard
