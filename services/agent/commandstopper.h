#pragma once

#include "models/common/units.h"
#include "services/agent/commandfiles.h"
#include "services/agent/processes.h"

#include <QElapsedTimer>

namespace Trainyard {

/// Everything of a command that is still there: its group, its session, what the keeper adopted; and of @p known what left all three.
QList<ProcessEntry> remainingProcesses(const StartedCommand &command, const QList<ProcessEntry> &known);

/// Ends a command: SIGTERM to everything it started, SIGKILL to what is left after the grace time. Signals go again to whoever comes later.
class CommandStopper
{
public:
    CommandStopper(StartedCommand command, Milliseconds grace) : m_command(std::move(command)), m_grace(grace) {}

    bool isStopping() const { return m_sinceTerm.isValid(); }
    bool hasKilled() const { return m_hasKilled; }
    /// Call a few times a second from the moment the command shall end. @p known: the processes of the last sample.
    void step(const QList<ProcessEntry> &known);

private:
    StartedCommand m_command;
    Milliseconds m_grace;
    QElapsedTimer m_sinceTerm;
    QElapsedTimer m_sinceKill;
    bool m_hasKilled = false;
};

} // namespace Trainyard
