#include "services/torch/forecast/networks/imagemodels.h"

#include <ATen/Functions.h>

#include <cmath>

namespace Trainyard {

namespace {

enum class Gate { Sigmoid, Hardsigmoid };

/// The nearest multiple of 8, at most a tenth below.
qint64 roundedToEight(double value)
{
    const qint64 rounded = std::max<qint64>(8, qint64(value + 4) / 8 * 8);
    return double(rounded) < 0.9 * value ? rounded + 8 : rounded;
}

/// Scales each channel by what a small network makes of their averages.
class SqueezeExcitation
{
public:
    SqueezeExcitation() = default;
    SqueezeExcitation(const NetworkPath &path, qint64 channels, qint64 squeezed, InPlace activation, Gate gate)
        : m_first(path / "fc1", {.in = channels, .out = squeezed, .kernel = 1, .hasBias = true}),
          m_second(path / "fc2", {.in = squeezed, .out = channels, .kernel = 1, .hasBias = true}), m_activation(activation), m_gate(gate)
    {
    }

    at::Tensor operator()(const at::Tensor &x) const
    {
        at::Tensor scale = at::adaptive_avg_pool2d(x, {1, 1});
        scale = m_first(scale);
        scale = inPlace(m_activation, scale);
        scale = m_second(scale);
        scale = m_gate == Gate::Sigmoid ? at::sigmoid(scale) : at::hardsigmoid(scale);
        return scale * x;
    }

private:
    Convolution m_first, m_second;
    InPlace m_activation = InPlace::Relu;
    Gate m_gate = Gate::Sigmoid;
};

/// Expand (1x1), filter each channel, perhaps excite, project (1x1); a shortcut where the shape stays.
struct InvertedShape
{
    qint64 in = 0, expanded = 0, out = 0, kernel = 3, stride = 1;
    InPlace activation = InPlace::Relu6;
    qint64 squeezed = 0; ///< 0: no excitation
    Gate gate = Gate::Sigmoid;
    double epsilon = 1e-5;
    double dropPath = 0;
    bool isFused = false;       ///< expansion and filter are one full convolution (EfficientNetV2)
    bool hasPlainNames = false; ///< MobileNetV2: "conv", the projection without a block of its own
};

class InvertedResidual
{
public:
    InvertedResidual(const NetworkPath &layer, const InvertedShape &shape)
        : m_hasShortcut(shape.stride == 1 && shape.in == shape.out), m_dropPath(shape.dropPath)
    {
        const NetworkPath path = layer / (shape.hasPlainNames ? "conv" : "block");
        int place = 0;
        const auto add = [&](const ConvolutionShape &convolution, InPlace activation) {
            m_steps.push_back(ConvNorm(path / qint64(place), convolution, activation, shape.epsilon));
            ++place;
        };
        const bool isExpanded = shape.expanded != shape.in;
        if (shape.isFused) {
            add({.in = shape.in, .out = isExpanded ? shape.expanded : shape.out, .kernel = shape.kernel, .stride = shape.stride}, shape.activation);
            if (isExpanded)
                add({.in = shape.expanded, .out = shape.out, .kernel = 1}, InPlace::None);
            return;
        }
        if (isExpanded)
            add({.in = shape.in, .out = shape.expanded, .kernel = 1}, shape.activation);
        add({.in = shape.expanded, .out = shape.expanded, .kernel = shape.kernel, .stride = shape.stride, .groups = shape.expanded}, shape.activation);
        if (shape.squeezed) {
            const InPlace inner = shape.gate == Gate::Sigmoid ? InPlace::Silu : InPlace::Relu;
            m_steps.push_back(SqueezeExcitation(path / qint64(place), shape.expanded, shape.squeezed, inner, shape.gate));
            ++place;
        }
        if (shape.hasPlainNames) {
            m_steps.push_back(ConvNorm(path, {.in = shape.expanded, .out = shape.out, .kernel = 1}, InPlace::None, shape.epsilon,
                                       place == 1 ? "1" : "2", place == 1 ? "2" : "3"));
        } else {
            add({.in = shape.expanded, .out = shape.out, .kernel = 1}, InPlace::None);
        }
        m_addsInPlace = !shape.hasPlainNames;
    }

