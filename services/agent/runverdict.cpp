#include "services/agent/runverdict.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <cerrno>
#include <csignal>
#include <cstring>

namespace Trainyard {

namespace {

struct Verdict
{
    RunState state;
    ExitReason reason;
    QString message;
};

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(Agent)
};

QString startFaultText(const LaunchFile &launch, const EndedCommand &ended)
{
    const QString program = launch.arguments.first();
    const QString reason = QString::fromLocal8Bit(std::strerror(ended.systemError));
    if (ended.startFault == EndedCommand::StartFault::Folder)
        return Text::tr("The start folder %1 cannot be entered: %2.").arg(launch.workingDirectory, reason);
    if (ended.startFault == EndedCommand::StartFault::Log)
        return Text::tr("The run's log file could not be opened: %1.").arg(reason);
    switch (ended.systemError) {
    case ENOENT:
        return QDir::isAbsolutePath(program) && QFileInfo::exists(program)
            ? Text::tr("%1 could not be started: the program that its first line (#!) names does not exist.").arg(program)
            : Text::tr("%1 was not found. Install it, or name the full path of the program.").arg(program);
    case EACCES:
    case EPERM: return Text::tr("%1 may not be executed: give it the execute permission (chmod +x), or name its interpreter.").arg(program);
    case ENOEXEC: return Text::tr("%1 is no program that this machine can execute: a script needs a first line such as #!/bin/bash.").arg(program);
    case E2BIG: return Text::tr("The command line is too long for this machine: pass long lists in a file.");
    default: return Text::tr("%1 could not be started: %2.").arg(program, reason);
    }
}

QString stopText(ExitReason reason, const LaunchFile &launch)
{
    switch (reason) {
    case ExitReason::MaxDuration: return Text::tr("Stopped at the limit max_duration of %1.").arg(displayDuration(*launch.maxDuration));
    case ExitReason::MaxCost: return Text::tr("Stopped at the limit max_cost of %1.").arg(displayNumber(*launch.maxCost));
    case ExitReason::Idle:
        return Text::tr("Stopped because it was idle for %1: nothing came into the log and the processors had nothing to do.")
            .arg(displayDuration(*launch.stopWhenIdle));
    default: return Text::tr("Stopped on request.");
    }
}

Verdict stoppedVerdict(const EndFacts &facts)
{
    QString message = stopText(facts.stopReason, facts.launch);
    if (facts.wasKilledByUs) {
        message += QLatin1Char(' ')
            + Text::tr("It did not end within %1 and was killed.").arg(displayDuration(facts.launch.grace));
    }
    return {RunState::Stopped, facts.stopReason, message};
}

Verdict signalVerdict(const EndFacts &facts, int signal)
{
    if (signal == SIGKILL && facts.ended->oomKills > facts.started.oomKills) {
        return {RunState::Failed, ExitReason::OutOfMemory,
                Text::tr("Out of host memory: the system killed the command. Use fewer data workers, a smaller batch or a flavor with more RAM.")};
    }
    return {RunState::Failed, ExitReason::Signal,
            signal == SIGKILL ? Text::tr("Killed by signal %1 (%2), which Trainyard did not send.").arg(signal).arg(signalName(signal))
                              : Text::tr("The command crashed or was ended by signal %1 (%2).").arg(signal).arg(signalName(signal))};
}

Verdict exitCodeVerdict(const EndFacts &facts, int code)
{
    if (facts.ended->diskIsFull)
        return {RunState::Failed, ExitReason::DiskFull, Text::tr("The disk is full: the command ended with exit code %1. Make room and submit again.").arg(code)};
    if (facts.ended->oomKills > facts.started.oomKills) {
        return {RunState::Failed, ExitReason::OutOfMemory,
                Text::tr("Out of host memory: the system killed one of the command's processes, and it ended with exit code %1.").arg(code)};
    }
    if (code > 128 && code < 128 + NSIG) {
        return {RunState::Failed, ExitReason::ExitCode,
                Text::tr("The command ended with exit code %1: a program in it was ended by signal %2 (%3).").arg(code).arg(code - 128).arg(signalName(code - 128))};
    }
    return {RunState::Failed, ExitReason::ExitCode, Text::tr("The command ended with exit code %1. The log's last lines say why.").arg(code)};
}

Verdict verdictOf(const EndFacts &facts)
{
    if (!facts.ended) {
        return {RunState::Lost, ExitReason::SupervisorLost,
                facts.machineRestarted ? Text::tr("The machine was restarted while the run was going: how it ended is not known.")
                                       : Text::tr("The process that watched the command was killed: what was left of the command was stopped.")};
    }
    const EndedCommand &ended = *facts.ended;
    if (ended.startFault != EndedCommand::StartFault::None)
        return {RunState::Failed, ExitReason::StartFailed, startFaultText(facts.launch, ended)};
    if (facts.stopReason != ExitReason::None)
        return stoppedVerdict(facts);
    if (ended.signal)
        return signalVerdict(facts, *ended.signal);
    if (ended.exitCode == 0)
        return {RunState::Done, ExitReason::Completed, Text::tr("Completed.")};
    return exitCodeVerdict(facts, ended.exitCode.value_or(-1));
}

} // namespace

void applyVerdict(RunStatus &status, const EndFacts &facts)
{
    const Verdict verdict = verdictOf(facts);
    status.state = verdict.state;
    status.exitReason = verdict.reason;
    status.message = verdict.message;
    if (facts.ended && facts.ended->startFault == EndedCommand::StartFault::None) {
        status.exitCode = facts.ended->exitCode;
        status.signal = facts.ended->signal;
    }
}

QString signalName(int signal)
{
    const char *name = ::sigabbrev_np(signal);
    return name ? QStringLiteral("SIG") + QLatin1String(name) : QString::number(signal);
}

} // namespace Trainyard
