#include "services/torch/steprunner.h"

#include "services/torch/optimizers.h"
#include "services/torch/torchguard.h"
#include "services/torch/trainingsession.h"

#include <QCoreApplication>

namespace Trainyard {

namespace {

constexpr int distinctBatches = 4; // few enough to be learnt within a dry-run's steps

QString stepFailed(const QString &reason)
{
    return QCoreApplication::translate("StepRunner", "A training step fails: %1").arg(reason);
}

std::vector<int64_t> batchShape(qint64 size, const QList<qint64> &sampleShape)
{
    std::vector<int64_t> shape{size};
    shape.insert(shape.end(), sampleShape.begin(), sampleShape.end());
    return shape;
}

torch::Generator seeded(quint64 seed)
{
    return at::detail::createCPUGenerator(seed);
}

Result<torch::Tensor> randomInputs(const std::vector<int64_t> &shape, const QString &dtype)
{
    if (dtype == QLatin1String("int64") || dtype == QLatin1String("int32") || dtype == QLatin1String("uint8")) {
        const torch::Dtype type = dtype == QLatin1String("int64") ? torch::kLong : dtype == QLatin1String("int32") ? torch::kInt : torch::kByte;
        return torch::randint(0, 2, shape, seeded(1), type); // 0 and 1 are ids of every vocabulary
    }
    if (dtype == QLatin1String("float64"))
        return torch::randn(shape, seeded(1), torch::kDouble);
    return torch::randn(shape, seeded(1));
}

/// Classes lie in dimension 1, but for sequences, [batch, time, classes], in the last.
torch::Tensor classesSecond(const torch::Tensor &output)
{
    return output.dim() == 3 ? output.transpose(1, 2) : output;
}

torch::Tensor firstTensor(const torch::jit::IValue &output)
{
    if (output.isTensor())
        return output.toTensor();
    if (output.isTuple() && !output.toTupleRef().elements().empty())
        return firstTensor(output.toTupleRef().elements()[0]);
    TORCH_CHECK(output.isGenericDict() && output.toGenericDict().size() > 0, "the model gives ", output.tagKind(), ", not a tensor");
    return firstTensor(output.toGenericDict().begin()->value());
}

} // namespace

int DryRunBatches::distinct(qint64 size) const
{
    return m_dataset ? int(std::clamp<qint64>(m_dataset->size() / std::max<qint64>(1, size), 1, distinctBatches)) : 1;
}

Result<DryRunBatches::Batch> DryRunBatches::batch(qint64 size, int number)
{
    return guarded(
        [&]() -> Result<Batch> {
            if (m_dataset)
                return images(size, number);
            const Result<torch::Tensor> inputs = randomInputs(batchShape(size, m_inputShape), m_dtype);
            return inputs ? Result<Batch>(Batch{*inputs, {}}) : inputs.error();
        },
        stepFailed);
}

Result<DryRunBatches::Batch> DryRunBatches::images(qint64 size, int number)
{
    const std::vector<int64_t> order = epochOrder(m_dataset->size(), 1, 0);
    const qint64 first = number % distinct(size) * size;
    std::vector<int64_t> indices(static_cast<size_t>(size));
    for (size_t i = 0; i < indices.size(); ++i)
        indices[i] = order[(size_t(first) + i) % order.size()];
    const Result<ImageBatch> batch = m_dataset->batch(indices);
    if (!batch)
        return batch.error();
    const TensorBatch tensors = toTensors(*batch);
    const std::vector<int64_t> allButChannels{0, 2, 3};
    const torch::Tensor mean = tensors.images.mean(allButChannels, true);
    const torch::Tensor deviation = tensors.images.std(allButChannels, false, true).clamp_min(0.01);
    return Batch{(tensors.images - mean).div_(deviation), tensors.labels};
}

Result<StepRunner> StepRunner::make(const DryRunPlan &plan, torch::jit::Module model)
{
    StepRunner runner(plan, std::move(model));
    if (const Result<> made = runner.resetOptimizer(); !made)
        return made.error();
    return runner;
}

Result<> StepRunner::resetOptimizer()
{
    std::vector<torch::Tensor> parameters;
    for (const torch::Tensor &parameter : m_model.parameters()) {
        if (parameter.requires_grad())
            parameters.push_back(parameter);
    }
    const auto optimizer = makeOptimizer({m_plan->optimizer, m_plan->learningRate, m_plan->momentum, m_plan->weightDecay}, std::move(parameters));
    if (!optimizer)
        return optimizer.error();
    m_optimizer = *optimizer;
    return success();
}

Result<double> StepRunner::step(const DryRunBatches::Batch &batch, double learningRate)
{
    const QStringList known{QStringLiteral("cross-entropy"), QStringLiteral("mse"), QStringLiteral("l1")};
    if (!known.contains(m_plan->loss)) {
        return Error{Error::Kind::Unavailable,
                     QCoreApplication::translate("StepRunner", "The loss %1 cannot be computed here; known are %2.")
                         .arg(m_plan->loss, known.join(QStringLiteral(", "))),
                     QString()};
    }
    return guarded(
        [&]() -> Result<double> {
            setLearningRate(*m_optimizer, learningRate);
            m_optimizer->zero_grad();
            const torch::Tensor output = firstTensor(m_model.forward({batch.inputs}));
            const torch::Tensor loss = lossOf(output, batch.targets);
            loss.backward();
            m_optimizer->step();
            return loss.item<double>();
        },
        stepFailed);
}

torch::Tensor StepRunner::lossOf(const torch::Tensor &output, const torch::Tensor &targets) const
{
    namespace F = torch::nn::functional;
    if (m_plan->loss == QLatin1String("cross-entropy")) {
        const torch::Tensor scores = classesSecond(output);
        TORCH_CHECK(scores.dim() >= 2, "cross-entropy needs an output of [batch, classes], the model gives ", output.sizes());
        if (targets.defined())
            return F::cross_entropy(scores, targets);
        const qint64 classes = std::min<qint64>(scores.size(1), m_plan->classes.value_or(scores.size(1)));
        std::vector<int64_t> shape = scores.sizes().vec();
        shape.erase(shape.begin() + 1);
        return F::cross_entropy(scores, torch::randint(0, classes, shape, seeded(2), torch::kLong));
    }
    const torch::Tensor wanted = targets.defined() ? targets.to(output.dtype()).view({-1, 1}).expand_as(output)
                                                   : torch::randn(output.sizes(), seeded(2), output.options());
    return m_plan->loss == QLatin1String("mse") ? F::mse_loss(output, wanted) : F::l1_loss(output, wanted);
}

qint64 StepRunner::trainableParameters() const
{
    qint64 count = 0;
    for (const torch::Tensor &parameter : m_model.parameters())
        count += parameter.requires_grad() ? parameter.numel() : 0;
    return count;
}

} // namespace Trainyard
