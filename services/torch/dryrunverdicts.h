#pragma once

#include "models/dryrun/dryrunreport.h"

#include <QList>

#include <optional>

namespace Trainyard {

/// What a step costs in memory, and where that was found out.
struct MemoryFigures
{
    qint64 batchSize = 0;          ///< the job's
    qint64 measuredBatchSize = 0;  ///< what the steps ran with: smaller means that the rest is extrapolated
    double fixedBytes = 0;         ///< tensors: weights, gradients, optimizer states
    double bytesPerSample = 0;     ///< tensors: inputs, activations
    qint64 programBytes = 0;       ///< resident beside the tensors: code, decoded images
    qint64 parameters = 0;
    qint64 trainableParameters = 0;
    std::optional<qint64> capacityBytes; ///< RAM of the flavor

    double peakAllocatedBytes() const { return fixedBytes + bytesPerSample * double(batchSize); }
    double peakResidentBytes() const { return double(programBytes) + peakAllocatedBytes(); }
    std::optional<bool> fits() const;
    /// The largest batch that fits, when the capacity is known.
    std::optional<qint64> largestBatch() const;
    QJsonObject toJson() const;
};

/// The point memory: fails when the job's batch does not fit (memory.exceeds-device at @p batchPlace).
PointResult memoryPoint(const MemoryFigures &figures, const Place &batchPlace);

/// The losses of a dry-run's steps, and what they were made with.
struct LossCourse
{
    QList<double> losses;
    int distinctBatches = 1; ///< the batches come again after so many steps: first and last round are compared
    bool isRealData = true;  ///< random labels cannot be learnt in a few steps: only a diverging loss tells something then
    double learningRate = 0;
    Place learningRatePlace;
};

/// training.loss-diverged, training.loss-not-falling, or nothing.
Findings lossFindings(const LossCourse &course);

} // namespace Trainyard
