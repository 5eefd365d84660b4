#pragma once

#include "models/common/units.h"
#include "models/job/job.h"

#include <QDateTime>
#include <QJsonObject>
#include <QString>

#include <optional>

namespace Trainyard {

/// The stages of a run's life, in order; the last four are ends.
enum class RunState { Queued, Starting, Running, Stopping, Done, Failed, Stopped, Lost };

QString runStateToText(RunState state); ///< `queued` ...: contract, never translated
std::optional<RunState> runStateFromText(QStringView text);
QString displayRunState(RunState state); ///< translated
constexpr bool isFinal(RunState state) { return state >= RunState::Done; }

/// Why a run ended.
enum class ExitReason {
    None,
    Completed,     ///< exit code 0
    ExitCode,      ///< any other exit code
    Signal,        ///< killed by a signal that nobody of us sent
    OutOfMemory,   ///< the kernel's OOM killer, or the limit of host memory
    MaxDuration,
    MaxCost,
    Idle,          ///< stop_when_idle
    StopRequested, ///< by a person
    StartFailed,   ///< the command could not be started
    DiskFull,
    SupervisorLost ///< the agent died and the command's end was not seen
};

QString exitReasonToText(ExitReason reason);
std::optional<ExitReason> exitReasonFromText(QStringView text);

/// What the agent keeps in status.json, written atomically; also how every platform reports a run.
struct RunStatus
{
    RunState state = RunState::Queued;
    ExitReason exitReason = ExitReason::None;
    std::optional<int> exitCode;
    std::optional<int> signal;
    QString message;          ///< one sentence for people: why it waits, why it ended
    QDateTime queuedAt;       ///< UTC, milliseconds
    QDateTime startedAt;      ///< the command was started
    QDateTime finishedAt;
    QDateTime updatedAt;
    std::optional<qint64> agentPid;
    std::optional<qint64> agentStartTime; ///< clock ticks since boot (/proc/PID/stat field 22): tells a reused pid
    std::optional<qint64> commandPid;
    std::optional<qint64> commandStartTime;

    QJsonObject toJson() const;
    static std::optional<RunStatus> fromJson(const QJsonObject &object);
    bool operator==(const RunStatus &) const = default;
};

/// One line of samples.jsonl: what the machine did, about once a second.
struct Sample
{
    QDateTime time;
    qint64 logBytes = 0; ///< size of train.log at this moment: gives each log line its wall time
    std::optional<double> cpuPercent;         ///< of the flavor's CPUs: 100 is all of them busy
    std::optional<qint64> residentBytes;      ///< of the whole process group
    std::optional<qint64> hostTotalBytes;
    std::optional<double> readBytesPerSecond;
    std::optional<double> writeBytesPerSecond;
    std::optional<double> gpuPercent;         ///< mean over the run's cards
    std::optional<qint64> gpuMemoryBytes;     ///< sum over the run's cards
    std::optional<qint64> gpuMemoryTotalBytes;
    std::optional<int> processes;

    QJsonObject toJson() const;
    static std::optional<Sample> fromJson(const QJsonObject &object);
    bool operator==(const Sample &) const = default;
};

/// What is known of the environment a run ran in: declared by the job, or observed by a probe or the log.
struct VersionRecord
{
    QString name;  ///< image, framework, library, cuda, driver, python, ...
    QString value;
    bool observed = false;
    bool operator==(const VersionRecord &) const = default;
};

/// The archive of one run: enough to repeat it, and to see what changed since.
struct RunRecord
{
    QList<VersionRecord> versions;
    QString codeHash;  ///< SHA-256 over the sorted relative names and contents of the code folder; empty for a preset
    QString gitCommit; ///< of the code folder, with `+` when it has changes; empty: no repository
    QString dryRunVerdict; ///< pass, warn, fail; empty: none
    QString overrideReason; ///< why a failing dry-run was submitted all the same
    QString commandLine;   ///< what the container got, quoted for a POSIX shell

    QJsonObject toJson() const;
    static RunRecord fromJson(const QJsonObject &object);
    bool operator==(const RunRecord &) const = default;
};

/// One execution of a job on a platform.
struct Run
{
    QString id; ///< `20261130-161502-fashion-mnist-first-run`: sortable, a legal folder name
    QString name;
    QString profile;
    QString platform;
    QString flavor;
    QString project;
    QString jobFile;    ///< where the definition lay when it was submitted; may be gone
    QString directory;  ///< the run's folder
    QDateTime createdAt;
    RunStatus status;
    std::optional<qint64> step;
    std::optional<qint64> totalSteps;
    std::optional<double> epoch;
    std::optional<double> totalEpochs;
    QString bestMetricName;
    std::optional<double> bestMetric;
    qint64 logBytesRead = 0; ///< the log's size when it was read to its end, after the end of the run; 0: not yet
    std::optional<double> pricePerHour; ///< of all its nodes, when known
    bool isStarred = false;
    QString note;
    RunRecord record;

    /// From start (or now back to the start, while it runs) to end; not set before it started.
    std::optional<Milliseconds> duration(const QDateTime &now) const;
    std::optional<double> cost(const QDateTime &now) const;
    bool operator==(const Run &) const = default;
};

} // namespace Trainyard
