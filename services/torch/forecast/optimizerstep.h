#pragma once

#include "services/torch/forecast/stepplan.h"

#include <ATen/core/Tensor.h>

#include <vector>

namespace Trainyard {

/**
 * Allocates and frees, in order, what one step of the optimizer does: its states in the first step, then its temporaries.
 *
 * Nothing is computed. Temporaries by implementation: for-loop one parameter at a time, foreach a list of all parameters, fused none.
 * Worked numbers: Adam for-loop holds two tensors of the size of the parameter at hand (the root, and the root divided by the bias
 * correction); foreach one copy of all trainable parameters, two before PyTorch 2.1. Sources: docs/forecast-sources.md.
 */
class OptimizerStep
{
public:
    explicit OptimizerStep(const StepPlan &plan);

    /// @p parameters: those that have a gradient, the same ones in each step.
    void run(const std::vector<at::Tensor> &parameters);
    /// What the states of @p parameters take.
    qint64 stateBytes() const;

private:
    void makeStates(const at::Tensor &parameter);
    at::Tensor makeState(const at::Tensor &like, at::IntArrayRef shape, at::ScalarType type);
    void runForLoop(const at::Tensor &parameter) const;
    void runForeach(const std::vector<at::Tensor> &parameters) const;
    void runAdafactor(const at::Tensor &parameter) const;
    bool copiesGradient() const;

    StepPlan m_plan;
    std::vector<at::Tensor> m_states;
    bool m_hasStates = false;
};

} // namespace Trainyard
