#pragma once

#include "models/common/units.h"
#include "models/job/jobdocument.h"
#include "models/result.h"

#include <QJsonObject>

namespace Trainyard {

/// The most that was alive in one and the same training step, run for real and as the forecast runs it. Bytes.
struct CrossCheck
{
    qint64 batchSize = 0;
    qint64 cpuBytes = 0;
    qint64 metaBytes = 0;

    QJsonObject toJson() const;
    bool operator==(const CrossCheck &) const = default;
};

/**
 * Runs a step of the job's model on the CPU and on meta tensors, small enough for this machine: a batch of at most 2, at most 128 tokens, fp32, one
 * device, plain attention. Both go through the same code, so they differ only where the meta kernels allocate otherwise than real ones do.
 *
 * Errors: Resource (too large for a real step here), Timeout (not through within @p patience), and those of planFromJob() and StepModel.
 */
Result<CrossCheck> crossCheckStep(const JobDocument &document, const QString &jobFolder, Milliseconds patience);

} // namespace Trainyard
