#include "services/alerts/alertbell.h"

#include "services/alerts/alertjournal.h"

#include <QFileInfo>
#include <QProcess>
#include <QProcessEnvironment>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Trainyard {

AlertBell::AlertBell(QString runFolder, QString programs)
    : m_folder(std::move(runFolder))
    , m_programs(std::move(programs))
{
}

QString AlertBell::home() const
{
    return QFileInfo(QFileInfo(m_folder).path()).path();
}

bool AlertBell::isWanted(AlertEvent event) const
{
    const AlertSettings settings = AlertSettings::read(home());
    return settings.hasChannel() && (m_events ? m_events->contains(event) : settings.wants(event));
}

void AlertBell::ring(const Alert &alert) const
{
    if (isWanted(alert.event) && AlertJournal(m_folder).raise(alert))
        startTeller(alert.cause);
}

void AlertBell::ringUntold(const QDateTime &now) const
{
    constexpr int freshSeconds = 600; // older news are no news
    const AlertJournal journal(m_folder);
    const QList<AlertJournal::Told> told = journal.told();
    for (const Alert &alert : journal.alerts()) {
        const bool isTold = std::any_of(told.cbegin(), told.cend(), [&](const AlertJournal::Told &each) { return each.cause == alert.cause; });
        if (!isTold && alert.time.secsTo(now) < freshSeconds && isWanted(alert.event))
            startTeller(alert.cause);
    }
}

void AlertBell::startTeller(const QString &cause) const
{
    QProcess teller;
    teller.setProgram(m_programs + u"/trainyard"_s);
    teller.setArguments({u"alerts"_s, m_folder, u"--tell"_s, cause});
    teller.setStandardInputFile(QProcess::nullDevice());
    teller.setStandardOutputFile(QProcess::nullDevice());
    teller.setStandardErrorFile(QProcess::nullDevice());
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"TRAINYARD_HOME"_s, home());
    teller.setProcessEnvironment(environment);
    teller.startDetached();
}

} // namespace Trainyard
