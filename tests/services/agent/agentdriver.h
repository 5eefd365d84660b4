#pragma once

#include "models/run/run.h"
#include "services/agent/commandfiles.h"
#include "services/agent/filelock.h"
#include "services/agent/launchfile.h"
#include "services/agent/runfolder.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QProcess>
#include <QTest>

#include <csignal>

namespace Trainyard {

/// Starts agents for one run folder as LocalPlatform does, and looks at what they write.
class AgentDriver
{
public:
    explicit AgentDriver(const QString &runFolder) : m_folder{runFolder} {}

    const RunFolder &folder() const { return m_folder; }

    void start() const
    {
        QProcess agent;
        agent.setProgram(QStringLiteral(TRAINYARD_BIN_DIR "/trainyard-agent"));
        agent.setArguments({m_folder.path});
        agent.setStandardOutputFile(QProcess::nullDevice());
        agent.setStandardErrorFile(QProcess::nullDevice());
        if (!agent.startDetached())
            qFatal("no agent");
    }

    RunStatus status() const
    {
        const Result<QJsonObject> object = readJsonFile(m_folder.statusFile());
        return object ? RunStatus::fromJson(*object).value_or(RunStatus()) : RunStatus();
    }

    bool isAgentAlive() const { return FileLock::isLocked(m_folder.agentLock()); }
    bool isKeeperAlive() const { return FileLock::isLocked(m_folder.keeperLock()); }
    Result<StartedCommand> command() const { return StartedCommand::read(m_folder.commandFile()); }

    RunStatus waitForState(RunState state) const
    {
        const QDeadlineTimer deadline(20'000);
        while (status().state != state && !isFinal(status().state) && !deadline.hasExpired())
            QTest::qWait(10);
        return status();
    }

    /// The final status, when agent and keeper are gone too; replaces dead agents like the platform when @p replaces.
    RunStatus waitForEnd(bool replaces = false) const
    {
        const QDeadlineTimer deadline(30'000);
        while (!deadline.hasExpired() && (!isFinal(status().state) || isAgentAlive() || isKeeperAlive())) {
            if (replaces && !isFinal(status().state) && !isAgentAlive())
                start();
            QTest::qWait(20);
        }
        return status();
    }

    QByteArray text(const QString &file) const
    {
        QFile content(file);
        return content.open(QIODevice::ReadOnly) ? content.readAll() : QByteArray();
    }

private:
    RunFolder m_folder;
};

} // namespace Trainyard
