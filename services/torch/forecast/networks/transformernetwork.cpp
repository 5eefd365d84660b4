#include "services/torch/forecast/networks/transformernetwork.h"

#include "services/torch/forecast/networks/libraryfacts.h"
#include "services/torch/forecast/recorder.h"

#include <ATen/Functions.h>

#include <cmath>

namespace Trainyard {

TransformerLayer::TransformerLayer(const NetworkPath &path, const TransformerRecipe &recipe)
    : m_structure(recipe.structure), m_attentionDropout(recipe.attentionOutputDropout), m_mlpDropout(recipe.mlpDropout), m_dropPath(recipe.dropPath)
{
    const auto norm = [&](const char *name) {
        return Norm(path / name, recipe.hidden, recipe.norm, recipe.epsilon, recipe.hasNormBias, recipe.hasNormWeight);
    };
    m_first = norm(recipe.firstNorm);
    m_attention = SelfAttention(path, recipe.attention);
    if (recipe.structure != LayerStructure::Parallel)
        m_second = norm(recipe.secondNorm);
    if (recipe.structure == LayerStructure::Sandwich) {
        m_third = norm(recipe.thirdNorm);
        m_fourth = norm(recipe.fourthNorm);
    }
    m_mlp = Mlp(path, recipe.mlp);
    if (recipe.hasLayerScale) {
        m_attentionScale = (path / "layer_scale1").constant("lambda1", {recipe.hidden}, 1);
        m_mlpScale = (path / "layer_scale2").constant("lambda1", {recipe.hidden}, 1);
    }
}

at::Tensor TransformerLayer::scaled(at::Tensor x, const at::Tensor &scale) const
{
    if (scale.defined())
        x = x * scale;
    return dropPath(x, m_dropPath);
}

at::Tensor TransformerLayer::attended(const at::Tensor &x, const AttentionContext &context) const
{
    const ModuleScope scope(QStringLiteral("attention"));
    at::Tensor y = m_attention(x, context);
    y = dropout(y, m_attentionDropout);
    return scaled(std::move(y), m_attentionScale);
}

at::Tensor TransformerLayer::fed(const at::Tensor &x) const
{
    const ModuleScope scope(QStringLiteral("mlp"));
    at::Tensor y = m_mlp(x);
    y = dropout(y, m_mlpDropout);
    return scaled(std::move(y), m_mlpScale);
}

at::Tensor TransformerLayer::operator()(const at::Tensor &x, const AttentionContext &context) const
{
    at::Tensor y, sum;
    switch (m_structure) {
    case LayerStructure::PreNorm:
        y = m_first(x);
        y = attended(y, context);
        sum = x + y;
        y = m_second(sum);
        y = fed(y);
        return sum + y;
    case LayerStructure::PostNorm:
        y = attended(x, context);
        y = y + x;
        sum = m_first(y);
        y = fed(sum);
        y = y + sum;
        return m_second(y);
    case LayerStructure::Sandwich:
        y = m_first(x);
        y = attended(y, context);
        y = m_second(y);
        sum = x + y;
        y = m_third(sum);
        y = fed(y);
        y = m_fourth(y);
        return sum + y;
    case LayerStructure::Parallel:
    case LayerStructure::ParallelTwoNorms: {
        at::Tensor normed = m_first(x);
        const at::Tensor seen = attended(normed, context);
        if (m_structure == LayerStructure::ParallelTwoNorms)
            normed = m_second(x);
        y = fed(normed);
        y = y + seen;
        return y + x;
    }
    }
    return x;
}

TransformerNetwork::TransformerNetwork(TransformerRecipe recipe, const TaskRequest &task, const StepPlan &plan, at::Device device)
    : m_recipe(std::move(recipe)), m_parts(plan, device)
{
    const NetworkPath root(m_parts), base = root / m_recipe.prefix;
    buildEmbeddings(base);
    const NetworkPath layers = base / m_recipe.layerList;
    for (qint64 i = 0; i < (m_recipe.sharesLayers ? 1 : m_recipe.layers); ++i)
        m_layers.emplace_back(m_recipe.sharesLayers ? layers : layers / i, m_recipe);
    if (m_recipe.hasFinalNorm)
        m_finalNorm = Norm(base / m_recipe.finalNorm, m_recipe.hidden, m_recipe.norm, m_recipe.epsilon, m_recipe.hasNormBias, m_recipe.hasNormWeight);
    if (m_recipe.hasOutputProjection)
        m_outputProjection = Linear(base / "project_out", m_recipe.hidden, m_recipe.embeddingSize, false);
    m_head = makeTaskHead(root, m_recipe, task, m_tokens);
}

void TransformerNetwork::buildEmbeddings(const NetworkPath &base)
{
    const qint64 width = m_recipe.embeddingSize ? m_recipe.embeddingSize : m_recipe.hidden;
    m_tokens = (base / m_recipe.tokenEmbedding).weight("weight", {m_recipe.vocabulary, width});
    if (m_recipe.positions)
        m_positions = (base / m_recipe.positionEmbedding).weight("weight", {m_recipe.positions, m_recipe.positionWidth ? m_recipe.positionWidth : width});
    if (m_recipe.tokenTypes)
        m_types = (base / m_recipe.typeEmbedding).weight("weight", {m_recipe.tokenTypes, width});
    if (m_recipe.hasEmbeddingNorm)
        m_embeddingNorm = Norm(base / m_recipe.embeddingNorm, width, NormKind::Layer, m_recipe.epsilon);
    if (m_recipe.hasEmbeddingProjection)
        m_embeddingProjection = Linear(base / m_recipe.embeddingProjection, width, m_recipe.hidden, m_recipe.hasEmbeddingProjectionBias);
    if (m_recipe.attention.rotary != RotaryKind::None && sharesRotary(m_parts.plan.facts))
        m_frequencies = (base / "rotary_emb").buffer("inv_freq", {m_recipe.attention.rotarySize / 2}, 0.5, at::kFloat);
}

NetworkBatch TransformerNetwork::makeBatch(qint64 batchSize, qint64 sequenceLength) const
{
    TORCH_CHECK(sequenceLength > 1, "a text needs at least 2 tokens, training.sequence_length is ", sequenceLength);
    TORCH_CHECK(!m_recipe.longest || sequenceLength <= m_recipe.longest, "training.sequence_length is ", sequenceLength, ", but the model has ",
                m_recipe.longest, " positions");
    NetworkBatch batch;
    batch.input = m_parts.numbers({batchSize, sequenceLength}, m_recipe.vocabulary);
    batch.target = m_head->target(m_parts, batchSize, sequenceLength);
    batch.mask = at::ones({batchSize, sequenceLength}, at::TensorOptions(m_parts.device).dtype(at::kLong));
    return batch;
}

at::Tensor TransformerNetwork::embedded(const at::Tensor &tokens) const
{
    const ModuleScope scope(QStringLiteral("embeddings"));
    at::Tensor x = at::embedding(m_tokens, tokens);
    if (m_types.defined()) {
        const at::Tensor types = at::zeros(tokens.sizes(), tokens.options());
        const at::Tensor added = at::embedding(m_types, types);
        x = x + added;
    }
    if (m_positions.defined() && !m_recipe.positionWidth) {
        at::Tensor places = at::arange(int64_t(m_recipe.positionOffset), int64_t(m_recipe.positionOffset) + tokens.size(1), tokens.options()).unsqueeze(0);
        const at::Tensor added = at::embedding(m_positions, places);
        x = x + added;
    }
    if (m_recipe.scalesEmbedding)
        x = x * std::sqrt(double(m_recipe.hidden));
    if (m_embeddingNorm.isDefined())
        x = m_embeddingNorm(x);
    x = dropout(x, m_recipe.embeddingDropout);
    if (m_embeddingProjection.isDefined())
        x = m_embeddingProjection(x);
    if (m_positions.defined() && m_recipe.positionWidth) {
        at::Tensor places = at::arange(int64_t(m_recipe.positionOffset), int64_t(m_recipe.positionOffset) + tokens.size(1), tokens.options()).unsqueeze(0);
        const at::Tensor added = at::embedding(m_positions, places);
        x = x + added;
    }
    if (m_parts.plan.lora && m_parts.plan.checkpointing == Checkpointing::PerLayer)
        x.set_requires_grad(true); // enable_input_require_grads: the layers run again only for what asks for gradients
    return x;
}

AttentionContext TransformerNetwork::contextFor(const at::Tensor &tokens, const at::Tensor &hidden) const
{
    AttentionContext context;
    context.recomputesCore = m_parts.plan.checkpointing == Checkpointing::Selective;
    context.kind = attentionKindFor(m_parts.plan, m_recipe.attentionIsEagerOnly, m_recipe.fusedSince);
    if (m_recipe.attention.softCap)
        context.kind = AttentionKind::Math;
    context.repeatsKeyValueHeads = repeatsKeyValueHeads(m_parts.plan.facts);
    const qint64 batch = tokens.size(0), length = tokens.size(1);
    if (context.kind == AttentionKind::Math && !m_recipe.attention.isCausal) // the collator's mask; the fused kinds drop one that masks nothing
        context.mask = at::zeros({batch, 1, 1, length}, hidden.options());
    if (m_frequencies.defined())
        context.rotary = rotaryTables(m_frequencies, length, hidden);
    return context;
}

NetworkOutput TransformerNetwork::forward(const NetworkBatch &batch)
{
    at::Tensor x = embedded(batch.input);
    const AttentionContext context = contextFor(batch.input, x);
    for (qint64 i = 0; i < m_recipe.layers; ++i) {
        const ModuleScope scope(QStringLiteral("layers.%1").arg(i));
        const TransformerLayer &layer = m_layers[m_recipe.sharesLayers ? 0 : size_t(i)];
        if (m_parts.plan.checkpointing == Checkpointing::PerLayer)
            x = checkpointed([&layer, context](const at::Tensor &input) { return layer(input, context); }, x);
        else
            x = layer(x, context);
    }
    if (m_finalNorm.isDefined())
        x = m_finalNorm(x);
    if (m_outputProjection.isDefined())
        x = m_outputProjection(x);
    const ModuleScope scope(QStringLiteral("head"));
    return (*m_head)(x, batch.target);
}

} // namespace Trainyard
