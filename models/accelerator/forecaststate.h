#pragma once

#include "models/accelerator/memoryforecast.h"

#include <optional>

namespace Trainyard {

/// What is known of the open job's forecast while it changes: for the pages that show it.
struct ForecastState
{
    enum class Kind {
        NoModel, ///< nothing can be forecast: no job, or none with a `model:` section
        Working, ///< the job has changed; forecast, where there is one, is of the job before
        Quick,   ///< of the job as it is; what is searched for (suggestions, the whole curve) comes later
        Full,
        Failed   ///< message says why
    };

    Kind kind = Kind::NoModel;
    std::optional<MemoryForecast> forecast;
    QString message;
    std::optional<qint64> batchSize, sequenceLength; ///< of the job that was forecast

    bool isCurrent() const { return kind == Kind::Quick || kind == Kind::Full; }
    bool operator==(const ForecastState &) const = default;
};

} // namespace Trainyard
