#pragma once

#include "services/torch/dryrunplan.h"
#include "services/torch/imagedataset.h"

#include <torch/torch.h>
#include <torch/script.h>

#include <memory>

namespace Trainyard {

/// The batches of a dry-run: the same few again and again, real images where there are some, else one random batch.
class DryRunBatches
{
public:
    /// @p dataset: null for random samples of @p inputShape.
    DryRunBatches(std::shared_ptr<ImageDataset> dataset, QList<qint64> inputShape, QString dtype)
        : m_dataset(std::move(dataset)), m_inputShape(std::move(inputShape)), m_dtype(std::move(dtype)) {}

    bool isReal() const { return m_dataset != nullptr; }
    const QList<qint64> &inputShape() const { return m_inputShape; }
    /// How many batches differ; batch() starts again after them.
    int distinct(qint64 size) const;

    struct Batch
    {
        torch::Tensor inputs;  ///< [size, input shape...]; images with mean 0 and deviation 1
        torch::Tensor targets; ///< [size], int64; undefined for random samples: the model's output tells their shape
    };
    /// Errors: those of decoding, Resource, Invalid for a dtype that is not known.
    Result<Batch> batch(qint64 size, int number);

private:
    Result<Batch> images(qint64 size, int number);

    std::shared_ptr<ImageDataset> m_dataset;
    QList<qint64> m_inputShape;
    QString m_dtype;
};

/// A model, its optimizer and one way to step: what a dry-run measures.
class StepRunner
{
public:
    /// Errors: those of makeOptimizer().
    static Result<StepRunner> make(const DryRunPlan &plan, torch::jit::Module model);

    /**
     * One step: forward, loss, backward, optimizer with @p learningRate (0 changes no weight). Answers the loss.
     *
     * Errors: Resource (memory), Unavailable (a loss that is not known here), Invalid (what LibTorch says about shapes and types).
     */
    Result<double> step(const DryRunBatches::Batch &batch, double learningRate);
    /// A new optimizer, without the moments of the steps so far.
    Result<> resetOptimizer();

    torch::jit::Module &model() { return m_model; }
    torch::optim::Optimizer &optimizer() { return *m_optimizer; }
    qint64 trainableParameters() const;

private:
    StepRunner(const DryRunPlan &plan, torch::jit::Module model) : m_plan(&plan), m_model(std::move(model)) {}
    torch::Tensor lossOf(const torch::Tensor &output, const torch::Tensor &targets) const;

    const DryRunPlan *m_plan;
    torch::jit::Module m_model;
    std::shared_ptr<torch::optim::Optimizer> m_optimizer;
};

} // namespace Trainyard
