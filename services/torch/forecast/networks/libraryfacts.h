#pragma once

#include "services/torch/forecast/stepplan.h"

/**
 * What the version of transformers decides about memory. When the job names none, it is taken to be as old as the framework: the release that was
 * current when the next PyTorch came out.
 */
namespace Trainyard {

/// @p facts.library, or what is taken for it.
QVersionNumber libraryOf(const FrameworkFacts &facts);

/// One loss for all causal models: fp32 logits are its own temporary, the model hands them out as they are. Since 4.46 for the models that had
/// cast them up themselves, since 4.50 for all.
inline bool hasCommonLoss(const FrameworkFacts &facts, bool hadCastUp)
{
    return libraryOf(facts) >= QVersionNumber(4, hadCastUp ? 46 : 50);
}
/// Since 4.50 the labels are shifted instead of the logits.
inline bool padsLabels(const FrameworkFacts &facts) { return libraryOf(facts) >= QVersionNumber(4, 50); }
/// Since 4.45 all layers share the cosine and sine of one forward pass.
inline bool sharesRotary(const FrameworkFacts &facts) { return libraryOf(facts) >= QVersionNumber(4, 45); }
/// Since 4.53, with PyTorch 2.5, grouped key-value heads go into the operator as they are.
inline bool repeatsKeyValueHeads(const FrameworkFacts &facts)
{
    return libraryOf(facts) < QVersionNumber(4, 53) || facts.framework < QVersionNumber(2, 5);
}

/// The attention of a family: what the job states, else what the library has for it. @p fusedSince: its release with scaled_dot_product_attention.
AttentionKind attentionKindFor(const StepPlan &plan, bool isEagerOnly, const QVersionNumber &fusedSince);

} // namespace Trainyard
