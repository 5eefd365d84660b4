#pragma once

#include "models/accelerator/memoryforecast.h"
#include "models/job/job.h"

#include <optional>

namespace Trainyard {

/// What of a training step the host feels. The sizes are of the whole job, all devices together, unless they say otherwise.
struct HostFacts
{
    qint64 batchBytes = 0;       ///< one batch of one device, as the loader hands it over
    qint64 weightBytes = 0;      ///< full, as kept on the card
    qint64 parameters = 0, trainableParameters = 0;
    qint64 optimizerBytes = 0;   ///< all shards of it
    int processesPerNode = 1;    ///< one for each card
    double flopsPerStep = 0;     ///< of one device: all forward and backward passes of one optimizer step
};

/// Loading processes beside each training process, as a parameter of the job says (`num_workers: 4`); not set: none says.
std::optional<int> loaderWorkersOf(const Job &job);

/// One batch of the job's `model.input` or `training.sequence_length`; not set: neither is there, or it is beyond counting.
std::optional<qint64> batchBytesOf(const Job &job);

/// /dev/shm that loader processes fill: each keeps two batches under way (DataLoader's prefetch_factor).
qint64 sharedMemoryFor(int workers, qint64 batchBytes, int processes);

/// What the job needs beside the card's memory, of one node. Formulas and sources: docs/forecast.md.
HostNeeds hostNeedsOf(const Job &job, const HostFacts &facts);

} // namespace Trainyard
