#include "services/dryrun/workerfindings.h"

#include "services/dryrun/dryruntext.h"

#include <cstring>

namespace Trainyard {

namespace {

/// The family of codes that belongs to a point (design.md, "Settled").
QString codeOf(DryRunPoint point)
{
    switch (point) {
    case DryRunPoint::Environment: return QStringLiteral("environment.steps-interrupted");
    case DryRunPoint::Data: return QStringLiteral("data.steps-interrupted");
    case DryRunPoint::Memory: return QStringLiteral("memory.steps-interrupted");
    case DryRunPoint::Loss: return QStringLiteral("training.steps-interrupted");
    case DryRunPoint::Artifacts: return QStringLiteral("checkpoints.steps-interrupted");
    }
    Q_UNREACHABLE();
}

QString activityAt(DryRunPoint point)
{
    switch (point) {
    case DryRunPoint::Environment: return DryRunText::tr("starting");
    case DryRunPoint::Data: return DryRunText::tr("reading the data");
    case DryRunPoint::Memory: return DryRunText::tr("measuring memory");
    case DryRunPoint::Loss: return DryRunText::tr("training");
    case DryRunPoint::Artifacts: return DryRunText::tr("writing and reading a checkpoint");
    }
    Q_UNREACHABLE();
}

PointResult resultWith(DryRunPoint point, Severity severity, const QString &message, const QString &fix)
{
    Finding finding;
    finding.code = codeOf(point);
    finding.severity = severity;
    finding.message = message;
    finding.fix = fix;
    return {point, severity == Severity::Error ? PointStatus::Fail : PointStatus::Warn, message, {finding}};
}

PointResult outOfMemory(const QString &message, const WorkerLimits &limits)
{
    // A flavor with much more RAM than the steps had here: this machine is too small for the question.
    const bool couldFitElsewhere = limits.flavorRamBytes && limits.memoryBytes < *limits.flavorRamBytes / 4 * 3;
    return resultWith(DryRunPoint::Memory, couldFitElsewhere ? Severity::Warning : Severity::Error, message,
                      DryRunText::tr("Use a smaller batch or model, or dry-run on a machine with more memory."));
}

/// A bad finding tells the worker's own last words.
QString withLastWords(const QString &sentence, const WorkerEnd &end)
{
    return end.lastMessage.isEmpty() ? sentence : DryRunText::tr("%1 Its last message: %2").arg(sentence, end.lastMessage);
}

} // namespace

std::optional<PointResult> resultOfEnd(const WorkerEnd &end, DryRunPoint interrupted, const WorkerLimits &limits, const QString &program)
{
    switch (end.kind) {
    case WorkerEnd::Kind::Done:
    case WorkerEnd::Kind::Cancelled:
        return std::nullopt;
    case WorkerEnd::Kind::NotStarted: {
        PointResult result = resultWith(DryRunPoint::Environment, Severity::Error,
                                        DryRunText::tr("The dry-run's worker %1 could not be started: %2.").arg(program, end.lastMessage),
                                        DryRunText::tr("Install Trainyard again: trainyard-torch belongs into the same folder as trainyard."));
        result.findings.first().code = QStringLiteral("environment.worker-missing");
        return result;
    }
    case WorkerEnd::Kind::MemoryLimit:
        return outOfMemory(DryRunText::tr("The steps needed more than %1 of memory and were stopped at %2.")
                               .arg(displaySize(limits.memoryBytes), displaySize(end.peakResidentBytes)), limits);
    case WorkerEnd::Kind::Killed:
        if (!end.wasOutOfMemory) {
            return resultWith(interrupted, Severity::Error, // nothing is proven of the job: no verdict that lets it pass
                              DryRunText::tr("Something outside Trainyard killed the steps while %1, with signal 9; they used %2 at the last look, and memory had not run out.")
                                  .arg(activityAt(interrupted), displaySize(end.peakResidentBytes)),
                              DryRunText::tr("Run the dry-run again. If it happens again, look which person or service ends programs on this machine."));
        }
        return outOfMemory(DryRunText::tr("The system killed the steps, as it does when memory runs out; they used %1 at the last look.")
                               .arg(displaySize(end.peakResidentBytes)), limits);
    case WorkerEnd::Kind::TimeLimit:
        return resultWith(interrupted, Severity::Warning,
                          DryRunText::tr("The steps were not through after %1 and were stopped while %2.").arg(displayDuration(limits.time), activityAt(interrupted)),
                          DryRunText::tr("Try again when the machine is less busy, or with a smaller batch."));
    case WorkerEnd::Kind::Signal:
        return resultWith(interrupted, Severity::Error,
                          withLastWords(DryRunText::tr("The steps crashed while %1: signal %2 (%3).")
                                            .arg(activityAt(interrupted)).arg(end.number).arg(QString::fromLocal8Bit(strsignal(end.number))), end),
                          DryRunText::tr("Try another batch size or model; if the crash stays, report it with the diagnostic report."));
    case WorkerEnd::Kind::ExitCode:
        return resultWith(interrupted, Severity::Error,
                          withLastWords(DryRunText::tr("The steps ended while %1, with status %2 and without a verdict.").arg(activityAt(interrupted)).arg(end.number), end),
                          DryRunText::tr("Correct what the message says and run the dry-run again."));
    }
    Q_UNREACHABLE();
}

std::optional<Finding> findingOfStrangeLines(const WorkerEnd &end)
{
    if (end.strangeLines == 0)
        return std::nullopt;
    Finding finding;
    finding.code = QStringLiteral("environment.worker-output");
    finding.severity = Severity::Warning;
    finding.message = DryRunText::tr("The dry-run's worker printed something that is no answer, so some answers may be missing: %1").arg(end.strangeLine);
    finding.fix = DryRunText::tr("Run the dry-run again; if it stays, install Trainyard again.");
    finding.count = end.strangeLines;
    return finding;
}

} // namespace Trainyard
