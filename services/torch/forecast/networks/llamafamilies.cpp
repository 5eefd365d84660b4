#include "services/torch/forecast/networks/transformerrecipe.h"

#include "services/torch/forecast/networks/networktext.h"

namespace Trainyard {

namespace {

/// What the library takes for keys that a config of the family leaves out.
struct Defaults
{
    qint64 vocabulary, hidden, intermediate, layers, heads, keyValueHeads;
    const char *activation;
    qint64 headSize; ///< 0: hidden / heads
    bool isTied;
    QVersionNumber fusedSince;
};

struct Family
{
    const char *name;
    Defaults defaults;
};

const std::vector<Family> &families()
{
    static const std::vector<Family> all{
        {"llama", {32000, 4096, 11008, 32, 32, 0, "silu", 0, false, {4, 36}}},
        {"mistral", {32000, 4096, 14336, 32, 32, 8, "silu", 0, false, {4, 38}}},
        {"qwen", {151936, 4096, 22016, 32, 32, 0, "silu", 0, false, {4, 36}}},
        {"qwen2", {151936, 4096, 22016, 32, 32, 32, "silu", 0, false, {4, 38}}},
        {"qwen3", {151936, 4096, 22016, 32, 32, 32, "silu", 128, false, {4, 51}}},
        {"gemma", {256000, 3072, 24576, 28, 16, 16, "gelu_pytorch_tanh", 256, true, {4, 38}}},
        {"gemma2", {256000, 2304, 9216, 26, 8, 4, "gelu_pytorch_tanh", 256, true, {4, 42}}},
        {"phi3", {32064, 3072, 8192, 32, 32, 0, "silu", 0, false, {4, 46}}},
        {"stablelm", {50304, 2560, 6912, 32, 32, 32, "silu", 0, false, {4, 40}}},
        {"starcoder2", {49152, 3072, 12288, 30, 24, 2, "gelu_pytorch_tanh", 0, true, {4, 39}}},
        {"olmo", {50304, 4096, 11008, 32, 32, 0, "silu", 0, false, {4, 40}}},
    };
    return all;
}

TransformerRecipe common(const Defaults &defaults, const ConfigReader &config, const FrameworkFacts &facts)
{
    TransformerRecipe recipe;
    recipe.vocabulary = config.count({"vocab_size"}, defaults.vocabulary, ConfigReader::mostWords);
    recipe.hidden = config.count({"hidden_size"}, defaults.hidden);
    recipe.layers = config.count({"num_hidden_layers"}, defaults.layers, ConfigReader::mostLayers);
    AttentionShape &attention = recipe.attention;
    attention.hidden = recipe.mlp.hidden = recipe.hidden;
    attention.heads = config.count({"num_attention_heads"}, defaults.heads);
    attention.keyValueHeads = config.count({"num_key_value_heads"}, defaults.keyValueHeads ? defaults.keyValueHeads : attention.heads, attention.heads);
    attention.headSize = config.count({"head_dim"}, defaults.headSize ? defaults.headSize : std::max<qint64>(1, recipe.hidden / attention.heads), 4096);
    if (attention.heads % attention.keyValueHeads != 0 || (!defaults.headSize && !config.has({"head_dim"}) && recipe.hidden % attention.heads != 0)) {
        config.refuse(NetworkText::tr("The model description has a width of %1, %2 heads and %3 key-value heads: the heads must "
                                                                   "divide the width, the key-value heads the heads.")
                          .arg(recipe.hidden).arg(attention.heads).arg(attention.keyValueHeads));
        attention.keyValueHeads = attention.heads;
    }
    attention.dropout = config.share({"attention_dropout"}, 0);
    attention.rotary = RotaryKind::Half;
    attention.rotarySize = attention.headSize;
    attention.softmaxInFp32 = true;
    recipe.mlp.form = MlpForm::Gated;
    recipe.mlp.intermediate = config.count({"intermediate_size"}, defaults.intermediate, 4 * ConfigReader::mostUnits);
    recipe.mlp.activation = activationOf(config, {"hidden_act"}, defaults.activation, facts, recipe.notForecast);
    recipe.norm = NormKind::Rms;
    recipe.epsilon = attention.epsilon = config.number({"rms_norm_eps"}, 1e-6);
    recipe.isTied = config.flag({"tie_word_embeddings"}, defaults.isTied);
    recipe.fusedSince = defaults.fusedSince;
    return recipe;
}

void setAttentionBias(AttentionShape &attention, bool onInputs, bool onOutput)
{
    attention.hasQueryBias = attention.hasKeyBias = attention.hasValueBias = onInputs;
    attention.hasOutputBias = onOutput;
}

void makeLlama(TransformerRecipe &recipe, const ConfigReader &config)
{
    const bool hasBias = config.flag({"attention_bias", "bias"}, false);
    setAttentionBias(recipe.attention, hasBias, hasBias);
    recipe.mlp.hasBias = config.flag({"mlp_bias"}, false);
}

/// The first Qwen: code of its own beside the library, names of its own.
void makeQwen(TransformerRecipe &recipe, const ConfigReader &config)
{
    recipe.mlp.intermediate = std::max<qint64>(1, recipe.mlp.intermediate / 2); // the file counts gate and up together
    recipe.mlp.gate = "mlp.w2";
    recipe.mlp.first = "mlp.w1";
    recipe.mlp.second = "mlp.c_proj";
    recipe.attention.headSize = config.count({"kv_channels"}, recipe.attention.headSize, 4096);
    recipe.attention.packing = QkvPacking::Packed;
    recipe.attention.packed = "attn.c_attn";
    recipe.attention.output = "attn.c_proj";
    setAttentionBias(recipe.attention, true, !config.flag({"no_bias"}, true));
    recipe.attention.dropout = config.share({"attn_dropout_prob"}, 0);
    recipe.attention.rotarySize = std::max<qint64>(2, qint64(double(recipe.attention.headSize) * config.share({"rotary_pct"}, 1, 1)));
    recipe.epsilon = config.number({"layer_norm_epsilon"}, 1e-6);
    recipe.prefix = "transformer";
    recipe.tokenEmbedding = "wte";
    recipe.layerList = "h";
    recipe.firstNorm = "ln_1";
    recipe.secondNorm = "ln_2";
    recipe.finalNorm = "ln_f";
}

void makeGemma(TransformerRecipe &recipe, const ConfigReader &config, bool isSecond, const FrameworkFacts &facts)
{
    recipe.mlp.activation = activationOf(config, {"hidden_activation"}, "gelu_pytorch_tanh", facts, recipe.notForecast);
    recipe.norm = NormKind::GemmaRms;
    recipe.scalesEmbedding = true;
    const bool hasBias = config.flag({"attention_bias"}, false);
    setAttentionBias(recipe.attention, hasBias, hasBias);
    if (!isSecond)
        return;
    recipe.structure = LayerStructure::Sandwich;
    recipe.thirdNorm = "pre_feedforward_layernorm";
    recipe.fourthNorm = "post_feedforward_layernorm";
    recipe.attention.softCap = config.number({"attn_logit_softcapping"}, 50);
    recipe.logitsSoftCap = config.number({"final_logit_softcapping"}, 30);
    if (*recipe.attention.softCap <= 0)
        recipe.attention.softCap.reset();
    if (*recipe.logitsSoftCap <= 0)
        recipe.logitsSoftCap.reset();
}

void makePhi3(TransformerRecipe &recipe, const ConfigReader &config)
{
    recipe.attention.packing = QkvPacking::Packed;
    recipe.attention.packed = "self_attn.qkv_proj";
    recipe.mlp.form = MlpForm::GatedPacked;
    recipe.mlp.first = "mlp.gate_up_proj";
    recipe.embeddingDropout = config.share({"embd_pdrop"}, 0);
    recipe.attentionOutputDropout = recipe.mlpDropout = config.share({"resid_pdrop"}, 0);
    recipe.epsilon = config.number({"rms_norm_eps"}, 1e-5);
    recipe.attention.rotarySize = std::max<qint64>(2, qint64(double(recipe.attention.headSize) * config.share({"partial_rotary_factor"}, 1, 1)));
}

void makeStableLm(TransformerRecipe &recipe, const ConfigReader &config)
{
    recipe.norm = NormKind::Layer;
    recipe.epsilon = config.number({"layer_norm_eps"}, 1e-5);
    setAttentionBias(recipe.attention, config.flag({"use_qkv_bias"}, false), false);
    recipe.attention.rotarySize = std::max<qint64>(2, qint64(double(recipe.attention.headSize) * config.share({"partial_rotary_factor"}, 0.25, 1)));
    if (config.flag({"use_parallel_residual"}, false))
        recipe.structure = LayerStructure::Parallel;
    recipe.mlpDropout = config.share({"hidden_dropout"}, 0);
    recipe.upcastsLogits = false;
    if (config.flag({"qk_layernorm"}, false))
        config.refuse(NetworkText::tr("StableLM with qk_layernorm is not forecast yet."));
}

void makeStarCoder2(TransformerRecipe &recipe, const ConfigReader &config)
{
    recipe.norm = NormKind::Layer;
    recipe.epsilon = config.number({"norm_epsilon"}, 1e-5);
    const bool hasBias = config.flag({"use_bias"}, true);
    setAttentionBias(recipe.attention, hasBias, hasBias);
    recipe.mlp.form = MlpForm::Plain;
    recipe.mlp.hasBias = hasBias;
    recipe.mlp.first = "mlp.c_fc";
    recipe.mlp.second = "mlp.c_proj";
    recipe.embeddingDropout = config.share({"embedding_dropout"}, 0);
    recipe.attentionOutputDropout = recipe.mlpDropout = config.share({"residual_dropout"}, 0);
}

void makeQwen3(TransformerRecipe &recipe, const ConfigReader &config)
{
    const bool hasBias = config.flag({"attention_bias"}, false);
    setAttentionBias(recipe.attention, hasBias, hasBias);
    recipe.attention.headNorm = NormKind::Rms;
}

} // namespace

QStringList llamaFamilies()
{
    QStringList names;
    for (const Family &family : families())
        names.append(QLatin1String(family.name));
    return names;
}

std::optional<TransformerRecipe> llamaRecipe(const QString &family, const ConfigReader &config, const FrameworkFacts &facts)
{
    const auto found = std::find_if(families().begin(), families().end(), [&](const Family &entry) { return family == QLatin1String(entry.name); });
    if (found == families().end())
        return std::nullopt;
    TransformerRecipe recipe = common(found->defaults, config, facts);
    if (family == QLatin1String("llama"))
        makeLlama(recipe, config);
    else if (family == QLatin1String("qwen"))
        makeQwen(recipe, config);
    else if (family == QLatin1String("qwen2"))
        setAttentionBias(recipe.attention, true, false);
    else if (family == QLatin1String("qwen3"))
        makeQwen3(recipe, config);
    else if (family.startsWith(QLatin1String("gemma")))
        makeGemma(recipe, config, family == QLatin1String("gemma2"), facts);
    else if (family == QLatin1String("phi3"))
        makePhi3(recipe, config);
    else if (family == QLatin1String("stablelm"))
        makeStableLm(recipe, config);
    else if (family == QLatin1String("starcoder2"))
        makeStarCoder2(recipe, config);
    else if (family == QLatin1String("olmo")) {
        recipe.norm = NormKind::Layer; // without weights: F.layer_norm on an fp32 copy
        recipe.hasNormWeight = false;
        makeLlama(recipe, config);
    }
    return recipe;
}

} // namespace Trainyard
