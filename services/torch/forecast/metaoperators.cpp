#include "services/torch/forecast/metaoperators.h"

#include "services/torch/forecast/metakernels.h"

#include <torch/torch.h>

#include <algorithm>

namespace Trainyard {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

namespace {

FrameworkFacts currentFacts;
std::vector<AttentionKind> attentionsNoted;

/// Memory that a kernel takes while it runs.
at::Tensor scratch(at::IntArrayRef sizes, const at::Tensor &like, at::ScalarType type = at::kFloat)
{
    return at::empty(sizes, like.options().dtype(type).requires_grad(false));
}

/// [batch, kv heads, keys, d] -> [batch, heads, keys, d], each head of keys as often as queries share it: a copy.
at::Tensor repeatHeads(const at::Tensor &tensor, int64_t heads)
{
    const int64_t times = heads / tensor.size(1);
    if (times == 1)
        return tensor;
    const int64_t batch = tensor.size(0), keys = tensor.size(2), d = tensor.size(3);
    return tensor.unsqueeze(2).expand({batch, tensor.size(1), times, keys, d}).reshape({batch, heads, keys, d});
}

/// In place and without a graph: what is masked has no gradient after the softmax.
void hideFuture(at::Tensor scores)
{
    const torch::NoGradGuard noGrad;
    const at::Tensor isFuture = at::ones({scores.size(-2), scores.size(-1)}, scores.options().dtype(at::kBool)).triu_(1 + scores.size(-1) - scores.size(-2));
    scores.masked_fill_(isFuture, -std::numeric_limits<double>::infinity());
}

at::Tensor mathAttention(const at::Tensor &q, const at::Tensor &k, const at::Tensor &v, const AttentionOptions &options)
{
    const at::Tensor values = repeatHeads(v, q.size(1));
    at::Tensor scores = at::matmul(q, repeatHeads(k, q.size(1)).transpose(-2, -1)) * options.scale.value_or(1 / std::sqrt(double(q.size(-1))));
    if (options.softCap)
        scores = at::tanh(scores / *options.softCap) * *options.softCap;
    if (options.mask)
        scores = scores + *options.mask;
    if (options.isCausal)
        hideFuture(scores);
    at::Tensor probabilities = options.softmaxInFp32 ? at::softmax(scores, -1, at::kFloat).to(v.scalar_type()) : at::softmax(scores, -1);
    scores.reset();
    if (options.dropout > 0)
        probabilities = at::dropout(probabilities, options.dropout, true);
    return at::matmul(probabilities, values);
}

int64_t roundedUp(int64_t value, int64_t step)
{
    return (value + step - 1) / step * step;
}

/**
 * The blocks of FlashAttention 2 (csrc/flash_attn/flash_api.cpp, mha_fwd and mha_bwd) and of PyTorch's memory-efficient attention
 * (aten/src/ATen/native/transformers/cuda: attention.cu, attention_backward.cu).
 *
 * Kept: q, k, v as they came, the output and one fp32 logsumexp per row (efficient: rows rounded up to 32).
 * Backward: dq, dk, dv; one fp32 sum per row; for half precision dq in fp32 beside (flash: rows rounded up to 128, head size to 32);
 * flash with fewer kv heads: dk and dv of all heads.
 */
struct FusedAttention : torch::autograd::Function<FusedAttention>
{
    static at::Tensor forward(AutogradContext *context, const at::Tensor &q, const at::Tensor &k, const at::Tensor &v, const c10::optional<at::Tensor> &mask,
                              bool isFlash, bool isCausal, double scale)
    {
        const int64_t rows = isFlash ? q.size(2) : roundedUp(q.size(2), 32);
        at::Tensor output = at::empty({q.size(0), q.size(2), q.size(1), v.size(3)}, q.options()).transpose(1, 2);
        const at::Tensor logSumExp = scratch({q.size(0), q.size(1), rows}, q);
        if (!q.is_meta())
            output.copy_(mathAttention(q, k, v, options(mask.value_or(at::Tensor()), isCausal, scale)));
        context->save_for_backward({q, k, v, mask.value_or(at::Tensor()), output, logSumExp});
        context->saved_data["isFlash"] = isFlash;
        context->saved_data["isCausal"] = isCausal;
        context->saved_data["scale"] = scale;
        return output;
    }

