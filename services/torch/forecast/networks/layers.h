#pragma once

#include "services/torch/forecast/networks/parts.h"

/**
 * The layers of the transformer families, with the operators of the Hugging Face modules in their order: what each keeps for the backward
 * pass and what is alive at the same time is what the forecast is about. Therefore one operator to a statement: the temporaries of a C++
 * expression live to its end, those of Python do not.
 */
namespace Trainyard {

/// x W^T + b, with a LoRA adapter where the plan wants one: + B A dropout(x) * alpha / rank.
class Linear
{
public:
    Linear() = default;
    Linear(const NetworkPath &path, qint64 in, qint64 out, bool hasBias = true);
    /// With the weight of another layer: a tied head. @p path is where its bias and adapter are.
    Linear(const NetworkPath &path, const at::Tensor &weight, bool hasBias);

    at::Tensor operator()(const at::Tensor &x) const;
    bool isDefined() const { return m_weight.defined(); }

private:
    void adapt(const NetworkPath &path, qint64 in, qint64 out);

    at::Tensor m_weight, m_bias;
    at::Tensor m_adapterA, m_adapterB; ///< [rank, in], [out, rank]
    double m_scaling = 1, m_dropout = 0;
};

enum class NormKind {
    Layer,
    Rms,      ///< fp32 copy, normalised copy, both kept
    GemmaRms, ///< the product with 1 + weight in fp32 too
    T5Rms     ///< fp32 only for the variance
};

/// Layer norm or one of the library's root-mean-square norms, over the last dimension.
class Norm
{
public:
    Norm() = default;
    Norm(const NetworkPath &path, qint64 size, NormKind kind, double epsilon, bool hasBias = true, bool hasWeight = true);

    at::Tensor operator()(const at::Tensor &x) const;
    bool isDefined() const { return m_size > 0; }

private:
    at::Tensor m_weight, m_bias;
    qint64 m_size = 0;
    NormKind m_kind = NormKind::Layer;
    double m_epsilon = 1e-5;
};

enum class Activation { Relu, Gelu, GeluTanh, GeluPython, GeluFast, QuickGelu, Silu, Mish, Tanh, Sigmoid, Identity };

/// The library's activation of that name; `gelu_new` is written out in Python there (GeluPython). Nothing for an unknown name.
std::optional<Activation> activationNamed(const QString &name);
QStringList activationNames();
at::Tensor activated(Activation activation, const at::Tensor &x);

/// Nothing happens at 0, as in a module that is not there.
at::Tensor dropout(const at::Tensor &x, double share);

/// Stochastic depth, one draw per sample: [batch, 1, ...] random numbers, kept for the backward pass.
at::Tensor dropPath(const at::Tensor &x, double share);

enum class MlpForm {
    Plain,      ///< second(act(first(x)))
    Gated,      ///< second(act(gate(x)) * first(x))
    GatedPacked ///< gate and first as one matrix, gate first
};

struct MlpShape
{
    qint64 hidden = 0, intermediate = 0;
    MlpForm form = MlpForm::Plain;
    Activation activation = Activation::Gelu;
    const char *gate = "mlp.gate_proj", *first = "mlp.up_proj", *second = "mlp.down_proj"; ///< dotted, within the layer
    bool hasBias = false;
    double dropout = 0; ///< of the inner activations
};

class Mlp
{
public:
    Mlp() = default;
    Mlp(const NetworkPath &layer, const MlpShape &shape);

    at::Tensor operator()(const at::Tensor &x) const;

private:
    MlpShape m_shape;
    Linear m_gate, m_first, m_second;
};

} // namespace Trainyard
