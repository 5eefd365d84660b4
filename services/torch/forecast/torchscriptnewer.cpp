#include "services/torch/forecast/metaoperators.h"
#include "services/torch/forecast/torchscriptmodule.h"

#include <torch/library.h>

namespace Trainyard {

namespace {

AttentionKind scriptAttention = AttentionKind::Efficient;

/// Since PyTorch 2.0 (`scale` 2.1, `enable_gqa` 2.5).
at::Tensor scaledDotProductAttention(const at::Tensor &q, const at::Tensor &k, const at::Tensor &v, const c10::optional<at::Tensor> &mask, double dropout,
                                     bool isCausal, c10::optional<double> scale, bool)
{
    AttentionOptions options;
    options.kind = scriptAttention;
    options.isCausal = isCausal;
    options.dropout = dropout;
    if (scale)
        options.scale = *scale;
    if (mask && mask->defined())
        options.mask = mask->scalar_type() == at::kBool
            ? at::zeros(mask->sizes(), q.options()).masked_fill_(mask->logical_not(), -std::numeric_limits<double>::infinity())
            : *mask;
    if (q.dim() == 4)
        return attention(q, k, v, options);
    const auto withHeads = [](const at::Tensor &tensor) { return tensor.dim() == 3 ? tensor.unsqueeze(1) : tensor.flatten(0, tensor.dim() - 4); };
    if (options.mask && q.dim() != 3)
        options.mask = options.mask->expand({q.size(0), -1, -1, -1});
    const at::Tensor output = attention(withHeads(q), withHeads(k), withHeads(v), options);
    return q.dim() == 3 ? output.squeeze(1) : output.unflatten(0, q.sizes().slice(0, size_t(q.dim()) - 3));
}

/// Since PyTorch 2.4; computed in fp32 for half precision, as there.
at::Tensor rmsNorm(const at::Tensor &input, at::IntArrayRef shape, const c10::optional<at::Tensor> &weight, c10::optional<double> epsilon)
{
    std::vector<int64_t> dimensions;
    for (size_t i = 0; i < shape.size(); ++i)
        dimensions.push_back(-1 - int64_t(i));
    const bool isHalf = input.scalar_type() == at::kHalf || input.scalar_type() == at::kBFloat16;
    const at::Tensor wide = isHalf ? input.to(at::kFloat) : input;
    const double smallest = input.scalar_type() == at::kDouble ? std::numeric_limits<double>::epsilon() : double(std::numeric_limits<float>::epsilon());
    const at::Tensor normed = (wide * at::rsqrt(wide.pow(2).mean(dimensions, true) + epsilon.value_or(smallest))).to(input.scalar_type());
    return weight && weight->defined() ? normed * *weight : normed;
}

/// Since PyTorch 2.5: rows that are masked altogether are 0.
at::Tensor safeSoftmax(const at::Tensor &input, int64_t dimension, c10::optional<at::ScalarType> type)
{
    const at::Tensor output = at::softmax(input, dimension, type);
    const at::Tensor isHidden = input.eq(-std::numeric_limits<double>::infinity()).all(dimension, true);
    return at::where(isHidden, at::zeros({}, output.options()), output);
}

} // namespace

void setScriptAttention(AttentionKind kind)
{
    scriptAttention = kind;
}

void installNewerOperators()
{
    static const bool areInstalled = [] {
        static torch::Library library(torch::Library::FRAGMENT, "aten", c10::nullopt, __FILE__, __LINE__);
        library.def("scaled_dot_product_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float dropout_p=0.0, bool is_causal=False, "
                    "*, float? scale=None, bool enable_gqa=False) -> Tensor", TORCH_FN(scaledDotProductAttention));
        library.def("rms_norm(Tensor input, int[] normalized_shape, Tensor? weight=None, float? eps=None) -> Tensor", TORCH_FN(rmsNorm));
        library.def("_safe_softmax(Tensor self, int dim, ScalarType? dtype=None) -> Tensor", TORCH_FN(safeSoftmax));
        return true;
    }();
    Q_UNUSED(areInstalled);
}

} // namespace Trainyard
