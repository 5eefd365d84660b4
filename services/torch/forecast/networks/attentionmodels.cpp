#include "services/torch/forecast/networks/visiontransformer.h"

#include <ATen/Functions.h>

namespace Trainyard {

namespace {

struct VitSize
{
    qint64 width, layers, heads;
};

constexpr VitSize base{768, 12, 12}, large{1024, 24, 16}, huge{1280, 32, 16};

/// Dosovitskiy et al. 2020, around the framework's MultiheadAttention.
ImageModel vit(const NetworkPath &root, const ImageTask &task, qint64 patch, const VitSize &size)
{
    VisionRecipe recipe;
    TransformerRecipe &stack = recipe.stack;
    stack.hidden = size.width;
    stack.layers = size.layers;
    stack.attention.hidden = stack.mlp.hidden = stack.hidden;
    stack.attention.heads = stack.attention.keyValueHeads = size.heads;
    stack.attention.headSize = size.width / size.heads;
    stack.attention.packing = QkvPacking::Packed;
    stack.attention.packed = "self_attention.in_proj";
    stack.attention.output = "self_attention.out_proj";
    stack.attention.hasQueryBias = stack.attention.hasOutputBias = stack.mlp.hasBias = true;
    stack.attention.isCausal = false;
    stack.mlp.intermediate = 4 * stack.hidden;
    stack.mlp.first = "mlp.0";
    stack.mlp.second = "mlp.3";
    stack.firstNorm = "ln_1";
    stack.secondNorm = "ln_2";
    stack.epsilon = 1e-6;
    stack.layerList = "encoder_layer_%1";
    recipe.image = task;
    recipe.patch = patch;
    recipe.prefix = "";
    recipe.projection = "conv_proj";
    recipe.classToken = "class_token";
    recipe.positions = "encoder.pos_embedding";
    recipe.layerList = "encoder.layers";
    recipe.finalNorm = "encoder.ln";
    recipe.classifier = "heads.head";
    TORCH_CHECK(task.height % patch == 0 && task.width % patch == 0, "the sides of the image must be multiples of ", patch);
    return visionTransformer(root, task, recipe);
}

/// Liu et al. 2022: depthwise 7x7 convolution, layer norm over the channels, a gated path of four times the width.
class ConvNextBlock
{
public:
    ConvNextBlock(const NetworkPath &path, qint64 width, double dropPathShare)
        : m_convolution(path / "block.0", {.in = width, .out = width, .kernel = 7, .groups = width, .hasBias = true}),
          m_norm(path / "block.2", width, NormKind::Layer, 1e-6), m_wide(path / "block.3", width, 4 * width), m_narrow(path / "block.5", 4 * width, width),
          m_scale(path.constant("layer_scale", {width, 1, 1}, 1e-6)), m_dropPath(dropPathShare)
    {
    }

