#pragma once

#include "services/preflight/preflight.h"

namespace Trainyard {

/// Names of datasets that the job passes against the trainer's registry (dataset_info.json of LLaMA-Factory). Code: data.unknown-dataset.
Findings datasetRegistryRules(const PreflightContext &context);

} // namespace Trainyard
