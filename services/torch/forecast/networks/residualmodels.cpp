#include "services/torch/forecast/networks/imagemodels.h"

#include <ATen/Functions.h>

namespace Trainyard {

namespace {

struct ResidualPlan
{
    std::array<int, 4> blocks{};
    bool isBottleneck = true;
    qint64 groups = 1, widthPerGroup = 64;
    std::array<bool, 4> isDilated{}; ///< instead of a stride
};

/// He et al. 2015. Bottleneck blocks have the stride in the 3x3 convolution; wide and grouped ones only differ in its width.
class ResidualBlock
{
public:
    struct Shape
    {
        qint64 in, planes, stride, dilation;
    };

    ResidualBlock(const NetworkPath &path, const ResidualPlan &plan, const Shape &shape) : m_isBottleneck(plan.isBottleneck)
    {
        const qint64 out = outOf(plan, shape.planes), width = shape.planes * plan.widthPerGroup / 64 * plan.groups;
        if (m_isBottleneck) {
            m_first = ConvNorm(path, {.in = shape.in, .out = width, .kernel = 1}, InPlace::Relu, 1e-5, "conv1", "bn1");
            m_second = ConvNorm(path, {.in = width, .out = width, .stride = shape.stride, .dilation = shape.dilation, .groups = plan.groups}, InPlace::Relu, 1e-5,
                                "conv2", "bn2");
            m_third = ConvNorm(path, {.in = width, .out = out, .kernel = 1}, InPlace::None, 1e-5, "conv3", "bn3");
        } else {
            m_first = ConvNorm(path, {.in = shape.in, .out = shape.planes, .stride = shape.stride}, InPlace::Relu, 1e-5, "conv1", "bn1");
            m_second = ConvNorm(path, {.in = shape.planes, .out = shape.planes}, InPlace::None, 1e-5, "conv2", "bn2");
        }
        m_hasShortcut = shape.stride != 1 || shape.in != out;
        if (m_hasShortcut)
            m_shortcut = ConvNorm(path / "downsample", {.in = shape.in, .out = out, .kernel = 1, .stride = shape.stride}, InPlace::None);
    }

    static qint64 outOf(const ResidualPlan &plan, qint64 planes) { return plan.isBottleneck ? 4 * planes : planes; }

    at::Tensor operator()(const at::Tensor &x) const
    {
        at::Tensor y = m_first(x);
        y = m_second(y);
        if (m_isBottleneck)
            y = m_third(y);
        const at::Tensor identity = m_hasShortcut ? m_shortcut(x) : x;
        y.add_(identity);
        return at::relu_(y);
    }

private:
    bool m_isBottleneck, m_hasShortcut = false;
    ConvNorm m_first, m_second, m_third, m_shortcut;
};

/// Stem and the stages from @p first to @p last; @p in goes on from stage to stage.
void addStages(Stages &stages, const NetworkPath &path, const ResidualPlan &plan, int first, int last, qint64 &in, qint64 &dilation)
{
    for (int stage = first; stage <= last; ++stage) {
        const qint64 planes = qint64(64) << stage;
        qint64 stride = stage > 0 ? 2 : 1;
        const qint64 firstDilation = dilation;
        if (plan.isDilated[size_t(stage)]) {
            dilation *= stride;
            stride = 1;
        }
        for (int block = 0; block < plan.blocks[size_t(stage)]; ++block) {
            const QString name = QStringLiteral("layer%1.%2").arg(stage + 1).arg(block);
            stages.addLayer(name, ResidualBlock(path / name, plan, {in, planes, block == 0 ? stride : 1, block == 0 ? firstDilation : dilation}));
            in = ResidualBlock::outOf(plan, planes);
        }
    }
}

void addStem(Stages &stages, const NetworkPath &path, qint64 channels)
{
    const ConvNorm stem(path, {.in = channels, .out = 64, .kernel = 7, .stride = 2}, InPlace::Relu, 1e-5, "conv1", "bn1");
    stages.add(QStringLiteral("stem"), [stem](const at::Tensor &x) {
        const at::Tensor y = stem(x);
        return maxPool(y, 3, 2, 1);
    });
}

ImageModel resNet(const NetworkPath &root, const ImageTask &task, const ResidualPlan &plan)
{
    Stages stages(root);
    addStem(stages, root, task.channels);
    qint64 in = 64, dilation = 1;
    addStages(stages, root, plan, 0, 3, in, dilation);
    const Linear classifier(root / "fc", in, task.classes);
    stages.add(QStringLiteral("head"), [classifier](const at::Tensor &x) {
        const at::Tensor pooled = pooledChannels(x);
        return classifier(pooled);
    });
    return {[stages](const at::Tensor &x) { return std::vector<at::Tensor>{stages(x)}; }};
}

} // namespace

ResidualBackbone dilatedResNet(const NetworkPath &path, const ImageTask &task, const std::array<int, 4> &blocks)
{
    const ResidualPlan plan{.blocks = blocks, .isDilated = {false, false, true, true}};
    ResidualBackbone backbone{std::make_shared<Stages>(path), std::make_shared<Stages>(path)};
    addStem(*backbone.toThird, path, task.channels);
    qint64 in = 64, dilation = 1;
    addStages(*backbone.toThird, path, plan, 0, 2, in, dilation);
    addStages(*backbone.fourth, path, plan, 3, 3, in, dilation);
    return backbone;
}

QList<ImageArchitecture> residualArchitectures()
{
    const auto made = [](const char *name, const ResidualPlan &plan) {
        return ImageArchitecture{QLatin1String(name), [plan](const NetworkPath &root, const ImageTask &task) { return resNet(root, task, plan); }};
    };
    return {
        made("resnet18", {.blocks = {2, 2, 2, 2}, .isBottleneck = false}),
        made("resnet34", {.blocks = {3, 4, 6, 3}, .isBottleneck = false}),
        made("resnet50", {.blocks = {3, 4, 6, 3}}),
        made("resnet101", {.blocks = {3, 4, 23, 3}}),
        made("resnet152", {.blocks = {3, 8, 36, 3}}),
        made("wide_resnet50_2", {.blocks = {3, 4, 6, 3}, .widthPerGroup = 128}),
        made("wide_resnet101_2", {.blocks = {3, 4, 23, 3}, .widthPerGroup = 128}),
        made("resnext50_32x4d", {.blocks = {3, 4, 6, 3}, .groups = 32, .widthPerGroup = 4}),
        made("resnext101_32x8d", {.blocks = {3, 4, 23, 3}, .groups = 32, .widthPerGroup = 8}),
        made("resnext101_64x4d", {.blocks = {3, 4, 23, 3}, .groups = 64, .widthPerGroup = 4}),
    };
}

} // namespace Trainyard
