#pragma once

#include "services/torch/forecast/networks/taskhead.h"
#include "services/torch/forecast/networks/transformerrecipe.h"

namespace Trainyard {

/// One layer: attention and mlp with their norms and shortcuts.
class TransformerLayer
{
public:
    TransformerLayer(const NetworkPath &path, const TransformerRecipe &recipe);

    at::Tensor operator()(const at::Tensor &x, const AttentionContext &context) const;

private:
    at::Tensor attended(const at::Tensor &x, const AttentionContext &context) const;
    at::Tensor fed(const at::Tensor &x) const;
    at::Tensor scaled(at::Tensor x, const at::Tensor &scale) const;

    LayerStructure m_structure;
    double m_attentionDropout, m_mlpDropout, m_dropPath;
    Norm m_first, m_second, m_third, m_fourth;
    SelfAttention m_attention;
    Mlp m_mlp;
    at::Tensor m_attentionScale, m_mlpScale;
};

/// The families with one stack of equal layers over tokens: GPT and Llama kinds, BERT kinds.
class TransformerNetwork final : public Network
{
public:
    TransformerNetwork(TransformerRecipe recipe, const TaskRequest &task, const StepPlan &plan, at::Device device);

    std::vector<NamedTensor> parameters() const override { return m_parts.parameters; }
    std::vector<NamedTensor> buffers() const override { return m_parts.buffers; }
    bool hasSequence() const override { return true; }
    qint64 longestSequence() const override { return m_recipe.longest; }
    NetworkBatch makeBatch(qint64 batchSize, qint64 sequenceLength) const override;
    NetworkOutput forward(const NetworkBatch &batch) override;
    QStringList notForecast() const override { return m_recipe.notForecast; }

    const NetworkParts &parts() const { return m_parts; }

private:
    void buildEmbeddings(const NetworkPath &base);
    at::Tensor embedded(const at::Tensor &tokens) const;
    AttentionContext contextFor(const at::Tensor &tokens, const at::Tensor &hidden) const;

    TransformerRecipe m_recipe;
    NetworkParts m_parts;
    at::Tensor m_tokens, m_positions, m_types;
    Norm m_embeddingNorm, m_finalNorm;
    Linear m_embeddingProjection, m_outputProjection;
    at::Tensor m_frequencies;
    std::vector<TransformerLayer> m_layers;
    std::unique_ptr<TaskHead> m_head;
};

} // namespace Trainyard
