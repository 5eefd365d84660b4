#include "services/torch/networks.h"

#include "models/common/units.h"
#include "services/torch/networkbuilder.h"
#include "services/torch/torchguard.h"

#include <QCoreApplication>
#include <QHash>

namespace Trainyard {

namespace {

using Convolution = NetworkBuilder::Convolution;

void convolutionNorm(NetworkBuilder &net, const std::string &name, const Convolution &shape, const std::string &activation = "torch.relu(x)")
{
    net.convolution(name + "_conv", shape);
    net.batchNorm(name + "_bn", shape.out);
    if (!activation.empty())
        net.line("x = " + activation);
}

/// Blocks of convolution, batch norm, ReLU and pooling until a side is at most 8 pixels, then one linear layer.
void smallCnn(NetworkBuilder &net, const NetworkSpec &spec)
{
    constexpr int64_t enoughBlocks = 2, finalSide = 8, mostChannels = 128;
    auto [channels, height, width] = spec.inputShape;
    int64_t out = 32;
    for (int64_t block = 1; block <= enoughBlocks || std::max(height, width) > finalSide; ++block) {
        convolutionNorm(net, "block" + std::to_string(block), {.in = channels, .out = out});
        net.line("x = torch.max_pool2d(x, [2, 2])");
        channels = out;
        out = std::min(2 * out, mostChannels);
        height /= 2;
        width /= 2;
    }
    // Some thousand features feed each score: smaller ones, and scores that start equal, keep a rate of 0.05 from diverging.
    net.line("x = torch.dropout(torch.flatten(x, 1) * 0.25, 0.25, self.training)");
    net.linearFromZero("classifier", channels * height * width, spec.classes);
}

/// He et al. 2015. Bottleneck blocks from ResNet-50 on, with the stride in the 3x3 convolution.
void residualBlock(NetworkBuilder &net, const std::string &name, int64_t in, int64_t width, int64_t stride, bool isBottleneck)
{
    const int64_t out = isBottleneck ? 4 * width : width;
    net.line("identity = x");
    if (isBottleneck) {
        convolutionNorm(net, name + "_1", {.in = in, .out = width, .kernel = 1});
        convolutionNorm(net, name + "_2", {.in = width, .out = width, .stride = stride});
        convolutionNorm(net, name + "_3", {.in = width, .out = out, .kernel = 1}, "");
    } else {
        convolutionNorm(net, name + "_1", {.in = in, .out = width, .stride = stride});
        convolutionNorm(net, name + "_2", {.in = width, .out = width}, "");
    }
    if (stride != 1 || in != out) {
        net.convolution(name + "_shortcut_conv", {.in = in, .out = out, .kernel = 1, .stride = stride}, "identity");
        net.batchNorm(name + "_shortcut_bn", out, "identity");
    }
    net.line("x = torch.relu(x + identity)");
}

void resNet(NetworkBuilder &net, const NetworkSpec &spec, const std::array<int, 4> &blocks, bool isBottleneck)
{
    convolutionNorm(net, "stem", {.in = spec.inputShape[0], .out = 64, .kernel = 7, .stride = 2});
    net.line("x = torch.max_pool2d(x, [3, 3], [2, 2], [1, 1])");
    int64_t in = 64;
    for (size_t stage = 0; stage < blocks.size(); ++stage) {
        const int64_t width = int64_t(64) << stage;
        for (int block = 0; block < blocks[stage]; ++block) {
            const std::string name = "layer" + std::to_string(stage + 1) + "_" + std::to_string(block);
            residualBlock(net, name, in, width, block == 0 && stage > 0 ? 2 : 1, isBottleneck);
            in = isBottleneck ? 4 * width : width;
        }
    }
    net.line("x = torch.flatten(torch.adaptive_avg_pool2d(x, [1, 1]), 1)");
    net.linear("classifier", in, spec.classes);
}

/// Simonyan and Zisserman 2014: five stages of 3x3 convolutions, each ended by pooling, then three linear layers.
void vgg(NetworkBuilder &net, const NetworkSpec &spec, const std::array<int, 5> &convolutions, bool hasBatchNorm)
{
    constexpr std::array<int64_t, 5> widths{64, 128, 256, 512, 512};
    int64_t in = spec.inputShape[0];
    for (size_t stage = 0; stage < widths.size(); ++stage) {
        for (int i = 0; i < convolutions[stage]; ++i) {
            const std::string name = "stage" + std::to_string(stage + 1) + "_" + std::to_string(i);
            net.convolution(name, {.in = in, .out = widths[stage], .bias = true});
            if (hasBatchNorm)
                net.batchNorm(name + "_bn", widths[stage]);
            net.line("x = torch.relu(x)");
            in = widths[stage];
        }
        net.line("x = torch.max_pool2d(x, [2, 2])");
    }
    constexpr int64_t pooledSide = 7, hidden = 4096;
    net.line("x = torch.flatten(torch.adaptive_avg_pool2d(x, [7, 7]), 1)");
    net.linear("hidden1", in * pooledSide * pooledSide, hidden);
    net.line("x = torch.dropout(torch.relu(x), 0.5, self.training)");
    net.linear("hidden2", hidden, hidden);
    net.line("x = torch.dropout(torch.relu(x), 0.5, self.training)");
    net.linear("classifier", hidden, spec.classes);
}

/// Sandler et al. 2018: expand (1x1), filter each channel (3x3), project (1x1); a shortcut where the shape stays.
void mobileNetV2(NetworkBuilder &net, const NetworkSpec &spec)
{
    struct Stage
    {
        int64_t expansion, out;
        int repeats;
        int64_t stride;
    };
    constexpr std::array stages{Stage{1, 16, 1, 1}, Stage{6, 24, 2, 2}, Stage{6, 32, 3, 2}, Stage{6, 64, 4, 2},
                                Stage{6, 96, 3, 1}, Stage{6, 160, 3, 2}, Stage{6, 320, 1, 1}};
    const std::string relu6 = "torch.clamp(x, 0., 6.)";
    convolutionNorm(net, "stem", {.in = spec.inputShape[0], .out = 32, .stride = 2}, relu6);
    int64_t in = 32;
    for (size_t s = 0; s < stages.size(); ++s) {
        for (int i = 0; i < stages[s].repeats; ++i) {
            const std::string name = "block" + std::to_string(s + 1) + "_" + std::to_string(i);
            const int64_t hidden = in * stages[s].expansion, stride = i == 0 ? stages[s].stride : 1;
            net.line("identity = x");
            if (stages[s].expansion != 1)
                convolutionNorm(net, name + "_expand", {.in = in, .out = hidden, .kernel = 1}, relu6);
            convolutionNorm(net, name + "_filter", {.in = hidden, .out = hidden, .stride = stride, .groups = hidden}, relu6);
            convolutionNorm(net, name + "_project", {.in = hidden, .out = stages[s].out, .kernel = 1},
                            stride == 1 && in == stages[s].out ? "x + identity" : "");
            in = stages[s].out;
        }
    }
    convolutionNorm(net, "head", {.in = in, .out = 1280, .kernel = 1}, relu6);
    net.line("x = torch.dropout(torch.flatten(torch.adaptive_avg_pool2d(x, [1, 1]), 1), 0.2, self.training)");
    net.linear("classifier", 1280, spec.classes);
}

using Recipe = std::function<void(NetworkBuilder &, const NetworkSpec &)>;

const QList<std::pair<QString, Recipe>> &recipes()
{
    const auto residual = [](std::array<int, 4> blocks, bool isBottleneck) {
        return [=](NetworkBuilder &net, const NetworkSpec &spec) { resNet(net, spec, blocks, isBottleneck); };
    };
    const auto visual = [](std::array<int, 5> convolutions, bool hasBatchNorm) {
        return [=](NetworkBuilder &net, const NetworkSpec &spec) { vgg(net, spec, convolutions, hasBatchNorm); };
    };
    static const QList<std::pair<QString, Recipe>> all{
        {QStringLiteral("small-cnn"), smallCnn},
        {QStringLiteral("resnet18"), residual({2, 2, 2, 2}, false)},
        {QStringLiteral("resnet34"), residual({3, 4, 6, 3}, false)},
        {QStringLiteral("resnet50"), residual({3, 4, 6, 3}, true)},
        {QStringLiteral("resnet101"), residual({3, 4, 23, 3}, true)},
        {QStringLiteral("resnet152"), residual({3, 8, 36, 3}, true)},
        {QStringLiteral("vgg11"), visual({1, 1, 2, 2, 2}, false)},
        {QStringLiteral("vgg13"), visual({2, 2, 2, 2, 2}, false)},
        {QStringLiteral("vgg16"), visual({2, 2, 3, 3, 3}, false)},
        {QStringLiteral("vgg19"), visual({2, 2, 4, 4, 4}, false)},
        {QStringLiteral("vgg11_bn"), visual({1, 1, 2, 2, 2}, true)},
        {QStringLiteral("vgg13_bn"), visual({2, 2, 2, 2, 2}, true)},
        {QStringLiteral("vgg16_bn"), visual({2, 2, 3, 3, 3}, true)},
        {QStringLiteral("vgg19_bn"), visual({2, 2, 4, 4, 4}, true)},
        {QStringLiteral("mobilenet_v2"), mobileNetV2},
    };
    return all;
}

} // namespace

QStringList architectureNames()
{
    QStringList names;
    for (const auto &[name, recipe] : recipes())
        names.append(name);
    return names;
}

Result<torch::jit::Module> buildNetwork(const NetworkSpec &spec)
{
    const auto found = std::find_if(recipes().begin(), recipes().end(), [&](const auto &entry) { return entry.first == spec.architecture; });
    if (found == recipes().end()) {
        return Error{Error::Kind::Unavailable,
                     QCoreApplication::translate("Networks", "The architecture %1 cannot be built here; known are %2.")
                         .arg(spec.architecture, architectureNames().join(QStringLiteral(", "))),
                     QString()};
    }
    constexpr int64_t smallestSide = 4;
    const auto [channels, height, width] = spec.inputShape;
    if (channels < 1 || height < smallestSide || width < smallestSide || spec.classes < 1) {
        return Error{Error::Kind::Invalid,
                     QCoreApplication::translate("Networks", "%1 cannot take images of [%2, %3, %4] for %5 classes: a side needs at least 4 pixels, "
                                                             "and there must be a channel and a class.")
                         .arg(spec.architecture)
                         .arg(channels)
                         .arg(height)
                         .arg(width)
                         .arg(spec.classes),
                     QString()};
    }
    return guarded(
        [&]() -> Result<torch::jit::Module> {
            NetworkBuilder net(QString(found->first).replace(u'-', u'_').toStdString());
            if (spec.normalisation)
                net.normalisation(spec.normalisation->first, spec.normalisation->second);
            found->second(net, spec);
            return net.finish();
        },
        [&](const QString &reason) {
            return QCoreApplication::translate("Networks", "The network %1 could not be built: %2").arg(spec.architecture, reason);
        });
}

int64_t parameterCount(const torch::jit::Module &module)
{
    int64_t count = 0;
    for (const torch::Tensor &parameter : module.parameters())
        count += parameter.numel();
    return count;
}

} // namespace Trainyard
