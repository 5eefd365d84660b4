#pragma once

#include "models/job/job.h"
#include "models/metrics/runpace.h"
#include "models/run/run.h"

namespace Trainyard {

/// When a run that goes on will end, what it will have cost, and whether one of its limits ends it before.
struct RunForecast
{
    enum class Limit { None, MayReach, Reaches }; ///< by the range's upper end; by the likely end

    QDateTime low, likely, high; ///< the end, UTC
    std::optional<double> costLow, costHigh; ///< of all nodes, until then; not set: the flavor has no price
    Limit duration = Limit::None; ///< limits.max_duration
    Limit cost = Limit::None;     ///< limits.max_cost
    bool operator==(const RunForecast &) const = default;
};

/// Not set for a run that has not started or has ended.
std::optional<RunForecast> forecastRun(const Run &run, const Job::Limits &limits, const RemainingTime &remaining, const QDateTime &now);

/// "ends 15:42–15:50, cost 3.1–3.4", in the local time zone, and what a limit does to it; translated.
QString forecastText(const RunForecast &forecast);

} // namespace Trainyard
