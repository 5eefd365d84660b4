#include "services/torch/forecast/networks/selfattention.h"

#include <ATen/Functions.h>

#include <cmath>

namespace Trainyard {

namespace {

at::Tensor swappedHalves(const at::Tensor &x)
{
    const qint64 half = x.size(-1) / 2;
    const at::Tensor first = x.narrow(-1, 0, half);
    const at::Tensor second = x.narrow(-1, half, x.size(-1) - half);
    return at::cat({-second, first}, -1);
}

at::Tensor swappedNeighbours(const at::Tensor &x)
{
    const at::Tensor even = x.slice(-1, 0, c10::nullopt, 2), odd = x.slice(-1, 1, c10::nullopt, 2);
    const at::Tensor turned = at::stack({-odd, even}, -1);
    return turned.flatten(-2);
}

at::Tensor rotated(const at::Tensor &x, const at::Tensor &cosine, const at::Tensor &sine, RotaryKind kind)
{
    const at::Tensor straight = x * cosine;
    at::Tensor turned = kind == RotaryKind::Half ? swappedHalves(x) : swappedNeighbours(x);
    turned = turned * sine;
    return straight + turned;
}

/// Only the first @p size values of each head turn; the rest is joined again.
at::Tensor partlyRotated(const at::Tensor &x, const at::Tensor &cosine, const at::Tensor &sine, qint64 size, RotaryKind kind)
{
    if (size == x.size(-1))
        return rotated(x, cosine, sine, kind);
    const at::Tensor turning = rotated(x.narrow(-1, 0, size), cosine, sine, kind);
    return at::cat({turning, x.narrow(-1, size, x.size(-1) - size)}, -1);
}

at::Tensor repeatedHeads(const at::Tensor &x, qint64 times)
{
    if (times == 1)
        return x;
    const at::Tensor spread = x.unsqueeze(2).expand({x.size(0), x.size(1), times, x.size(2), x.size(3)});
    return spread.reshape({x.size(0), x.size(1) * times, x.size(2), x.size(3)});
}

} // namespace

std::pair<at::Tensor, at::Tensor> rotaryTables(const at::Tensor &frequencies, qint64 length, const at::Tensor &like)
{
    at::NoGradGuard noGradients;
    const at::Tensor positions = at::arange(int64_t(length), frequencies.options().dtype(at::kFloat)).unsqueeze(1);
    at::Tensor angles = positions * frequencies.to(at::kFloat).unsqueeze(0);
    angles = at::cat({angles, angles}, -1).unsqueeze(0);
    const at::Tensor cosine = at::cos(angles);
    const at::Tensor sine = at::sin(angles);
    return {cosine.to(like.scalar_type()), sine.to(like.scalar_type())};
}

SelfAttention::SelfAttention(const NetworkPath &layer, const AttentionShape &shape) : m_shape(shape)
{
    const qint64 queries = shape.heads * shape.headSize, keys = shape.keyValueHeads * shape.headSize;
    if (shape.packing == QkvPacking::Separate) {
        m_query = Linear(layer / shape.query, shape.hidden, queries, shape.hasQueryBias);
        m_key = Linear(layer / shape.key, shape.hidden, keys, shape.hasKeyBias);
        m_value = Linear(layer / shape.value, shape.hidden, keys, shape.hasValueBias);
    } else {
        m_packed = Linear(layer / shape.packed, shape.hidden, queries + 2 * keys, shape.hasQueryBias);
    }
    m_output = Linear(layer / shape.output, queries, shape.hidden, shape.hasOutputBias);
    if (shape.headNorm) {
        m_queryNorm = Norm(layer / shape.queryNorm, shape.headSize, *shape.headNorm, shape.epsilon, shape.hasHeadNormBias);
        m_keyNorm = Norm(layer / shape.keyNorm, shape.headSize, *shape.headNorm, shape.epsilon, shape.hasHeadNormBias);
    }
    if (shape.rotary != RotaryKind::None)
        m_frequencies = (layer / "rotary_emb").buffer("inv_freq", {shape.rotarySize / 2}, 0.5, at::kFloat);
}

at::Tensor SelfAttention::headsOf(const at::Tensor &x, qint64 heads) const
{
    return x.view({x.size(0), x.size(1), heads, m_shape.headSize}).transpose(1, 2);
}

SelfAttention::Projected SelfAttention::splitPacked(const at::Tensor &packed) const
{
    const qint64 batch = packed.size(0), length = packed.size(1), size = m_shape.headSize;
    const qint64 queries = m_shape.heads * size, keys = m_shape.keyValueHeads * size;
    if (m_shape.packing == QkvPacking::Packed) {
        return {headsOf(packed.narrow(-1, 0, queries), m_shape.heads), headsOf(packed.narrow(-1, queries, keys), m_shape.keyValueHeads),
                headsOf(packed.narrow(-1, queries + keys, keys), m_shape.keyValueHeads)};
    }
    if (m_shape.packing == QkvPacking::PackedByHead) {
        const at::Tensor byHead = packed.view({batch, length, m_shape.heads, 3, size});
        return {byHead.select(3, 0).transpose(1, 2), byHead.select(3, 1).transpose(1, 2), byHead.select(3, 2).transpose(1, 2)};
    }
    const qint64 groups = m_shape.keyValueHeads, perGroup = m_shape.heads / groups;
    const at::Tensor byGroup = packed.view({batch, length, groups, perGroup + 2, size});
    const at::Tensor query = byGroup.narrow(3, 0, perGroup).reshape({batch, length, m_shape.heads, size});
    at::Tensor key = byGroup.select(3, perGroup).clone(); // picked by a list of indices, which copies
    at::Tensor value = byGroup.select(3, perGroup + 1).clone();
    return {query.transpose(1, 2), key.transpose(1, 2), value.transpose(1, 2)};
}

SelfAttention::Projected SelfAttention::project(const at::Tensor &x, const AttentionContext &context) const
{
    if (m_packed.isDefined())
        return splitPacked(m_packed(x));
    const at::Tensor &source = context.memory ? *context.memory : x;
    Projected projected;
    projected.query = m_query(x);
    if (m_shape.scalesQueries)
        projected.query = projected.query * (1.0 / std::sqrt(double(m_shape.headSize)));
    projected.query = headsOf(projected.query, m_shape.heads);
    projected.key = headsOf(m_key(source), m_shape.keyValueHeads);
    projected.value = headsOf(m_value(source), m_shape.keyValueHeads);
    return projected;
}

void SelfAttention::rotate(Projected &projected, const AttentionContext &context) const
{
    const auto [cosine, sine] = context.rotary ? *context.rotary : rotaryTables(m_frequencies, projected.query.size(2), projected.value);
    projected.query = partlyRotated(projected.query, cosine.unsqueeze(1), sine.unsqueeze(1), m_shape.rotarySize, m_shape.rotary);
    projected.key = partlyRotated(projected.key, cosine.unsqueeze(1), sine.unsqueeze(1), m_shape.rotarySize, m_shape.rotary);
}

at::Tensor SelfAttention::recomputedCore(const Projected &projected, const AttentionOptions &options)
{
    return checkpointed(
        [options](const std::vector<at::Tensor> &given) {
            AttentionOptions again = options;
            if (given[3].defined())
                again.mask = given[3];
            return attention(given[0], given[1], given[2], again);
        },
        {projected.query, projected.key, projected.value, options.mask.value_or(at::Tensor())});
}

at::Tensor SelfAttention::operator()(const at::Tensor &x, const AttentionContext &context) const
{
    Projected projected = project(x, context);
    if (m_shape.headNorm) {
        projected.query = m_queryNorm(projected.query);
        projected.key = m_keyNorm(projected.key);
    }
    if (m_shape.rotary != RotaryKind::None)
        rotate(projected, context);
    const bool isMath = context.kind == AttentionKind::Math || context.bias;
    if (context.repeatsKeyValueHeads || isMath) {
        projected.key = repeatedHeads(projected.key, m_shape.heads / m_shape.keyValueHeads);
        projected.value = repeatedHeads(projected.value, m_shape.heads / m_shape.keyValueHeads);
    }
    if (m_shape.scoresInFp32 && isMath) {
        projected.query = projected.query.to(at::kFloat);
        projected.key = projected.key.to(at::kFloat);
    }
    AttentionOptions options;
    options.kind = isMath ? AttentionKind::Math : context.kind;
    options.isCausal = m_shape.isCausal && !context.memory && !context.mask;
    options.dropout = m_shape.dropout;
    options.softCap = m_shape.softCap;
    options.softmaxInFp32 = m_shape.softmaxInFp32;
    options.mask = context.bias ? context.bias : context.mask;
    at::Tensor y = context.recomputesCore && isMath ? recomputedCore(projected, options) : attention(projected.query, projected.key, projected.value, options);
    y = y.transpose(1, 2).reshape({x.size(0), x.size(1), m_shape.heads * m_shape.headSize});
    return m_output(y);
}

} // namespace Trainyard
