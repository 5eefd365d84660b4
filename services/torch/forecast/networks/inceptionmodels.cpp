#include "services/torch/forecast/networks/imagemodels.h"

#include <ATen/Functions.h>

namespace Trainyard {

namespace {

Step conv(const NetworkPath &path, const ConvolutionShape &shape)
{
    return ConvNorm(path, shape, InPlace::Relu, 1e-3, "conv", "bn");
}

/// Steps one after the other.
Step chained(std::vector<Step> steps)
{
    return [steps = std::move(steps)](const at::Tensor &x) {
        at::Tensor y = x;
        for (const Step &step : steps)
            y = step(y);
        return y;
    };
}

/// The same input seen by each branch, joined along the channels.
Step joined(std::vector<Step> branches)
{
    return [branches = std::move(branches)](const at::Tensor &x) {
        std::vector<at::Tensor> seen;
        for (const Step &branch : branches)
            seen.push_back(branch(x));
        return at::cat(seen, 1);
    };
}

Step largest(qint64 kernel, qint64 stride, qint64 padding = 0, bool roundsUp = false)
{
    return [=](const at::Tensor &x) { return maxPool(x, kernel, stride, padding, roundsUp); };
}

Step averagedAround()
{
    return [](const at::Tensor &x) { return at::avg_pool2d(x, {3, 3}, {1, 1}, {1, 1}); };
}

/// Szegedy et al. 2014, with batch norm and with 3x3 in place of 5x5, as torchvision has it.
struct GoogLeNetRow
{
    const char *name;
    qint64 in, one, threeNarrow, three, fiveNarrow, five, pooled;
};

Step googLeNetBlock(const NetworkPath &path, const GoogLeNetRow &row)
{
    return joined({
        conv(path / "branch1", {.in = row.in, .out = row.one, .kernel = 1}),
        chained({conv(path / "branch2.0", {.in = row.in, .out = row.threeNarrow, .kernel = 1}), conv(path / "branch2.1", {.in = row.threeNarrow, .out = row.three})}),
        chained({conv(path / "branch3.0", {.in = row.in, .out = row.fiveNarrow, .kernel = 1}), conv(path / "branch3.1", {.in = row.fiveNarrow, .out = row.five})}),
        chained({largest(3, 1, 1, true), conv(path / "branch4.1", {.in = row.in, .out = row.pooled, .kernel = 1})}),
    });
}

Step googLeNetAuxiliary(const NetworkPath &path, qint64 in, qint64 classes)
{
    constexpr int64_t side = 4;
    constexpr qint64 hidden = 1024;
    const Step narrow = conv(path / "conv", {.in = in, .out = 128, .kernel = 1});
    const Linear first(path / "fc1", 128 * side * side, hidden), second(path / "fc2", hidden, classes);
    return [=](const at::Tensor &x) {
        at::Tensor y = at::adaptive_avg_pool2d(x, {side, side});
        y = narrow(y);
        y = y.flatten(1);
        y = first(y);
        y = at::relu_(y);
        y = dropout(y, 0.7);
        return second(y);
    };
}

Step classified(const NetworkPath &path, qint64 in, qint64 classes, double share)
{
    const Linear classifier(path, in, classes);
    return [classifier, share](const at::Tensor &x) {
        at::Tensor y = pooledChannels(x);
        y = dropout(y, share);
        return classifier(y);
    };
}

ImageModel googLeNet(const NetworkPath &root, const ImageTask &task)
{
    constexpr std::array rows{
        GoogLeNetRow{"inception3a", 192, 64, 96, 128, 16, 32, 32},    GoogLeNetRow{"inception3b", 256, 128, 128, 192, 32, 96, 64},
        GoogLeNetRow{"inception4a", 480, 192, 96, 208, 16, 48, 64},   GoogLeNetRow{"inception4b", 512, 160, 112, 224, 24, 64, 64},
        GoogLeNetRow{"inception4c", 512, 128, 128, 256, 24, 64, 64},  GoogLeNetRow{"inception4d", 512, 112, 144, 288, 32, 64, 64},
        GoogLeNetRow{"inception4e", 528, 256, 160, 320, 32, 128, 128}, GoogLeNetRow{"inception5a", 832, 256, 160, 320, 32, 128, 128},
        GoogLeNetRow{"inception5b", 832, 384, 192, 384, 48, 128, 128}};
    Stages toFirst(root), toSecond(root), rest(root);
    toFirst.add(QStringLiteral("stem"), chained({conv(root / "conv1", {.in = task.channels, .out = 64, .kernel = 7, .stride = 2}), largest(3, 2, 0, true),
                                                 conv(root / "conv2", {.in = 64, .out = 64, .kernel = 1}), conv(root / "conv3", {.in = 64, .out = 192}), largest(3, 2, 0, true)}));
    for (size_t i = 0; i < rows.size(); ++i) {
        Stages &stages = i < 3 ? toFirst : i < 6 ? toSecond : rest;
        const QString name = QLatin1String(rows[i].name);
        stages.addLayer(name, googLeNetBlock(root / name, rows[i]));
        if (name == QLatin1String("inception3b"))
            stages.add(QStringLiteral("maxpool3"), largest(3, 2, 0, true));
        if (name == QLatin1String("inception4e"))
            stages.add(QStringLiteral("maxpool4"), largest(2, 2, 0, true));
    }
    const Step first = googLeNetAuxiliary(root / "aux1", 512, task.classes), second = googLeNetAuxiliary(root / "aux2", 528, task.classes);
    rest.add(QStringLiteral("head"), classified(root / "fc", 1024, task.classes, 0.2));
    const auto forward = [=](const at::Tensor &x) {
        at::Tensor y = toFirst(x);
        const at::Tensor firstScores = first(y);
        y = toSecond(y);
        const at::Tensor secondScores = second(y);
        return std::vector<at::Tensor>{rest(y), firstScores, secondScores};
    };
    return {forward, 0.3};
}

/// Szegedy et al. 2015, in torchvision's parts A to E.
Step partA(const NetworkPath &path, qint64 in, qint64 pooled)
{
    return joined({
        conv(path / "branch1x1", {.in = in, .out = 64, .kernel = 1}),
        chained({conv(path / "branch5x5_1", {.in = in, .out = 48, .kernel = 1}), conv(path / "branch5x5_2", {.in = 48, .out = 64, .kernel = 5})}),
        chained({conv(path / "branch3x3dbl_1", {.in = in, .out = 64, .kernel = 1}), conv(path / "branch3x3dbl_2", {.in = 64, .out = 96}),
                 conv(path / "branch3x3dbl_3", {.in = 96, .out = 96})}),
        chained({averagedAround(), conv(path / "branch_pool", {.in = in, .out = pooled, .kernel = 1})}),
    });
}

Step partB(const NetworkPath &path, qint64 in)
{
    return joined({
        conv(path / "branch3x3", {.in = in, .out = 384, .stride = 2, .padding = 0}),
        chained({conv(path / "branch3x3dbl_1", {.in = in, .out = 64, .kernel = 1}), conv(path / "branch3x3dbl_2", {.in = 64, .out = 96}),
                 conv(path / "branch3x3dbl_3", {.in = 96, .out = 96, .stride = 2, .padding = 0})}),
        largest(3, 2),
    });
}

Step flat(const NetworkPath &path, qint64 in, qint64 out, qint64 length)
{
    return conv(path, {.in = in, .out = out, .kernel = 1, .kernelWidth = length});
}

Step tall(const NetworkPath &path, qint64 in, qint64 out, qint64 length)
{
    return conv(path, {.in = in, .out = out, .kernel = length, .kernelWidth = 1});
}

Step partC(const NetworkPath &path, qint64 in, qint64 inner)
{
    constexpr qint64 out = 192, length = 7;
    return joined({
        conv(path / "branch1x1", {.in = in, .out = out, .kernel = 1}),
        chained({conv(path / "branch7x7_1", {.in = in, .out = inner, .kernel = 1}), flat(path / "branch7x7_2", inner, inner, length),
                 tall(path / "branch7x7_3", inner, out, length)}),
        chained({conv(path / "branch7x7dbl_1", {.in = in, .out = inner, .kernel = 1}), tall(path / "branch7x7dbl_2", inner, inner, length),
                 flat(path / "branch7x7dbl_3", inner, inner, length), tall(path / "branch7x7dbl_4", inner, inner, length),
                 flat(path / "branch7x7dbl_5", inner, out, length)}),
        chained({averagedAround(), conv(path / "branch_pool", {.in = in, .out = out, .kernel = 1})}),
    });
}

Step partD(const NetworkPath &path, qint64 in)
{
    constexpr qint64 out = 192, length = 7;
    return joined({
        chained({conv(path / "branch3x3_1", {.in = in, .out = out, .kernel = 1}), conv(path / "branch3x3_2", {.in = out, .out = 320, .stride = 2, .padding = 0})}),
        chained({conv(path / "branch7x7x3_1", {.in = in, .out = out, .kernel = 1}), flat(path / "branch7x7x3_2", out, out, length),
                 tall(path / "branch7x7x3_3", out, out, length), conv(path / "branch7x7x3_4", {.in = out, .out = out, .stride = 2, .padding = 0})}),
        largest(3, 2),
    });
}

Step partE(const NetworkPath &path, qint64 in)
{
    constexpr qint64 out = 384, length = 3;
    return joined({
        conv(path / "branch1x1", {.in = in, .out = 320, .kernel = 1}),
        chained({conv(path / "branch3x3_1", {.in = in, .out = out, .kernel = 1}),
                 joined({flat(path / "branch3x3_2a", out, out, length), tall(path / "branch3x3_2b", out, out, length)})}),
        chained({conv(path / "branch3x3dbl_1", {.in = in, .out = 448, .kernel = 1}), conv(path / "branch3x3dbl_2", {.in = 448, .out = out}),
                 joined({flat(path / "branch3x3dbl_3a", out, out, length), tall(path / "branch3x3dbl_3b", out, out, length)})}),
        chained({averagedAround(), conv(path / "branch_pool", {.in = in, .out = 192, .kernel = 1})}),
    });
}

Step inceptionAuxiliary(const NetworkPath &path, qint64 in, qint64 classes)
{
    const Step narrow = conv(path / "conv0", {.in = in, .out = 128, .kernel = 1}), wide = conv(path / "conv1", {.in = 128, .out = 768, .kernel = 5, .padding = 0});
    const Linear classifier(path / "fc", 768, classes);
    return [=](const at::Tensor &x) {
        at::Tensor y = at::avg_pool2d(x, {5, 5}, {3, 3});
        y = narrow(y);
        y = wide(y);
        y = pooledChannels(y);
        return classifier(y);
    };
}

ImageModel inceptionV3(const NetworkPath &root, const ImageTask &task)
{
    Stages toAuxiliary(root), rest(root);
    toAuxiliary.add(QStringLiteral("stem"),
                    chained({conv(root / "Conv2d_1a_3x3", {.in = task.channels, .out = 32, .stride = 2, .padding = 0}),
                             conv(root / "Conv2d_2a_3x3", {.in = 32, .out = 32, .padding = 0}), conv(root / "Conv2d_2b_3x3", {.in = 32, .out = 64}), largest(3, 2),
                             conv(root / "Conv2d_3b_1x1", {.in = 64, .out = 80, .kernel = 1}), conv(root / "Conv2d_4a_3x3", {.in = 80, .out = 192, .padding = 0}),
                             largest(3, 2)}));
    const auto add = [](Stages &stages, const char *name, Step step) { stages.addLayer(QLatin1String(name), std::move(step)); };
    add(toAuxiliary, "Mixed_5b", partA(root / "Mixed_5b", 192, 32));
    add(toAuxiliary, "Mixed_5c", partA(root / "Mixed_5c", 256, 64));
    add(toAuxiliary, "Mixed_5d", partA(root / "Mixed_5d", 288, 64));
    add(toAuxiliary, "Mixed_6a", partB(root / "Mixed_6a", 288));
    add(toAuxiliary, "Mixed_6b", partC(root / "Mixed_6b", 768, 128));
    add(toAuxiliary, "Mixed_6c", partC(root / "Mixed_6c", 768, 160));
    add(toAuxiliary, "Mixed_6d", partC(root / "Mixed_6d", 768, 160));
    add(toAuxiliary, "Mixed_6e", partC(root / "Mixed_6e", 768, 192));
    const Step auxiliary = inceptionAuxiliary(root / "AuxLogits", 768, task.classes);
    add(rest, "Mixed_7a", partD(root / "Mixed_7a", 768));
    add(rest, "Mixed_7b", partE(root / "Mixed_7b", 1280));
    add(rest, "Mixed_7c", partE(root / "Mixed_7c", 2048));
    rest.add(QStringLiteral("head"), classified(root / "fc", 2048, task.classes, 0.5));
    const auto forward = [=](const at::Tensor &x) {
        const at::Tensor y = toAuxiliary(x);
        const at::Tensor beside = auxiliary(y);
        return std::vector<at::Tensor>{rest(y), beside};
    };
    return {forward, 0.4};
}

} // namespace

QList<ImageArchitecture> inceptionArchitectures()
{
    return {
        {QStringLiteral("googlenet"), googLeNet},
        {QStringLiteral("inception_v3"), inceptionV3, {.height = 299, .width = 299}},
    };
}

} // namespace Trainyard
