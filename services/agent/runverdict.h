#pragma once

#include "models/run/run.h"
#include "services/agent/commandfiles.h"
#include "services/agent/launchfile.h"

namespace Trainyard {

/// What is known when a command has ended.
struct EndFacts
{
    LaunchFile launch;
    StartedCommand started;
    std::optional<EndedCommand> ended; ///< not set: the keeper died, nobody saw the end
    ExitReason stopReason = ExitReason::None; ///< why we stopped it; None: we did not
    bool wasKilledByUs = false;        ///< SIGKILL after the grace time
    bool machineRestarted = false;
};

/// State, exit reason and a sentence for people; nothing else of @p status is changed.
void applyVerdict(RunStatus &status, const EndFacts &facts);

/// `SIGKILL`; the number for one without a name.
QString signalName(int signal);

} // namespace Trainyard
