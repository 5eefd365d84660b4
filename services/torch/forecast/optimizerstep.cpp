#include "services/torch/forecast/optimizerstep.h"

#include "services/torch/forecast/recorder.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>

namespace Trainyard {

namespace {

constexpr int64_t eightBitBlock = 2048;    ///< values with one scale, in the paper on 8-bit optimizers and in bitsandbytes
constexpr int64_t smallestEightBit = 4096; ///< bitsandbytes' min_8bit_size: smaller tensors keep fp32 states

std::vector<at::Tensor> emptyLike(const std::vector<at::Tensor> &tensors)
{
    std::vector<at::Tensor> made;
    made.reserve(tensors.size());
    for (const at::Tensor &tensor : tensors)
        made.push_back(at::empty_like(tensor));
    return made;
}

bool isHalf(const at::Tensor &tensor)
{
    return tensor.scalar_type() == at::kHalf || tensor.scalar_type() == at::kBFloat16;
}

} // namespace

OptimizerStep::OptimizerStep(const StepPlan &plan)
    : m_plan(plan)
{
}

void OptimizerStep::run(const std::vector<at::Tensor> &parameters)
{
    if (!std::exchange(m_hasStates, true)) {
        for (const at::Tensor &parameter : parameters)
            makeStates(parameter);
    }
    if (m_plan.implementation == OptimizerImplementation::Fused || m_plan.optimizer == OptimizerKind::AdamW8bit)
        return; // one kernel reads and writes everything in place
    if (m_plan.implementation == OptimizerImplementation::Foreach && m_plan.optimizer != OptimizerKind::Adafactor)
        return runForeach(parameters);
    for (const at::Tensor &parameter : parameters)
        runForLoop(parameter);
}

qint64 OptimizerStep::stateBytes() const
{
    qint64 bytes = 0;
    for (const at::Tensor &state : m_states)
        bytes += qint64(state.nbytes());
    return bytes;
}

at::Tensor OptimizerStep::makeState(const at::Tensor &like, at::IntArrayRef shape, at::ScalarType type)
{
    const at::Tensor state = at::empty(shape, like.options().dtype(type).requires_grad(false));
    Recorder::tag(state, MemoryUse::Optimizer);
    m_states.push_back(state);
    return state;
}

void OptimizerStep::makeStates(const at::Tensor &parameter)
{
    const at::ScalarType type = parameter.scalar_type();
    switch (m_plan.optimizer) {
    case OptimizerKind::Adam:
    case OptimizerKind::AdamW:
        makeState(parameter, parameter.sizes(), type);
        makeState(parameter, parameter.sizes(), type);
        break;
    case OptimizerKind::RmsProp:
        makeState(parameter, parameter.sizes(), type);
        [[fallthrough]];
    case OptimizerKind::Sgd:
        if (m_plan.momentum > 0)
            makeState(parameter, parameter.sizes(), type);
        break;
    case OptimizerKind::Adafactor: {
        std::vector<int64_t> shape = parameter.sizes().vec();
        if (shape.size() < 2) {
            makeState(parameter, shape, at::kFloat);
            break;
        }
        const int64_t columns = shape.back();
        shape.pop_back();
        makeState(parameter, shape, at::kFloat); // one value a row
        shape.back() = columns;
        makeState(parameter, shape, at::kFloat); // one value a column
        break;
    }
    case OptimizerKind::AdamW8bit: {
        const bool isSmall = parameter.numel() < smallestEightBit;
        for (int moment = 0; moment < 2; ++moment) {
            makeState(parameter, parameter.sizes(), isSmall ? at::kFloat : at::kByte);
            if (!isSmall)
                makeState(parameter, {(parameter.numel() + eightBitBlock - 1) / eightBitBlock}, at::kFloat);
        }
        break;
    }
    }
}

/// Weight decay that is added to the gradient needs a copy of it; AdamW and Adafactor shrink the parameter in place.
bool OptimizerStep::copiesGradient() const
{
    const bool isCoupled = m_plan.optimizer == OptimizerKind::Adam || m_plan.optimizer == OptimizerKind::Sgd || m_plan.optimizer == OptimizerKind::RmsProp;
    return isCoupled && m_plan.weightDecay != 0;
}

void OptimizerStep::runForLoop(const at::Tensor &parameter) const
{
    const at::Tensor gradient = copiesGradient() ? at::empty_like(parameter) : at::Tensor();
    switch (m_plan.optimizer) {
    case OptimizerKind::Adam:
    case OptimizerKind::AdamW: {
        at::Tensor root = at::empty_like(parameter);
        root = at::empty_like(parameter); // divided by the bias correction while the root is still there
        break;
    }
    case OptimizerKind::RmsProp:
        at::empty_like(parameter);
        break;
    case OptimizerKind::Adafactor:
        runAdafactor(parameter);
        break;
    case OptimizerKind::Sgd:
    case OptimizerKind::AdamW8bit:
        break;
    }
}

void OptimizerStep::runForeach(const std::vector<at::Tensor> &parameters) const
{
    const bool isAdam = m_plan.optimizer == OptimizerKind::Adam || m_plan.optimizer == OptimizerKind::AdamW;
    const bool isFrugal = m_plan.facts.framework >= QVersionNumber(2, 1); // of Adam: sums in place, and gives the copied gradients back early
    std::vector<at::Tensor> gradients = copiesGradient() ? emptyLike(parameters) : std::vector<at::Tensor>();
    if (isAdam && isFrugal)
        gradients.clear();
    if (m_plan.optimizer == OptimizerKind::Sgd)
        return;
    const std::vector<at::Tensor> roots = emptyLike(parameters);
    if (isAdam && !isFrugal)
        emptyLike(parameters); // root plus epsilon
}

/// transformers.optimization.Adafactor: squares, then the estimate, then the update's negative; in fp32 whatever the weights are.
void OptimizerStep::runAdafactor(const at::Tensor &parameter) const
{
    const at::TensorOptions fp32 = parameter.options().dtype(at::kFloat).requires_grad(false);
    const auto inFp32 = [&] { return at::empty(parameter.sizes(), fp32); };
    const at::Tensor gradient = isHalf(parameter) ? inFp32() : at::Tensor();
    const at::Tensor copy = isHalf(parameter) ? inFp32() : at::Tensor();
    at::Tensor update = inFp32(); // squares
    update = inFp32();            // plus epsilon
    update = inFp32();            // gradient over the root of the estimate
    const at::Tensor negative = inFp32();
}

} // namespace Trainyard
