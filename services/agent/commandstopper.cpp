#include "services/agent/commandstopper.h"

#include <csignal>

namespace Trainyard {

QList<ProcessEntry> remainingProcesses(const StartedCommand &command, const QList<ProcessEntry> &known)
{
    QList<ProcessEntry> remaining;
    if (command.bootId != bootId())
        return remaining;
    for (const ProcessEntry &entry : processFamily(readAllProcesses(), command.keeperPid, command.pid)) {
        // A number that was given to somebody else since then is no child of our session.
        const bool isOurs = entry.session == command.keeperPid || isSameProcess(command.pid, command.startTime);
        if (isOurs && entry.pid != command.keeperPid && entry.state != 'Z' && entry.startTime >= command.startTime)
            remaining.append(entry);
    }
    for (const ProcessEntry &entry : known) {
        const auto isListed = [&entry](const ProcessEntry &other) { return other.pid == entry.pid; };
        if (isSameProcess(entry.pid, entry.startTime) && std::none_of(remaining.begin(), remaining.end(), isListed))
            remaining.append(entry);
    }
    return remaining;
}

void CommandStopper::step(const QList<ProcessEntry> &known)
{
    constexpr int killAgainMs = 500; // somebody may have been started in between
    const bool isFirst = !m_sinceTerm.isValid();
    if (isFirst)
        m_sinceTerm.start();
    const bool isOver = m_sinceTerm.elapsed() >= m_grace.count();
    const bool isTimeToKill = isOver && (!m_sinceKill.isValid() || m_sinceKill.elapsed() >= killAgainMs);
    if (!isFirst && !isTimeToKill)
        return;
    for (const ProcessEntry &entry : remainingProcesses(m_command, known))
        ::kill(entry.pid, isOver ? SIGKILL : SIGTERM);
    if (isOver) {
        m_hasKilled = true;
        m_sinceKill.start();
    }
}

} // namespace Trainyard
