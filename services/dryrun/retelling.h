#pragma once

#include "models/dryrun/dryrunreport.h"

namespace Trainyard {

/// What DryRunTask found is in every language (services/common/everylanguage.h); this is it in the language of now.
DryRunReport told(const DryRunReport &report);
PointResult told(const PointResult &point);

} // namespace Trainyard
