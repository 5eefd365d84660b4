#include "services/torch/forecast/networks/visiontransformer.h"

#include <ATen/Functions.h>

#include <cmath>

namespace Trainyard {

namespace {

struct WindowLayerShape
{
    qint64 width, heads, shift;
    double attentionDropPath, mlpDropPath;
};

/// [batch, rows, columns, width] in windows of @p side x @p side: [batch * windows, side * side, width].
at::Tensor inWindows(const at::Tensor &x, int64_t side)
{
    const int64_t rows = x.size(1) / side, columns = x.size(2) / side;
    const at::Tensor split = x.view({x.size(0), rows, side, columns, side, x.size(3)});
    return split.permute({0, 1, 3, 2, 4, 5}).reshape({-1, side * side, x.size(3)});
}

at::Tensor fromWindows(const at::Tensor &x, int64_t side, int64_t rows, int64_t columns)
{
    const at::Tensor split = x.view({-1, rows / side, columns / side, side, side, x.size(2)});
    return split.permute({0, 1, 3, 2, 4, 5}).reshape({-1, rows, columns, x.size(2)});
}

class WindowAttention
{
public:
    WindowAttention(const NetworkPath &path, const WindowRecipe &recipe, const WindowLayerShape &shape)
        : m_heads(shape.heads), m_size(shape.width / shape.heads), m_isLibrary(recipe.isLibrary), m_dropout(recipe.attentionDropout)
    {
        const qint64 window = recipe.window, reach = 2 * window - 1;
        const NetworkPath self = m_isLibrary ? path / "self" : path;
        m_biases = self.weight("relative_position_bias_table", {reach * reach, shape.heads});
        m_index = self.buffer("relative_position_index", {window * window * window * window}, 0, at::kLong);
        if (m_isLibrary) {
            for (const char *name : {"query", "key", "value"})
                m_inputs.push_back(Linear(self / name, shape.width, shape.width, recipe.hasQkvBias));
            m_output = Linear(path / "output.dense", shape.width, shape.width);
        } else {
            m_inputs.push_back(Linear(path / "qkv", shape.width, 3 * shape.width));
            m_output = Linear(path / "proj", shape.width, shape.width);
        }
    }

    /// @p x [batch * windows, places, width], @p mask [windows, places, places] where the windows are shifted.
    at::Tensor operator()(const at::Tensor &x, const std::optional<at::Tensor> &mask) const
    {
        noteAttention(AttentionKind::Math);
        const int64_t places = x.size(1);
        auto [query, key, value] = projected(x);
        if (!m_isLibrary)
            query = query * (1 / std::sqrt(double(m_size)));
        at::Tensor scores = at::matmul(query, key.transpose(-1, -2));
        if (m_isLibrary)
            scores = scores / std::sqrt(double(m_size));
        scores = scores + relativeBias(places);
        if (mask) {
            scores = scores.view({x.size(0) / mask->size(0), mask->size(0), m_heads, places, places});
            scores = scores + mask->unsqueeze(1).unsqueeze(0);
            scores = scores.view({-1, m_heads, places, places});
        }
        scores = at::softmax(scores, -1);
        scores = dropout(scores, m_dropout);
        at::Tensor y = at::matmul(scores, value);
        y = y.transpose(1, 2).reshape({x.size(0), places, m_heads * m_size});
        y = m_output(y);
        return dropout(y, m_dropout);
    }

private:
    std::array<at::Tensor, 3> projected(const at::Tensor &x) const
    {
        const auto byHead = [&](const at::Tensor &y) { return y.view({x.size(0), x.size(1), m_heads, m_size}).transpose(1, 2); };
        if (m_isLibrary) {
            const at::Tensor query = m_inputs[0](x), key = m_inputs[1](x), value = m_inputs[2](x);
            return {byHead(query), byHead(key), byHead(value)};
        }
        const at::Tensor packed = m_inputs[0](x).reshape({x.size(0), x.size(1), 3, m_heads, m_size}).permute({2, 0, 3, 1, 4});
        return {packed[0], packed[1], packed[2]};
    }

    at::Tensor relativeBias(int64_t places) const
    {
        const int64_t known = int64_t(std::sqrt(double(m_index.numel())));
        at::Tensor bias = m_biases.index_select(0, m_index); // indexed by a tensor, which keeps no more than the index
        bias = bias.view({known, known, m_heads}).permute({2, 0, 1}).contiguous().unsqueeze(0);
        return known == places ? bias : bias.narrow(2, 0, places).narrow(3, 0, places);
    }

    int64_t m_heads, m_size;
    bool m_isLibrary;
    double m_dropout;
    at::Tensor m_biases, m_index;
    std::vector<Linear> m_inputs;
    Linear m_output;
};

class WindowLayer
{
public:
    WindowLayer(const NetworkPath &path, const WindowRecipe &recipe, const WindowLayerShape &shape)
        : m_window(recipe.window), m_shift(shape.shift), m_attentionDropPath(shape.attentionDropPath), m_mlpDropPath(shape.mlpDropPath), m_dropout(recipe.dropout),
          m_first(path / (recipe.isLibrary ? "layernorm_before" : "norm1"), shape.width, NormKind::Layer, recipe.epsilon),
          m_second(path / (recipe.isLibrary ? "layernorm_after" : "norm2"), shape.width, NormKind::Layer, recipe.epsilon),
          m_attention(path / (recipe.isLibrary ? "attention" : "attn"), recipe, shape),
          m_mlp(path, {.hidden = shape.width, .intermediate = qint64(double(shape.width) * recipe.mlpRatio), .activation = recipe.activation,
                       .first = recipe.isLibrary ? "intermediate.dense" : "mlp.0", .second = recipe.isLibrary ? "output.dense" : "mlp.3", .hasBias = true})
    {
    }

