#include "services/torch/forecast/dataparallel.h"

#include "services/torch/forecast/recorder.h"

#include <ATen/ops/empty.h>

#include <QHash>

#include <torch/csrc/autograd/function_hook.h>
#include <torch/csrc/autograd/variable.h>

#include <algorithm>

namespace Trainyard {

namespace {

constexpr qint64 firstBucketBytes = 1 << 20, bucketBytes = 25 << 20; ///< torch.nn.parallel.DistributedDataParallel: bucket_cap_mb
constexpr qint64 reductionElements = 500'000'000;                    ///< DeepSpeed: reduce_bucket_size

/// Stages 2 and 3 reduce each gradient as it arrives; only the share of this device stays.
class DropGradient final : public torch::autograd::FunctionPostHook
{
public:
    explicit DropGradient(at::Tensor parameter) : m_parameter(std::move(parameter)) {}

    torch::autograd::variable_list operator()(const torch::autograd::variable_list &outputs, const torch::autograd::variable_list &) override
    {
        m_parameter.mutable_grad() = at::Tensor();
        return outputs;
    }

private:
    at::Tensor m_parameter;
};

/// `model.layers.11.mlp.up_proj.weight` -> `model.layers.11`: what is gathered at once. Without a number: the module itself.
QString layerOf(const QString &name)
{
    const QStringList parts = name.split(u'.');
    for (qsizetype i = 0; i < parts.size(); ++i) {
        bool isNumber = false;
        parts[i].toInt(&isNumber);
        if (isNumber)
            return parts.mid(0, i + 1).join(u'.');
    }
    return name.section(u'.', 0, -2);
}

qint64 largestLayerBytes(const std::vector<NamedTensor> &parameters)
{
    QHash<QString, qint64> bytes;
    qint64 largest = 0;
    for (const NamedTensor &parameter : parameters)
        largest = std::max(largest, bytes[layerOf(parameter.name)] += qint64(parameter.tensor.nbytes()));
    return largest;
}

qint64 elementsOf(const std::vector<at::Tensor> &tensors)
{
    qint64 count = 0;
    for (const at::Tensor &tensor : tensors)
        count += tensor.numel();
    return count;
}

qint64 bytesOf(const std::vector<at::Tensor> &tensors)
{
    qint64 bytes = 0;
    for (const at::Tensor &tensor : tensors)
        bytes += qint64(tensor.nbytes());
    return bytes;
}

} // namespace

bool hasMasterWeights(const StepPlan &plan)
{
    return plan.zeroStage > 0 && (plan.precision == Precision::AmpFp16 || plan.precision == Precision::AmpBf16);
}

DataParallel::DataParallel(const StepPlan &plan, const std::vector<NamedTensor> &parameters)
    : m_plan(plan)
    , m_parameters(parameters)
{
    for (const NamedTensor &parameter : parameters) {
        if (parameter.tensor.requires_grad())
            m_trainable.push_back(parameter.tensor);
    }
    if (isFlat() && !hasMasterWeights(m_plan) && !m_trainable.empty()) // a view of the weights: nothing that allocate() has to add
        m_share = {at::empty({shareOf(elementsOf(m_trainable))}, m_trainable.front().options().requires_grad(false))};
}

DataParallel::~DataParallel() = default;

qint64 DataParallel::shareOf(qint64 count) const
{
    return (count + m_plan.dataParallel - 1) / m_plan.dataParallel;
}

bool DataParallel::isFlat() const
{
    return m_plan.zeroStage >= 2 || hasMasterWeights(m_plan);
}

at::Tensor DataParallel::buffer(qint64 elements, at::ScalarType type, MemoryUse use) const
{
    const at::Tensor tensor = at::empty({elements}, m_parameters.front().tensor.options().dtype(type).requires_grad(false));
    Recorder::tag(tensor, use);
    return tensor;
}

void DataParallel::allocate()
{
    if (m_trainable.empty())
        return;
    const at::ScalarType type = m_trainable.front().scalar_type();
    const bool isDdp = m_plan.dataParallel > 1 && !isFlat();
    if (isDdp) { // in the reverse order of definition, as gradients arrive; a bucket closes once it reaches its limit
        qint64 elements = 0, limit = firstBucketBytes;
        for (auto parameter = m_trainable.rbegin(); parameter != m_trainable.rend(); ++parameter) {
            elements += parameter->numel();
            const bool isLast = std::next(parameter) == m_trainable.rend();
            if (!isLast && elements * qint64(parameter->element_size()) < limit)
                continue;
            m_lasting.push_back(buffer(elements, parameter->scalar_type(), MemoryUse::Temporaries));
            elements = 0;
            limit = bucketBytes;
        }
    }
    if (!isFlat())
        return;
    const qint64 share = shareOf(elementsOf(m_trainable));
    if (hasMasterWeights(m_plan))
        m_share = {buffer(share, at::kFloat, MemoryUse::Optimizer)};
    if (m_plan.zeroStage >= 2) {
        m_lasting.push_back(buffer(share, type, MemoryUse::Gradients));
        dropGradientsOnArrival();
    }
}

void DataParallel::dropGradientsOnArrival()
{
    for (const at::Tensor &parameter : m_trainable) {
        const std::shared_ptr<torch::autograd::Node> accumulator = torch::autograd::impl::grad_accumulator(parameter);
        accumulator->add_post_hook(std::make_unique<DropGradient>(parameter));
        m_hooked.push_back(accumulator);
    }
}

void DataParallel::beginForward()
{
    if (m_plan.zeroStage != 3 || m_parameters.empty())
        return;
    const at::ScalarType type = m_parameters.front().tensor.scalar_type();
    const qint64 elements = largestLayerBytes(m_parameters) / qint64(c10::elementSize(type));
    m_gathered = {buffer(elements, type, MemoryUse::Temporaries), buffer(elements, type, MemoryUse::Temporaries)};
}

void DataParallel::beginBackward()
{
    if (!hasMasterWeights(m_plan) || m_plan.zeroStage > 2 || m_trainable.empty())
        return;
    m_reduction = buffer(std::min(reductionElements, elementsOf(m_trainable)), m_trainable.front().scalar_type(), MemoryUse::Temporaries);
}

void DataParallel::endBackward()
{
    m_reduction = at::Tensor();
    m_gathered.clear();
}

/// Whole parameters by size to whoever has least, as ZeroRedundancyOptimizer deals them out: the first device gets the largest.
std::vector<at::Tensor> DataParallel::ownParameters() const
{
    std::vector<at::Tensor> sorted = m_trainable;
    std::stable_sort(sorted.begin(), sorted.end(), [](const at::Tensor &a, const at::Tensor &b) { return a.numel() > b.numel(); });
    std::vector<qint64> loads(size_t(std::min<qint64>(m_plan.dataParallel, qint64(sorted.size()))), 0);
    std::vector<at::Tensor> own;
    for (const at::Tensor &parameter : sorted) {
        const auto least = std::min_element(loads.begin(), loads.end());
        if (least == loads.begin())
            own.push_back(parameter);
        *least += parameter.numel();
    }
    return own;
}

void DataParallel::runOptimizer(OptimizerStep &optimizer)
{
    if (isFlat()) {
        const at::Tensor gradient = hasMasterWeights(m_plan) ? buffer(m_share.front().numel(), at::kFloat, MemoryUse::Temporaries) : at::Tensor();
        return optimizer.run(m_share);
    }
    std::vector<at::Tensor> parameters = m_plan.zeroStage == 1 ? ownParameters() : m_trainable;
    std::erase_if(parameters, [](const at::Tensor &parameter) { return !parameter.grad().defined(); });
    optimizer.run(parameters);
}

void DataParallel::makeStates(OptimizerStep &optimizer) const
{
    optimizer.run(isFlat() ? m_share : m_plan.zeroStage == 1 ? ownParameters() : m_trainable);
}

qint64 DataParallel::weightBytes() const
{
    qint64 bytes = 0;
    for (const NamedTensor &parameter : m_parameters)
        bytes += qint64(parameter.tensor.nbytes());
    return m_plan.zeroStage == 3 ? shareOf(bytes) : bytes;
}

qint64 DataParallel::gradientBytes() const
{
    return m_plan.zeroStage >= 2 ? shareOf(bytesOf(m_trainable)) : bytesOf(m_trainable);
}

qint64 DataParallel::optimizerBytes(qint64 stateBytes) const
{
    if (isFlat())
        return stateBytes + (hasMasterWeights(m_plan) ? qint64(m_share.front().nbytes()) : 0);
    if (m_plan.zeroStage == 0 || stateBytes == 0)
        return stateBytes;
    const double perElement = double(stateBytes) / double(elementsOf(ownParameters())); // whole parameters: an even share is meant
    return qint64(perElement * double(shareOf(elementsOf(m_trainable))));
}

} // namespace Trainyard
