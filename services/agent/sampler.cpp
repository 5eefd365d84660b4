#include "services/agent/sampler.h"

#include <QFileInfo>

#include <unistd.h>

namespace Trainyard {

Sampler::Sampler(pid_t keeper, pid_t command, int cpus, QStringList cards)
    : m_keeper(keeper), m_command(command), m_cpus(cpus > 0 ? cpus : int(::sysconf(_SC_NPROCESSORS_ONLN))), m_cards(std::move(cards))
{
}

Sample Sampler::take(const QString &logFile)
{
    QHash<pid_t, ProcessEntry> now;
    for (ProcessEntry entry : processFamily(readAllProcesses(), m_keeper, m_command)) {
        if (entry.pid == m_keeper)
            continue;
        readStorageCounters(entry);
        now.insert(entry.pid, entry);
    }

    Sample sample;
    sample.time = QDateTime::currentDateTimeUtc();
    sample.logBytes = QFileInfo(logFile).size();
    sample.processes = int(now.size());
    sample.hostTotalBytes = qint64(::sysconf(_SC_PHYS_PAGES)) * ::sysconf(_SC_PAGESIZE);
    qint64 resident = 0;
    qint64 ticks = 0;
    qint64 read = 0;
    qint64 written = 0;
    for (const ProcessEntry &entry : now) {
        const ProcessEntry known = m_family.value(entry.pid);
        const ProcessEntry before = known.startTime == entry.startTime ? known : ProcessEntry(); // all 0 for one that came since
        resident += entry.residentBytes;
        ticks += entry.cpuTicks - before.cpuTicks;
        read += entry.readBytes - before.readBytes;
        written += entry.writtenBytes - before.writtenBytes;
    }
    sample.residentBytes = resident;
    if (m_sinceLast.isValid()) {
        const double seconds = std::max(0.001, double(m_sinceLast.nsecsElapsed()) / 1e9);
        sample.cpuPercent = 100.0 * double(ticks) / double(::sysconf(_SC_CLK_TCK)) / seconds / m_cpus;
        sample.readBytesPerSecond = double(std::max(qint64(0), read)) / seconds;
        sample.writeBytesPerSecond = double(std::max(qint64(0), written)) / seconds;
    }
    addCards(sample);
    m_family = now;
    m_sinceLast.start();
    return sample;
}

void Sampler::addCards(Sample &sample) const
{
    double percent = 0;
    qint64 used = 0;
    qint64 total = 0;
    int answering = 0;
    for (const QString &card : m_cards) {
        if (const std::optional<CardUse> use = m_nvml.use(card)) {
            percent += use->percent;
            used += use->usedBytes;
            total += use->totalBytes;
            ++answering;
        }
    }
    if (answering == 0)
        return;
    sample.gpuPercent = percent / answering;
    sample.gpuMemoryBytes = used;
    sample.gpuMemoryTotalBytes = total;
}

} // namespace Trainyard
