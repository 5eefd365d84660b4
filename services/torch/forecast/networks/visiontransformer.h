#pragma once

#include "services/torch/forecast/networks/imagemodels.h"
#include "services/torch/forecast/networks/transformerrecipe.h"

namespace Trainyard {

/// A ViT: patches as tokens, a stack of equal layers, the first token (and perhaps the mean of the others) classified.
struct VisionRecipe
{
    TransformerRecipe stack; ///< of its embeddings only the dropout counts
    ImageTask image{};       ///< the size its position table is for
    qint64 patch = 16;
    qint64 leadingTokens = 1; ///< class token, distillation token
    bool hasMaskToken = false, interpolatesPositions = false, classifiesMean = false;
    const char *prefix = "vit", *projection = "embeddings.patch_embeddings.projection", *classToken = "embeddings.cls_token",
               *distillationToken = "embeddings.distillation_token", *positions = "embeddings.position_embeddings", *layerList = "encoder.layer",
               *finalNorm = "layernorm", *classifier = "classifier";
};

ImageModel visionTransformer(const NetworkPath &root, const ImageTask &task, const VisionRecipe &recipe);

/// A Swin Transformer: attention within windows that shift from layer to layer, and four stages that halve the picture.
struct WindowRecipe
{
    ImageTask image{};
    qint64 patch = 4, width = 96, window = 7;
    std::vector<qint64> depths{2, 2, 6, 2}, heads{3, 6, 12, 24};
    double mlpRatio = 4, epsilon = 1e-5, dropout = 0, attentionDropout = 0, dropPath = 0.1;
    Activation activation = Activation::Gelu;
    bool hasQkvBias = true, hasPositions = false;
    bool isLibrary = false; ///< transformers: separate matrices, one drop path share for all and only on the attention; else torchvision
};

ImageModel windowTransformer(const NetworkPath &root, const ImageTask &task, const WindowRecipe &recipe);

/// The recipes of transformers' families; nothing when @p family is none of them. Faults are in the config's fault().
std::optional<VisionRecipe> visionRecipe(const QString &family, const ConfigReader &config, const FrameworkFacts &facts);
std::optional<WindowRecipe> windowRecipe(const QString &family, const ConfigReader &config, const FrameworkFacts &facts);
QStringList visionFamilies();

} // namespace Trainyard
