#pragma once

#include "services/alerts/alert.h"
#include "services/alerts/alertsettings.h"

namespace Trainyard {

/**
 * Rings for one run, from the agent or from a window: writes the alert into the run's journal, and if nobody did before, starts
 * `trainyard alerts RUNFOLDER --tell CAUSE`, a process of its own that outlives both.
 *
 * The person's settings are read each time: what they turned on while the run goes on counts.
 */
class AlertBell
{
public:
    /// @p programs: where `trainyard` is. Trainyard's home is two folders above the run's.
    AlertBell(QString runFolder, QString programs);

    /// Does the person want to hear of @p event, and is there a way to tell it?
    bool isWanted(AlertEvent event) const;
    /// What the job asks for, in place of the person's choice; not set: theirs.
    void setEvents(const std::optional<QList<AlertEvent>> &events) { m_events = events; }
    void ring(const Alert &alert) const;
    /// For what an agent before us raised and did not live to tell.
    void ringUntold(const QDateTime &now) const;

private:
    void startTeller(const QString &cause) const;
    QString home() const;

    QString m_folder;
    QString m_programs;
    std::optional<QList<AlertEvent>> m_events;
};

} // namespace Trainyard
