#include "services/torch/forecast/networks/imagemodels.h"

#include <ATen/Functions.h>

namespace Trainyard {

namespace {

struct DensePlan
{
    std::array<int, 4> blocks{};
    qint64 growth = 32, first = 64;
};

/// Batch norm, ReLU in place, convolution: the other way round than elsewhere.
class NormConv
{
public:
    NormConv(const NetworkPath &path, const char *norm, const char *convolution, const ConvolutionShape &shape)
        : m_norm(path / norm, shape.in), m_convolution(path / convolution, shape)
    {
    }

    at::Tensor operator()(const at::Tensor &x) const
    {
        at::Tensor y = m_norm(x);
        y = at::relu_(y);
        return m_convolution(y);
    }

private:
    BatchNorm m_norm;
    Convolution m_convolution;
};

/// Each layer sees what all before it made, joined anew.
Step denseBlock(const NetworkPath &path, qint64 in, int layers, qint64 growth)
{
    constexpr qint64 bottleneck = 4;
    std::vector<std::pair<NormConv, NormConv>> pairs;
    for (int i = 0; i < layers; ++i) {
        const NetworkPath layer = path / QStringLiteral("denselayer%1").arg(i + 1);
        const NormConv narrow(layer, "norm1", "conv1", {.in = in + i * growth, .out = bottleneck * growth, .kernel = 1});
        const NormConv wide(layer, "norm2", "conv2", {.in = bottleneck * growth, .out = growth});
        pairs.emplace_back(narrow, wide);
    }
    return [pairs](const at::Tensor &x) {
        std::vector<at::Tensor> features{x};
        for (const auto &[narrow, wide] : pairs) {
            at::Tensor y = at::cat(features, 1);
            y = narrow(y);
            y = wide(y);
            features.push_back(y);
        }
        return at::cat(features, 1);
    };
}

/// Huang et al. 2017.
ImageModel denseNet(const NetworkPath &root, const ImageTask &task, const DensePlan &plan)
{
    const NetworkPath features = root / "features";
    Stages stages(root);
    const ConvNorm stem(features, {.in = task.channels, .out = plan.first, .kernel = 7, .stride = 2}, InPlace::Relu, 1e-5, "conv0", "norm0");
    stages.add(QStringLiteral("stem"), [stem](const at::Tensor &x) {
        const at::Tensor y = stem(x);
        return maxPool(y, 3, 2, 1);
    });
    qint64 in = plan.first;
    for (int i = 0; i < 4; ++i) {
        const QString block = QStringLiteral("denseblock%1").arg(i + 1);
        stages.addLayer(block, denseBlock(features / block, in, plan.blocks[size_t(i)], plan.growth));
        in += plan.blocks[size_t(i)] * plan.growth;
        if (i == 3)
            break;
        const QString transition = QStringLiteral("transition%1").arg(i + 1);
        const NormConv halved(features / transition, "norm", "conv", {.in = in, .out = in / 2, .kernel = 1});
        stages.add(transition, [halved](const at::Tensor &x) {
            const at::Tensor y = halved(x);
            return at::avg_pool2d(y, {2, 2}, {2, 2});
        });
        in /= 2;
    }
    const BatchNorm norm(features / "norm5", in);
    const Linear classifier(root / "classifier", in, task.classes);
    stages.add(QStringLiteral("head"), [norm, classifier](const at::Tensor &x) {
        at::Tensor y = norm(x);
        y = at::relu_(y);
        y = pooledChannels(y);
        return classifier(y);
    });
    return {[stages](const at::Tensor &x) { return std::vector<at::Tensor>{stages(x)}; }};
}

} // namespace

QList<ImageArchitecture> denseArchitectures()
{
    const auto made = [](const char *name, const DensePlan &plan) {
        return ImageArchitecture{QLatin1String(name), [plan](const NetworkPath &root, const ImageTask &task) { return denseNet(root, task, plan); }};
    };
    return {
        made("densenet121", {{6, 12, 24, 16}}),
        made("densenet161", {{6, 12, 36, 24}, 48, 96}),
        made("densenet169", {{6, 12, 32, 32}}),
        made("densenet201", {{6, 12, 48, 32}}),
    };
}

} // namespace Trainyard
