#pragma once

#include "services/logs/metricnames.h"

namespace Trainyard::Logs {

/// A printed name and the canonical one it stands for.
struct CanonicalName
{
    enum Trait : unsigned { Result = 1, Loss = 2, Weak = 4, Throughput = 8 };

    std::string_view printed; ///< normalised, without its word of phase
    const char *canonical;
    unsigned traits = 0;
    MetricName::Measure measure = MetricName::Measure::Plain;
    double scale = 1; ///< of a number without a unit
};

/// A printed name that is no metric: a step, an epoch, a setting.
struct RoleName
{
    std::string_view printed;
    MetricName::Role role;
};

/// nullptr: the table does not know @p normalised.
const CanonicalName *canonicalName(std::string_view normalised);
const RoleName *roleName(std::string_view normalised);

} // namespace Trainyard::Logs
