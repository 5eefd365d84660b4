#pragma once

#include "services/torch/forecast/networks/layers.h"

/// The layers of the image networks, as torchvision's modules run them: in place where those are.
namespace Trainyard {

using Step = std::function<at::Tensor(const at::Tensor &)>;

struct ConvolutionShape
{
    qint64 in = 0, out = 0, kernel = 3, stride = 1;
    qint64 padding = -1; ///< -1: the size stays at stride 1
    qint64 dilation = 1, groups = 1;
    bool hasBias = false;
    qint64 kernelWidth = 0; ///< 0: square (Inception's 1 x 7 and 7 x 1)
};

class Convolution
{
public:
    Convolution() = default;
    Convolution(const NetworkPath &path, const ConvolutionShape &shape);

    at::Tensor operator()(const at::Tensor &x) const;

private:
    ConvolutionShape m_shape;
    at::Tensor m_weight, m_bias;
};

/// Batch norm in training mode: normalises with the batch's statistics and updates the running ones.
class BatchNorm
{
public:
    BatchNorm() = default;
    BatchNorm(const NetworkPath &path, qint64 channels, double epsilon = 1e-5);

    at::Tensor operator()(const at::Tensor &x) const;

private:
    at::Tensor m_weight, m_bias, m_mean, m_variance, m_batches;
    double m_epsilon = 1e-5;
};

enum class InPlace { None, Relu, Relu6, Silu, Hardswish };

/// The activation, in place; nothing for None.
at::Tensor inPlace(InPlace activation, const at::Tensor &x);

/// Convolution, batch norm, activation in place: torchvision's Conv2dNormActivation, and its names 0 and 1.
class ConvNorm
{
public:
    ConvNorm() = default;
    ConvNorm(const NetworkPath &path, const ConvolutionShape &shape, InPlace activation, double epsilon = 1e-5, const char *convolution = "0", const char *norm = "1");

    at::Tensor operator()(const at::Tensor &x) const;

private:
    Convolution m_convolution;
    BatchNorm m_norm;
    InPlace m_activation = InPlace::None;
};

/// Steps that follow one another. Those called layers are run again in the backward pass where the plan has checkpointing.
class Stages
{
public:
    explicit Stages(const NetworkPath &path) : m_checkpoints(path.parts().plan.checkpointing == Checkpointing::PerLayer) {}

    void add(const QString &name, Step step);
    void addLayer(const QString &name, Step step);

    at::Tensor operator()(const at::Tensor &input) const;

private:
    struct Stage
    {
        QString name;
        Step run;
        bool isLayer;
    };

    bool m_checkpoints;
    std::vector<Stage> m_stages;
};

at::Tensor maxPool(const at::Tensor &x, qint64 kernel, qint64 stride, qint64 padding = 0, bool roundsUp = false);
/// Average over all places: [batch, channels].
at::Tensor pooledChannels(const at::Tensor &x);
at::Tensor resized(const at::Tensor &x, qint64 height, qint64 width);

} // namespace Trainyard
