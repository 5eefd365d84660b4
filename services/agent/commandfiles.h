#pragma once

#include "models/result.h"

#include <QDateTime>
#include <QString>
#include <QStringList>

#include <optional>

#include <sys/types.h>

namespace Trainyard {

/// command.json: written by the keeper just before the command starts. It exists: the command was started, and never is again.
struct StartedCommand
{
    pid_t pid = 0;         ///< also the command's process group
    qint64 startTime = 0;
    pid_t keeperPid = 0;   ///< also the session
    QString bootId;        ///< of the machine's boot that pid and start time belong to
    QDateTime startedAt;
    qint64 oomKills = 0;   ///< the kernel's count at the start
    QStringList cards;     ///< accelerators it was given, by UUID
    QString inputGuard;    ///< how inputs are kept as they are: `read-only`, `compared`, or empty: nothing to guard
    QString inputPrint;    ///< for `compared`: what inputsPrint() gave before the start
    bool isOffline = false; ///< it reaches nothing but its own localhost

    /// Is the command's process still there, in this boot?
    bool isAlive() const;
    static Result<StartedCommand> read(const QString &path);
    Result<> write(const QString &path) const;
    bool operator==(const StartedCommand &) const = default;
};

/// exit.json: written by the keeper when the command ended, or could not start.
struct EndedCommand
{
    enum class StartFault { None, Folder, Log, Program };

    std::optional<int> exitCode;
    std::optional<int> signal;
    StartFault startFault = StartFault::None;
    int systemError = 0;   ///< errno of a start fault
    QDateTime finishedAt;
    qint64 oomKills = 0;   ///< the kernel's count at the end
    bool diskIsFull = false; ///< no room was left where the command writes

    static Result<EndedCommand> read(const QString &path);
    QByteArray toText() const;
    bool operator==(const EndedCommand &) const = default;
};

/// How many processes the kernel has killed for memory so far: of this process's control group where it counts, else of the machine.
qint64 oomKillCount();

} // namespace Trainyard
