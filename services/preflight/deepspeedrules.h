#pragma once

#include "services/preflight/scriptanalysis.h"

namespace Trainyard {

/**
 * DeepSpeed's configuration against its own arithmetic, the cards, and what the Trainer is told. Code: training.global-batch.
 *
 * DeepSpeed starts only where train_batch_size = train_micro_batch_size_per_gpu x gradient_accumulation_steps x processes; a missing one of the three
 * follows from the others, and "auto" is no number.
 */
Findings deepSpeedRules(const PreflightContext &context, const ScriptAnalysis &script);

} // namespace Trainyard
