#pragma once

#include "models/run/run.h"
#include "services/agent/launchfile.h"

#include <QDateTime>

namespace Trainyard {

/// Below this share of its CPUs a run that also logs nothing counts as idle.
inline constexpr double idleCpuPercent = 2.0;

/// Which limit a running command has reached; None: none. @p lastActivity: last log output or work of its processors.
ExitReason reachedLimit(const LaunchFile &launch, const QDateTime &startedAt, const QDateTime &lastActivity, const QDateTime &now);

} // namespace Trainyard
