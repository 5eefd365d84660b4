#include "services/torch/forecast/networks/transformerrecipe.h"

#include "services/torch/forecast/networks/networktext.h"

namespace Trainyard {

namespace {

using Facts = FrameworkFacts;

/// hidden / heads, which must come out even.
qint64 headSizeOf(const ConfigReader &config, qint64 hidden, qint64 heads)
{
    if (hidden % heads != 0) {
        config.refuse(NetworkText::tr("The model description has a width of %1 and %2 heads: the heads must divide the width.")
                          .arg(hidden).arg(heads));
    }
    return std::max<qint64>(1, hidden / heads);
}

void setHeads(TransformerRecipe &recipe, const ConfigReader &config, qint64 heads)
{
    recipe.attention.hidden = recipe.mlp.hidden = recipe.hidden;
    recipe.attention.heads = recipe.attention.keyValueHeads = heads;
    recipe.attention.headSize = headSizeOf(config, recipe.hidden, heads);
}

void setAllBiases(TransformerRecipe &recipe, bool has)
{
    recipe.attention.hasQueryBias = recipe.attention.hasKeyBias = recipe.attention.hasValueBias = recipe.attention.hasOutputBias = has;
    recipe.mlp.hasBias = has;
}

/// GPT-2; with @p isBigCode one key-value head and the fused activation of StarCoder.
TransformerRecipe gpt2(const ConfigReader &config, const Facts &facts, bool isBigCode)
{
    TransformerRecipe recipe;
    recipe.vocabulary = config.count({"vocab_size"}, 50257, ConfigReader::mostWords);
    recipe.hidden = config.count({"n_embd", "hidden_size"}, 768);
    recipe.layers = config.count({"n_layer", "num_hidden_layers"}, 12, ConfigReader::mostLayers);
    recipe.positions = recipe.longest = config.count({"n_positions", "max_position_embeddings", "n_ctx"}, 1024, ConfigReader::mostWords);
    setHeads(recipe, config, config.count({"n_head", "num_attention_heads"}, 12));
    recipe.mlp.intermediate = config.count({"n_inner", "intermediate_size"}, 4 * recipe.hidden, 4 * ConfigReader::mostUnits);
    recipe.mlp.activation = activationOf(config, {"activation_function"}, isBigCode ? "gelu_pytorch_tanh" : "gelu_new", facts, recipe.notForecast);
    setAllBiases(recipe, true);
    recipe.attention.packing = QkvPacking::Packed;
    if (isBigCode && config.flag({"multi_query"}, true))
        recipe.attention.keyValueHeads = 1;
    recipe.attention.softmaxInFp32 = isBigCode;
    recipe.attention.packed = "attn.c_attn";
    recipe.attention.output = "attn.c_proj";
    recipe.attention.dropout = config.share({"attn_pdrop"}, 0.1);
    recipe.mlp.first = "mlp.c_fc";
    recipe.mlp.second = "mlp.c_proj";
    recipe.embeddingDropout = config.share({"embd_pdrop"}, 0.1);
    recipe.attentionOutputDropout = recipe.mlpDropout = config.share({"resid_pdrop"}, 0.1);
    recipe.epsilon = config.number({"layer_norm_epsilon"}, 1e-5);
    recipe.isTied = config.flag({"tie_word_embeddings"}, true);
    recipe.upcastsLogits = false;
    recipe.classifierDropout = 0.1;
    recipe.prefix = "transformer";
    recipe.tokenEmbedding = "wte";
    recipe.positionEmbedding = "wpe";
    recipe.layerList = "h";
    recipe.firstNorm = "ln_1";
    recipe.secondNorm = "ln_2";
    recipe.finalNorm = "ln_f";
    recipe.fusedSince = isBigCode ? QVersionNumber(4, 36) : QVersionNumber(4, 44);
    return recipe;
}

TransformerRecipe gptNeo(const ConfigReader &config, const Facts &facts)
{
    TransformerRecipe recipe;
    recipe.vocabulary = config.count({"vocab_size"}, 50257, ConfigReader::mostWords);
    recipe.hidden = config.count({"hidden_size"}, 2048);
    recipe.layers = config.count({"num_layers", "num_hidden_layers"}, 24, ConfigReader::mostLayers);
    recipe.positions = recipe.longest = config.count({"max_position_embeddings"}, 2048, ConfigReader::mostWords);
    setHeads(recipe, config, config.count({"num_heads", "num_attention_heads"}, 16));
    recipe.mlp.intermediate = config.count({"intermediate_size"}, 4 * recipe.hidden, 4 * ConfigReader::mostUnits);
    recipe.mlp.activation = activationOf(config, {"activation_function"}, "gelu_new", facts, recipe.notForecast);
    recipe.mlp.hasBias = recipe.attention.hasOutputBias = true;
    recipe.attention.query = "attn.attention.q_proj";
    recipe.attention.key = "attn.attention.k_proj";
    recipe.attention.value = "attn.attention.v_proj";
    recipe.attention.output = "attn.attention.out_proj";
    recipe.attention.dropout = config.share({"attention_dropout"}, 0);
    recipe.attention.scoresInFp32 = recipe.attention.softmaxInFp32 = true;
    recipe.mlp.first = "mlp.c_fc";
    recipe.mlp.second = "mlp.c_proj";
    recipe.embeddingDropout = config.share({"embed_dropout"}, 0);
    recipe.attentionOutputDropout = recipe.mlpDropout = config.share({"resid_dropout"}, 0);
    recipe.epsilon = config.number({"layer_norm_epsilon"}, 1e-5);
    recipe.isTied = config.flag({"tie_word_embeddings"}, true);
    recipe.attentionIsEagerOnly = true;
    recipe.classifierDropout = config.share({"classifier_dropout"}, 0.1);
    recipe.prefix = "transformer";
    recipe.tokenEmbedding = "wte";
    recipe.positionEmbedding = "wpe";
    recipe.layerList = "h";
    recipe.firstNorm = "ln_1";
    recipe.secondNorm = "ln_2";
    recipe.finalNorm = "ln_f";
    return recipe;
}

TransformerRecipe gptJ(const ConfigReader &config, const Facts &facts)
{
    TransformerRecipe recipe;
    recipe.vocabulary = config.count({"vocab_size"}, 50400, ConfigReader::mostWords);
    recipe.hidden = config.count({"n_embd", "hidden_size"}, 4096);
    recipe.layers = config.count({"n_layer", "num_hidden_layers"}, 28, ConfigReader::mostLayers);
    setHeads(recipe, config, config.count({"n_head", "num_attention_heads"}, 16));
    recipe.mlp.intermediate = config.count({"n_inner"}, 4 * recipe.hidden, 4 * ConfigReader::mostUnits);
    recipe.mlp.activation = activationOf(config, {"activation_function"}, "gelu_new", facts, recipe.notForecast);
    recipe.mlp.hasBias = true;
    recipe.mlp.first = "mlp.fc_in";
    recipe.mlp.second = "mlp.fc_out";
    recipe.attention.query = "attn.q_proj";
    recipe.attention.key = "attn.k_proj";
    recipe.attention.value = "attn.v_proj";
    recipe.attention.output = "attn.out_proj";
    recipe.attention.rotary = RotaryKind::EveryTwo;
    recipe.attention.rotarySize = config.count({"rotary_dim"}, 64, recipe.attention.headSize);
    recipe.attention.dropout = config.share({"attn_pdrop"}, 0);
    recipe.attention.scoresInFp32 = recipe.attention.softmaxInFp32 = true;
    recipe.structure = LayerStructure::Parallel;
    recipe.embeddingDropout = config.share({"embd_pdrop"}, 0);
    recipe.attentionOutputDropout = recipe.mlpDropout = config.share({"resid_pdrop"}, 0);
    recipe.epsilon = config.number({"layer_norm_epsilon"}, 1e-5);
    recipe.isTied = config.flag({"tie_word_embeddings"}, false);
    recipe.hasHeadBias = true;
    recipe.attentionIsEagerOnly = true;
    recipe.prefix = "transformer";
    recipe.tokenEmbedding = "wte";
    recipe.layerList = "h";
    recipe.firstNorm = "ln_1";
    recipe.finalNorm = "ln_f";
    return recipe;
}

TransformerRecipe gptNeoX(const ConfigReader &config, const Facts &facts)
{
    TransformerRecipe recipe;
    recipe.vocabulary = config.count({"vocab_size"}, 50432, ConfigReader::mostWords);
    recipe.hidden = config.count({"hidden_size"}, 6144);
    recipe.layers = config.count({"num_hidden_layers"}, 44, ConfigReader::mostLayers);
    setHeads(recipe, config, config.count({"num_attention_heads"}, 64));
    recipe.mlp.intermediate = config.count({"intermediate_size"}, 24576, 4 * ConfigReader::mostUnits);
    recipe.mlp.activation = activationOf(config, {"hidden_act"}, "gelu", facts, recipe.notForecast);
    setAllBiases(recipe, config.flag({"attention_bias"}, true));
    recipe.mlp.hasBias = true;
    recipe.mlp.first = "mlp.dense_h_to_4h";
    recipe.mlp.second = "mlp.dense_4h_to_h";
    recipe.attention.packing = QkvPacking::PackedByHead;
    recipe.attention.packed = "attention.query_key_value";
    recipe.attention.output = "attention.dense";
    recipe.attention.dropout = config.share({"attention_dropout"}, 0);
    recipe.attention.rotary = RotaryKind::Half;
    recipe.attention.rotarySize = std::max<qint64>(2, qint64(double(recipe.attention.headSize) * config.share({"rotary_pct"}, 0.25, 1)));
    recipe.structure = config.flag({"use_parallel_residual"}, true) ? LayerStructure::ParallelTwoNorms : LayerStructure::PreNorm;
    recipe.embeddingDropout = recipe.attentionOutputDropout = recipe.mlpDropout = config.share({"hidden_dropout"}, 0);
    recipe.epsilon = config.number({"layer_norm_eps"}, 1e-5);
    recipe.isTied = config.flag({"tie_word_embeddings"}, false);
    recipe.upcastsLogits = false;
    recipe.classifierDropout = config.share({"classifier_dropout"}, 0.1);
    recipe.prefix = "gpt_neox";
    recipe.tokenEmbedding = "embed_in";
    recipe.headName = "embed_out";
    recipe.finalNorm = "final_layer_norm";
    recipe.fusedSince = QVersionNumber(4, 44);
    return recipe;
}

TransformerRecipe opt(const ConfigReader &config, const Facts &facts)
{
    TransformerRecipe recipe;
    recipe.vocabulary = config.count({"vocab_size"}, 50272, ConfigReader::mostWords);
    recipe.hidden = config.count({"hidden_size"}, 768);
    recipe.layers = config.count({"num_hidden_layers"}, 12, ConfigReader::mostLayers);
    recipe.longest = config.count({"max_position_embeddings"}, 2048, ConfigReader::mostWords);
    recipe.positionOffset = 2;
    recipe.positions = recipe.longest + recipe.positionOffset;
    setHeads(recipe, config, config.count({"num_attention_heads"}, 12));
    recipe.mlp.intermediate = config.count({"ffn_dim"}, 3072, 4 * ConfigReader::mostUnits);
    recipe.mlp.activation = activationOf(config, {"activation_function"}, "relu", facts, recipe.notForecast);
    setAllBiases(recipe, config.flag({"enable_bias"}, true));
    recipe.mlp.first = "fc1";
    recipe.mlp.second = "fc2";
    recipe.attention.output = "self_attn.out_proj";
    recipe.attention.dropout = config.share({"attention_dropout"}, 0);
    recipe.attention.scalesQueries = true;
    recipe.attention.softmaxInFp32 = true; // for fp16; elsewhere the cast is none or small
    const bool isNormFirst = config.flag({"do_layer_norm_before"}, true);
    recipe.structure = isNormFirst ? LayerStructure::PreNorm : LayerStructure::PostNorm;
    recipe.hasFinalNorm = isNormFirst && !config.flag({"_remove_final_layer_norm"}, false);
    recipe.hasNormWeight = recipe.hasNormBias = config.flag({"layer_norm_elementwise_affine"}, true);
    recipe.attentionOutputDropout = recipe.mlpDropout = config.share({"dropout"}, 0.1);
    const qint64 width = config.count({"word_embed_proj_dim"}, recipe.hidden);
    if (width != recipe.hidden) {
        recipe.embeddingSize = width;
        recipe.hasEmbeddingProjection = recipe.hasOutputProjection = true;
        recipe.hasEmbeddingProjectionBias = false;
        recipe.embeddingProjection = "project_in";
        recipe.positionWidth = recipe.hidden;
    }
    recipe.isTied = config.flag({"tie_word_embeddings"}, true);
    recipe.upcastsLogits = false;
    recipe.prefix = "model.decoder";
    recipe.firstNorm = "self_attn_layer_norm";
    recipe.secondNorm = recipe.finalNorm = "final_layer_norm";
    recipe.fusedSince = QVersionNumber(4, 46);
    return recipe;
}

TransformerRecipe bloom(const ConfigReader &config)
{
    TransformerRecipe recipe;
    recipe.vocabulary = config.count({"vocab_size"}, 250880, ConfigReader::mostWords);
    recipe.hidden = config.count({"hidden_size", "n_embed"}, 64);
    recipe.layers = config.count({"n_layer", "num_hidden_layers"}, 2, ConfigReader::mostLayers);
    setHeads(recipe, config, config.count({"n_head", "num_attention_heads"}, 8));
    recipe.mlp.intermediate = 4 * recipe.hidden;
    recipe.mlp.activation = Activation::GeluTanh; // a function of its own in the library, which keeps its input as the fused one does
    setAllBiases(recipe, true);
    recipe.mlp.first = "mlp.dense_h_to_4h";
    recipe.mlp.second = "mlp.dense_4h_to_h";
    recipe.attention.packing = QkvPacking::PackedByHead;
    recipe.attention.packed = "self_attention.query_key_value";
    recipe.attention.output = "self_attention.dense";
    recipe.attention.dropout = config.share({"attention_dropout"}, 0);
    recipe.attention.softmaxInFp32 = true;
    recipe.attentionOutputDropout = recipe.mlpDropout = config.share({"hidden_dropout"}, 0);
    recipe.epsilon = config.number({"layer_norm_epsilon"}, 1e-5);
    recipe.hasEmbeddingNorm = true;
    recipe.attentionIsEagerOnly = true;
    recipe.isTied = config.flag({"tie_word_embeddings"}, true);
    recipe.upcastsLogits = false;
    recipe.classifierDropout = recipe.mlpDropout;
    recipe.prefix = "transformer";
    recipe.tokenEmbedding = "word_embeddings";
    recipe.embeddingNorm = "word_embeddings_layernorm";
    recipe.layerList = "h";
    recipe.finalNorm = "ln_f";
    return recipe;
}

TransformerRecipe falcon(const ConfigReader &config, const Facts &facts)
{
    TransformerRecipe recipe;
    recipe.vocabulary = config.count({"vocab_size"}, 65024, ConfigReader::mostWords);
    recipe.hidden = config.count({"hidden_size"}, 4544);
    recipe.layers = config.count({"num_hidden_layers", "n_layer"}, 32, ConfigReader::mostLayers);
    setHeads(recipe, config, config.count({"num_attention_heads", "n_head"}, 71));
    recipe.mlp.intermediate = config.count({"ffn_hidden_size"}, 4 * recipe.hidden, 4 * ConfigReader::mostUnits);
    recipe.mlp.activation = activationOf(config, {"activation"}, "gelu", facts, recipe.notForecast);
    setAllBiases(recipe, config.flag({"bias"}, false));
    recipe.mlp.first = "mlp.dense_h_to_4h";
    recipe.mlp.second = "mlp.dense_4h_to_h";
    const bool isNew = config.flag({"new_decoder_architecture"}, false);
    recipe.attention.packing = QkvPacking::PackedByGroup;
    if (isNew)
        recipe.attention.keyValueHeads = config.count({"num_kv_heads", "n_head_kv"}, recipe.attention.heads, recipe.attention.heads);
    else if (config.flag({"multi_query"}, true))
        recipe.attention.keyValueHeads = 1;
    else
        recipe.attention.packing = QkvPacking::PackedByHead;
    recipe.attention.packed = "self_attention.query_key_value";
    recipe.attention.output = "self_attention.dense";
    const bool hasAlibi = config.flag({"alibi"}, false);
    if (!hasAlibi) {
        recipe.attention.rotary = RotaryKind::Half;
        recipe.attention.rotarySize = recipe.attention.headSize;
    }
    recipe.attention.dropout = hasAlibi ? config.share({"attention_dropout"}, 0) : 0; // the library drops nothing beside rotary positions
    recipe.mlpDropout = config.share({"hidden_dropout"}, 0);
    const bool isParallel = isNew || config.flag({"parallel_attn"}, true);
    const bool hasTwoNorms = isNew && config.count({"num_ln_in_parallel_attn"}, 2, 2) == 2;
    recipe.structure = !isParallel ? LayerStructure::PreNorm : hasTwoNorms ? LayerStructure::ParallelTwoNorms : LayerStructure::Parallel;
    recipe.firstNorm = hasTwoNorms ? "ln_attn" : "input_layernorm";
    recipe.secondNorm = hasTwoNorms ? "ln_mlp" : "post_attention_layernorm";
    recipe.epsilon = config.number({"layer_norm_epsilon"}, 1e-5);
    recipe.isTied = config.flag({"tie_word_embeddings"}, true);
    recipe.upcastsLogits = false;
    recipe.prefix = "transformer";
    recipe.tokenEmbedding = "word_embeddings";
    recipe.layerList = "h";
    recipe.finalNorm = "ln_f";
    recipe.fusedSince = QVersionNumber(4, 36);
    return recipe;
}

TransformerRecipe phi(const ConfigReader &config, const Facts &facts)
{
    TransformerRecipe recipe;
    recipe.vocabulary = config.count({"vocab_size"}, 51200, ConfigReader::mostWords);
    recipe.hidden = config.count({"hidden_size", "n_embd"}, 2048);
    recipe.layers = config.count({"num_hidden_layers", "n_layer"}, 24, ConfigReader::mostLayers);
    setHeads(recipe, config, config.count({"num_attention_heads", "n_head"}, 32));
    recipe.attention.keyValueHeads = config.count({"num_key_value_heads"}, recipe.attention.heads, recipe.attention.heads);
    recipe.mlp.intermediate = config.count({"intermediate_size"}, 8192, 4 * ConfigReader::mostUnits);
    recipe.mlp.activation = activationOf(config, {"hidden_act"}, "gelu_new", facts, recipe.notForecast);
    setAllBiases(recipe, true);
    recipe.mlp.first = "mlp.fc1";
    recipe.mlp.second = "mlp.fc2";
    recipe.attention.output = "self_attn.dense";
    recipe.attention.dropout = config.share({"attention_dropout"}, 0);
    recipe.attention.rotary = RotaryKind::Half;
    recipe.attention.rotarySize = std::max<qint64>(2, qint64(double(recipe.attention.headSize) * config.share({"partial_rotary_factor"}, 0.5, 1)));
    recipe.attention.scoresInFp32 = recipe.attention.softmaxInFp32 = true;
    if (config.flag({"qk_layernorm"}, false)) {
        recipe.attention.headNorm = NormKind::Layer;
        recipe.attention.queryNorm = "self_attn.q_layernorm";
        recipe.attention.keyNorm = "self_attn.k_layernorm";
        recipe.attention.hasHeadNormBias = true;
    }
    recipe.structure = LayerStructure::Parallel;
    recipe.embeddingDropout = config.share({"embd_pdrop"}, 0);
    recipe.attentionOutputDropout = recipe.mlpDropout = config.share({"resid_pdrop"}, 0);
    recipe.epsilon = config.number({"layer_norm_eps"}, 1e-5);
    recipe.isTied = config.flag({"tie_word_embeddings"}, false);
    recipe.hasHeadBias = true;
    recipe.finalNorm = "final_layernorm";
    recipe.fusedSince = QVersionNumber(4, 41);
    return recipe;
}

} // namespace

QStringList decoderFamilies()
{
    return {QStringLiteral("gpt2"), QStringLiteral("gpt_bigcode"), QStringLiteral("gpt_neo"), QStringLiteral("gptj"),   QStringLiteral("gpt_neox"),
            QStringLiteral("opt"),  QStringLiteral("bloom"),       QStringLiteral("falcon"),  QStringLiteral("phi")};
}

std::optional<TransformerRecipe> decoderRecipe(const QString &family, const ConfigReader &config, const FrameworkFacts &facts)
{
    if (family == QLatin1String("gpt2"))
        return gpt2(config, facts, false);
    if (family == QLatin1String("gpt_bigcode"))
        return gpt2(config, facts, true);
    if (family == QLatin1String("gpt_neo"))
        return gptNeo(config, facts);
    if (family == QLatin1String("gptj"))
        return gptJ(config, facts);
    if (family == QLatin1String("gpt_neox"))
        return gptNeoX(config, facts);
    if (family == QLatin1String("opt"))
        return opt(config, facts);
    if (family == QLatin1String("bloom"))
        return bloom(config);
    if (family == QLatin1String("falcon") || family == QLatin1String("RefinedWeb") || family == QLatin1String("RefinedWebModel"))
        return falcon(config, facts);
    if (family == QLatin1String("phi") || family == QLatin1String("phi-msft"))
        return phi(config, facts);
    return std::nullopt;
}

} // namespace Trainyard