    static variable_list backward(AutogradContext *context, variable_list gradients)
    {
        const variable_list saved = context->get_saved_variables();
        const at::Tensor &q = saved[0], &k = saved[1], &v = saved[2], &mask = saved[3];
        const bool isFlash = context->saved_data["isFlash"].toBool();
        if (!q.is_meta())
            return computedGradients(q, k, v, options(mask, context->saved_data["isCausal"].toBool(), context->saved_data["scale"].toDouble()), gradients[0]);
        const at::Tensor dq = at::empty_like(q), dk = at::empty_like(k), dv = at::empty_like(v);
        const int64_t batch = q.size(0), heads = q.size(1), rows = roundedUp(q.size(2), isFlash ? 128 : 1), d = q.size(3);
        const at::Tensor sums = scratch({batch, heads, rows}, q);
        at::Tensor dqInFull, dkOfAll, dvOfAll;
        if (q.scalar_type() != at::kFloat)
            dqInFull = scratch({batch, heads, rows, isFlash ? roundedUp(d, 32) : d}, q);
        if (isFlash && k.size(1) != heads) {
            dkOfAll = scratch({batch, heads, k.size(2), d}, k, k.scalar_type());
            dvOfAll = scratch({batch, heads, v.size(2), v.size(3)}, v, v.scalar_type());
        }
        return {dq, dk, dv, {}, {}, {}, {}};
    }

    static AttentionOptions options(const at::Tensor &mask, bool isCausal, double scale)
    {
        AttentionOptions options;
        options.isCausal = isCausal;
        options.scale = scale;
        if (mask.defined())
            options.mask = mask;
        return options;
    }

    static variable_list computedGradients(const at::Tensor &q, const at::Tensor &k, const at::Tensor &v, const AttentionOptions &options, const at::Tensor &gradient)
    {
        const torch::AutoGradMode withGraph(true);
        const variable_list inputs{q.detach().requires_grad_(), k.detach().requires_grad_(), v.detach().requires_grad_()};
        const at::Tensor output = mathAttention(inputs[0], inputs[1], inputs[2], options);
        variable_list result = torch::autograd::grad({output}, inputs, {gradient});
        result.resize(7);
        return result;
    }
};

bool isHalf(const at::Tensor &tensor)
{
    return tensor.scalar_type() == at::kHalf || tensor.scalar_type() == at::kBFloat16;
}

/// Head sizes of PyTorch's own flash attention: up to 256 since 2.2 (FlashAttention 2), before that up to 128.
bool canFlash(const at::Tensor &q, const AttentionOptions &options)
{
    const FrameworkFacts &facts = operatorFacts();
    const bool isNew = facts.framework.isNull() || facts.framework >= QVersionNumber(2, 2);
    return isHalf(q) && !options.mask && !options.softCap && q.size(3) <= (isNew ? 256 : 128) && (isNew || q.size(3) % 8 == 0) && facts.computeCapability >= 80;
}

/// The head size must fill 16-byte words.
bool canBeEfficient(const at::Tensor &q, const AttentionOptions &options)
{
    return !options.softCap && q.size(3) % (isHalf(q) ? 8 : 4) == 0 && operatorFacts().computeCapability >= 50;
}

/// Keeps only its inputs; backward runs the layer again with a graph (torch.utils.checkpoint).
struct Checkpoint : torch::autograd::Function<Checkpoint>
{
    using Layer = std::function<at::Tensor(const std::vector<at::Tensor> &)>;

    struct Holder : torch::CustomClassHolder
    {
        Layer layer;
        std::optional<at::ScalarType> autocast;
    };

    /// @p anchor asks for a gradient, so that weights inside get theirs even when the inputs do not.
    static at::Tensor forward(AutogradContext *context, at::TensorList inputs, const at::Tensor &anchor, const std::shared_ptr<Holder> &holder)
    {
        Q_UNUSED(anchor);
        c10::List<bool> asks;
        for (const at::Tensor &input : inputs)
            asks.push_back(input.requires_grad());
        context->save_for_backward(inputs.vec());
        context->saved_data["asks"] = asks;
        context->saved_data["holder"] = c10::IValue::make_capsule(c10::intrusive_ptr<Holder>::make(*holder));
        const torch::NoGradGuard noGrad;
        return holder->layer(inputs.vec());
    }

