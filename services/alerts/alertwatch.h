#pragma once

#include "services/agent/launchfile.h"
#include "services/agent/runfolder.h"
#include "services/alerts/alertbell.h"
#include "services/alerts/checkpointgap.h"
#include "services/alerts/hangwatch.h"
#include "services/logs/logreader.h"

#include <QFile>

namespace Trainyard {

/**
 * Looks at a run that goes on, from outside of it, and rings: loss not a number, hang, checkpoint missing, limit near.
 *
 * The log is read from its beginning, so a new agent needs nothing of the one before it: what was rung is in the run's journal. It is not read
 * while nobody wants to hear of what it tells.
 */
class AlertWatch
{
public:
    AlertWatch(const RunFolder &folder, const LaunchFile &launch, const QDateTime &startedAt, const AlertBell &bell);

    /// With each sample, about one a second. Takes a fifth of a second at most.
    void look(const Sample &sample);

private:
    void readLog();
    void handle(const LogEvent &event);
    void watchCheckpoints();
    void watchLimits(const QDateTime &now);
    void ring(const QString &cause, AlertEvent event, const QString &message) const;
    QDateTime lastCheckpointFile() const;

    RunFolder m_folder;
    LaunchFile m_launch;
    QDateTime m_startedAt;
    const AlertBell &m_bell;
    HangWatch m_hang;
    std::optional<CheckpointGap> m_gap;
    QDateTime m_gapSince; ///< when the step that the gap counts from was reached
    QFile m_log;
    LogReader m_reader;
    bool m_hasCaughtUp = false;
    bool m_hasNan = false;
    bool m_isNearDuration = false;
    bool m_isNearCost = false;
};

} // namespace Trainyard
