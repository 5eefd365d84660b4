#pragma once

#include "models/job/job.h"

namespace Trainyard {

/**
 * The key of @p job to change where a fix names @p wanted, such as `training.batch_size`: this key, or the parameter by another usual name that the
 * script gets. Empty when the job has none of them, and for nullptr.
 */
QString changeableKey(const Job *job, const QString &wanted);

} // namespace Trainyard
