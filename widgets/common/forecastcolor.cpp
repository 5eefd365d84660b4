#include "widgets/common/forecastcolor.h"

#include "models/accelerator/forecasttext.h"

namespace Trainyard {

StatusColor statusColorOf(const MemoryForecast &forecast)
{
    switch (verdictOf(forecast)) {
    case ForecastVerdict::Open: return StatusColor::Info;
    case ForecastVerdict::Fits: return StatusColor::Ok;
    case ForecastVerdict::MayFail: return StatusColor::Warning;
    case ForecastVerdict::Exceeds: return StatusColor::Error;
    }
    Q_UNREACHABLE();
}

} // namespace Trainyard
