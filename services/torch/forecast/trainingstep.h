#pragma once

#include "services/torch/forecast/network.h"
#include "services/torch/forecast/steprecording.h"

namespace Trainyard {

/// The plan by which buildNetwork() makes the model: with fp32 master weights in the optimizer the model itself is in half precision.
StepPlan networkPlan(const StepPlan &plan);

/// What surrounds the model: the card's libraries, and the loop.
struct StepConditions
{
    qint64 blasWorkspaceBytes = 0; ///< what cuBLAS takes from the allocator for each thread that multiplies: forward and backward
    /// A variable of the loop holds the model's outputs until the next ones are there. The Trainer of Hugging Face drops them before the backward pass.
    bool keepsOutputs = true;
};

/**
 * Runs two training steps of @p network by @p plan under the recorder: the first makes gradients and optimizer states, the second is what
 * all later ones are like. Of many accumulated batches two are run: from the second on they are alike.
 *
 * The model's own memory enters the timeline as it is moved to the card: parameter by parameter, then its buffers.
 * Errors: Invalid (shapes that do not go together, nothing to train), Unavailable (an operator without meta kernel: the message names it),
 * Resource (beyond the recorder's limits), Cancelled.
 */
Result<StepRecording> recordTrainingStep(Network &network, const StepPlan &plan, at::Device device, const StepConditions &conditions = {});

/// The states alone, without running anything.
StepStates trainingStates(Network &network, const StepPlan &plan);

/// A step of more allocations is no step of a model that anybody trains: what the recorder is limited to.
constexpr quint32 mostForecastEvents = 4'000'000;

} // namespace Trainyard
