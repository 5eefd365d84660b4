#include "services/torch/forecast/networks/visiontransformer.h"

#include "services/torch/forecast/networks/libraryfacts.h"
#include "services/torch/forecast/networks/transformernetwork.h"

#include <ATen/Functions.h>

#include <cmath>

namespace Trainyard {

namespace {

/// Patches of the picture as tokens behind the leading ones, positions added.
class PatchEmbedding
{
public:
    PatchEmbedding(const NetworkPath &base, const VisionRecipe &recipe)
        : m_recipe(recipe), m_rows(recipe.image.height / recipe.patch), m_columns(recipe.image.width / recipe.patch)
    {
        const qint64 hidden = recipe.stack.hidden;
        m_leading.push_back(base.weight(recipe.classToken, {1, 1, hidden}));
        if (recipe.hasMaskToken)
            base.weight("embeddings.mask_token", {1, hidden});
        if (recipe.leadingTokens > 1)
            m_leading.push_back(base.weight(recipe.distillationToken, {1, 1, hidden}));
        m_projection = Convolution(base / recipe.projection, {.in = recipe.image.channels, .out = hidden, .kernel = recipe.patch, .stride = recipe.patch, .padding = 0, .hasBias = true});
        m_positions = base.weight(recipe.positions, {1, recipe.leadingTokens + m_rows * m_columns, hidden});
    }

    at::Tensor operator()(const at::Tensor &pixels) const
    {
        at::Tensor x = m_projection(pixels);
        const int64_t rows = x.size(2), columns = x.size(3);
        x = x.flatten(2).transpose(1, 2);
        std::vector<at::Tensor> tokens;
        for (const at::Tensor &token : m_leading)
            tokens.push_back(token.expand({x.size(0), -1, -1}));
        tokens.push_back(x);
        x = at::cat(tokens, 1);
        const at::Tensor positions = rows == m_rows && columns == m_columns ? m_positions : resizedPositions(rows, columns);
        x = x + positions;
        return dropout(x, m_recipe.stack.embeddingDropout);
    }

private:
    at::Tensor resizedPositions(int64_t rows, int64_t columns) const
    {
        const int64_t leading = m_recipe.leadingTokens;
        const at::Tensor first = m_positions.narrow(1, 0, leading);
        at::Tensor grid = m_positions.narrow(1, leading, m_positions.size(1) - leading);
        grid = grid.reshape({1, m_rows, m_columns, -1}).permute({0, 3, 1, 2}).to(at::kFloat);
        grid = resized(grid, rows, columns);
        grid = grid.to(m_positions.scalar_type()).permute({0, 2, 3, 1}).reshape({1, rows * columns, -1});
        return at::cat({first, grid}, 1);
    }

    VisionRecipe m_recipe;
    int64_t m_rows, m_columns;
    std::vector<at::Tensor> m_leading;
    Convolution m_projection;
    at::Tensor m_positions;
};

} // namespace

ImageModel visionTransformer(const NetworkPath &root, const ImageTask &task, const VisionRecipe &recipe)
{
    const NetworkPath base = root / recipe.prefix, layers = base / recipe.layerList;
    const TransformerRecipe &stack = recipe.stack;
    Stages stages(root);
    stages.add(QStringLiteral("embeddings"), PatchEmbedding(base, recipe));
    AttentionContext context;
    context.recomputesCore = root.parts().plan.checkpointing == Checkpointing::Selective;
    context.kind = attentionKindFor(root.parts().plan, stack.attentionIsEagerOnly, stack.fusedSince);
    for (qint64 i = 0; i < stack.layers; ++i) {
        const auto layer = std::make_shared<TransformerLayer>(stack.layerList[0] ? layers / QString::fromLatin1(stack.layerList).arg(i) : layers / i, stack);
        stages.addLayer(QStringLiteral("layers.%1").arg(i), [layer, context](const at::Tensor &x) { return (*layer)(x, context); });
    }
    const Norm norm(base / recipe.finalNorm, stack.hidden, stack.norm, stack.epsilon);
    const Linear classifier((root / recipe.classifier).trained(), recipe.classifiesMean ? 2 * stack.hidden : stack.hidden, task.classes);
    stages.add(QStringLiteral("head"), [norm, classifier, takesMean = recipe.classifiesMean](const at::Tensor &x) {
        const at::Tensor y = norm(x);
        const at::Tensor first = y.select(1, 0);
        if (!takesMean)
            return classifier(first);
        const at::Tensor mean = y.narrow(1, 1, y.size(1) - 1).mean(1);
        const at::Tensor both = at::cat({first, mean}, 1);
        return classifier(both);
    });
    return {[stages](const at::Tensor &x) { return std::vector<at::Tensor>{stages(x)}; }};
}

} // namespace Trainyard
