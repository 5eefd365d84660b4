#include "services/platforms/local/localflavors.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStorageInfo>

#include <algorithm>

#include <sched.h>
#include <sys/statvfs.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

std::optional<qint64> numberIn(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    bool ok = false;
    const qint64 number = file.readAll().trimmed().toLongLong(&ok); // `max`: no limit
    return ok ? std::optional(number) : std::nullopt;
}

int usableCpus()
{
    cpu_set_t set;
    return ::sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : int(::sysconf(_SC_NPROCESSORS_ONLN));
}

qint64 usableRam()
{
    qint64 bytes = qint64(::sysconf(_SC_PHYS_PAGES)) * ::sysconf(_SC_PAGESIZE);
    for (const QString &limit : {u"/sys/fs/cgroup/memory.max"_s, u"/sys/fs/cgroup/memory/memory.limit_in_bytes"_s})
        bytes = std::min(bytes, numberIn(limit).value_or(bytes));
    return bytes;
}

QString nearestExistingFolder(QString folder)
{
    while (!QFileInfo::exists(folder) && folder != "/"_L1)
        folder = QFileInfo(folder).path();
    return folder;
}

/// 1, 2, 4, ... and all.
QList<int> cardCounts(int all)
{
    QList<int> counts;
    for (int count = 1; count < all; count *= 2)
        counts.append(count);
    counts.append(all);
    return counts;
}

} // namespace

MachineFacts inspectMachine(const QString &runsFolder)
{
    MachineFacts machine;
    machine.cpus = usableCpus();
    machine.ramBytes = usableRam();
    machine.freeDiskBytes = QStorageInfo(nearestExistingFolder(runsFolder)).bytesAvailable();
    struct statvfs shm = {};
    if (::statvfs("/dev/shm", &shm) == 0)
        machine.sharedMemoryBytes = qint64(shm.f_blocks) * qint64(shm.f_frsize);
    machine.cards = Nvml().cards();
    return machine;
}

QList<LocalFlavor> localFlavors(const MachineFacts &machine)
{
    Flavor cpu;
    cpu.name = u"local.cpu"_s;
    cpu.cpus = machine.cpus;
    cpu.ramBytes = machine.ramBytes;
    cpu.diskBytes = machine.freeDiskBytes;
    cpu.sharedMemoryBytes = machine.sharedMemoryBytes;
    cpu.maxConcurrentRuns = 1;
    QList<LocalFlavor> flavors{{cpu, {}}};

    QStringList types; // in the order of the cards
    for (const NvidiaCard &card : machine.cards)
        types.append(acceleratorType(card.name));
    types.removeDuplicates();
    for (const QString &type : types) {
        QList<NvidiaCard> cards;
        std::copy_if(machine.cards.begin(), machine.cards.end(), std::back_inserter(cards),
                     [&type](const NvidiaCard &card) { return acceleratorType(card.name) == type; });
        QStringList uuids;
        for (const NvidiaCard &card : cards)
            uuids.append(card.uuid);
        const QString base = type == types.first() ? u"local.gpu"_s : u"local.gpu."_s + type.toLower().replace(u' ', u'-');
        for (const int count : cardCounts(int(cards.size()))) {
            Flavor flavor = cpu;
            flavor.name = count == 1 ? base : base + u'.' + QString::number(count);
            flavor.maxConcurrentRuns = int(cards.size()) / count;
            flavor.accelerator = Accelerator{type, count, cards.first().memoryBytes, cards.first().architecture};
            flavors.append({flavor, uuids});
        }
    }
    return flavors;
}

QString acceleratorType(const QString &cardName)
{
    QString type = cardName;
    for (const QLatin1String prefix : {"NVIDIA "_L1, "GeForce "_L1, "Tesla "_L1}) {
        if (type.startsWith(prefix))
            type.remove(0, prefix.size());
    }
    return type.section(u'-', 0, 0).trimmed();
}

} // namespace Trainyard
