#include "services/torch/forecast/networks/imagemodels.h"

#include <ATen/Functions.h>

namespace Trainyard {

namespace {

/// A 3x3 convolution to a quarter of the channels, dropout, the scores.
Step fcnHead(const NetworkPath &path, qint64 in, qint64 classes)
{
    const Convolution narrow(path / 0, {.in = in, .out = in / 4});
    const BatchNorm norm(path / 1, in / 4);
    const Convolution scores(path / 4, {.in = in / 4, .out = classes, .kernel = 1, .hasBias = true});
    return [=](const at::Tensor &x) {
        at::Tensor y = narrow(x);
        y = norm(y);
        y = at::relu(y);
        y = dropout(y, 0.1);
        return scores(y);
    };
}

/// Convolution, batch norm, ReLU in a tensor of its own.
class ConvNormRelu
{
public:
    ConvNormRelu(const NetworkPath &path, const ConvolutionShape &shape, const char *convolution = "0", const char *norm = "1")
        : m_both(path, shape, InPlace::None, 1e-5, convolution, norm)
    {
    }

    at::Tensor operator()(const at::Tensor &x) const
    {
        const at::Tensor y = m_both(x);
        return at::relu(y);
    }

private:
    ConvNorm m_both;
};

/// Chen et al. 2017: the same features seen at several dilations and as a whole.
Step deepLabHead(const NetworkPath &path, qint64 in, qint64 classes)
{
    constexpr qint64 width = 256;
    constexpr std::array<qint64, 3> dilations{12, 24, 36};
    const NetworkPath spread = path / "0.convs";
    std::vector<ConvNormRelu> branches{ConvNormRelu(spread / 0, {.in = in, .out = width, .kernel = 1})};
    for (size_t i = 0; i < dilations.size(); ++i)
        branches.push_back(ConvNormRelu(spread / qint64(i + 1), {.in = in, .out = width, .dilation = dilations[i]}));
    const ConvNormRelu whole(spread / 4, {.in = in, .out = width, .kernel = 1}, "1", "2");
    const ConvNormRelu joined(path / "0.project", {.in = 5 * width, .out = width, .kernel = 1});
    const ConvNormRelu smoothed(path, {.in = width, .out = width}, "1", "2");
    const Convolution scores(path / 4, {.in = width, .out = classes, .kernel = 1, .hasBias = true});
    return [=](const at::Tensor &x) {
        std::vector<at::Tensor> seen;
        for (const ConvNormRelu &branch : branches)
            seen.push_back(branch(x));
        at::Tensor y = at::adaptive_avg_pool2d(x, {1, 1});
        y = whole(y);
        seen.push_back(resized(y, x.size(2), x.size(3)));
        y = at::cat(seen, 1);
        y = joined(y);
        y = dropout(y, 0.5);
        y = smoothed(y);
        return scores(y);
    };
}

/// torchvision's segmentation networks as they are trained: a dilated ResNet, a head on its last stage and an auxiliary one on the third.
ImageModel onResNet(const NetworkPath &root, const ImageTask &task, const std::array<int, 4> &blocks, bool isDeepLab)
{
    const ResidualBackbone backbone = dilatedResNet(root / "backbone", task, blocks);
    const Step head = isDeepLab ? deepLabHead(root / "classifier", 2048, task.classes) : fcnHead(root / "classifier", 2048, task.classes);
    const Step auxiliary = fcnHead(root / "aux_classifier", 1024, task.classes);
    const auto forward = [=](const at::Tensor &x) {
        const at::Tensor third = (*backbone.toThird)(x), fourth = (*backbone.fourth)(third);
        at::Tensor scores = head(fourth);
        scores = resized(scores, x.size(2), x.size(3));
        at::Tensor beside = auxiliary(third);
        beside = resized(beside, x.size(2), x.size(3));
        return std::vector<at::Tensor>{scores, beside};
    };
    return {forward, 0.5};
}

/// Ronneberger et al. 2015, padded and with batch norm as it is written today: halves and doubles back, joined with what was there before.
ImageModel uNet(const NetworkPath &root, const ImageTask &task)
{
    constexpr qint64 first = 64;
    constexpr int depth = 4;
    const auto twice = [](const NetworkPath &path, qint64 in, qint64 out) -> Step {
        const ConvNorm one(path, {.in = in, .out = out}, InPlace::Relu, 1e-5, "0", "1"), two(path, {.in = out, .out = out}, InPlace::Relu, 1e-5, "3", "4");
        return [one, two](const at::Tensor &x) {
            const at::Tensor y = one(x);
            return two(y);
        };
    };
    struct Up
    {
        at::Tensor weight, bias;
        Step after;
    };
    std::vector<Step> down{twice(root / "inc.double_conv", task.channels, first)};
    for (int i = 0; i < depth; ++i)
        down.push_back(twice(root / QStringLiteral("down%1.maxpool_conv.1.double_conv").arg(i + 1), first << i, first << (i + 1)));
    std::vector<Up> up;
    for (int i = 0; i < depth; ++i) {
        const qint64 in = first << (depth - i);
        const NetworkPath path = root / QStringLiteral("up%1").arg(i + 1);
        up.push_back({(path / "up").weight("weight", {in, in / 2, 2, 2}), (path / "up").constant("bias", {in / 2}, 0), twice(path / "conv.double_conv", in, in / 2)});
    }
    const Convolution scores(root / "outc.conv", {.in = first, .out = task.classes, .kernel = 1, .hasBias = true});
    const auto forward = [=](const at::Tensor &x) {
        std::vector<at::Tensor> seen{down[0](x)};
        for (int i = 1; i <= depth; ++i) {
            const at::Tensor smaller = maxPool(seen.back(), 2, 2);
            seen.push_back(down[size_t(i)](smaller));
        }
        at::Tensor y = seen.back();
        for (int i = 0; i < depth; ++i) {
            const at::Tensor &beside = seen[size_t(depth - 1 - i)];
            y = at::conv_transpose2d(y, up[size_t(i)].weight, up[size_t(i)].bias, {2, 2});
            y = at::constant_pad_nd(y, {0, beside.size(3) - y.size(3), 0, beside.size(2) - y.size(2)});
            y = at::cat({beside, y}, 1);
            y = up[size_t(i)].after(y);
        }
        return std::vector<at::Tensor>{scores(y)};
    };
    return {forward};
}

} // namespace

QList<ImageArchitecture> segmentationArchitectures()
{
    constexpr std::array<int, 4> fifty{3, 4, 6, 3}, hundredAndOne{3, 4, 23, 3};
    const ImageTask usual{.height = 520, .width = 520, .classes = 21};
    const auto made = [&usual](const char *name, std::array<int, 4> blocks, bool isDeepLab) {
        return ImageArchitecture{QLatin1String(name), [=](const NetworkPath &root, const ImageTask &task) { return onResNet(root, task, blocks, isDeepLab); }, usual, true};
    };
    return {
        made("fcn_resnet50", fifty, false),
        made("fcn_resnet101", hundredAndOne, false),
        made("deeplabv3_resnet50", fifty, true),
        made("deeplabv3_resnet101", hundredAndOne, true),
        {QStringLiteral("unet"), uNet, {.height = 512, .width = 512, .classes = 2}, true},
    };
}

} // namespace Trainyard
