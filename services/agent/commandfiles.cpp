#include "services/agent/commandfiles.h"

#include "services/agent/launchfile.h"
#include "services/agent/processes.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

#include <array>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

/// The number after `oom_kill ` in a file such as memory.events (cgroup 2), memory.oom_control (cgroup 1) or /proc/vmstat.
std::optional<qint64> oomKillsIn(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    const QList<QByteArray> lines = file.readAll().split('\n');
    for (const QByteArray &line : lines) {
        if (line.startsWith("oom_kill "))
            return line.mid(9).trimmed().toLongLong();
    }
    return std::nullopt;
}

/// The folder of this process's group below @p root, by its line in /proc/self/cgroup: `0::/path` or `4:memory:/path`.
QString controlGroupFile(const QByteArray &marker, const QString &root, const QString &name)
{
    QFile file(u"/proc/self/cgroup"_s);
    if (!file.open(QIODevice::ReadOnly))
        return QString();
    const QList<QByteArray> lines = file.readAll().split('\n');
    for (const QByteArray &line : lines) {
        const qsizetype found = line.indexOf(marker);
        if (found >= 0)
            return root + QFile::decodeName(line.mid(found + marker.size())) + u'/' + name;
    }
    return QString();
}

} // namespace

bool StartedCommand::isAlive() const
{
    return bootId == Trainyard::bootId() && isSameProcess(pid, startTime);
}

Result<StartedCommand> StartedCommand::read(const QString &path)
{
    const Result<QJsonObject> object = readJsonFile(path);
    if (!object)
        return object.error();
    StartedCommand command;
    command.pid = object->value("pid"_L1).toInt();
    command.startTime = object->value("start_time"_L1).toInteger();
    command.keeperPid = object->value("keeper_pid"_L1).toInt();
    command.bootId = object->value("boot_id"_L1).toString();
    command.startedAt = QDateTime::fromString(object->value("started_at"_L1).toString(), Qt::ISODateWithMs);
    command.oomKills = object->value("oom_kills"_L1).toInteger();
    for (const QJsonValue card : object->value("cards"_L1).toArray())
        command.cards.append(card.toString());
    command.inputGuard = object->value("input_guard"_L1).toString();
    command.isOffline = object->value("offline"_L1).toBool();
    command.inputPrint = object->value("input_print"_L1).toString();
    return command;
}

Result<> StartedCommand::write(const QString &path) const
{
    return writeJsonFile(path, {{u"pid"_s, pid},
                                {u"start_time"_s, startTime},
                                {u"keeper_pid"_s, keeperPid},
                                {u"boot_id"_s, bootId},
                                {u"started_at"_s, startedAt.toString(Qt::ISODateWithMs)},
                                {u"oom_kills"_s, oomKills},
                                {u"cards"_s, QJsonArray::fromStringList(cards)},
                                {u"input_guard"_s, inputGuard},
                                {u"offline"_s, isOffline},
                                {u"input_print"_s, inputPrint}});
}

Result<EndedCommand> EndedCommand::read(const QString &path)
{
    const Result<QJsonObject> object = readJsonFile(path);
    if (!object)
        return object.error();
    EndedCommand command;
    if (object->contains("exit_code"_L1))
        command.exitCode = object->value("exit_code"_L1).toInt();
    if (object->contains("signal"_L1))
        command.signal = object->value("signal"_L1).toInt();
    command.startFault = StartFault(std::clamp(object->value("start_fault"_L1).toInt(), 0, int(StartFault::Program)));
    command.systemError = object->value("errno"_L1).toInt();
    command.finishedAt = QDateTime::fromString(object->value("finished_at"_L1).toString(), Qt::ISODateWithMs);
    command.oomKills = object->value("oom_kills"_L1).toInteger();
    command.diskIsFull = object->value("disk_full"_L1).toBool();
    return command;
}

QByteArray EndedCommand::toText() const
{
    QJsonObject object{{u"finished_at"_s, finishedAt.toString(Qt::ISODateWithMs)}, {u"oom_kills"_s, oomKills}, {u"disk_full"_s, diskIsFull}};
    if (exitCode)
        object.insert("exit_code"_L1, *exitCode);
    if (signal)
        object.insert("signal"_L1, *signal);
    if (startFault != StartFault::None) {
        object.insert("start_fault"_L1, int(startFault));
        object.insert("errno"_L1, systemError);
    }
    return QJsonDocument(object).toJson();
}

qint64 oomKillCount()
{
    const std::array files{controlGroupFile("0::", u"/sys/fs/cgroup"_s, u"memory.events"_s),
                           controlGroupFile(":memory:", u"/sys/fs/cgroup/memory"_s, u"memory.oom_control"_s),
                           u"/sys/fs/cgroup/memory.events"_s, u"/sys/fs/cgroup/memory/memory.oom_control"_s, u"/proc/vmstat"_s};
    for (const QString &file : files) {
        if (const std::optional<qint64> count = oomKillsIn(file))
            return *count;
    }
    return 0;
}

} // namespace Trainyard