    at::Tensor operator()(const at::Tensor &x) const
    {
        at::Tensor y = m_convolution(x);
        y = y.permute({0, 2, 3, 1});
        y = m_norm(y);
        y = m_wide(y);
        y = at::gelu(y);
        y = m_narrow(y);
        y = y.permute({0, 3, 1, 2});
        y = m_scale * y;
        if (m_dropPath > 0) {
            at::Tensor draw = at::empty({y.size(0), 1, 1, 1}, y.options());
            if (!y.is_meta())
                draw.bernoulli_(1 - m_dropPath);
            draw.div_(1 - m_dropPath);
            y = y * draw;
        }
        return y.add_(x);
    }

private:
    Convolution m_convolution;
    Norm m_norm;
    Linear m_wide, m_narrow;
    at::Tensor m_scale;
    double m_dropPath;
};

/// Layer norm over the channels of [batch, channels, height, width].
Step channelNorm(const NetworkPath &path, qint64 channels)
{
    const Norm norm(path, channels, NormKind::Layer, 1e-6);
    return [norm](const at::Tensor &x) {
        at::Tensor y = x.permute({0, 2, 3, 1});
        y = norm(y);
        return y.permute({0, 3, 1, 2});
    };
}

struct ConvNextPlan
{
    std::array<int, 4> blocks{};
    std::array<qint64, 4> widths{};
    double dropPath = 0.1;
};

ImageModel convNext(const NetworkPath &root, const ImageTask &task, const ConvNextPlan &plan)
{
    const NetworkPath features = root / "features";
    Stages stages(root);
    const Convolution stem(features / "0.0", {.in = task.channels, .out = plan.widths[0], .kernel = 4, .stride = 4, .padding = 0, .hasBias = true});
    const Step stemNorm = channelNorm(features / "0.1", plan.widths[0]);
    stages.add(QStringLiteral("stem"), [stem, stemNorm](const at::Tensor &x) {
        const at::Tensor y = stem(x);
        return stemNorm(y);
    });
    int all = 0, done = 0;
    for (const int blocks : plan.blocks)
        all += blocks;
    for (size_t stage = 0; stage < 4; ++stage) {
        for (int i = 0; i < plan.blocks[stage]; ++i, ++done) {
            const QString name = QStringLiteral("features.%1.%2").arg(2 * stage + 1).arg(i);
            stages.addLayer(name, ConvNextBlock(root / name, plan.widths[stage], plan.dropPath * done / (all - 1)));
        }
        if (stage == 3)
            break;
        const QString name = QStringLiteral("features.%1").arg(2 * stage + 2);
        const Step norm = channelNorm(root / name / 0, plan.widths[stage]);
        const Convolution halved(root / name / 1, {.in = plan.widths[stage], .out = plan.widths[stage + 1], .kernel = 2, .stride = 2, .padding = 0, .hasBias = true});
        stages.add(name, [norm, halved](const at::Tensor &x) {
            const at::Tensor y = norm(x);
            return halved(y);
        });
    }
    const Step norm = channelNorm(root / "classifier.0", plan.widths[3]);
    const Linear classifier(root / "classifier.2", plan.widths[3], task.classes);
    stages.add(QStringLiteral("classifier"), [norm, classifier](const at::Tensor &x) {
        at::Tensor y = at::adaptive_avg_pool2d(x, {1, 1});
        y = norm(y);
        y = y.flatten(1);
        return classifier(y);
    });
    return {[stages](const at::Tensor &x) { return std::vector<at::Tensor>{stages(x)}; }};
}

} // namespace

QList<ImageArchitecture> attentionArchitectures()
{
    const auto seen = [](const char *name, qint64 patch, const VitSize &size) {
        ImageArchitecture made{QLatin1String(name), [=](const NetworkPath &root, const ImageTask &task) { return vit(root, task, patch, size); }};
        made.hasAttention = true;
        return made;
    };
    const auto windowed = [](const char *name, const WindowRecipe &recipe) {
        return ImageArchitecture{QLatin1String(name), [=](const NetworkPath &root, const ImageTask &task) { return windowTransformer(root, task, recipe); }};
    };
    const auto convolved = [](const char *name, const ConvNextPlan &plan) {
        return ImageArchitecture{QLatin1String(name), [=](const NetworkPath &root, const ImageTask &task) { return convNext(root, task, plan); }};
    };
    return {
        seen("vit_b_16", 16, base),
        seen("vit_b_32", 32, base),
        seen("vit_l_16", 16, large),
        seen("vit_l_32", 32, large),
        seen("vit_h_14", 14, huge),
        windowed("swin_t", {.dropPath = 0.2}),
        windowed("swin_s", {.depths = {2, 2, 18, 2}, .dropPath = 0.3}),
        windowed("swin_b", {.width = 128, .depths = {2, 2, 18, 2}, .heads = {4, 8, 16, 32}, .dropPath = 0.5}),
        convolved("convnext_tiny", {{3, 3, 9, 3}, {96, 192, 384, 768}, 0.1}),
        convolved("convnext_small", {{3, 3, 27, 3}, {96, 192, 384, 768}, 0.4}),
        convolved("convnext_base", {{3, 3, 27, 3}, {128, 256, 512, 1024}, 0.5}),
        convolved("convnext_large", {{3, 3, 27, 3}, {192, 384, 768, 1536}, 0.5}),
    };
}

} // namespace Trainyard
