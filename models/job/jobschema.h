#pragma once

#include "models/common/schema.h"

namespace Trainyard {

/// Every key of job.yaml in the order of the contract, and where its value lives in a Job.
const Schema &jobSchema();

/// The rule of one key (`training.batch_size`, `inputs[].name`, also `inputs[3].name`), or nothing for a key that does not exist.
std::optional<SchemaKey> jobKey(const QString &key);

} // namespace Trainyard
