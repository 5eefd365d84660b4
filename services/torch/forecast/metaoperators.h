#pragma once

#include "services/torch/forecast/stepplan.h"

#include <ATen/core/Tensor.h>

#include <functional>
#include <optional>
#include <vector>

namespace Trainyard {

/// Facts that the operators below and the overridden kernels (softmax, mean, dropout) go by while it lives; one at a time.
class OperatorFacts
{
public:
    explicit OperatorFacts(const FrameworkFacts &facts);
    ~OperatorFacts();
    OperatorFacts(const OperatorFacts &) = delete;
    OperatorFacts &operator=(const OperatorFacts &) = delete;
};

/// Autocast for meta tensors: the operator lists of torch.cuda.amp, with the cache of cast weights, for as long as it lives.
class MetaAutocast
{
public:
    explicit MetaAutocast(at::ScalarType low); ///< at::kHalf or at::kBFloat16
    ~MetaAutocast();
    MetaAutocast(const MetaAutocast &) = delete;
    MetaAutocast &operator=(const MetaAutocast &) = delete;
};

struct AttentionOptions
{
    AttentionKind kind = AttentionKind::Math;
    bool isCausal = false;
    std::optional<double> scale; ///< of the scores; not set: 1 / sqrt(d)
    double dropout = 0;
    std::optional<at::Tensor> mask;  ///< added to the scores: [*, 1 or heads, queries, keys]
    std::optional<double> softCap;   ///< soft-capped scores: always math
    bool softmaxInFp32 = false;      ///< the library casts the scores up and the probabilities down
};

/**
 * softmax(q k^T / sqrt(d)) v with the memory behaviour of the kind, forward and backward, as CUDA has it.
 *
 * q [batch, heads, queries, d], k and v [batch, kv heads, keys, d]: fewer kv heads are repeated (math) or read as they are (flash).
 * Math keeps scores' softmax and, with dropout, mask and product; flash and efficient keep output and logsumexp (fp32). On the CPU flash
 * and efficient are computed the math way but keep the same blocks. Flash wants half precision; a kind that cannot run falls back to the
 * next: flash -> efficient -> math.
 */
at::Tensor attention(const at::Tensor &q, const at::Tensor &k, const at::Tensor &v, const AttentionOptions &options);

/// The kinds of attention that ran since the facts were made, each once: what a kind fell back to, not what was asked for.
const std::vector<AttentionKind> &attentionsThatRan();
/// For models that write their attention out by themselves.
void noteAttention(AttentionKind kind);

/// The kinds of attention that ran since the facts were set, each once: what a kind fell back to, not what was asked for.
const std::vector<AttentionKind> &attentionsThatRan();
/// For models that write their attention out themselves.
void noteAttention(AttentionKind kind);

/// Runs @p layer without keeping its activations; backward runs it again (torch.utils.checkpoint, preserving only the inputs). Inputs may be undefined.
at::Tensor checkpointed(const std::function<at::Tensor(const std::vector<at::Tensor> &)> &layer, const std::vector<at::Tensor> &inputs);
at::Tensor checkpointed(const std::function<at::Tensor(const at::Tensor &)> &layer, const at::Tensor &input);

} // namespace Trainyard
