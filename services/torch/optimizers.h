#pragma once

#include "models/result.h"

#include <QString>

#include <torch/torch.h>

#include <memory>

namespace Trainyard {

struct OptimizerSpec
{
    QString name;            ///< one of trainerOptimizers()
    double learningRate = 0;
    double momentum = 0;     ///< sgd alone
    double weightDecay = 0;
};

/// Errors: Unavailable for an unknown name, Invalid for a rate the optimizer refuses.
Result<std::shared_ptr<torch::optim::Optimizer>> makeOptimizer(const OptimizerSpec &spec, std::vector<torch::Tensor> parameters);
void setLearningRate(torch::optim::Optimizer &optimizer, double learningRate);

} // namespace Trainyard
