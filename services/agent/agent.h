#pragma once

#include "models/run/run.h"
#include "services/agent/checkpointwatch.h"
#include "services/agent/commandfiles.h"
#include "services/agent/commandstopper.h"
#include "services/agent/filelock.h"
#include "services/agent/launchfile.h"
#include "services/agent/runfolder.h"
#include "services/agent/sampler.h"
#include "services/alerts/alertbell.h"
#include "services/alerts/alertwatch.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QFile>

#include <memory>
#include <optional>

namespace Trainyard {

/**
 * Supervises one run from its place in the queue to its collected outputs.
 *
 * All it knows is in the run's folder, so an agent that was killed is replaced by starting another one: it finds command.json and exit.json and
 * goes on. Only one of several that are started at once does anything (agent.lock).
 */
class Agent
{
public:
    explicit Agent(const QString &runFolder);
    ~Agent();

    /// Answers when the run has ended. 0: also when another agent supervises it, or it had ended before.
    int run();

private:
    bool prepare();
    bool ensureCommand();
    bool readCommand();
    void tellQueue(int runsBefore);
    pid_t startKeeper(const QStringList &cards) const;
    void supervise();
    void finish();

    void watchStopWish();
    void watchLimits(const Sample &sample);
    void stopBecause(ExitReason reason, const QString &message);
    void takeSample();
    void writeSample(const Sample &sample);
    Sample endSample() const;
    QString collectOutputs();
    QString changedInputs() const;
    void ringEnd() const;
    void endBeforeStart(RunState state, ExitReason reason, const QString &message);

    void setState(RunState state, const QString &message);
    void saveStatus();
    void saveFinalStatus();
    bool overwriteStatus() const;
    void log(const QString &text) const;

    RunFolder m_folder;
    std::optional<FileLock> m_lock;
    LaunchFile m_launch;
    RunStatus m_status;
    bool m_statusIsSaved = true;
    std::optional<StartedCommand> m_command;
    std::unique_ptr<Sampler> m_sampler;
    std::unique_ptr<CommandStopper> m_stopper;
    ExitReason m_stopReason = ExitReason::None;
    bool m_waitsForCheckpoint = false;
    std::optional<CheckpointWatch> m_checkpoints; ///< from the wish to stop after the next one
    QDateTime m_lastActivity;
    qint64 m_lastLogBytes = -1;
    QElapsedTimer m_sinceSample;
    QFile m_samples;
    AlertBell m_bell;
    std::optional<AlertWatch> m_alerts;
};

} // namespace Trainyard
