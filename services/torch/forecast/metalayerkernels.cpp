#include "services/torch/forecast/metakernels.h"
#include "services/torch/forecast/recorder.h"

#include <ATen/ATen.h>

#include <algorithm>

namespace Trainyard {

using at::IntArrayRef;
using at::Tensor;
using c10::optional;

namespace {

using Three = std::tuple<Tensor, Tensor, Tensor>;

at::TensorOptions inFloat(const Tensor &like)
{
    return like.options().dtype(like.scalar_type() == at::kDouble ? at::kDouble : at::kFloat);
}

Tensor like(const optional<Tensor> &tensor, bool isWanted)
{
    return isWanted && tensor && tensor->defined() ? at::empty_like(*tensor) : Tensor();
}

int64_t convolved(int64_t size, int64_t kernel, int64_t stride, int64_t padding, int64_t dilation)
{
    const int64_t rest = size + 2 * padding - dilation * (kernel - 1) - 1;
    TORCH_CHECK(rest >= 0, "the kernel of ", kernel, " is larger than the input of ", size);
    return rest / stride + 1;
}

/**
 * What cuDNN's Winograd convolution takes that stores its transforms (CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD_NONFUSED): the fastest one for fp32 without
 * tensor cores where both sides have many channels. Each tile of 4 x 4 outputs becomes 6 x 6 values, of the input, the output and the weights.
 */
int64_t winogradBytes(const Tensor &input, const Tensor &weight, IntArrayRef output, IntArrayRef stride, IntArrayRef dilation, int64_t groups)
{
    constexpr int64_t tile = 4, transformed = 6 * 6, manyChannels = 256;
    const auto isOne = [](int64_t value) { return value == 1; };
    const bool isWinograd = input.dim() == 4 && weight.size(2) == 3 && weight.size(3) == 3 && groups == 1 && std::all_of(stride.begin(), stride.end(), isOne)
        && std::all_of(dilation.begin(), dilation.end(), isOne);
    const FrameworkFacts &facts = operatorFacts();
    const bool usesTensorCores = facts.computeCapability >= 80 && facts.framework >= QVersionNumber(1, 7); // fp32 as TF32, since 1.7
    if (!isWinograd || usesTensorCores || input.scalar_type() != at::kFloat || std::min(input.size(1), output[1]) < manyChannels)
        return 0;
    const int64_t tiles = output[0] * ((output[2] + tile - 1) / tile) * ((output[3] + tile - 1) / tile);
    return int64_t(sizeof(float)) * transformed * (tiles * (input.size(1) + output[1]) + input.size(1) * output[1]);
}

Tensor convolution(const Tensor &input, const Tensor &weight, const optional<Tensor> &, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation,
                   bool isTransposed, IntArrayRef outputPadding, int64_t groups)
{
    std::vector<int64_t> sizes{input.size(0), isTransposed ? weight.size(1) * groups : weight.size(0)};
    for (int64_t i = 0; i < input.dim() - 2; ++i) {
        const int64_t size = input.size(i + 2), kernel = weight.size(i + 2);
        sizes.push_back(isTransposed ? (size - 1) * stride[i] - 2 * padding[i] + dilation[i] * (kernel - 1) + outputPadding[i] + 1
                                     : convolved(size, kernel, stride[i], padding[i], dilation[i]));
    }
    const bool isChannelsLast = input.dim() >= 4 && weight.suggest_memory_format() != at::MemoryFormat::Contiguous;
    const Tensor output = at::empty(sizes, input.options(), isChannelsLast ? weight.suggest_memory_format() : input.suggest_memory_format());
    if (const int64_t bytes = isTransposed ? 0 : winogradBytes(input, weight, sizes, stride, dilation, groups); bytes > 0)
        Recorder::tag(at::empty({bytes}, input.options().dtype(at::kByte)), MemoryUse::Workspace);
    return output;
}

Three convolutionBackward(const Tensor &gradient, const Tensor &input, const Tensor &weight, IntArrayRef, IntArrayRef, IntArrayRef, bool, IntArrayRef, int64_t,
                          std::array<bool, 3> wanted)
{
    return {like(input, wanted[0]), like(weight, wanted[1]), wanted[2] ? at::empty({gradient.size(1)}, weight.options()) : Tensor()};
}

Three batchNorm(const Tensor &input, const optional<Tensor> &, const optional<Tensor> &, const optional<Tensor> &, const optional<Tensor> &, bool isTraining, double,
                double)
{
    const Tensor output = at::empty_like(input);
    const int64_t channels = isTraining ? input.size(1) : 0;
    return {output, at::empty({channels}, inFloat(input)), at::empty({channels}, inFloat(input))};
}

Three batchNormBackward(const Tensor &, const Tensor &input, const optional<Tensor> &weight, const optional<Tensor> &, const optional<Tensor> &,
                        const optional<Tensor> &, const optional<Tensor> &, bool, double, std::array<bool, 3> wanted)
{
    const at::TensorOptions options = weight && weight->defined() ? weight->options() : input.options();
    const auto perChannel = [&](bool isWanted) { return isWanted ? at::empty({input.size(1)}, options) : Tensor(); };
    return {like(input, wanted[0]), perChannel(wanted[1]), perChannel(wanted[2])};
}

Three layerNorm(const Tensor &input, IntArrayRef shape, const optional<Tensor> &, const optional<Tensor> &, double)
{
    std::vector<int64_t> rows = input.sizes().vec();
    TORCH_CHECK(shape.size() <= rows.size() && input.sizes().slice(rows.size() - shape.size()) == shape, "the input ", input.sizes(),
                " does not end in the normalised shape ", shape);
    std::fill(rows.end() - std::ptrdiff_t(shape.size()), rows.end(), 1);
    const Tensor output = at::empty_like(input, at::MemoryFormat::Contiguous);
    return {output, at::empty(rows, inFloat(input)), at::empty(rows, inFloat(input))};
}

Three layerNormBackward(const Tensor &, const Tensor &input, IntArrayRef, const Tensor &, const Tensor &, const optional<Tensor> &weight, const optional<Tensor> &bias,
                        std::array<bool, 3> wanted)
{
    return {wanted[0] ? at::empty_like(input, at::MemoryFormat::Contiguous) : Tensor(), like(weight, wanted[1]), like(bias, wanted[2])};
}

Three groupNorm(const Tensor &input, const optional<Tensor> &, const optional<Tensor> &, int64_t batch, int64_t, int64_t, int64_t groups, double)
{
    const Tensor output = at::empty_like(input);
    return {output, at::empty({batch, groups}, input.options()), at::empty({batch, groups}, input.options())};
}

Three groupNormBackward(const Tensor &, const Tensor &input, const Tensor &, const Tensor &, const optional<Tensor> &weight, int64_t, int64_t channels, int64_t, int64_t,
                        std::array<bool, 3> wanted)
{
    const at::TensorOptions options = weight && weight->defined() ? weight->options() : input.options();
    return {like(input, wanted[0]), like(weight, wanted[1]), wanted[2] ? at::empty({channels}, options) : Tensor()};
}

std::tuple<Tensor, Tensor> nativeDropout(const Tensor &input, double, optional<bool>)
{
    const Tensor output = at::empty_like(input);
    return {output, at::empty_like(input, input.options().dtype(at::kBool))};
}

Tensor nativeDropoutBackward(const Tensor &gradient, const Tensor &, double)
{
    return at::empty_like(gradient);
}

Tensor adaptivePool(const Tensor &input, IntArrayRef size)
{
    std::vector<int64_t> sizes = input.sizes().vec();
    std::copy(size.begin(), size.end(), sizes.end() - std::ptrdiff_t(size.size()));
    return at::empty(sizes, input.options(), input.dim() == 4 ? input.suggest_memory_format() : at::MemoryFormat::Contiguous);
}

Tensor adaptivePoolBackward(const Tensor &, const Tensor &input)
{
    return at::empty_like(input);
}

int64_t at3(IntArrayRef values, size_t i, int64_t otherwise)
{
    return values.empty() ? otherwise : values.size() == 1 ? values[0] : values[i];
}

std::tuple<Tensor, Tensor> maxPool3d(const Tensor &input, IntArrayRef kernel, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool roundsUp)
{
    std::vector<int64_t> sizes = input.sizes().vec();
    for (size_t i = 0; i < 3; ++i) {
        int64_t &size = sizes[sizes.size() - 3 + i];
        const int64_t step = at3(stride, i, at3(kernel, i, 1)), pad = at3(padding, i, 0);
        const int64_t output = convolved(size + (roundsUp ? step - 1 : 0), at3(kernel, i, 1), step, pad, at3(dilation, i, 1));
        size = roundsUp && (output - 1) * step >= size + pad ? output - 1 : output; // the last window starts inside
    }
    return {at::empty(sizes, input.options()), at::empty(sizes, input.options().dtype(at::kLong))};
}

Tensor maxPool3dBackward(const Tensor &, const Tensor &input, IntArrayRef, IntArrayRef, IntArrayRef, IntArrayRef, bool, const Tensor &)
{
    return at::empty_like(input);
}

Tensor maxUnpool2d(const Tensor &input, const Tensor &, IntArrayRef size)
{
    return adaptivePool(input, size);
}

Tensor maxUnpool3d(const Tensor &input, const Tensor &, IntArrayRef size, IntArrayRef, IntArrayRef)
{
    return adaptivePool(input, size);
}

Tensor embeddingBackward(const Tensor &gradient, const Tensor &, int64_t rows, int64_t, bool)
{
    return at::empty({rows, gradient.size(-1)}, gradient.options());
}

std::tuple<Tensor, Tensor, Tensor, Tensor> embeddingBag(const Tensor &weight, const Tensor &indices, const Tensor &offsets, bool, int64_t mode, bool,
                                                        const optional<Tensor> &, bool includesLast, int64_t)
{
    constexpr int64_t isMax = 2;
    const int64_t bags = offsets.size(0) - (includesLast ? 1 : 0), width = weight.size(1);
    const Tensor output = at::empty({bags, width}, weight.options());
    const Tensor bagOfIndex = at::empty({indices.numel()}, indices.options());
    const Tensor bagSizes = at::empty({bags}, indices.options());
    return {output, bagOfIndex, bagSizes, mode == isMax ? at::empty({bags, width}, indices.options()) : at::empty({bags}, indices.options())};
}

Tensor embeddingBagBackward(const Tensor &gradient, const Tensor &, const Tensor &, const Tensor &, const Tensor &, int64_t rows, bool, int64_t, const optional<Tensor> &,
                            int64_t)
{
    return at::empty({rows, gradient.size(1)}, gradient.options());
}

Tensor embeddingBagWeightsBackward(const Tensor &gradient, const Tensor &, const Tensor &indices, const Tensor &, const Tensor &, int64_t, int64_t)
{
    return at::empty({indices.numel()}, gradient.options());
}

std::tuple<Tensor, Tensor> weightNorm(const Tensor &v, const Tensor &g, int64_t)
{
    const Tensor weight = at::empty_like(v);
    return {weight, at::empty_like(g, inFloat(g))};
}

std::tuple<Tensor, Tensor> weightNormBackward(const Tensor &, const Tensor &v, const Tensor &g, const Tensor &, int64_t)
{
    return {at::empty_like(v), at::empty_like(g)};
}

} // namespace

void addLayerKernels(torch::Library &library)
{
    library.impl("convolution_overrideable", TORCH_FN(convolution));
    library.impl("convolution_backward_overrideable", TORCH_FN(convolutionBackward));
    library.impl("native_batch_norm", TORCH_FN(batchNorm));
    library.impl("native_batch_norm_backward", TORCH_FN(batchNormBackward));
    library.impl("native_layer_norm", TORCH_FN(layerNorm));
    library.impl("native_layer_norm_backward", TORCH_FN(layerNormBackward));
    library.impl("native_group_norm", TORCH_FN(groupNorm));
    library.impl("native_group_norm_backward", TORCH_FN(groupNormBackward));
    library.impl("native_dropout", TORCH_FN(nativeDropout));
    library.impl("native_dropout_backward", TORCH_FN(nativeDropoutBackward));
    library.impl("_adaptive_avg_pool2d", TORCH_FN(adaptivePool));
    library.impl("_adaptive_avg_pool2d_backward", TORCH_FN(adaptivePoolBackward));
    library.impl("_adaptive_avg_pool3d", TORCH_FN(adaptivePool));
    library.impl("_adaptive_avg_pool3d_backward", TORCH_FN(adaptivePoolBackward));
    library.impl("max_pool3d_with_indices", TORCH_FN(maxPool3d));
    library.impl("max_pool3d_with_indices_backward", TORCH_FN(maxPool3dBackward));
    library.impl("max_unpool2d", TORCH_FN(maxUnpool2d));
    library.impl("max_unpool3d", TORCH_FN(maxUnpool3d));
    library.impl("embedding_dense_backward", TORCH_FN(embeddingBackward));
    library.impl("_embedding_bag", TORCH_FN(embeddingBag));
    library.impl("_embedding_bag_forward_only", TORCH_FN(embeddingBag));
    library.impl("_embedding_bag_dense_backward", TORCH_FN(embeddingBagBackward));
    library.impl("_embedding_bag_per_sample_weights_backward", TORCH_FN(embeddingBagWeightsBackward));
    library.impl("_weight_norm_interface", TORCH_FN(weightNorm));
    library.impl("_weight_norm_interface_backward", TORCH_FN(weightNormBackward));
}

} // namespace Trainyard
