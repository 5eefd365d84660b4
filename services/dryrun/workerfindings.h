#pragma once

#include "models/dryrun/dryrunreport.h"
#include "services/dryrun/torchworker.h"

#include <optional>

namespace Trainyard {

/// What the limits of a worker were: its end is told in their terms.
struct WorkerLimits
{
    qint64 memoryBytes = 0;
    Milliseconds time{0};
    std::optional<qint64> flavorRamBytes; ///< what the job would have where it runs
};

/**
 * How a worker ended, as a result of the point that it was at: @p interrupted. Nothing for an end with `done`.
 *
 * Memory goes to the point memory, a program that cannot be started to environment. Running out of time, or out of this machine's memory where the
 * job would have more, proves nothing about the job: a warning.
 */
std::optional<PointResult> resultOfEnd(const WorkerEnd &end, DryRunPoint interrupted, const WorkerLimits &limits, const QString &program);

/// Lines that were no event: told, since something in the installation is not as it should be.
std::optional<Finding> findingOfStrangeLines(const WorkerEnd &end);

} // namespace Trainyard
