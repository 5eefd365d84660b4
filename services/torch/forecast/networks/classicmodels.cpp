#include "services/torch/forecast/networks/imagemodels.h"

#include <ATen/Functions.h>

namespace Trainyard {

namespace {

std::vector<at::Tensor> only(at::Tensor scores)
{
    return {std::move(scores)};
}

/// Two hidden linear layers and a last one, with dropout in front of (AlexNet) or behind (VGG) the hidden ones.
Step threeLinears(const NetworkPath &path, qint64 in, const ImageTask &task, bool dropsFirst)
{
    constexpr qint64 hidden = 4096;
    const Linear first(path / (dropsFirst ? "classifier.1" : "classifier.0"), in, hidden), second(path / (dropsFirst ? "classifier.4" : "classifier.3"), hidden, hidden),
        last(path / "classifier.6", hidden, task.classes);
    return [=](const at::Tensor &x) {
        at::Tensor y = x;
        for (const Linear &layer : {first, second}) {
            if (dropsFirst)
                y = dropout(y, 0.5);
            y = layer(y);
            y = at::relu_(y);
            if (!dropsFirst)
                y = dropout(y, 0.5);
        }
        return last(y);
    };
}

/// Krizhevsky 2014, "one weird trick".
ImageModel alexNet(const NetworkPath &root, const ImageTask &task)
{
    struct Layer
    {
        qint64 out, kernel, stride, padding;
        bool isPooled;
    };
    constexpr std::array layers{Layer{64, 11, 4, 2, true}, Layer{192, 5, 1, 2, true}, Layer{384, 3, 1, 1, false}, Layer{256, 3, 1, 1, false}, Layer{256, 3, 1, 1, true}};
    constexpr std::array places{0, 3, 6, 8, 10};
    Stages stages(root);
    qint64 in = task.channels;
    for (size_t i = 0; i < layers.size(); ++i) {
        const Layer &layer = layers[i];
        const QString name = QStringLiteral("features.%1").arg(places[i]);
        const Convolution convolution(root / name,
                                      {.in = in, .out = layer.out, .kernel = layer.kernel, .stride = layer.stride, .padding = layer.padding, .hasBias = true});
        stages.add(name, [convolution, isPooled = layer.isPooled](const at::Tensor &x) {
            at::Tensor y = convolution(x);
            y = at::relu_(y);
            return isPooled ? maxPool(y, 3, 2) : y;
        });
        in = layer.out;
    }
    constexpr int64_t side = 6;
    stages.add(QStringLiteral("pool"), [](const at::Tensor &x) { return at::adaptive_avg_pool2d(x, {side, side}).flatten(1); });
    stages.add(QStringLiteral("classifier"), threeLinears(root, in * side * side, task, true));
    return {[stages](const at::Tensor &x) { return only(stages(x)); }};
}

/// Simonyan and Zisserman 2014: five stages of 3x3 convolutions, each ended by pooling, then three linear layers.
ImageModel vgg(const NetworkPath &root, const ImageTask &task, const std::array<int, 5> &convolutions, bool hasBatchNorm)
{
    constexpr std::array<qint64, 5> widths{64, 128, 256, 512, 512};
    Stages stages(root);
    qint64 in = task.channels;
    int place = 0;
    for (size_t stage = 0; stage < widths.size(); ++stage) {
        for (int i = 0; i < convolutions[stage]; ++i) {
            const QString name = QStringLiteral("features.%1").arg(place);
            const Convolution convolution(root / name, {.in = in, .out = widths[stage], .hasBias = true});
            const std::optional<BatchNorm> norm =
                hasBatchNorm ? std::optional(BatchNorm(root / QStringLiteral("features.%1").arg(place + 1), widths[stage])) : std::nullopt;
            stages.add(name, [convolution, norm](const at::Tensor &x) {
                at::Tensor y = convolution(x);
                if (norm)
                    y = (*norm)(y);
                return at::relu_(y);
            });
            in = widths[stage];
            place += hasBatchNorm ? 3 : 2;
        }
        stages.add(QStringLiteral("features.%1").arg(place++), [](const at::Tensor &x) { return maxPool(x, 2, 2); });
    }
    constexpr int64_t side = 7;
    stages.add(QStringLiteral("pool"), [](const at::Tensor &x) { return at::adaptive_avg_pool2d(x, {side, side}).flatten(1); });
    stages.add(QStringLiteral("classifier"), threeLinears(root, in * side * side, task, false));
    return {[stages](const at::Tensor &x) { return only(stages(x)); }};
}

/// Iandola et al. 2016, both versions of torchvision.
ImageModel squeezeNet(const NetworkPath &root, const ImageTask &task, bool isFirst)
{
    Stages stages(root);
    const Convolution stem(root / "features.0", {.in = task.channels, .out = isFirst ? 96 : 64, .kernel = isFirst ? 7 : 3, .stride = 2, .padding = 0, .hasBias = true});
    stages.add(QStringLiteral("features.0"), [stem](const at::Tensor &x) {
        at::Tensor y = stem(x);
        return at::relu_(y);
    });
    const std::vector<qint64> squeezed = {16, 16, 32, 32, 48, 48, 64, 64};
    const std::vector<size_t> pooledBefore = isFirst ? std::vector<size_t>{0, 3, 7} : std::vector<size_t>{0, 2, 4};
    qint64 in = isFirst ? 96 : 64;
    int place = 2;
    for (size_t i = 0; i < squeezed.size(); ++i) {
        if (std::find(pooledBefore.begin(), pooledBefore.end(), i) != pooledBefore.end())
            stages.add(QStringLiteral("features.%1").arg(place++), [](const at::Tensor &x) { return maxPool(x, 3, 2, 0, true); });
        const QString name = QStringLiteral("features.%1").arg(place++);
        const qint64 narrow = squeezed[i], wide = 4 * narrow;
        const NetworkPath fire = root / name;
        const Convolution squeeze(fire / "squeeze", {.in = in, .out = narrow, .kernel = 1, .hasBias = true}),
            small(fire / "expand1x1", {.in = narrow, .out = wide, .kernel = 1, .hasBias = true}), large(fire / "expand3x3", {.in = narrow, .out = wide, .hasBias = true});
        stages.add(name, [=](const at::Tensor &x) {
            at::Tensor y = squeeze(x);
            y = at::relu_(y);
            at::Tensor first = small(y), second = large(y);
            return at::cat({at::relu_(first), at::relu_(second)}, 1);
        });
        in = 2 * wide;
    }
    const Convolution classifier(root / "classifier.1", {.in = in, .out = task.classes, .kernel = 1, .hasBias = true});
    stages.add(QStringLiteral("classifier"), [classifier](const at::Tensor &x) {
        at::Tensor y = dropout(x, 0.5);
        y = classifier(y);
        y = at::relu_(y);
        return pooledChannels(y);
    });
    return {[stages](const at::Tensor &x) { return only(stages(x)); }};
}

/// Ours, for small images: blocks of convolution, batch norm, ReLU and pooling until a side is at most 8 pixels, then one linear layer.
ImageModel smallCnn(const NetworkPath &root, const ImageTask &task)
{
    constexpr qint64 enoughBlocks = 2, finalSide = 8, mostChannels = 128;
    Stages stages(root);
    qint64 in = task.channels, out = 32, height = task.height, width = task.width;
    for (qint64 block = 1; block <= enoughBlocks || std::max(height, width) > finalSide; ++block) {
        const Convolution convolution(root / QStringLiteral("block%1_conv").arg(block), {.in = in, .out = out});
        const BatchNorm norm(root / QStringLiteral("block%1_bn").arg(block), out);
        stages.add(QStringLiteral("block%1").arg(block), [convolution, norm](const at::Tensor &x) {
            at::Tensor y = convolution(x);
            y = norm(y);
            y = at::relu(y);
            return maxPool(y, 2, 2);
        });
        in = out;
        out = std::min(2 * out, mostChannels);
        height /= 2;
        width /= 2;
    }
    const Linear classifier(root / "classifier", in * height * width, task.classes);
    stages.add(QStringLiteral("classifier"), [classifier](const at::Tensor &x) {
        at::Tensor y = x.flatten(1) * 0.25;
        y = dropout(y, 0.25);
        return classifier(y);
    });
    return {[stages](const at::Tensor &x) { return only(stages(x)); }};
}

} // namespace

QList<ImageArchitecture> classicArchitectures()
{
    const auto visual = [](const char *name, std::array<int, 5> convolutions, bool hasBatchNorm) {
        return ImageArchitecture{QLatin1String(name),
                                 [=](const NetworkPath &root, const ImageTask &task) { return vgg(root, task, convolutions, hasBatchNorm); }};
    };
    return {
        {QStringLiteral("alexnet"), alexNet},
        visual("vgg11", {1, 1, 2, 2, 2}, false),
        visual("vgg13", {2, 2, 2, 2, 2}, false),
        visual("vgg16", {2, 2, 3, 3, 3}, false),
        visual("vgg19", {2, 2, 4, 4, 4}, false),
        visual("vgg11_bn", {1, 1, 2, 2, 2}, true),
        visual("vgg13_bn", {2, 2, 2, 2, 2}, true),
        visual("vgg16_bn", {2, 2, 3, 3, 3}, true),
        visual("vgg19_bn", {2, 2, 4, 4, 4}, true),
        {QStringLiteral("squeezenet1_0"), [](const NetworkPath &root, const ImageTask &task) { return squeezeNet(root, task, true); }},
        {QStringLiteral("squeezenet1_1"), [](const NetworkPath &root, const ImageTask &task) { return squeezeNet(root, task, false); }},
        {QStringLiteral("small-cnn"), smallCnn, {.channels = 1, .height = 28, .width = 28, .classes = 10}},
    };
}

} // namespace Trainyard
