#pragma once

#include "services/torch/forecast/networks/layers.h"
#include "services/torch/forecast/networks/taskhead.h"

namespace Trainyard {

/// What an LSTM is built for: vectors [length, features], or words when @c features is 0.
struct RecurrentTask
{
    qint64 length = 128, features = 0, classes = 2;
    bool givesWords = false; ///< the next word at each place (causal-lm), else one class for the whole
};

/// `lstm`: two layers of 256 units over vectors or embedded words, as the framework's nn.LSTM, with a linear layer on the last state.
class RecurrentNetwork final : public Network
{
public:
    static constexpr qint64 units = 256, layers = 2, words = 30000;

    RecurrentNetwork(const RecurrentTask &task, Loss loss, const StepPlan &plan, at::Device device);

    std::vector<NamedTensor> parameters() const override { return m_parts.parameters; }
    std::vector<NamedTensor> buffers() const override { return {}; }
    bool hasSequence() const override { return true; }
    NetworkBatch makeBatch(qint64 batchSize, qint64 sequenceLength) const override;
    NetworkOutput forward(const NetworkBatch &batch) override;
    QStringList notForecast() const override;

private:
    RecurrentTask m_task;
    Loss m_loss;
    NetworkParts m_parts;
    at::Tensor m_embedding;
    std::vector<at::Tensor> m_weights; ///< for each layer: input, hidden, their biases
    Linear m_head;
};

} // namespace Trainyard
