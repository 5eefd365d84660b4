#include "services/preflight/loaderrules.h"

#include "models/accelerator/hostneeds.h"
#include "services/preflight/preflightpaths.h"

#include <QCoreApplication>

#include <algorithm>

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(LoaderRules)
};

constexpr qint64 containerSharedMemory = 64 << 20; // docker run --shm-size

/// How many workers a loader has, and where that is said.
struct LoaderWorkers
{
    int workers = 0;
    Place place;
};

/// A parameter of the job decides where the loader takes a name; else what the script says.
std::optional<LoaderWorkers> workersOf(const PreflightContext &context, const ScriptFile &file, const ScriptLoader &loader)
{
    const Parameter *parameter = loader.workersName.isEmpty() ? nullptr : context.job().parameter(loader.workersName);
    if (!parameter && !loader.workersName.isEmpty())
        parameter = context.job().parameter(QString(loader.workersName).replace(u'_', u'-'));
    if (parameter) {
        bool isNumber = false;
        const int workers = parameter->values.value(0).toInt(&isNumber);
        if (isNumber)
            return LoaderWorkers{workers, context.document.place(QStringLiteral("parameters.") + parameter->name)};
        return std::nullopt;
    }
    if (!loader.workers)
        return std::nullopt;
    return LoaderWorkers{*loader.workers, Place{shownPath(context, codeDirectory(context) + u'/' + file.path), loader.line, QString()}};
}

/// Training processes of one node: one for each card where something starts them.
int processesOf(const PreflightContext &context, const Flavor &flavor)
{
    const QString &command = context.job().code.command;
    const bool isLaunched = command.contains(QLatin1String("torchrun")) || command.contains(QLatin1String("deepspeed")) || command.contains(QLatin1String("accelerate launch"));
    return isLaunched ? std::max(1, flavor.cards()) : 1;
}

} // namespace

Findings sharedMemoryFindings(qint64 needBytes, int workers, const Flavor &flavor, const Place &where)
{
    const QString need = displaySize(needBytes);
    const QString fix = Text::tr("Use fewer workers or a smaller batch, or give the job a larger /dev/shm.");
    if (flavor.sharedMemoryBytes && needBytes > *flavor.sharedMemoryBytes) {
        return {errorFinding("memory.shared-memory", where,
                             Text::tr("%1 loader workers keep %2 of batches in /dev/shm, and %3 has %4 there: they would be killed with a bus error.")
                                 .arg(workers).arg(need, flavor.name, displaySize(*flavor.sharedMemoryBytes)), fix)};
    }
    if (!flavor.sharedMemoryBytes && needBytes > containerSharedMemory) {
        return {warningFinding("memory.shared-memory", where,
                               Text::tr("%1 loader workers keep %2 of batches in /dev/shm. Its size on %3 is not known; containers have 64 MiB unless told otherwise.")
                                   .arg(workers).arg(need, flavor.name), fix)};
    }
    return {};
}

Findings loaderRules(const PreflightContext &context, const ScriptScan &scan)
{
    const std::optional<Flavor> flavor = context.flavor();
    if (!flavor)
        return {};
    const int processes = processesOf(context, *flavor);
    QList<LoaderWorkers> loaders;
    for (const ScriptFile &file : scan.files) {
        for (const ScriptLoader &loader : file.isSure ? file.loaders : QList<ScriptLoader>()) {
            if (const auto found = workersOf(context, file, loader); found && found->workers > 0)
                loaders.append(*found);
        }
    }
    if (loaders.isEmpty())
        return {};

    Findings findings;
    QList<Place> places;
    int most = 0;
    Place whereMost;
    for (const LoaderWorkers &loader : loaders) {
        if (flavor->cpus && qint64(loader.workers) * processes > *flavor->cpus && !places.contains(loader.place))
            places.append(loader.place);
        if (loader.workers > most) {
            most = loader.workers;
            whereMost = loader.place;
        }
    }
    if (!places.isEmpty()) {
        const int share = std::max(1, *flavor->cpus / processes);
        const QString message = processes > 1 ? Text::tr("Each of %1 processes starts %2 loader workers, and %3 has %4 CPUs.").arg(processes).arg(most).arg(flavor->name).arg(*flavor->cpus)
                                              : Text::tr("The loader starts %1 workers, and %2 has %3 CPUs: more only get in each other's way.").arg(most).arg(flavor->name).arg(*flavor->cpus);
        findings.append(atPlaces(warningFinding("resources.too-many-workers", places.first(), message, Text::tr("Use at most %1 workers.").arg(share)), places));
    }
    if (const auto batchBytes = batchBytesOf(context.job()))
        findings += sharedMemoryFindings(sharedMemoryFor(most, *batchBytes, processes), most * processes, *flavor, whereMost);
    return findings;
}

} // namespace Trainyard
