#pragma once

#include "services/torch/forecast/stepplan.h"
#include "services/torch/forecast/timeline.h"

#include <vector>

namespace Trainyard {

/// Full sizes of what training keeps on one device, in bytes.
struct StepStates
{
    qint64 weights = 0; ///< parameters and buffers
    qint64 gradients = 0;
    qint64 optimizer = 0;
    qint64 parameters = 0, trainableParameters = 0; ///< counts, of one device
};

struct StepRecording
{
    Timeline timeline;
    StepStates states;
    std::vector<AttentionKind> attentions; ///< the kinds that ran, each once; empty: the model has none
    double flops = 0; ///< of matrix products and convolutions in one step, all accumulated batches
};

} // namespace Trainyard
