#pragma once

#include "services/torch/forecast/metaoperators.h"
#include "services/torch/forecast/networks/layers.h"

namespace Trainyard {

enum class QkvPacking {
    Separate,
    Packed,       ///< one matrix: all queries, all keys, all values
    PackedByHead, ///< one matrix: query, key, value of the first head, then of the next
    PackedByGroup ///< one matrix: the queries of a key-value head, its key, its value (Falcon)
};

enum class RotaryKind {
    None,
    Half,    ///< first half against second half
    EveryTwo ///< neighbours (GPT-J)
};

struct AttentionShape
{
    qint64 hidden = 0, heads = 0, keyValueHeads = 0, headSize = 0;
    QkvPacking packing = QkvPacking::Separate;
    /// Dotted, within the layer.
    const char *query = "self_attn.q_proj", *key = "self_attn.k_proj", *value = "self_attn.v_proj", *packed = "", *output = "self_attn.o_proj";
    bool hasQueryBias = false, hasKeyBias = false, hasValueBias = false, hasOutputBias = false;
    double dropout = 0; ///< of the probabilities
    bool isCausal = true;
    std::optional<double> softCap;
    RotaryKind rotary = RotaryKind::None;
    qint64 rotarySize = 0;              ///< of the head's size, the first ones
    std::optional<NormKind> headNorm;   ///< of queries and keys, over the head
    const char *queryNorm = "self_attn.q_norm", *keyNorm = "self_attn.k_norm";
    double epsilon = 1e-6;
    bool hasHeadNormBias = false;
    bool softmaxInFp32 = false;         ///< in the library's eager code
    bool scoresInFp32 = false;          ///< queries and keys cast up in the library's eager code
    bool scalesQueries = false;         ///< a scaled copy of the queries (OPT, BART)
};

/// What the layers of one forward pass share.
struct AttentionContext
{
    AttentionKind kind = AttentionKind::Math;
    std::optional<at::Tensor> mask;     ///< eager code only: [batch, 1, queries, keys], added to the scores
    std::optional<at::Tensor> bias;     ///< relative positions, [1, heads, queries, keys]: trained, so always added to the scores
    std::optional<at::Tensor> memory;   ///< cross attention: keys and values come from here, [batch, keys, hidden]
    std::optional<std::pair<at::Tensor, at::Tensor>> rotary; ///< cosine and sine, where all layers share one pair
    bool recomputesCore = false;        ///< selective checkpointing (Korthikanti et al. 2022): scores to weighted values run again, queries, keys, values stay
    bool repeatsKeyValueHeads = true;   ///< copies for each query head, as all but the newest libraries make them
};

/// Cosine and sine of the positions 0..length-1, [1, length, size], in the precision of @p like.
std::pair<at::Tensor, at::Tensor> rotaryTables(const at::Tensor &frequencies, qint64 length, const at::Tensor &like);

/// Multi-head attention with grouped key-value heads, projections included: [batch, length, hidden] to the same.
class SelfAttention
{
public:
    SelfAttention() = default;
    SelfAttention(const NetworkPath &layer, const AttentionShape &shape);

    at::Tensor operator()(const at::Tensor &x, const AttentionContext &context) const;

private:
    struct Projected
    {
        at::Tensor query, key, value; ///< [batch, heads, length, head size]
    };

    Projected project(const at::Tensor &x, const AttentionContext &context) const;
    Projected splitPacked(const at::Tensor &packed) const;
    at::Tensor headsOf(const at::Tensor &x, qint64 heads) const;
    void rotate(Projected &projected, const AttentionContext &context) const;
    static at::Tensor recomputedCore(const Projected &projected, const AttentionOptions &options);

    AttentionShape m_shape;
    Linear m_query, m_key, m_value, m_packed, m_output;
    Norm m_queryNorm, m_keyNorm;
    at::Tensor m_frequencies;
};

} // namespace Trainyard
