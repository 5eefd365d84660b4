#pragma once

#include "models/job/job.h"
#include "models/result.h"

namespace Trainyard {

/**
 * @p job with each key set to a value, both as job.yaml has them: `training.batch_size` -> `4`, in order.
 *
 * A key that refers to a parameter (`${parameters.batch_size}`) changes the parameter, and a parameter of the same name and value changes with
 * the key: what the script gets and what is forecast stay one. Errors: Invalid, naming key and value.
 */
Result<Job> withEdits(const Job &job, const QList<std::pair<QString, QString>> &edits);

} // namespace Trainyard