    static variable_list backward(AutogradContext *context, variable_list gradients)
    {
        const auto holder = c10::static_intrusive_pointer_cast<Holder>(context->saved_data["holder"].toCapsule());
        const c10::List<bool> asks = context->saved_data["asks"].toBoolList();
        variable_list inputs = context->get_saved_variables();
        for (size_t i = 0; i < inputs.size(); ++i)
            inputs[i] = inputs[i].detach().requires_grad_(asks[i]);
        const torch::AutoGradMode withGraph(true);
        at::Tensor output;
        {
            const std::unique_ptr<MetaAutocast> autocast = holder->autocast ? std::make_unique<MetaAutocast>(*holder->autocast) : nullptr;
            output = holder->layer(inputs);
        }
        torch::autograd::backward({output}, {gradients[0]});
        variable_list result;
        for (const at::Tensor &input : inputs)
            result.push_back(input.grad());
        result.resize(inputs.size() + 2); // the anchor and the holder
        return result;
    }
};

} // namespace

OperatorFacts::OperatorFacts(const FrameworkFacts &facts)
{
    currentFacts = facts;
    attentionsNoted.clear();
}

OperatorFacts::~OperatorFacts()
{
    currentFacts = {};
}

const FrameworkFacts &operatorFacts()
{
    return currentFacts;
}

const std::vector<AttentionKind> &attentionsThatRan()
{
    return attentionsNoted;
}

void noteAttention(AttentionKind kind)
{
    if (std::find(attentionsNoted.begin(), attentionsNoted.end(), kind) == attentionsNoted.end())
        attentionsNoted.push_back(kind);
}

at::Tensor attention(const at::Tensor &q, const at::Tensor &k, const at::Tensor &v, const AttentionOptions &options)
{
    if (const auto low = autocastType(); low && options.kind != AttentionKind::Math && q.is_meta() && q.scalar_type() != *low)
        return attention(q.to(*low), k.to(*low), v.to(*low), options);
    AttentionKind kind = options.kind;
    if (kind == AttentionKind::Flash && !canFlash(q, options))
        kind = AttentionKind::Efficient;
    if (kind == AttentionKind::Efficient && !canBeEfficient(q, options))
        kind = AttentionKind::Math;
    noteAttention(kind);
    if (kind == AttentionKind::Math)
        return mathAttention(q, k, v, options);
    const bool isFlash = kind == AttentionKind::Flash;
    const at::Tensor keys = isFlash ? k : repeatHeads(k, q.size(1)), values = isFlash ? v : repeatHeads(v, q.size(1));
    const double scale = options.scale.value_or(1 / std::sqrt(double(q.size(-1))));
    return FusedAttention::apply(q, keys, values, options.mask ? c10::optional<at::Tensor>(*options.mask) : c10::nullopt, isFlash, options.isCausal, scale);
}

at::Tensor checkpointed(const std::function<at::Tensor(const std::vector<at::Tensor> &)> &layer, const std::vector<at::Tensor> &inputs)
{
    if (!torch::GradMode::is_enabled())
        return layer(inputs);
    variable_list defined; // autograd's functions take no others
    for (const at::Tensor &input : inputs) {
        if (input.defined())
            defined.push_back(input);
    }
    std::vector<bool> isDefined(inputs.size());
    std::transform(inputs.begin(), inputs.end(), isDefined.begin(), [](const at::Tensor &input) { return input.defined(); });
    const auto holder = std::make_shared<Checkpoint::Holder>();
    holder->layer = [layer, isDefined](const std::vector<at::Tensor> &given) {
        std::vector<at::Tensor> all(isDefined.size());
        size_t next = 0;
        for (size_t i = 0; i < all.size(); ++i) {
            if (isDefined[i])
                all[i] = given[next++];
        }
        return layer(all);
    };
    holder->autocast = autocastType();
    at::Tensor anchor = at::empty({0}, at::TensorOptions().device(defined.at(0).device()));
    return Checkpoint::apply(at::TensorList(defined), anchor.set_requires_grad(true), holder);
}

at::Tensor checkpointed(const std::function<at::Tensor(const at::Tensor &)> &layer, const at::Tensor &input)
{
    return checkpointed([layer](const std::vector<at::Tensor> &inputs) { return layer(inputs[0]); }, std::vector<at::Tensor>{input});
}

} // namespace Trainyard
