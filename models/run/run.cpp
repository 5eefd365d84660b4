#include "models/run/run.h"

#include "models/common/enumtext.h"

#include <QCoreApplication>
#include <QJsonArray>

namespace Trainyard {

namespace {

constexpr EnumText stateTexts{std::array{std::pair{RunState::Queued, "queued"}, std::pair{RunState::Starting, "starting"},
                                         std::pair{RunState::Running, "running"}, std::pair{RunState::Stopping, "stopping"},
                                         std::pair{RunState::Done, "done"}, std::pair{RunState::Failed, "failed"},
                                         std::pair{RunState::Stopped, "stopped"}, std::pair{RunState::Lost, "lost"}}};
constexpr EnumText reasonTexts{std::array{
    std::pair{ExitReason::None, "none"}, std::pair{ExitReason::Completed, "completed"}, std::pair{ExitReason::ExitCode, "exit-code"},
    std::pair{ExitReason::Signal, "signal"}, std::pair{ExitReason::OutOfMemory, "out-of-memory"},
    std::pair{ExitReason::MaxDuration, "max-duration"}, std::pair{ExitReason::MaxCost, "max-cost"}, std::pair{ExitReason::Idle, "idle"},
    std::pair{ExitReason::StopRequested, "stop-requested"}, std::pair{ExitReason::StartFailed, "start-failed"},
    std::pair{ExitReason::DiskFull, "disk-full"}, std::pair{ExitReason::SupervisorLost, "supervisor-lost"}}};

QString timeToText(const QDateTime &time)
{
    return time.toUTC().toString(Qt::ISODateWithMs);
}

QDateTime timeFromJson(const QJsonValue &value)
{
    return QDateTime::fromString(value.toString(), Qt::ISODateWithMs);
}

template<typename T>
void insertKnown(QJsonObject &object, const char *name, const std::optional<T> &value)
{
    if (value)
        object.insert(QLatin1String(name), *value);
}

void insertKnown(QJsonObject &object, const char *name, const QDateTime &time)
{
    if (time.isValid())
        object.insert(QLatin1String(name), timeToText(time));
}

template<typename T>
std::optional<T> knownNumber(const QJsonObject &object, const char *name)
{
    const QJsonValue value = object.value(QLatin1String(name));
    if (!value.isDouble())
        return std::nullopt;
    if constexpr (std::is_same_v<T, double>)
        return value.toDouble();
    else
        return T(value.toInteger());
}

} // namespace

QString runStateToText(RunState state) { return stateTexts.toText(state); }
std::optional<RunState> runStateFromText(QStringView text) { return stateTexts.fromText(text); }
QString exitReasonToText(ExitReason reason) { return reasonTexts.toText(reason); }
std::optional<ExitReason> exitReasonFromText(QStringView text) { return reasonTexts.fromText(text); }

QString displayRunState(RunState state)
{
    switch (state) {
    case RunState::Queued: return QCoreApplication::translate("RunState", "Queued");
    case RunState::Starting: return QCoreApplication::translate("RunState", "Starting");
    case RunState::Running: return QCoreApplication::translate("RunState", "Running");
    case RunState::Stopping: return QCoreApplication::translate("RunState", "Stopping");
    case RunState::Done: return QCoreApplication::translate("RunState", "Done");
    case RunState::Failed: return QCoreApplication::translate("RunState", "Failed");
    case RunState::Stopped: return QCoreApplication::translate("RunState", "Stopped");
    case RunState::Lost: return QCoreApplication::translate("RunState", "Lost");
    }
    Q_UNREACHABLE();
}

QJsonObject RunStatus::toJson() const
{
    QJsonObject object{{QStringLiteral("state"), runStateToText(state)}, {QStringLiteral("exit_reason"), exitReasonToText(exitReason)},
                       {QStringLiteral("message"), message}};
    insertKnown(object, "exit_code", exitCode);
    insertKnown(object, "signal", signal);
    insertKnown(object, "queued_at", queuedAt);
    insertKnown(object, "started_at", startedAt);
    insertKnown(object, "finished_at", finishedAt);
    insertKnown(object, "updated_at", updatedAt);
    insertKnown(object, "agent_pid", agentPid);
    insertKnown(object, "agent_start_time", agentStartTime);
    insertKnown(object, "command_pid", commandPid);
    insertKnown(object, "command_start_time", commandStartTime);
    return object;
}

std::optional<RunStatus> RunStatus::fromJson(const QJsonObject &object)
{
    const std::optional<RunState> state = runStateFromText(object.value(QStringLiteral("state")).toString());
    if (!state)
        return std::nullopt;
    RunStatus status;
    status.state = *state;
    status.exitReason = exitReasonFromText(object.value(QStringLiteral("exit_reason")).toString()).value_or(ExitReason::None);
    status.message = object.value(QStringLiteral("message")).toString();
    status.exitCode = knownNumber<int>(object, "exit_code");
    status.signal = knownNumber<int>(object, "signal");
    status.queuedAt = timeFromJson(object.value(QStringLiteral("queued_at")));
    status.startedAt = timeFromJson(object.value(QStringLiteral("started_at")));
    status.finishedAt = timeFromJson(object.value(QStringLiteral("finished_at")));
    status.updatedAt = timeFromJson(object.value(QStringLiteral("updated_at")));
    status.agentPid = knownNumber<qint64>(object, "agent_pid");
    status.agentStartTime = knownNumber<qint64>(object, "agent_start_time");
    status.commandPid = knownNumber<qint64>(object, "command_pid");
    status.commandStartTime = knownNumber<qint64>(object, "command_start_time");
    return status;
}

QJsonObject Sample::toJson() const
{
    QJsonObject object{{QStringLiteral("time"), timeToText(time)}, {QStringLiteral("log_bytes"), logBytes}};
    insertKnown(object, "cpu_percent", cpuPercent);
    insertKnown(object, "resident_bytes", residentBytes);
    insertKnown(object, "host_total_bytes", hostTotalBytes);
    insertKnown(object, "read_bytes_per_second", readBytesPerSecond);
    insertKnown(object, "write_bytes_per_second", writeBytesPerSecond);
    insertKnown(object, "gpu_percent", gpuPercent);
    insertKnown(object, "gpu_memory_bytes", gpuMemoryBytes);
    insertKnown(object, "gpu_memory_total_bytes", gpuMemoryTotalBytes);
    insertKnown(object, "processes", processes);
    return object;
}

std::optional<Sample> Sample::fromJson(const QJsonObject &object)
{
    Sample sample;
    sample.time = timeFromJson(object.value(QStringLiteral("time")));
    if (!sample.time.isValid())
        return std::nullopt;
    sample.logBytes = object.value(QStringLiteral("log_bytes")).toInteger();
    sample.cpuPercent = knownNumber<double>(object, "cpu_percent");
    sample.residentBytes = knownNumber<qint64>(object, "resident_bytes");
    sample.hostTotalBytes = knownNumber<qint64>(object, "host_total_bytes");
    sample.readBytesPerSecond = knownNumber<double>(object, "read_bytes_per_second");
    sample.writeBytesPerSecond = knownNumber<double>(object, "write_bytes_per_second");
    sample.gpuPercent = knownNumber<double>(object, "gpu_percent");
    sample.gpuMemoryBytes = knownNumber<qint64>(object, "gpu_memory_bytes");
    sample.gpuMemoryTotalBytes = knownNumber<qint64>(object, "gpu_memory_total_bytes");
    sample.processes = knownNumber<int>(object, "processes");
    return sample;
}

QJsonObject RunRecord::toJson() const
{
    QJsonArray versionArray;
    for (const VersionRecord &version : versions) {
        versionArray.append(QJsonObject{{QStringLiteral("name"), version.name}, {QStringLiteral("value"), version.value},
                                        {QStringLiteral("observed"), version.observed}});
    }
    return {{QStringLiteral("versions"), versionArray}, {QStringLiteral("code_hash"), codeHash}, {QStringLiteral("git_commit"), gitCommit},
            {QStringLiteral("dry_run_verdict"), dryRunVerdict}, {QStringLiteral("override_reason"), overrideReason},
            {QStringLiteral("command_line"), commandLine}};
}

RunRecord RunRecord::fromJson(const QJsonObject &object)
{
    RunRecord record;
    for (const QJsonValue entry : object.value(QStringLiteral("versions")).toArray()) {
        const QJsonObject version = entry.toObject();
        record.versions.append({version.value(QStringLiteral("name")).toString(), version.value(QStringLiteral("value")).toString(),
                                version.value(QStringLiteral("observed")).toBool()});
    }
    record.codeHash = object.value(QStringLiteral("code_hash")).toString();
    record.gitCommit = object.value(QStringLiteral("git_commit")).toString();
    record.dryRunVerdict = object.value(QStringLiteral("dry_run_verdict")).toString();
    record.overrideReason = object.value(QStringLiteral("override_reason")).toString();
    record.commandLine = object.value(QStringLiteral("command_line")).toString();
    return record;
}

std::optional<Milliseconds> Run::duration(const QDateTime &now) const
{
    if (!status.startedAt.isValid())
        return std::nullopt;
    return Milliseconds(status.startedAt.msecsTo(status.finishedAt.isValid() ? status.finishedAt : now));
}

std::optional<double> Run::cost(const QDateTime &now) const
{
    const std::optional<Milliseconds> length = duration(now);
    if (!pricePerHour || !length)
        return std::nullopt;
    return *pricePerHour * double(length->count()) / 3600e3;
}

} // namespace Trainyard
