#pragma once

#include "models/result.h"
#include "services/torch/forecast/networkrequest.h"
#include "services/torch/forecast/stepplan.h"

#include <QStringList>

#include <ATen/core/Tensor.h>

#include <memory>
#include <vector>

namespace Trainyard {

struct NamedTensor
{
    QString name; ///< dotted, as Hugging Face or torchvision names it: `model.layers.0.self_attn.q_proj.weight`
    at::Tensor tensor;
};

struct NetworkBatch
{
    at::Tensor input; ///< [batch, ...]: pixels in the model's precision, or token ids (int64)
    at::Tensor target;
    at::Tensor mask;  ///< attention mask, where the library's collator makes one; may be undefined
};

struct NetworkOutput
{
    at::Tensor loss;
    std::vector<at::Tensor> kept; ///< what the training loop's variables keep alive until the next step: logits
};

/**
 * A model that can run a training step on meta tensors or on the CPU: the same code for both.
 *
 * Made with the plan's precision, adapters (frozen base weights) and share of tensor parallelism. Errors of the operators leave as c10::Error.
 */
class Network
{
public:
    virtual ~Network() = default;

    virtual std::vector<NamedTensor> parameters() const = 0; ///< each once: tied weights have one entry
    virtual std::vector<NamedTensor> buffers() const = 0;
    virtual bool hasSequence() const = 0;           ///< does training.sequence_length mean anything to it?
    virtual qint64 longestSequence() const { return 0; } ///< by its position table; 0: not limited
    virtual qint64 usualSequence() const { return 0; }   ///< what model.input.shape says; 0: nothing
    virtual bool hasConvolutions() const { return false; } ///< convolution workspace is to be expected
    virtual NetworkBatch makeBatch(qint64 batchSize, qint64 sequenceLength) const = 0;
    virtual NetworkOutput forward(const NetworkBatch &batch) = 0;
    virtual QStringList notForecast() const { return {}; } ///< what of the plan or the file it passes over, in sentences
};

/**
 * Builds the model @p request names on @p device: meta, or the CPU with random weights.
 *
 * Takes milliseconds on meta. Errors: NotFound, Invalid (damaged file, a shape or key that cannot be: the message names it),
 * Unavailable (a known model or operator that is not forecast: the message names it and the way out).
 */
Result<std::unique_ptr<Network>> buildNetwork(const NetworkRequest &request, const StepPlan &plan, at::Device device);

/// The three sources behind buildNetwork().
Result<std::unique_ptr<Network>> buildArchitectureNetwork(const NetworkRequest &request, const StepPlan &plan, at::Device device);
Result<std::unique_ptr<Network>> buildTransformersNetwork(const NetworkRequest &request, const StepPlan &plan, at::Device device);
Result<std::unique_ptr<Network>> buildTorchScriptNetwork(const NetworkRequest &request, const StepPlan &plan, at::Device device);

} // namespace Trainyard
