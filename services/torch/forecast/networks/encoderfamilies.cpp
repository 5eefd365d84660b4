#include "services/torch/forecast/networks/transformerrecipe.h"

#include "services/torch/forecast/networks/networktext.h"

namespace Trainyard {

namespace {

void setHeads(TransformerRecipe &recipe, const ConfigReader &config, qint64 heads)
{
    AttentionShape &attention = recipe.attention;
    attention.hidden = recipe.mlp.hidden = recipe.hidden;
    attention.heads = attention.keyValueHeads = heads;
    attention.headSize = std::max<qint64>(1, recipe.hidden / heads);
    attention.isCausal = false;
    attention.hasQueryBias = attention.hasKeyBias = attention.hasValueBias = attention.hasOutputBias = recipe.mlp.hasBias = true;
    if (recipe.hidden % heads != 0) {
        config.refuse(NetworkText::tr("The model description has a width of %1 and %2 heads: the heads must divide the width.")
                          .arg(recipe.hidden).arg(heads));
    }
}

void setBertNames(TransformerRecipe &recipe, const char *prefix)
{
    recipe.attention.query = "attention.self.query";
    recipe.attention.key = "attention.self.key";
    recipe.attention.value = "attention.self.value";
    recipe.attention.output = "attention.output.dense";
    recipe.mlp.first = "intermediate.dense";
    recipe.mlp.second = "output.dense";
    recipe.prefix = prefix;
    recipe.tokenEmbedding = "embeddings.word_embeddings";
    recipe.positionEmbedding = "embeddings.position_embeddings";
    recipe.typeEmbedding = "embeddings.token_type_embeddings";
    recipe.embeddingNorm = "embeddings.LayerNorm";
    recipe.layerList = "encoder.layer";
    recipe.firstNorm = "attention.output.LayerNorm";
    recipe.secondNorm = "output.LayerNorm";
}

/// BERT and what differs from it in little: RoBERTa (and XLM-RoBERTa, CamemBERT), ELECTRA.
TransformerRecipe bert(const ConfigReader &config, const FrameworkFacts &facts, HeadKind head)
{
    const bool isElectra = head == HeadKind::Electra, isRoberta = head == HeadKind::Roberta;
    TransformerRecipe recipe;
    recipe.head = head;
    recipe.vocabulary = config.count({"vocab_size"}, isRoberta ? 50265 : 30522, ConfigReader::mostWords);
    recipe.hidden = config.count({"hidden_size"}, isElectra ? 256 : 768);
    recipe.layers = config.count({"num_hidden_layers"}, 12, ConfigReader::mostLayers);
    recipe.positions = config.count({"max_position_embeddings"}, 512, ConfigReader::mostWords, isRoberta ? 4 : 1);
    recipe.positionOffset = isRoberta ? 2 : 0; // RoBERTa counts from behind its padding number
    recipe.longest = recipe.positions - recipe.positionOffset;
    recipe.tokenTypes = config.count({"type_vocab_size"}, 2);
    setHeads(recipe, config, config.count({"num_attention_heads"}, isElectra ? 4 : 12));
    recipe.mlp.intermediate = config.count({"intermediate_size"}, isElectra ? 1024 : 3072, 4 * ConfigReader::mostUnits);
    recipe.mlp.activation = activationOf(config, {"hidden_act"}, "gelu", facts, recipe.notForecast);
    recipe.attention.dropout = config.share({"attention_probs_dropout_prob"}, 0.1);
    recipe.embeddingDropout = recipe.attentionOutputDropout = recipe.mlpDropout = config.share({"hidden_dropout_prob"}, 0.1);
    recipe.classifierDropout = config.share({"classifier_dropout"}, recipe.mlpDropout);
    recipe.epsilon = config.number({"layer_norm_eps"}, 1e-12);
    recipe.structure = LayerStructure::PostNorm;
    recipe.hasEmbeddingNorm = true;
    recipe.hasFinalNorm = false;
    recipe.isTied = config.flag({"tie_word_embeddings"}, true);
    recipe.attentionIsEagerOnly = isElectra;
    recipe.fusedSince = isRoberta ? QVersionNumber(4, 46) : QVersionNumber(4, 41);
    setBertNames(recipe, isElectra ? "electra" : isRoberta ? "roberta" : "bert");
    if (isElectra) {
        recipe.embeddingSize = config.count({"embedding_size"}, 128);
        recipe.hasEmbeddingProjection = recipe.embeddingSize != recipe.hidden;
        recipe.embeddingProjection = "embeddings_project";
    }
    if (config.text({"position_embedding_type"}, QStringLiteral("absolute")) != QLatin1String("absolute"))
        config.refuse(NetworkText::tr("Relative positions in BERT (position_embedding_type) are not forecast yet."));
    return recipe;
}

TransformerRecipe distilBert(const ConfigReader &config, const FrameworkFacts &facts)
{
    TransformerRecipe recipe;
    recipe.head = HeadKind::DistilBert;
    recipe.vocabulary = config.count({"vocab_size"}, 30522, ConfigReader::mostWords);
    recipe.hidden = config.count({"dim", "hidden_size"}, 768);
    recipe.layers = config.count({"n_layers", "num_hidden_layers"}, 6, ConfigReader::mostLayers);
    recipe.positions = recipe.longest = config.count({"max_position_embeddings"}, 512, ConfigReader::mostWords);
    setHeads(recipe, config, config.count({"n_heads", "num_attention_heads"}, 12));
    recipe.mlp.intermediate = config.count({"hidden_dim"}, 3072, 4 * ConfigReader::mostUnits);
    recipe.mlp.activation = activationOf(config, {"activation"}, "gelu", facts, recipe.notForecast);
    recipe.attention.dropout = config.share({"attention_dropout"}, 0.1);
    recipe.attention.scalesQueries = true;
    recipe.embeddingDropout = recipe.mlpDropout = config.share({"dropout"}, 0.1);
    recipe.classifierDropout = config.share({"seq_classif_dropout"}, 0.2);
    recipe.epsilon = 1e-12;
    recipe.structure = LayerStructure::PostNorm;
    recipe.hasEmbeddingNorm = true;
    recipe.hasFinalNorm = false;
    recipe.isTied = config.flag({"tie_weights_", "tie_word_embeddings"}, true);
    recipe.fusedSince = QVersionNumber(4, 46);
    setBertNames(recipe, "distilbert");
    recipe.attention.query = "attention.q_lin";
    recipe.attention.key = "attention.k_lin";
    recipe.attention.value = "attention.v_lin";
    recipe.attention.output = "attention.out_lin";
    recipe.mlp.first = "ffn.lin1";
    recipe.mlp.second = "ffn.lin2";
    recipe.layerList = "transformer.layer";
    recipe.firstNorm = "sa_layer_norm";
    recipe.secondNorm = "output_layer_norm";
    return recipe;
}

TransformerRecipe albert(const ConfigReader &config, const FrameworkFacts &facts)
{
    TransformerRecipe recipe;
    recipe.head = HeadKind::Albert;
    recipe.vocabulary = config.count({"vocab_size"}, 30000, ConfigReader::mostWords);
    recipe.hidden = config.count({"hidden_size"}, 4096);
    recipe.layers = config.count({"num_hidden_layers"}, 12, ConfigReader::mostLayers);
    recipe.positions = recipe.longest = config.count({"max_position_embeddings"}, 512, ConfigReader::mostWords);
    recipe.tokenTypes = config.count({"type_vocab_size"}, 2);
    recipe.embeddingSize = config.count({"embedding_size"}, 128);
    recipe.hasEmbeddingProjection = true;
    setHeads(recipe, config, config.count({"num_attention_heads"}, 64));
    recipe.mlp.intermediate = config.count({"intermediate_size"}, 16384, 4 * ConfigReader::mostUnits);
    recipe.mlp.activation = activationOf(config, {"hidden_act"}, "gelu_new", facts, recipe.notForecast);
    recipe.attention.dropout = config.share({"attention_probs_dropout_prob"}, 0);
    recipe.embeddingDropout = recipe.attentionOutputDropout = config.share({"hidden_dropout_prob"}, 0);
    recipe.classifierDropout = config.share({"classifier_dropout_prob"}, 0.1);
    recipe.epsilon = config.number({"layer_norm_eps"}, 1e-12);
    recipe.structure = LayerStructure::PostNorm;
    recipe.hasEmbeddingNorm = true;
    recipe.hasFinalNorm = false;
    recipe.sharesLayers = true;
    recipe.fusedSince = QVersionNumber(4, 46);
    if (config.count({"num_hidden_groups"}, 1) != 1 || config.count({"inner_group_num"}, 1) != 1)
        config.refuse(NetworkText::tr("ALBERT with more than one group of layers is not forecast yet."));
    setBertNames(recipe, "albert");
    recipe.attention.query = "attention.query";
    recipe.attention.key = "attention.key";
    recipe.attention.value = "attention.value";
    recipe.attention.output = "attention.dense";
    recipe.mlp.first = "ffn";
    recipe.mlp.second = "ffn_output";
    recipe.embeddingProjection = "encoder.embedding_hidden_mapping_in";
    recipe.layerList = "encoder.albert_layer_groups.0.albert_layers.0";
    recipe.firstNorm = "attention.LayerNorm";
    recipe.secondNorm = "full_layer_layer_norm";
    return recipe;
}

} // namespace

QStringList encoderFamilies()
{
    return {QStringLiteral("bert"), QStringLiteral("roberta"), QStringLiteral("xlm-roberta"), QStringLiteral("camembert"), QStringLiteral("electra"),
            QStringLiteral("distilbert"), QStringLiteral("albert")};
}

std::optional<TransformerRecipe> encoderRecipe(const QString &family, const ConfigReader &config, const FrameworkFacts &facts)
{
    if (family == QLatin1String("bert"))
        return bert(config, facts, HeadKind::Bert);
    if (family == QLatin1String("roberta") || family == QLatin1String("xlm-roberta") || family == QLatin1String("camembert"))
        return bert(config, facts, HeadKind::Roberta);
    if (family == QLatin1String("electra"))
        return bert(config, facts, HeadKind::Electra);
    if (family == QLatin1String("distilbert"))
        return distilBert(config, facts);
    if (family == QLatin1String("albert"))
        return albert(config, facts);
    return std::nullopt;
}

} // namespace Trainyard
