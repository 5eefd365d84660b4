#include "services/agent/processes.h"

#include <QFile>
#include <QHash>

#include <dirent.h>
#include <unistd.h>

namespace Trainyard {

namespace {

QByteArray readProcFile(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

std::optional<ProcessEntry> parseProcessStat(const QByteArray &text)
{
    const qsizetype nameEnd = text.lastIndexOf(')');
    const QList<QByteArray> fields = text.mid(nameEnd + 2).split(' '); // [0] is field 3 of proc(5): the state
    if (nameEnd < 0 || fields.size() < 22 || fields[0].isEmpty())
        return std::nullopt;
    ProcessEntry entry;
    entry.pid = text.left(text.indexOf(' ')).toInt();
    entry.state = fields[0][0];
    entry.parent = fields[1].toInt();
    entry.group = fields[2].toInt();
    entry.session = fields[3].toInt();
    entry.cpuTicks = fields[11].toLongLong() + fields[12].toLongLong();
    entry.startTime = fields[19].toLongLong();
    entry.residentBytes = fields[21].toLongLong() * ::sysconf(_SC_PAGESIZE);
    return entry;
}

std::optional<ProcessEntry> readProcess(pid_t pid)
{
    return parseProcessStat(readProcFile(QStringLiteral("/proc/%1/stat").arg(pid)));
}

QList<ProcessEntry> readAllProcesses()
{
    QList<ProcessEntry> entries;
    DIR *folder = ::opendir("/proc");
    if (!folder)
        return entries;
    while (const dirent *child = ::readdir(folder)) {
        const int pid = QByteArray(child->d_name).toInt(); // 0 for every name that is no number
        if (const auto entry = pid > 0 ? readProcess(pid) : std::nullopt)
            entries.append(*entry);
    }
    ::closedir(folder);
    return entries;
}

void readStorageCounters(ProcessEntry &entry)
{
    const QByteArray text = readProcFile(QStringLiteral("/proc/%1/io").arg(entry.pid));
    for (const QByteArray &line : text.split('\n')) {
        if (line.startsWith("read_bytes: "))
            entry.readBytes = line.mid(12).toLongLong();
        else if (line.startsWith("write_bytes: "))
            entry.writtenBytes = line.mid(13).toLongLong();
    }
}

QList<ProcessEntry> processFamily(const QList<ProcessEntry> &all, pid_t root, pid_t group)
{
    QHash<pid_t, const ProcessEntry *> byPid;
    for (const ProcessEntry &entry : all)
        byPid.insert(entry.pid, &entry);
    const auto isBelowRoot = [&](const ProcessEntry &entry) {
        const ProcessEntry *step = &entry;
        for (int depth = 0; step && depth < 1000; ++depth) { // the table is read while it changes: never trust it to be a tree
            if (step->pid == root)
                return true;
            step = byPid.value(step->parent, nullptr);
        }
        return false;
    };
    QList<ProcessEntry> family;
    for (const ProcessEntry &entry : all) {
        if (entry.group == group || entry.session == root || isBelowRoot(entry))
            family.append(entry);
    }
    return family;
}

bool isSameProcess(pid_t pid, qint64 startTime)
{
    const std::optional<ProcessEntry> entry = pid > 0 ? readProcess(pid) : std::nullopt;
    return entry && entry->startTime == startTime && entry->state != 'Z' && entry->state != 'X';
}

QString bootId()
{
    return QString::fromLatin1(readProcFile(QStringLiteral("/proc/sys/kernel/random/boot_id")).trimmed());
}

} // namespace Trainyard
