#include "services/torch/forecast/networks/convolutionlayers.h"

#include "services/torch/forecast/metaoperators.h"
#include "services/torch/forecast/recorder.h"

#include <ATen/Functions.h>

#include <cmath>

namespace Trainyard {

Convolution::Convolution(const NetworkPath &path, const ConvolutionShape &shape) : m_shape(shape)
{
    if (!m_shape.kernelWidth)
        m_shape.kernelWidth = shape.kernel;
    const double fanOut = double(shape.out * m_shape.kernel * m_shape.kernelWidth) / double(shape.groups);
    m_weight = path.weight("weight", {shape.out, shape.in / shape.groups, m_shape.kernel, m_shape.kernelWidth}, std::sqrt(2.0 / fanOut));
    if (shape.hasBias)
        m_bias = path.constant("bias", {shape.out}, 0);
}

at::Tensor Convolution::operator()(const at::Tensor &x) const
{
    const auto padding = [this](qint64 kernel) -> int64_t { return m_shape.padding >= 0 ? m_shape.padding : (kernel - 1) / 2 * m_shape.dilation; };
    const std::array<int64_t, 2> around{padding(m_shape.kernel), padding(m_shape.kernelWidth)};
    const int64_t stride = m_shape.stride, dilation = m_shape.dilation;
    return at::conv2d(x, m_weight, m_bias, {stride, stride}, around, {dilation, dilation}, m_shape.groups);
}

BatchNorm::BatchNorm(const NetworkPath &path, qint64 channels, double epsilon) : m_epsilon(epsilon)
{
    m_weight = path.constant("weight", {channels}, 1);
    m_bias = path.constant("bias", {channels}, 0);
    m_mean = path.buffer("running_mean", {channels}, 0);
    m_variance = path.buffer("running_var", {channels}, 1);
    m_batches = path.buffer("num_batches_tracked", {}, 0, at::kLong);
}

at::Tensor BatchNorm::operator()(const at::Tensor &x) const
{
    TORCH_CHECK(x.numel() > x.size(1), "batch norm needs more than one value per channel, it is given ", x.sizes());
    m_batches.add_(1);
    return at::batch_norm(x, m_weight, m_bias, m_mean, m_variance, true, 0.1, m_epsilon, true);
}

at::Tensor inPlace(InPlace activation, const at::Tensor &x)
{
    at::Tensor tensor = x;
    switch (activation) {
    case InPlace::None: return x;
    case InPlace::Relu: return at::relu_(tensor);
    case InPlace::Relu6: return at::hardtanh_(tensor, 0, 6);
    case InPlace::Silu: return at::silu_(tensor);
    case InPlace::Hardswish: return at::hardswish_(tensor);
    }
    return x;
}

ConvNorm::ConvNorm(const NetworkPath &path, const ConvolutionShape &shape, InPlace activation, double epsilon, const char *convolution, const char *norm)
    : m_convolution(path / convolution, shape), m_norm(path / norm, shape.out, epsilon), m_activation(activation)
{
}

at::Tensor ConvNorm::operator()(const at::Tensor &x) const
{
    at::Tensor y = m_convolution(x);
    y = m_norm(y);
    return inPlace(m_activation, y);
}

void Stages::add(const QString &name, Step step)
{
    m_stages.push_back({name, std::move(step), false});
}

void Stages::addLayer(const QString &name, Step step)
{
    m_stages.push_back({name, std::move(step), true});
}

at::Tensor Stages::operator()(const at::Tensor &input) const
{
    at::Tensor x = input;
    for (const Stage &stage : m_stages) {
        const ModuleScope scope(stage.name);
        x = stage.isLayer && m_checkpoints ? checkpointed(stage.run, x) : stage.run(x);
    }
    return x;
}

at::Tensor maxPool(const at::Tensor &x, qint64 kernel, qint64 stride, qint64 padding, bool roundsUp)
{
    return at::max_pool2d(x, {kernel, kernel}, {stride, stride}, {padding, padding}, {1, 1}, roundsUp);
}

at::Tensor pooledChannels(const at::Tensor &x)
{
    return at::adaptive_avg_pool2d(x, {1, 1}).flatten(1);
}

at::Tensor resized(const at::Tensor &x, qint64 height, qint64 width)
{
    return at::upsample_bilinear2d(x, {height, width}, false);
}

} // namespace Trainyard