    at::Tensor operator()(const at::Tensor &x) const
    {
        at::Tensor y = x;
        for (const Step &step : m_steps)
            y = step(y);
        if (!m_hasShortcut)
            return y;
        if (!m_addsInPlace)
            return x + y;
        if (m_dropPath > 0) { // torchvision's StochasticDepth: the draw is scaled, then multiplied
            at::Tensor draw = at::empty({y.size(0), 1, 1, 1}, y.options());
            if (!y.is_meta())
                draw.bernoulli_(1 - m_dropPath);
            draw.div_(1 - m_dropPath);
            y = y * draw;
        }
        return y.add_(x);
    }

private:
    std::vector<Step> m_steps;
    bool m_hasShortcut, m_addsInPlace = true;
    double m_dropPath;
};

/// Pooled channels, dropout, one linear layer.
Step pooledClassifier(const Linear &classifier, double share)
{
    return [classifier, share](const at::Tensor &x) {
        at::Tensor y = pooledChannels(x);
        y = dropout(y, share);
        return classifier(y);
    };
}

ImageModel asModel(const Stages &stages)
{
    return {[stages](const at::Tensor &x) { return std::vector<at::Tensor>{stages(x)}; }};
}

/// Sandler et al. 2018.
ImageModel mobileNetV2(const NetworkPath &root, const ImageTask &task)
{
    struct Stage
    {
        qint64 expansion, out;
        int repeats;
        qint64 stride;
    };
    constexpr std::array table{Stage{1, 16, 1, 1}, Stage{6, 24, 2, 2}, Stage{6, 32, 3, 2}, Stage{6, 64, 4, 2},
                               Stage{6, 96, 3, 1}, Stage{6, 160, 3, 2}, Stage{6, 320, 1, 1}};
    Stages stages(root);
    const NetworkPath features = root / "features";
    stages.add(QStringLiteral("features.0"), ConvNorm(features / 0, {.in = task.channels, .out = 32, .stride = 2}, InPlace::Relu6));
    qint64 in = 32, place = 1;
    for (const Stage &stage : table) {
        for (int i = 0; i < stage.repeats; ++i, ++place) {
            stages.addLayer(QStringLiteral("features.%1").arg(place),
                            InvertedResidual(features / place, {.in = in, .expanded = in * stage.expansion, .out = stage.out,
                                                                .stride = i == 0 ? stage.stride : 1, .hasPlainNames = true}));
            in = stage.out;
        }
    }
    constexpr qint64 last = 1280;
    stages.add(QStringLiteral("features.%1").arg(place), ConvNorm(features / place, {.in = in, .out = last, .kernel = 1}, InPlace::Relu6));
    stages.add(QStringLiteral("classifier"), pooledClassifier(Linear(root / "classifier.1", last, task.classes), 0.2));
    return asModel(stages);
}

/// Howard et al. 2019.
ImageModel mobileNetV3(const NetworkPath &root, const ImageTask &task, bool isLarge)
{
    struct Row
    {
        qint64 kernel, expanded, out;
        bool excites, isHard;
        qint64 stride;
    };
    const std::vector<Row> large{{3, 16, 16, false, false, 1},  {3, 64, 24, false, false, 2},  {3, 72, 24, false, false, 1}, {5, 72, 40, true, false, 2},
                                 {5, 120, 40, true, false, 1},  {5, 120, 40, true, false, 1},  {3, 240, 80, false, true, 2}, {3, 200, 80, false, true, 1},
                                 {3, 184, 80, false, true, 1},  {3, 184, 80, false, true, 1},  {3, 480, 112, true, true, 1}, {3, 672, 112, true, true, 1},
                                 {5, 672, 160, true, true, 2},  {5, 960, 160, true, true, 1},  {5, 960, 160, true, true, 1}};
    const std::vector<Row> small{{3, 16, 16, true, false, 2}, {3, 72, 24, false, false, 2}, {3, 88, 24, false, false, 1}, {5, 96, 40, true, true, 2},
                                 {5, 240, 40, true, true, 1}, {5, 240, 40, true, true, 1},  {5, 120, 48, true, true, 1},  {5, 144, 48, true, true, 1},
                                 {5, 288, 96, true, true, 2}, {5, 576, 96, true, true, 1},  {5, 576, 96, true, true, 1}};
    constexpr double epsilon = 1e-3;
    Stages stages(root);
    const NetworkPath features = root / "features";
    stages.add(QStringLiteral("features.0"), ConvNorm(features / 0, {.in = task.channels, .out = 16, .stride = 2}, InPlace::Hardswish, epsilon));
    qint64 in = 16, place = 1;
    for (const Row &row : isLarge ? large : small) {
        stages.addLayer(QStringLiteral("features.%1").arg(place),
                        InvertedResidual(features / place,
                                         {.in = in, .expanded = row.expanded, .out = row.out, .kernel = row.kernel, .stride = row.stride,
                                          .activation = row.isHard ? InPlace::Hardswish : InPlace::Relu,
                                          .squeezed = row.excites ? roundedToEight(double(row.expanded / 4)) : 0, .gate = Gate::Hardsigmoid, .epsilon = epsilon}));
        in = row.out;
        ++place;
    }
    const qint64 last = 6 * in, hidden = isLarge ? 1280 : 1024;
    stages.add(QStringLiteral("features.%1").arg(place), ConvNorm(features / place, {.in = in, .out = last, .kernel = 1}, InPlace::Hardswish, epsilon));
    const Linear first(root / "classifier.0", last, hidden), second(root / "classifier.3", hidden, task.classes);
    stages.add(QStringLiteral("classifier"), [first, second](const at::Tensor &x) {
        at::Tensor y = pooledChannels(x);
        y = first(y);
        y = at::hardswish_(y);
        y = dropout(y, 0.2);
        return second(y);
    });
    return asModel(stages);
}

struct EfficientRow
{
    qint64 expansion, kernel, stride, in, out;
    int repeats;
    bool isFused = false;
};

struct EfficientPlan
{
    std::vector<EfficientRow> rows;
    double width = 1, depth = 1, dropout = 0.2, epsilon = 1e-5;
    qint64 last = 0; ///< 0: four times the last width
};

/// Tan and Le 2019 and 2021.
ImageModel efficientNet(const NetworkPath &root, const ImageTask &task, const EfficientPlan &plan)
{
    constexpr double mostDropPath = 0.2;
    const auto wide = [&plan](qint64 channels) { return plan.width == 1 ? channels : roundedToEight(double(channels) * plan.width); };
    const auto deep = [&plan](int repeats) { return int(std::ceil(repeats * plan.depth)); };
    int blocks = 0;
    for (const EfficientRow &row : plan.rows)
        blocks += deep(row.repeats);
    Stages stages(root);
    const NetworkPath features = root / "features";
    stages.add(QStringLiteral("features.0"),
               ConvNorm(features / 0, {.in = task.channels, .out = wide(plan.rows[0].in), .stride = 2}, InPlace::Silu, plan.epsilon));
    qint64 in = wide(plan.rows[0].in), place = 1, block = 0;
    for (const EfficientRow &row : plan.rows) {
        for (int i = 0; i < deep(row.repeats); ++i, ++block) {
            const QString name = QStringLiteral("features.%1.%2").arg(place).arg(i);
            const qint64 expanded = roundedToEight(double(in * row.expansion));
            stages.addLayer(name, InvertedResidual(root / name, {.in = in, .expanded = expanded, .out = wide(row.out), .kernel = row.kernel,
                                                                 .stride = i == 0 ? row.stride : 1, .activation = InPlace::Silu,
                                                                 .squeezed = row.isFused ? 0 : std::max<qint64>(1, in / 4), .epsilon = plan.epsilon,
                                                                 .dropPath = mostDropPath * double(block) / blocks, .isFused = row.isFused}));
            in = wide(row.out);
        }
        ++place;
    }
    const qint64 last = plan.last ? plan.last : 4 * in;
    stages.add(QStringLiteral("features.%1").arg(place), ConvNorm(features / place, {.in = in, .out = last, .kernel = 1}, InPlace::Silu, plan.epsilon));
    stages.add(QStringLiteral("classifier"), pooledClassifier(Linear(root / "classifier.1", last, task.classes), plan.dropout));
    return asModel(stages);
}

const std::vector<EfficientRow> firstRows{{1, 3, 1, 32, 16, 1},   {6, 3, 2, 16, 24, 2},   {6, 5, 2, 24, 40, 2}, {6, 3, 2, 40, 80, 3},
                                          {6, 5, 1, 80, 112, 3}, {6, 5, 2, 112, 192, 4}, {6, 3, 1, 192, 320, 1}};
const std::vector<EfficientRow> smallRows{{1, 3, 1, 24, 24, 2, true}, {4, 3, 2, 24, 48, 4, true}, {4, 3, 2, 48, 64, 4, true},
                                          {4, 3, 2, 64, 128, 6},      {6, 3, 1, 128, 160, 9},     {6, 3, 2, 160, 256, 15}};
const std::vector<EfficientRow> mediumRows{{1, 3, 1, 24, 24, 3, true}, {4, 3, 2, 24, 48, 5, true}, {4, 3, 2, 48, 80, 5, true}, {4, 3, 2, 80, 160, 7},
                                           {6, 3, 1, 160, 176, 14},    {6, 3, 2, 176, 304, 18},    {6, 3, 1, 304, 512, 5}};
const std::vector<EfficientRow> largeRows{{1, 3, 1, 32, 32, 4, true}, {4, 3, 2, 32, 64, 7, true}, {4, 3, 2, 64, 96, 7, true}, {4, 3, 2, 96, 192, 10},
                                          {6, 3, 1, 192, 224, 19},    {6, 3, 2, 224, 384, 25},    {6, 3, 1, 384, 640, 7}};

} // namespace

QList<ImageArchitecture> mobileArchitectures()
{
    const auto efficient = [](const char *name, qint64 side, const EfficientPlan &plan) {
        return ImageArchitecture{QLatin1String(name), [plan](const NetworkPath &root, const ImageTask &task) { return efficientNet(root, task, plan); },
                                 {.height = side, .width = side}};
    };
    return {
        {QStringLiteral("mobilenet_v2"), mobileNetV2},
        {QStringLiteral("mobilenet_v3_large"), [](const NetworkPath &root, const ImageTask &task) { return mobileNetV3(root, task, true); }},
        {QStringLiteral("mobilenet_v3_small"), [](const NetworkPath &root, const ImageTask &task) { return mobileNetV3(root, task, false); }},
        efficient("efficientnet_b0", 224, {firstRows, 1.0, 1.0, 0.2}),
        efficient("efficientnet_b1", 240, {firstRows, 1.0, 1.1, 0.2}),
        efficient("efficientnet_b2", 288, {firstRows, 1.1, 1.2, 0.3}),
        efficient("efficientnet_b3", 300, {firstRows, 1.2, 1.4, 0.3}),
        efficient("efficientnet_b4", 380, {firstRows, 1.4, 1.8, 0.4}),
        efficient("efficientnet_b5", 456, {firstRows, 1.6, 2.2, 0.4, 1e-3}),
        efficient("efficientnet_b6", 528, {firstRows, 1.8, 2.6, 0.5, 1e-3}),
        efficient("efficientnet_b7", 600, {firstRows, 2.0, 3.1, 0.5, 1e-3}),
        efficient("efficientnet_v2_s", 384, {smallRows, 1.0, 1.0, 0.2, 1e-3, 1280}),
        efficient("efficientnet_v2_m", 480, {mediumRows, 1.0, 1.0, 0.3, 1e-3, 1280}),
        efficient("efficientnet_v2_l", 480, {largeRows, 1.0, 1.0, 0.4, 1e-3, 1280}),
    };
}

} // namespace Trainyard
