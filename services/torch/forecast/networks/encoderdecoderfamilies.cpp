#include "services/torch/forecast/networks/encoderdecoder.h"

#include "services/torch/forecast/networks/networktext.h"
#include "services/torch/forecast/networks/transformerrecipe.h"

namespace Trainyard {

namespace {

/// T5 and mT5: the second has gates, more words and a head of its own.
EncoderDecoderRecipe t5(const ConfigReader &config, const FrameworkFacts &facts, bool isMultilingual)
{
    EncoderDecoderRecipe recipe;
    recipe.hidden = config.count({"d_model"}, 512);
    recipe.vocabulary = config.count({"vocab_size"}, isMultilingual ? 250112 : 32128, ConfigReader::mostWords);
    recipe.encoder.layers = config.count({"num_layers"}, isMultilingual ? 8 : 6, ConfigReader::mostLayers);
    recipe.decoder.layers = config.count({"num_decoder_layers"}, recipe.encoder.layers, ConfigReader::mostLayers);
    recipe.norm = NormKind::T5Rms;
    recipe.epsilon = config.number({"layer_norm_epsilon"}, 1e-6);
    recipe.dropout = config.share({"dropout_rate"}, 0.1);
    recipe.buckets = config.count({"relative_attention_num_buckets"}, 32);
    AttentionShape attention;
    attention.hidden = recipe.hidden;
    attention.heads = attention.keyValueHeads = config.count({"num_heads"}, isMultilingual ? 6 : 8, 4096);
    attention.headSize = config.count({"d_kv"}, 64, 4096);
    attention.query = "layer.0.SelfAttention.q";
    attention.key = "layer.0.SelfAttention.k";
    attention.value = "layer.0.SelfAttention.v";
    attention.output = "layer.0.SelfAttention.o";
    attention.dropout = recipe.dropout;
    attention.softmaxInFp32 = true;
    attention.isCausal = false;
    QString form = config.text({"feed_forward_proj"}, isMultilingual ? QStringLiteral("gated-gelu") : QStringLiteral("relu"));
    MlpShape mlp;
    mlp.hidden = recipe.hidden;
    mlp.intermediate = config.count({"d_ff"}, isMultilingual ? 1024 : 2048, 4 * ConfigReader::mostUnits);
    mlp.dropout = recipe.dropout;
    const bool isGated = form.startsWith(QLatin1String("gated-"));
    mlp.form = isGated ? MlpForm::Gated : MlpForm::Plain;
    if (isGated)
        form.remove(0, 6);
    mlp.activation = activationOf(ConfigReader(QJsonObject{{QStringLiteral("act"), form == QLatin1String("gelu") && isGated ? QStringLiteral("gelu_new") : form}}), {"act"},
                                  "relu", facts, recipe.notForecast);
    if (!activationNamed(form))
        config.refuse(NetworkText::tr("The model description names the activation %1, which is not known here.").arg(form));
    recipe.encoder.attention = recipe.decoder.attention = recipe.decoder.cross = attention;
    recipe.decoder.attention.isCausal = true;
    recipe.decoder.cross.query = "layer.1.EncDecAttention.q";
    recipe.decoder.cross.key = "layer.1.EncDecAttention.k";
    recipe.decoder.cross.value = "layer.1.EncDecAttention.v";
    recipe.decoder.cross.output = "layer.1.EncDecAttention.o";
    recipe.encoder.mlp = recipe.decoder.mlp = mlp;
    recipe.encoder.mlp.gate = "layer.1.DenseReluDense.wi_0";
    recipe.encoder.mlp.first = isGated ? "layer.1.DenseReluDense.wi_1" : "layer.1.DenseReluDense.wi";
    recipe.encoder.mlp.second = "layer.1.DenseReluDense.wo";
    recipe.decoder.mlp.gate = "layer.2.DenseReluDense.wi_0";
    recipe.decoder.mlp.first = isGated ? "layer.2.DenseReluDense.wi_1" : "layer.2.DenseReluDense.wi";
    recipe.decoder.mlp.second = "layer.2.DenseReluDense.wo";
    for (StackRecipe *stack : {&recipe.encoder, &recipe.decoder}) {
        stack->layerList = "block";
        stack->attentionNorm = "layer.0.layer_norm";
        stack->crossNorm = "layer.1.layer_norm";
        stack->relativeBias = "block.0.layer.0.SelfAttention.relative_attention_bias";
        stack->finalNorm = "final_layer_norm";
    }
    recipe.encoder.mlpNorm = "layer.1.layer_norm";
    recipe.decoder.mlpNorm = "layer.2.layer_norm";
    recipe.isTied = config.flag({"tie_word_embeddings"}, !isMultilingual);
    recipe.scalesOutput = recipe.isTied;
    recipe.dropsOutput = true;
    recipe.attentionIsEagerOnly = true;
    recipe.prefix = "";
    return recipe;
}

/// BART, and mBART with its norms first.
EncoderDecoderRecipe bart(const ConfigReader &config, const FrameworkFacts &facts, bool isNormFirst)
{
    EncoderDecoderRecipe recipe;
    recipe.hidden = config.count({"d_model"}, 1024);
    recipe.vocabulary = config.count({"vocab_size"}, 50265, ConfigReader::mostWords);
    recipe.longest = config.count({"max_position_embeddings"}, 1024, ConfigReader::mostWords);
    recipe.isNormFirst = isNormFirst;
    recipe.dropout = config.share({"dropout"}, 0.1);
    recipe.scalesEmbedding = config.flag({"scale_embedding"}, false);
    recipe.hasLogitsBias = true;
    recipe.isTied = config.flag({"tie_word_embeddings"}, true);
    recipe.fusedSince = isNormFirst ? QVersionNumber(4, 46) : QVersionNumber(4, 36);
    const auto fill = [&](StackRecipe &stack, ConfigReader::Keys layers, ConfigReader::Keys heads, ConfigReader::Keys inner) {
        stack.layers = config.count(layers, 12, ConfigReader::mostLayers);
        stack.positionOffset = 2;
        stack.positions = recipe.longest + stack.positionOffset;
        stack.embeddingNorm = "layernorm_embedding";
        if (isNormFirst)
            stack.finalNorm = "layer_norm";
        AttentionShape &attention = stack.attention;
        attention.hidden = stack.mlp.hidden = recipe.hidden;
        attention.heads = attention.keyValueHeads = config.count(heads, 16, 4096);
        attention.headSize = std::max<qint64>(1, recipe.hidden / attention.heads);
        if (recipe.hidden % attention.heads != 0) {
            config.refuse(NetworkText::tr("The model description has a width of %1 and %2 heads: the heads must divide the width.").arg(recipe.hidden).arg(attention.heads));
        }
        attention.output = "self_attn.out_proj";
        attention.hasQueryBias = attention.hasKeyBias = attention.hasValueBias = attention.hasOutputBias = stack.mlp.hasBias = true;
        attention.dropout = config.share({"attention_dropout"}, 0);
        attention.scalesQueries = true;
        attention.isCausal = false;
        stack.cross = attention;
        stack.cross.query = "encoder_attn.q_proj";
        stack.cross.key = "encoder_attn.k_proj";
        stack.cross.value = "encoder_attn.v_proj";
        stack.cross.output = "encoder_attn.out_proj";
        stack.mlp.intermediate = config.count(inner, 4096, 4 * ConfigReader::mostUnits);
        stack.mlp.activation = activationOf(config, {"activation_function"}, "gelu", facts, recipe.notForecast);
        stack.mlp.first = "fc1";
        stack.mlp.second = "fc2";
        stack.mlp.dropout = config.share({"activation_dropout"}, 0);
    };
    fill(recipe.encoder, {"encoder_layers"}, {"encoder_attention_heads"}, {"encoder_ffn_dim"});
    fill(recipe.decoder, {"decoder_layers"}, {"decoder_attention_heads"}, {"decoder_ffn_dim"});
    recipe.decoder.attention.isCausal = true;
    recipe.notForecast.removeDuplicates();
    return recipe;
}

} // namespace

QStringList encoderDecoderFamilies()
{
    return {QStringLiteral("t5"), QStringLiteral("mt5"), QStringLiteral("bart"), QStringLiteral("mbart")};
}

std::optional<EncoderDecoderRecipe> encoderDecoderRecipe(const QString &family, const ConfigReader &config, const FrameworkFacts &facts)
{
    if (family == QLatin1String("t5") || family == QLatin1String("mt5"))
        return t5(config, facts, family == QLatin1String("mt5"));
    if (family == QLatin1String("bart") || family == QLatin1String("mbart"))
        return bart(config, facts, family == QLatin1String("mbart"));
    return std::nullopt;
}

Result<> share(EncoderDecoderRecipe &recipe, int devices)
{
    if (devices <= 1)
        return success();
    const auto refused = [devices](const QString &what, qint64 count) {
        return Error{Error::Kind::Invalid, NetworkText::tr("%1: %2 cannot be shared out evenly to the %3 devices of parallel.tensor.").arg(what).arg(count).arg(devices), QString()};
    };
    for (StackRecipe *stack : {&recipe.encoder, &recipe.decoder}) {
        if (stack->attention.heads % devices != 0)
            return refused(QStringLiteral("num_heads"), stack->attention.heads);
        if (stack->mlp.intermediate % devices != 0)
            return refused(QStringLiteral("d_ff"), stack->mlp.intermediate);
        for (AttentionShape *attention : {&stack->attention, &stack->cross})
            attention->heads = attention->keyValueHeads = attention->heads / devices;
        stack->mlp.intermediate /= devices;
    }
    recipe.vocabulary = (recipe.vocabulary + devices - 1) / devices;
    return success();
}

} // namespace Trainyard
