#include "services/agent/runlimits.h"

namespace Trainyard {

ExitReason reachedLimit(const LaunchFile &launch, const QDateTime &startedAt, const QDateTime &lastActivity, const QDateTime &now)
{
    const qint64 runningMs = startedAt.msecsTo(now);
    if (launch.maxDuration && runningMs >= launch.maxDuration->count())
        return ExitReason::MaxDuration;
    if (launch.maxCost && launch.pricePerHour && *launch.pricePerHour > 0 && *launch.pricePerHour * double(runningMs) / 3600e3 >= *launch.maxCost)
        return ExitReason::MaxCost;
    if (launch.stopWhenIdle && lastActivity.msecsTo(now) >= launch.stopWhenIdle->count())
        return ExitReason::Idle;
    return ExitReason::None;
}

} // namespace Trainyard
