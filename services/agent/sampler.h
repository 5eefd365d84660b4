#pragma once

#include "models/run/run.h"
#include "services/agent/nvml.h"
#include "services/agent/processes.h"

#include <QElapsedTimer>
#include <QHash>

namespace Trainyard {

/// Measures what a command and everything below it use. The first sample has no rates: they need two looks.
class Sampler
{
public:
    /// @p cpus is what 100 % means; 0: all of this machine. @p cards: by UUID.
    Sampler(pid_t keeper, pid_t command, int cpus, QStringList cards);

    Sample take(const QString &logFile);
    /// The processes of the last sample, the keeper left out.
    QList<ProcessEntry> family() const { return m_family.values(); }

private:
    void addCards(Sample &sample) const;

    pid_t m_keeper;
    pid_t m_command;
    int m_cpus;
    QStringList m_cards;
    Nvml m_nvml;
    QElapsedTimer m_sinceLast;
    QHash<pid_t, ProcessEntry> m_family;
};

} // namespace Trainyard
