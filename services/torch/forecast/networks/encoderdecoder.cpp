#include "services/torch/forecast/networks/encoderdecoder.h"

#include "services/torch/forecast/networks/libraryfacts.h"
#include "services/torch/forecast/networks/networktext.h"
#include "services/torch/forecast/networks/taskhead.h"
#include "services/torch/forecast/recorder.h"

#include <ATen/Functions.h>

#include <cmath>

namespace Trainyard {

EncoderDecoderNetwork::Layer::Layer(const NetworkPath &path, const EncoderDecoderRecipe &recipe, const StackRecipe &stack, bool isDecoder)
    : m_isNormFirst(recipe.isNormFirst), m_isDecoder(isDecoder), m_dropout(recipe.dropout)
{
    const auto norm = [&](const char *name) { return Norm(path / name, recipe.hidden, recipe.norm, recipe.epsilon); };
    m_attention = SelfAttention(path, stack.attention);
    m_attentionNorm = norm(stack.attentionNorm);
    if (isDecoder) {
        m_cross = SelfAttention(path, stack.cross);
        m_crossNorm = norm(stack.crossNorm);
    }
    m_mlp = Mlp(path, stack.mlp);
    m_mlpNorm = norm(stack.mlpNorm);
}

at::Tensor EncoderDecoderNetwork::Layer::within(const Norm &norm, const at::Tensor &x, const std::function<at::Tensor(const at::Tensor &)> &work) const
{
    at::Tensor y = m_isNormFirst ? norm(x) : x;
    y = work(y);
    y = dropout(y, m_dropout);
    y = x + y;
    return m_isNormFirst ? y : norm(y);
}

at::Tensor EncoderDecoderNetwork::Layer::operator()(const at::Tensor &x, const AttentionContext &context, const at::Tensor &memory) const
{
    at::Tensor y = within(m_attentionNorm, x, [&](const at::Tensor &input) {
        const ModuleScope scope(QStringLiteral("attention"));
        return m_attention(input, context);
    });
    if (m_isDecoder) {
        AttentionContext across = context;
        across.memory = memory;
        across.bias.reset();
        y = within(m_crossNorm, y, [&](const at::Tensor &input) {
            const ModuleScope scope(QStringLiteral("cross"));
            return m_cross(input, across);
        });
    }
    return within(m_mlpNorm, y, [&](const at::Tensor &input) {
        const ModuleScope scope(QStringLiteral("mlp"));
        return m_mlp(input);
    });
}

EncoderDecoderNetwork::EncoderDecoderNetwork(EncoderDecoderRecipe recipe, const StepPlan &plan, at::Device device)
    : m_recipe(std::move(recipe)), m_parts(plan, device)
{
    const NetworkPath root(m_parts), base = root / m_recipe.prefix;
    m_tokens = (base / m_recipe.tokens).weight("weight", {m_recipe.vocabulary, m_recipe.hidden});
    buildStack(m_encoder, base / "encoder", m_recipe.encoder, false);
    buildStack(m_decoder, base / "decoder", m_recipe.decoder, true);
    m_head = m_recipe.isTied ? Linear(root / "lm_head", m_tokens, false) : Linear(root / "lm_head", m_recipe.hidden, m_recipe.vocabulary, false);
    if (m_recipe.hasLogitsBias)
        m_logitsBias = root.buffer("final_logits_bias", {1, m_recipe.vocabulary}, 0);
    m_recipe.notForecast.append(NetworkText::tr("The texts that the model is to write are taken to be as long as those it reads (training.sequence_length)."));
}

void EncoderDecoderNetwork::buildStack(Stack &stack, const NetworkPath &path, const StackRecipe &recipe, bool isDecoder)
{
    if (recipe.positions)
        stack.positions = (path / "embed_positions").weight("weight", {recipe.positions, m_recipe.hidden});
    if (recipe.embeddingNorm[0])
        stack.embeddingNorm = Norm(path / recipe.embeddingNorm, m_recipe.hidden, m_recipe.norm, m_recipe.epsilon);
    for (qint64 i = 0; i < recipe.layers; ++i)
        stack.layers.emplace_back(path / recipe.layerList / i, m_recipe, recipe, isDecoder);
    if (m_recipe.buckets)
        stack.relativeBias = (path / recipe.relativeBias).weight("weight", {m_recipe.buckets, recipe.attention.heads});
    if (recipe.finalNorm[0])
        stack.finalNorm = Norm(path / recipe.finalNorm, m_recipe.hidden, m_recipe.norm, m_recipe.epsilon);
}

NetworkBatch EncoderDecoderNetwork::makeBatch(qint64 batchSize, qint64 sequenceLength) const
{
    TORCH_CHECK(sequenceLength > 1, "a text needs at least 2 tokens, training.sequence_length is ", sequenceLength);
    TORCH_CHECK(!m_recipe.longest || sequenceLength <= m_recipe.longest, "training.sequence_length is ", sequenceLength, ", but the model has ",
                m_recipe.longest, " positions");
    NetworkBatch batch;
    batch.input = m_parts.numbers({batchSize, sequenceLength}, m_recipe.vocabulary);
    batch.target = m_parts.numbers({batchSize, sequenceLength}, m_recipe.vocabulary);
    batch.mask = at::ones({batchSize, sequenceLength}, at::TensorOptions(m_parts.device).dtype(at::kLong));
    return batch;
}

at::Tensor EncoderDecoderNetwork::embedded(const Stack &stack, const StackRecipe &recipe, const at::Tensor &tokens) const
{
    const ModuleScope scope(QStringLiteral("embeddings"));
    at::Tensor x = at::embedding(m_tokens, tokens);
    if (m_recipe.scalesEmbedding)
        x = x * std::sqrt(double(m_recipe.hidden));
    if (stack.positions.defined()) {
        const at::Tensor places = at::arange(int64_t(recipe.positionOffset), int64_t(recipe.positionOffset) + tokens.size(1), tokens.options());
        const at::Tensor added = at::embedding(stack.positions, places);
        x = x + added;
    }
    if (stack.embeddingNorm.isDefined())
        x = stack.embeddingNorm(x);
    x = dropout(x, m_recipe.dropout);
    if (m_parts.plan.lora && m_parts.plan.checkpointing == Checkpointing::PerLayer)
        x.set_requires_grad(true); // enable_input_require_grads
    return x;
}

AttentionContext EncoderDecoderNetwork::contextFor(const Stack &stack, const at::Tensor &x) const
{
    AttentionContext context;
    context.recomputesCore = m_parts.plan.checkpointing == Checkpointing::Selective;
    context.kind = attentionKindFor(m_parts.plan, m_recipe.attentionIsEagerOnly, m_recipe.fusedSince);
    if (stack.relativeBias.defined()) {
        const int64_t length = x.size(1);
        at::Tensor buckets = at::empty({length, length}, at::TensorOptions(x.device()).dtype(at::kLong));
        if (!x.is_meta())
            buckets.random_(0, stack.relativeBias.size(0)); // any bucket takes the same memory
        at::Tensor bias = at::embedding(stack.relativeBias, buckets);
        bias = bias.permute({2, 0, 1}).unsqueeze(0);
        const at::Tensor mask = at::zeros({x.size(0), 1, 1, length}, x.options().requires_grad(false));
        context.bias = bias + mask;
    }
    return context;
}

at::Tensor EncoderDecoderNetwork::run(const Stack &stack, const StackRecipe &recipe, const at::Tensor &tokens, const at::Tensor &memory) const
{
    at::Tensor x = embedded(stack, recipe, tokens);
    const AttentionContext context = contextFor(stack, x);
    for (size_t i = 0; i < stack.layers.size(); ++i) {
        const ModuleScope scope(QStringLiteral("layers.%1").arg(i));
        const Layer &layer = stack.layers[i];
        if (m_parts.plan.checkpointing != Checkpointing::PerLayer) {
            x = layer(x, context, memory);
            continue;
        }
        const std::vector<at::Tensor> inputs{x, context.bias.value_or(at::Tensor()), memory};
        x = checkpointed(
            [&layer, context](const std::vector<at::Tensor> &given) {
                AttentionContext again = context;
                if (given[1].defined())
                    again.bias = given[1];
                return layer(given[0], again, given[2]);
            },
            inputs);
    }
    if (stack.finalNorm.isDefined()) {
        x = stack.finalNorm(x);
        if (m_recipe.dropsOutput)
            x = dropout(x, m_recipe.dropout);
    }
    return x;
}

NetworkOutput EncoderDecoderNetwork::forward(const NetworkBatch &batch)
{
    at::Tensor memory;
    {
        const ModuleScope scope(QStringLiteral("encoder"));
        memory = run(m_encoder, m_recipe.encoder, batch.input, {});
    }
    const at::Tensor shifted = at::roll(batch.target, 1, 1); // the labels, moved right behind a start token
    at::Tensor x;
    {
        const ModuleScope scope(QStringLiteral("decoder"));
        x = run(m_decoder, m_recipe.decoder, shifted, memory);
    }
    const ModuleScope scope(QStringLiteral("head"));
    if (m_recipe.scalesOutput)
        x = x * (1.0 / std::sqrt(double(m_recipe.hidden)));
    at::Tensor logits = m_head(x);
    if (m_logitsBias.defined())
        logits = logits + m_logitsBias;
    return tokenLoss(logits, batch.target);
}

} // namespace Trainyard
