#include "services/torch/forecast/networks/layers.h"

#include <ATen/Functions.h>

#include <cmath>

namespace Trainyard {

namespace {

bool isTarget(const QString &name, const LoraPlan &lora)
{
    return std::any_of(lora.targets.begin(), lora.targets.end(), [&name](const QString &target) {
        if (target == QLatin1String("all-linear")) // all but the head
            return !name.endsWith(QLatin1String("lm_head"));
        return name == target || name.endsWith(u'.' + target);
    });
}

} // namespace

Linear::Linear(const NetworkPath &path, qint64 in, qint64 out, bool hasBias) : m_weight(path.weight("weight", {out, in}))
{
    if (hasBias)
        m_bias = path.constant("bias", {out}, 0);
    adapt(path, in, out);
}

Linear::Linear(const NetworkPath &path, const at::Tensor &weight, bool hasBias) : m_weight(weight)
{
    if (hasBias)
        m_bias = path.constant("bias", {weight.size(0)}, 0);
    adapt(path, weight.size(1), weight.size(0));
}

void Linear::adapt(const NetworkPath &path, qint64 in, qint64 out)
{
    NetworkParts &parts = path.parts();
    parts.linearNames.append(path.name());
    if (!path.isFrozen() || !isTarget(path.name(), *parts.plan.lora))
        return;
    const LoraPlan &lora = *parts.plan.lora;
    m_adapterA = (path / "lora_A").trained().weight("weight", {lora.rank, in});
    m_adapterB = (path / "lora_B").trained().constant("weight", {out, lora.rank}, 0);
    m_scaling = lora.alpha / double(lora.rank);
    m_dropout = lora.dropout;
    ++parts.adapters;
}

at::Tensor Linear::operator()(const at::Tensor &x) const
{
    at::Tensor y = at::linear(x, m_weight, m_bias);
    if (!m_adapterA.defined())
        return y;
    at::Tensor low = dropout(x, m_dropout);
    low = at::linear(low, m_adapterA);
    low = at::linear(low, m_adapterB);
    low = low * m_scaling;
    return y + low;
}

Norm::Norm(const NetworkPath &path, qint64 size, NormKind kind, double epsilon, bool hasBias, bool hasWeight)
    : m_size(size), m_kind(kind), m_epsilon(epsilon)
{
    if (hasWeight)
        m_weight = path.constant("weight", {size}, kind == NormKind::GemmaRms ? 0 : 1);
    if (kind == NormKind::Layer && hasBias && hasWeight)
        m_bias = path.constant("bias", {size}, 0);
}

at::Tensor Norm::operator()(const at::Tensor &x) const
{
    if (m_kind == NormKind::Layer)
        return at::layer_norm(x, {m_size}, m_weight, m_bias, m_epsilon);
    at::Tensor high = x.to(at::kFloat);
    at::Tensor variance = high.pow(2).mean(-1, true);
    at::Tensor scale = at::rsqrt(variance + m_epsilon);
    if (m_kind == NormKind::T5Rms) {
        high = x * scale;
        if (m_weight.scalar_type() != at::kFloat)
            high = high.to(m_weight.scalar_type());
        return m_weight * high;
    }
    high = high * scale;
    if (m_kind == NormKind::GemmaRms) {
        at::Tensor weight = m_weight.to(at::kFloat);
        weight = 1.0 + weight;
        high = high * weight;
        return high.to(x.scalar_type());
    }
    return m_weight * high.to(x.scalar_type());
}

namespace {

struct NamedActivation
{
    const char *name;
    Activation activation;
};

constexpr NamedActivation activations[] = {
    {"relu", Activation::Relu},         {"gelu", Activation::Gelu},           {"gelu_new", Activation::GeluPython},
    {"gelu_fast", Activation::GeluFast}, {"gelu_pytorch_tanh", Activation::GeluTanh}, {"gelu_python", Activation::Gelu},
    {"quick_gelu", Activation::QuickGelu}, {"silu", Activation::Silu},        {"swish", Activation::Silu},
    {"mish", Activation::Mish},         {"tanh", Activation::Tanh},           {"sigmoid", Activation::Sigmoid},
    {"linear", Activation::Identity},
};

/// 0.5 x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))), one operator at a time as the library writes it: four more copies than the fused one.
at::Tensor geluInPython(const at::Tensor &x)
{
    at::Tensor half = 0.5 * x;
    at::Tensor inner = at::pow(x, 3.0);
    inner = 0.044715 * inner;
    inner = x + inner;
    inner = std::sqrt(2.0 / M_PI) * inner;
    inner = at::tanh(inner);
    inner = 1.0 + inner;
    return half * inner;
}

at::Tensor geluFast(const at::Tensor &x)
{
    at::Tensor half = x * 0.5;
    at::Tensor outer = x * 0.7978845608;
    at::Tensor inner = x * 0.044715;
    inner = inner * x;
    inner = 1.0 + inner;
    inner = outer * inner;
    inner = at::tanh(inner);
    inner = 1.0 + inner;
    return half * inner;
}

} // namespace

std::optional<Activation> activationNamed(const QString &name)
{
    for (const NamedActivation &entry : activations) {
        if (name == QLatin1String(entry.name))
            return entry.activation;
    }
    return std::nullopt;
}

QStringList activationNames()
{
    QStringList names;
    for (const NamedActivation &entry : activations)
        names.append(QLatin1String(entry.name));
    return names;
}

at::Tensor activated(Activation activation, const at::Tensor &x)
{
    switch (activation) {
    case Activation::Relu: return at::relu(x);
    case Activation::Gelu: return at::gelu(x);
    case Activation::GeluTanh: return at::gelu(x, "tanh");
    case Activation::GeluPython: return geluInPython(x);
    case Activation::GeluFast: return geluFast(x);
    case Activation::QuickGelu: {
        at::Tensor gate = 1.702 * x;
        gate = at::sigmoid(gate);
        return x * gate;
    }
    case Activation::Silu: return at::silu(x);
    case Activation::Mish: return at::mish(x);
    case Activation::Tanh: return at::tanh(x);
    case Activation::Sigmoid: return at::sigmoid(x);
    case Activation::Identity: return x;
    }
    return x;
}

at::Tensor dropout(const at::Tensor &x, double share)
{
    return share > 0 ? at::dropout(x, share, true) : x;
}

at::Tensor dropPath(const at::Tensor &x, double share)
{
    if (share <= 0)
        return x;
    std::vector<int64_t> shape(size_t(x.dim()), 1);
    shape[0] = x.size(0);
    at::Tensor draw = at::empty(shape, x.options());
    if (!x.is_meta())
        draw.bernoulli_(1 - share);
    at::Tensor scaled = x / (1 - share);
    return scaled * draw;
}

Mlp::Mlp(const NetworkPath &layer, const MlpShape &shape) : m_shape(shape)
{
    if (shape.form == MlpForm::Gated)
        m_gate = Linear(layer / shape.gate, shape.hidden, shape.intermediate, shape.hasBias);
    const qint64 out = shape.form == MlpForm::GatedPacked ? 2 * shape.intermediate : shape.intermediate;
    m_first = Linear(layer / shape.first, shape.hidden, out, shape.hasBias);
    m_second = Linear(layer / shape.second, shape.intermediate, shape.hidden, shape.hasBias);
}

at::Tensor Mlp::operator()(const at::Tensor &x) const
{
    at::Tensor y;
    switch (m_shape.form) {
    case MlpForm::Plain:
        y = m_first(x);
        y = activated(m_shape.activation, y);
        break;
    case MlpForm::Gated: {
        y = m_gate(x);
        y = activated(m_shape.activation, y);
        const at::Tensor up = m_first(x);
        y = y * up;
        break;
    }
    case MlpForm::GatedPacked: {
        y = m_first(x);
        const std::vector<at::Tensor> halves = y.chunk(2, -1);
        const at::Tensor gate = activated(m_shape.activation, halves[0]);
        y = halves[1] * gate;
        break;
    }
    }
    y = dropout(y, m_shape.dropout);
    return m_second(y);
}

} // namespace Trainyard
