#include "models/accelerator/hostneeds.h"

#include <algorithm>
#include <array>
#include <limits>

namespace Trainyard {

namespace {

constexpr qint64 MiB = 1 << 20;

// Python, PyTorch and its CUDA libraries of one training process: 1.9 to 2.3 GB were measured after the first kernel (pytorch issues 12873,
// 113326, 106511), and cuDNN and the first batches come on top.
constexpr qint64 processBytes = 2560 * MiB;
// A loading process shares PyTorch's pages with its parent; its own are Python objects that were touched, and decoded samples.
constexpr qint64 workerBytes = 300 * MiB;
constexpr int prefetchedBatches = 2; // torch.utils.data.DataLoader, prefetch_factor
constexpr qint64 fp32Bytes = 4;

/// a * b, or the largest number there is.
qint64 times(qint64 a, qint64 b)
{
    qint64 product = 0;
    return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<qint64>::max() : product;
}

qint64 plus(qint64 a, qint64 b)
{
    qint64 sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<qint64>::max() : sum;
}

int bytesOf(const QString &dtype)
{
    if (dtype.endsWith(QLatin1String("64")))
        return 8;
    if (dtype.endsWith(QLatin1String("16")))
        return 2;
    return dtype.endsWith(u'8') ? 1 : 4; // `uint8`; float32 when left out
}

} // namespace

std::optional<int> loaderWorkersOf(const Job &job)
{
    static constexpr std::array names{"num_workers", "workers", "dataloader_num_workers", "loader_workers", "num_data_workers", "data_workers"};
    for (const char *name : names) {
        for (const QString &spelling : {QString::fromLatin1(name), QString::fromLatin1(name).replace(u'_', u'-')}) {
            const Parameter *parameter = job.parameter(spelling);
            bool isNumber = false;
            const int workers = parameter ? parameter->values.value(0).toInt(&isNumber) : 0;
            if (isNumber && workers >= 0)
                return workers;
        }
    }
    return std::nullopt;
}

std::optional<qint64> batchBytesOf(const Job &job)
{
    const qint64 batch = job.training ? job.training->batchSize.value_or(1) : 1;
    const auto counted = [](qint64 bytes) { return bytes < std::numeric_limits<qint64>::max() ? std::optional(bytes) : std::nullopt; };
    if (job.model && job.model->input && !job.model->input->shape.isEmpty()) {
        qint64 bytes = times(batch, bytesOf(job.model->input->dtype));
        for (const qint64 size : job.model->input->shape)
            bytes = times(bytes, size);
        return counted(bytes);
    }
    constexpr int tokenTensors = 3; // ids, mask and labels, int64
    if (job.training && job.training->sequenceLength)
        return counted(times(times(batch, *job.training->sequenceLength), tokenTensors * 8));
    return std::nullopt;
}

qint64 sharedMemoryFor(int workers, qint64 batchBytes, int processes)
{
    return times(times(qint64(workers) * prefetchedBatches, batchBytes), processes);
}

HostNeeds hostNeedsOf(const Job &job, const HostFacts &facts)
{
    const int workers = loaderWorkersOf(job).value_or(0);
    HostNeeds needs;
    needs.flopsPerStep = facts.flopsPerStep;
    needs.sharedMemoryBytes = sharedMemoryFor(workers, facts.batchBytes, facts.processesPerNode);

    // LoRA keeps its adapters alone; their share of the weights goes by number.
    const bool isWhole = facts.trainableParameters >= facts.parameters || facts.parameters == 0;
    const qint64 saved = isWhole ? facts.weightBytes
                                 : qint64(double(facts.weightBytes) * double(facts.trainableParameters) / double(facts.parameters));
    needs.checkpointBytes = plus(saved, facts.optimizerBytes);
    const int kept = job.checkpoints ? job.checkpoints->keep.value_or(1) : 0;
    needs.checkpointsOnDiskBytes = kept > 0 ? times(needs.checkpointBytes, qint64(kept) + 1) : 0;

    // A model is built in fp32 in host memory before it goes to the card; a resumed one comes from a checkpoint instead.
    const qint64 model = std::max(times(facts.parameters, fp32Bytes), needs.checkpointBytes);
    const qint64 process = plus(plus(processBytes, model), times(workers, workerBytes));
    needs.ramBytes = plus(times(process, facts.processesPerNode), needs.sharedMemoryBytes);
    return needs;
}

} // namespace Trainyard
