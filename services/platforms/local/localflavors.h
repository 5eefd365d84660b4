#pragma once

#include "models/platform/flavor.h"
#include "services/agent/nvml.h"

#include <QList>

namespace Trainyard {

/// What of this machine a run can get.
struct MachineFacts
{
    int cpus = 0;                ///< that this process may use
    qint64 ramBytes = 0;         ///< of the machine, or of the container's limit
    qint64 freeDiskBytes = 0;    ///< where runs are kept
    std::optional<qint64> sharedMemoryBytes;
    QList<NvidiaCard> cards;
};

/// A flavor and the cards it may use (more than it needs, when several of its kind are there).
struct LocalFlavor
{
    Flavor flavor;
    QStringList cards; ///< by UUID
};

/// @p runsFolder need not exist yet.
MachineFacts inspectMachine(const QString &runsFolder);

/**
 * `local.cpu` always, one run at a time: two trainings would halve each other's cores. `local.gpu`, `local.gpu.2`, `local.gpu.4`, ... for the cards
 * of one type up to all of them; further types carry their name: `local.gpu.t4`. Runs with cards are limited by the cards alone.
 */
QList<LocalFlavor> localFlavors(const MachineFacts &machine);

/// `NVIDIA A100-SXM4-80GB` -> `A100`, `NVIDIA GeForce RTX 4090` -> `RTX 4090`, `Tesla T4` -> `T4`.
QString acceleratorType(const QString &cardName);

} // namespace Trainyard
