#include "services/metricfiles/metricsource.h"

namespace Trainyard {

void MetricFileNews::append(const MetricFileNews &other)
{
    events.append(other.events);
    problems.append(other.problems);
    isReplaced = isReplaced || other.isReplaced;
    isBehind = isBehind || other.isBehind;
}

} // namespace Trainyard
