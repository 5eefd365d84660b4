#pragma once

#include "models/accelerator/memoryforecast.h"
#include "widgets/common/theme.h"

namespace Trainyard {

/// What a forecast's verdict means as a status.
StatusColor statusColorOf(const MemoryForecast &forecast);

} // namespace Trainyard
