#pragma once

#include "models/accelerator/memoryforecast.h"
#include "models/job/job.h"
#include "services/platforms/platform.h"
#include "widgets/setup/quotaform.h"

namespace Trainyard {

/// What the three figures, the flavors and the quota say about a job, in sentences. Both sides of a comparison are card-hours. @p forecast, where
/// there is one, knows the need better than the number of parameters does.
QuotaAdvice adviseQuota(const Job &job, const QuotaNeeds &needs, const QList<Flavor> &flavors, const QList<QuotaItem> &quota, bool needsUpload,
                        const std::optional<MemoryForecast> &forecast = std::nullopt);

/// What the forecast says of the job's own flavor.
std::optional<FlavorFit> ownFlavorFit(const Job &job, const std::optional<MemoryForecast> &forecast);

/// What one run uses: nodes x cards x hours; a flavor without cards counts its nodes.
double cardHours(const Job &job, const Flavor &flavor, double hours);

/// "About 8.00 for 2 h 00 min", or why it is not known. One sentence.
QString costSentence(const Job &job, const std::optional<Flavor> &flavor, const std::optional<double> &hours);

} // namespace Trainyard
