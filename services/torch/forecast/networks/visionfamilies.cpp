#include "services/torch/forecast/networks/visiontransformer.h"

#include "services/torch/forecast/networks/networktext.h"

namespace Trainyard {

namespace {

/// height and width; a single number is both.
std::pair<qint64, qint64> sidesOf(const ConfigReader &config, ConfigReader::Keys keys, qint64 fallback, qint64 most)
{
    const QList<qint64> sides = config.isList(keys) ? config.counts(keys, {fallback, fallback}, most) : QList<qint64>{config.count(keys, fallback, most)};
    return {sides.first(), sides.last()};
}

ImageTask imageOf(const ConfigReader &config, qint64 patch)
{
    constexpr qint64 mostPixels = 16384, mostChannels = 4096;
    const auto [height, width] = sidesOf(config, {"image_size"}, 224, mostPixels);
    if (height < patch || width < patch)
        config.refuse(NetworkText::tr("The model description has images of %1 x %2 and patches of %3: a patch must fit in.").arg(height).arg(width).arg(patch));
    return {config.count({"num_channels"}, 3, mostChannels), std::max(height, patch), std::max(width, patch), 1000};
}

qint64 patchOf(const ConfigReader &config, qint64 fallback)
{
    constexpr qint64 mostPatch = 1024;
    const auto [height, width] = sidesOf(config, {"patch_size"}, fallback, mostPatch);
    if (height != width)
        config.refuse(NetworkText::tr("Patches that are not square (patch_size) are not forecast yet."));
    return height;
}

VisionRecipe vit(const ConfigReader &config, const FrameworkFacts &facts, const QString &family)
{
    const bool isDino = family == QLatin1String("dinov2");
    VisionRecipe recipe;
    TransformerRecipe &stack = recipe.stack;
    stack.hidden = config.count({"hidden_size"}, 768);
    stack.layers = config.count({"num_hidden_layers"}, 12, ConfigReader::mostLayers);
    AttentionShape &attention = stack.attention;
    attention.hidden = stack.mlp.hidden = stack.hidden;
    attention.heads = attention.keyValueHeads = config.count({"num_attention_heads"}, 12);
    attention.headSize = std::max<qint64>(1, stack.hidden / attention.heads);
    if (stack.hidden % attention.heads != 0) {
        config.refuse(NetworkText::tr("The model description has a width of %1 and %2 heads: the heads must divide the width.").arg(stack.hidden).arg(attention.heads));
    }
    attention.query = "attention.attention.query";
    attention.key = "attention.attention.key";
    attention.value = "attention.attention.value";
    attention.output = "attention.output.dense";
    attention.hasQueryBias = attention.hasKeyBias = attention.hasValueBias = config.flag({"qkv_bias"}, true);
    attention.hasOutputBias = stack.mlp.hasBias = true;
    attention.isCausal = false;
    attention.dropout = config.share({"attention_probs_dropout_prob"}, 0);
    stack.embeddingDropout = stack.attentionOutputDropout = config.share({"hidden_dropout_prob"}, 0);
    stack.mlpDropout = isDino ? 0 : stack.embeddingDropout;
    stack.mlp.activation = activationOf(config, {"hidden_act"}, "gelu", facts, stack.notForecast);
    stack.epsilon = config.number({"layer_norm_eps"}, isDino ? 1e-6 : 1e-12);
    stack.layerList = "";
    recipe.patch = patchOf(config, 16);
    recipe.image = imageOf(config, recipe.patch);
    if (isDino) {
        const qint64 inner = stack.hidden * config.count({"mlp_ratio"}, 4, 64);
        const bool isGated = config.flag({"use_swiglu_ffn"}, false);
        stack.mlp.form = isGated ? MlpForm::GatedPacked : MlpForm::Plain;
        stack.mlp.intermediate = isGated ? (inner * 2 / 3 + 7) / 8 * 8 : inner;
        stack.mlp.first = isGated ? "mlp.weights_in" : "mlp.fc1";
        stack.mlp.second = isGated ? "mlp.weights_out" : "mlp.fc2";
        if (isGated)
            stack.mlp.activation = Activation::Silu;
        stack.firstNorm = "norm1";
        stack.secondNorm = "norm2";
        stack.hasLayerScale = true;
        stack.dropPath = config.share({"drop_path_rate"}, 0);
        stack.fusedSince = QVersionNumber(4, 46);
        recipe.prefix = "dinov2";
        recipe.hasMaskToken = recipe.interpolatesPositions = recipe.classifiesMean = true;
    } else {
        stack.mlp.intermediate = config.count({"intermediate_size"}, 3072, 4 * ConfigReader::mostUnits);
        stack.mlp.first = "intermediate.dense";
        stack.mlp.second = "output.dense";
        stack.firstNorm = "layernorm_before";
        stack.secondNorm = "layernorm_after";
        stack.fusedSince = QVersionNumber(4, 41);
        if (family == QLatin1String("deit")) {
            recipe.prefix = "deit";
            recipe.leadingTokens = 2;
        }
    }
    return recipe;
}

WindowRecipe swin(const ConfigReader &config, const FrameworkFacts &facts)
{
    WindowRecipe recipe;
    recipe.isLibrary = true;
    recipe.patch = patchOf(config, 4);
    recipe.image = imageOf(config, recipe.patch);
    recipe.width = config.count({"embed_dim"}, 96, 1 << 14);
    const QList<qint64> depths = config.counts({"depths"}, {2, 2, 6, 2}, 256), heads = config.counts({"num_heads"}, {3, 6, 12, 24}, 4096);
    recipe.depths.assign(depths.begin(), depths.end());
    recipe.heads.assign(heads.begin(), heads.end());
    constexpr qsizetype mostStages = 6;
    if (depths.size() != heads.size() || depths.size() > mostStages)
        config.refuse(NetworkText::tr("The model description has %1 depths and %2 num_heads; both need an entry for each of at most %3 stages.")
                          .arg(depths.size()).arg(heads.size()).arg(mostStages));
    for (qsizetype i = 0; i < std::min({depths.size(), heads.size(), mostStages}); ++i) {
        if ((recipe.width << i) % heads[i] != 0)
            config.refuse(NetworkText::tr("The model description has a width of %1 and %2 heads: the heads must divide the width.").arg(recipe.width << i).arg(heads[i]));
    }
    recipe.window = config.count({"window_size"}, 7, 128);
    recipe.mlpRatio = config.share({"mlp_ratio"}, 4, 64);
    recipe.epsilon = config.number({"layer_norm_eps"}, 1e-5);
    recipe.dropout = config.share({"hidden_dropout_prob"}, 0);
    recipe.attentionDropout = config.share({"attention_probs_dropout_prob"}, 0);
    recipe.dropPath = config.share({"drop_path_rate"}, 0.1);
    recipe.hasQkvBias = config.flag({"qkv_bias"}, true);
    QStringList notForecast;
    recipe.activation = activationOf(config, {"hidden_act"}, "gelu", facts, notForecast);
    if (config.flag({"use_absolute_embeddings"}, false))
        config.refuse(NetworkText::tr("Swin with absolute positions (use_absolute_embeddings) is not forecast yet."));
    return recipe;
}

} // namespace

QStringList visionFamilies()
{
    return {QStringLiteral("vit"), QStringLiteral("deit"), QStringLiteral("dinov2"), QStringLiteral("swin")};
}

std::optional<VisionRecipe> visionRecipe(const QString &family, const ConfigReader &config, const FrameworkFacts &facts)
{
    if (family == QLatin1String("vit") || family == QLatin1String("deit") || family == QLatin1String("dinov2"))
        return vit(config, facts, family);
    return std::nullopt;
}

std::optional<WindowRecipe> windowRecipe(const QString &family, const ConfigReader &config, const FrameworkFacts &facts)
{
    return family == QLatin1String("swin") ? std::optional(swin(config, facts)) : std::nullopt;
}

} // namespace Trainyard