    /// [batch, rows, columns, width]
    at::Tensor operator()(const at::Tensor &x) const
    {
        at::Tensor y = m_first(x);
        y = attended(y);
        y = dropPath(y, m_attentionDropPath);
        const at::Tensor sum = x + y;
        y = m_second(sum);
        y = m_mlp(y);
        y = dropout(y, m_dropout);
        y = dropPath(y, m_mlpDropPath);
        return sum + y;
    }

private:
    at::Tensor attended(const at::Tensor &x) const
    {
        const int64_t rows = x.size(1), columns = x.size(2), side = std::min({m_window, rows, columns});
        const int64_t shift = std::min(rows, columns) <= m_window ? 0 : m_shift;
        const int64_t below = (side - rows % side) % side, right = (side - columns % side) % side;
        at::Tensor y = at::constant_pad_nd(x, {0, 0, 0, right, 0, below});
        if (shift)
            y = at::roll(y, {-shift, -shift}, {1, 2});
        y = inWindows(y, side);
        std::optional<at::Tensor> mask;
        if (shift)
            mask = at::zeros({(rows + below) / side * ((columns + right) / side), side * side, side * side}, x.options().requires_grad(false));
        y = m_attention(y, mask);
        y = fromWindows(y, side, rows + below, columns + right);
        if (shift)
            y = at::roll(y, {shift, shift}, {1, 2});
        return y.narrow(1, 0, rows).narrow(2, 0, columns).contiguous();
    }

    int64_t m_window, m_shift;
    double m_attentionDropPath, m_mlpDropPath, m_dropout;
    Norm m_first, m_second;
    WindowAttention m_attention;
    Mlp m_mlp;
};

/// Four neighbours as one place of four times the width, then half of that.
class PatchMerging
{
public:
    PatchMerging(const NetworkPath &path, qint64 width, double epsilon)
        : m_norm(path / "norm", 4 * width, NormKind::Layer, epsilon), m_reduction(path / "reduction", 4 * width, 2 * width, false)
    {
    }

    at::Tensor operator()(const at::Tensor &x) const
    {
        at::Tensor y = at::constant_pad_nd(x, {0, 0, 0, x.size(2) % 2, 0, x.size(1) % 2});
        const auto every = [&y](int64_t row, int64_t column) { return y.slice(1, row, c10::nullopt, 2).slice(2, column, c10::nullopt, 2); };
        y = at::cat({every(0, 0), every(1, 0), every(0, 1), every(1, 1)}, -1);
        y = m_norm(y);
        return m_reduction(y);
    }

private:
    Norm m_norm;
    Linear m_reduction;
};

} // namespace

ImageModel windowTransformer(const NetworkPath &root, const ImageTask &task, const WindowRecipe &recipe)
{
    const bool isLibrary = recipe.isLibrary;
    const NetworkPath base = isLibrary ? root / "swin" : root;
    const Convolution projection(base / (isLibrary ? "embeddings.patch_embeddings.projection" : "features.0.0"),
                                 {.in = task.channels, .out = recipe.width, .kernel = recipe.patch, .stride = recipe.patch, .padding = 0, .hasBias = true});
    const Norm norm(base / (isLibrary ? "embeddings.norm" : "features.0.2"), recipe.width, NormKind::Layer, recipe.epsilon);
    Stages stages(root);
    stages.add(QStringLiteral("embeddings"), [projection, norm, share = recipe.dropout](const at::Tensor &x) {
        at::Tensor y = projection(x);
        y = y.permute({0, 2, 3, 1});
        y = norm(y);
        return dropout(y, share);
    });
    qint64 all = 0, done = 0, width = recipe.width;
    for (const qint64 depth : recipe.depths)
        all += depth;
    for (size_t stage = 0; stage < recipe.depths.size(); ++stage) {
        const QString path = isLibrary ? QStringLiteral("encoder.layers.%1").arg(stage) : QStringLiteral("features.%1").arg(2 * stage + 1);
        for (qint64 i = 0; i < recipe.depths[stage]; ++i, ++done) {
            const double growing = all > 1 ? recipe.dropPath * double(done) / double(all - 1) : 0;
            const WindowLayerShape shape{width, recipe.heads[stage], i % 2 == 0 ? 0 : recipe.window / 2, isLibrary ? recipe.dropPath : growing, isLibrary ? 0 : growing};
            const NetworkPath layer = base / path / (isLibrary ? QStringLiteral("blocks.%1").arg(i) : QString::number(i));
            stages.addLayer(QStringLiteral("layers.%1.%2").arg(stage).arg(i), WindowLayer(layer, recipe, shape));
        }
        if (stage + 1 == recipe.depths.size())
            break;
        const NetworkPath merging = isLibrary ? base / path / "downsample" : base / QStringLiteral("features.%1").arg(2 * stage + 2);
        stages.add(QStringLiteral("merging.%1").arg(stage), PatchMerging(merging, width, recipe.epsilon));
        width *= 2;
    }
    const Norm last(base / (isLibrary ? "layernorm" : "norm"), width, NormKind::Layer, recipe.epsilon);
    const Linear classifier((root / (isLibrary ? "classifier" : "head")).trained(), width, task.classes);
    stages.add(QStringLiteral("head"), [last, classifier](const at::Tensor &x) {
        at::Tensor y = last(x);
        y = y.permute({0, 3, 1, 2});
        y = pooledChannels(y);
        return classifier(y);
    });
    return {[stages](const at::Tensor &x) { return std::vector<at::Tensor>{stages(x)}; }};
}

} // namespace Trainyard
