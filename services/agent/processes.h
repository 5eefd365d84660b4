#pragma once

#include <QList>
#include <QSet>
#include <QString>

#include <optional>

#include <sys/types.h>

namespace Trainyard {

/// One process as /proc shows it.
struct ProcessEntry
{
    pid_t pid = 0;
    pid_t parent = 0;
    pid_t group = 0;
    pid_t session = 0;
    char state = '?';          ///< Z: a zombie
    qint64 cpuTicks = 0;       ///< user + system, of _SC_CLK_TCK a second
    qint64 startTime = 0;      ///< ticks since boot: with the pid, the process's identity
    qint64 residentBytes = 0;
    qint64 readBytes = 0;      ///< from storage; 0 where the system does not tell
    qint64 writtenBytes = 0;
};

/// Text of /proc/PID/stat -> its fields; the name in brackets may hold anything, brackets and blanks included.
std::optional<ProcessEntry> parseProcessStat(const QByteArray &text);
std::optional<ProcessEntry> readProcess(pid_t pid);
/// Every process of this machine (of this container), without storage counters.
QList<ProcessEntry> readAllProcesses();
/// Adds readBytes and writtenBytes.
void readStorageCounters(ProcessEntry &entry);

/// @p root, everything below it, and whoever is in @p root's session or @p group. A process that left all three is no longer found.
QList<ProcessEntry> processFamily(const QList<ProcessEntry> &all, pid_t root, pid_t group);

/// Is there still the process that once had this pid and start time, and is it no zombie?
bool isSameProcess(pid_t pid, qint64 startTime);
/// Differs after each start of the machine: start times of two boots cannot be compared.
QString bootId();

} // namespace Trainyard
