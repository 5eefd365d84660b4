#pragma once

#include "services/torch/dryrunplan.h"

#include <torch/script.h>

#include <optional>

namespace Trainyard {

/**
 * The job's model with fresh weights, in training mode: the one place that knows where models come from.
 *
 * @p inputShape is that of one sample, @p classes what the data has when the job does not say. Errors: Unavailable (known, but not
 * buildable here: the point is skipped with the message), NotFound, Invalid (not TorchScript, damaged, no weights to train, a shape that
 * the architecture cannot take), Resource.
 */
Result<torch::jit::Module> buildModel(const DryRunPlan &plan, const QList<qint64> &inputShape, qint64 classes);

} // namespace Trainyard
