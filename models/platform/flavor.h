#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace Trainyard {

struct Accelerator
{
    QString type;  ///< `A100`, `Ascend 910B`
    int count = 0; ///< cards of one node
    std::optional<qint64> memoryBytes; ///< of one card
    QString architecture; ///< `sm_80`; empty: not known
    bool operator==(const Accelerator &) const = default;
};

/// A platform's compute specification. What is not known is not set.
struct Flavor
{
    QString name;
    std::optional<Accelerator> accelerator; ///< not set: a flavor without accelerator
    std::optional<int> cpus;
    std::optional<qint64> ramBytes;
    std::optional<qint64> diskBytes;         ///< usable disk
    std::optional<qint64> sharedMemoryBytes; ///< size of /dev/shm
    std::optional<double> pricePerHour;      ///< of one node
    std::optional<int> maxConcurrentRuns;    ///< of one queue; not set: the platform decides

    int cards() const { return accelerator ? accelerator->count : 0; }
    bool operator==(const Flavor &) const = default;
};

/// A run environment, preset or custom, with what was recorded of it.
struct Image
{
    QString name;
    QString framework; ///< `pytorch 2.1.0`
    QString python;
    QString cuda;      ///< empty: no CUDA
    QStringList architectures;
    QStringList packages;       ///< `torch==2.1.0`: the whole list
    std::optional<QStringList> systemPackages; ///< not set: unknown
    bool operator==(const Image &) const = default;
};

} // namespace Trainyard
