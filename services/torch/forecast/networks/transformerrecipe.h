#pragma once

#include "services/torch/forecast/networks/configreader.h"
#include "services/torch/forecast/networks/selfattention.h"

namespace Trainyard {

enum class LayerStructure {
    PreNorm,        ///< x + attention(norm(x)), then x + mlp(norm(x))
    PostNorm,       ///< norm(x + attention(x)), then norm(x + mlp(x))
    Sandwich,       ///< x + norm(attention(norm(x))), then the same with the mlp (Gemma 2)
    Parallel,       ///< x + attention(norm(x)) + mlp(norm(x)), one norm for both
    ParallelTwoNorms ///< the same with a norm for each
};

/// What comes after the layers, for each task.
enum class HeadKind {
    Decoder,   ///< lm_head; `score` for classes, at the last token
    Bert,      ///< transform and decoder; pooler and classifier
    Roberta,
    DistilBert,
    Electra,
    Albert
};

/**
 * A model of tokens with one stack of equal layers: what a config.json of a family comes to. All names are the library's, dotted.
 *
 * The sizes are those of one device once share() has divided them.
 */
struct TransformerRecipe
{
    QString family;
    qint64 layers = 0, hidden = 0, vocabulary = 0;
    qint64 positions = 0;        ///< learned positions; 0: none
    qint64 positionOffset = 0;   ///< rows of the table that no position uses (OPT, RoBERTa)
    qint64 longest = 0;          ///< most tokens of a sample; 0: not limited
    qint64 tokenTypes = 0;
    qint64 embeddingSize = 0;    ///< 0: hidden
    bool hasEmbeddingProjection = false, hasEmbeddingProjectionBias = true; ///< embeddingSize to hidden
    bool hasOutputProjection = false; ///< back to embeddingSize in front of the head (OPT)
    qint64 positionWidth = 0;    ///< where positions are added behind the projection (OPT); 0: with the tokens
    bool sharesLayers = false;   ///< one layer's weights, applied `layers` times (ALBERT)

    AttentionShape attention;
    MlpShape mlp;
    LayerStructure structure = LayerStructure::PreNorm;
    NormKind norm = NormKind::Layer;
    double epsilon = 1e-5;
    bool hasNormBias = true, hasNormWeight = true;
    double embeddingDropout = 0, attentionOutputDropout = 0, mlpDropout = 0, dropPath = 0;
    bool hasLayerScale = false;  ///< a weight for each unit behind attention and mlp (DINOv2)
    bool hasEmbeddingNorm = false, hasFinalNorm = true, scalesEmbedding = false;
    bool attentionIsEagerOnly = false; ///< the library has no other
    QVersionNumber fusedSince;         ///< the library's release that moved the family to scaled_dot_product_attention

    HeadKind head = HeadKind::Decoder;
    bool isTied = true, hasHeadBias = false;
    bool upcastsLogits = true;   ///< to fp32, before 4.45 in the model and after it in the loss
    std::optional<double> logitsSoftCap;
    double classifierDropout = 0;

    const char *prefix = "model", *tokenEmbedding = "embed_tokens", *positionEmbedding = "embed_positions", *typeEmbedding = "",
               *embeddingNorm = "", *embeddingProjection = "", *layerList = "layers", *finalNorm = "norm", *headName = "lm_head";
    const char *firstNorm = "input_layernorm", *secondNorm = "post_attention_layernorm", *thirdNorm = "", *fourthNorm = "";

    QStringList notForecast;
};

/// Divides heads, inner width and vocabulary among the devices of a tensor-parallel group, as Megatron does; norms and hidden width stay whole.
Result<> share(TransformerRecipe &recipe, int devices);

/// The recipe of the families below; nothing when @p family is none of them. What is wrong with the config is in its fault().
std::optional<TransformerRecipe> decoderRecipe(const QString &family, const ConfigReader &config, const FrameworkFacts &facts);
std::optional<TransformerRecipe> llamaRecipe(const QString &family, const ConfigReader &config, const FrameworkFacts &facts);
std::optional<TransformerRecipe> encoderRecipe(const QString &family, const ConfigReader &config, const FrameworkFacts &facts);
QStringList decoderFamilies();
QStringList llamaFamilies();
QStringList encoderFamilies();

/**
 * The activation of the config.
 *
 * `gelu_new` is fused where the job does not say that it is transformers that computes it: other programs use the framework's own operator.
 */
Activation activationOf(const ConfigReader &config, ConfigReader::Keys keys, const char *fallback, const FrameworkFacts &facts, QStringList &notForecast);

} // namespace Trainyard
