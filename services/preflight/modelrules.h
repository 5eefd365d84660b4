#pragma once

#include "services/preflight/scriptanalysis.h"

namespace Trainyard {

/**
 * Configurations of models against their tokenizers, the length of sequences, the precision and the card. Codes: model.vocabulary,
 * model.sequence-too-long, training.precision-overflow, training.precision-unsupported.
 */
CheckReport modelRules(const PreflightContext &context, const ScriptAnalysis &script);

} // namespace Trainyard
