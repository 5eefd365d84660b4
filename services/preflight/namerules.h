#pragma once

#include "services/preflight/preflight.h"

namespace Trainyard {

/// Profile, flavor and image against those that there are. Code: job.invalid-value; an unknown image is not checked.
CheckReport nameRules(const PreflightContext &context);

} // namespace Trainyard
