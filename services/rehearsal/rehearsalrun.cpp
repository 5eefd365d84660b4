#include "services/rehearsal/rehearsalrun.h"

#include "services/agent/checkpointwatch.h"
#include "services/agent/commandfiles.h"
#include "services/agent/runfolder.h"
#include "services/common/foldersize.h"
#include "services/logs/logreader.h"
#include "services/platforms/local/filestreams.h"
#include "services/rehearsal/straywrites.h"

#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

/// Reads what the script says, as it says it.
class LogFollower
{
public:
    explicit LogFollower(QString path) : m_path(std::move(path)) {}

    void read(RehearsalRun &run)
    {
        for (FileChunk chunk = readChunk(m_path, m_offset); !chunk.data.isEmpty(); chunk = readChunk(m_path, m_offset)) {
            m_offset += chunk.data.size();
            m_tail = QByteArray(m_tail + chunk.data).right(longestTail);
            take(m_reader.feed(chunk.data), run);
        }
    }

    void finish(RehearsalRun &run)
    {
        read(run);
        take(m_reader.finish(), run);
        run.lines = m_reader.lineCount();
        run.exception = m_reader.exception();
        const QStringList lines = QString::fromUtf8(m_tail).trimmed().split(u'\n');
        run.lastLines = lines.mid(std::max<qsizetype>(0, lines.size() - 20));
    }

private:
    static constexpr qsizetype longestTail = 16 << 10;

    static void take(const QList<LogEvent> &events, RehearsalRun &run)
    {
        for (const LogEvent &event : events) {
            if (event.kind == LogEvent::Kind::Failure)
                run.failures.append(event);
            const std::optional<double> loss = event.kind == LogEvent::Kind::Metrics && event.phase.value_or(Phase::Train) == Phase::Train ? event.value(u"loss") : std::nullopt;
            if (!loss)
                continue;
            run.losses.append(*loss);
            run.firstStep = run.firstStep ? run.firstStep : event.step;
            run.firstEpoch = run.firstEpoch ? run.firstEpoch : event.epoch;
            run.lastStep = event.step ? event.step : run.lastStep;
            run.lastEpoch = event.epoch ? event.epoch : run.lastEpoch;
        }
    }

    QString m_path;
    LogReader m_reader;
    QByteArray m_tail;
    qint64 m_offset = 0;
};

/// The highest resident size that the agent saw.
qint64 peakResident(const QString &samplesFile)
{
    QFile file(samplesFile);
    QByteArray text = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    qint64 peak = 0;
    for (const Sample &sample : takeSamples(text))
        peak = std::max(peak, sample.residentBytes.value_or(0));
    return peak;
}

QStringList filesBelow(const QString &folder)
{
    const QDir root(folder);
    QStringList files;
    for (QDirIterator it(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); it.hasNext() && files.size() < 10'000;)
        files.append(root.relativeFilePath(it.next()));
    files.sort();
    return files;
}

/// Is there something to go on from? A state that does not look like a checkpoint (a .json) counts when no other has come for a while.
bool isSaved(const LaunchFile &launch, const RunFolder &folder, const RehearsalRun &run, Milliseconds elapsed, const RehearsalLimits &limits)
{
    return launch.checkpointDirectory.isEmpty() || run.hasCheckpoint || (elapsed > limits.time / 6 && !filesBelow(folder.file("outputs")).isEmpty());
}

} // namespace

RehearsalRun runRehearsal(const LaunchFile &launch, const QString &runFolder, const AppPaths &paths, const RehearsalLimits &limits, const std::atomic_bool &cancelled,
                          const std::function<void(int losses)> &progress)
{
    constexpr int lookMs = 100;
    const RunFolder folder{runFolder};
    RehearsalRun run;
    const QDateTime startedAt = QDateTime::currentDateTime();
    const StrayWrites::Times codeBefore = StrayWrites::timesIn(launch.workingDirectory);
    if (const Result<> written = writeJsonFile(folder.launchFile(), launch.toJson()); !written) {
        run.status.state = RunState::Failed;
        run.status.exitReason = ExitReason::StartFailed;
        run.status.message = written.error().message;
        return run;
    }
    QProcess agent;
    agent.setStandardOutputFile(QProcess::nullDevice());
    agent.setStandardErrorFile(QProcess::nullDevice());
    agent.start(paths.agentProgram(), {folder.path});
    if (!agent.waitForStarted()) {
        run.status.state = RunState::Failed;
        run.status.exitReason = ExitReason::StartFailed;
        run.status.message = agent.errorString();
        return run;
    }

    LogFollower log(folder.logFile());
    StrayWrites stray(QFileInfo(folder.path).path());
    CheckpointWatch checkpoints(launch.checkpointDirectory, startedAt);
    std::optional<RehearsalRun::End> end;
    QElapsedTimer clock;
    clock.start();
    for (int look = 0; !agent.waitForFinished(lookMs); ++look) {
        if (agent.state() == QProcess::NotRunning)
            break;
        log.read(run);
        progress(int(run.losses.size()));
        if (const Result<StartedCommand> command = StartedCommand::read(folder.commandFile())) {
            run.wasOffline = command->isOffline;
            if (look % 3 == 0)
                stray.look(command->keeperPid);
        }
        run.hasCheckpoint = run.hasCheckpoint || (!launch.checkpointDirectory.isEmpty() && checkpoints.isFinished(QDateTime::currentDateTime()));
        if (end)
            continue; // its end is on the way
        if (cancelled)
            end = RehearsalRun::End::Cancelled;
        else if (int(run.losses.size()) >= limits.steps && isSaved(launch, folder, run, Milliseconds(clock.elapsed()), limits))
            end = RehearsalRun::End::EnoughSteps;
        else if (clock.elapsed() > limits.time.count())
            end = RehearsalRun::End::Time;
        else if (look % 10 == 9 && limits.memoryBytes > 0 && peakResident(folder.samplesFile()) > limits.memoryBytes)
            end = RehearsalRun::End::Memory;
        else if (look % 10 == 9 && folderSize(folder.path, [&cancelled] { return cancelled.load(); }).value_or(0) > limits.diskBytes)
            end = RehearsalRun::End::Disk;
        if (end)
            (void)writeJsonFile(folder.stopFile(), {{u"mode"_s, u"now"_s}}); // a disk too full for it: the agent's own limit ends the run
    }
    run.duration = Milliseconds(clock.elapsed());
    log.finish(run);
    if (const Result<QJsonObject> status = readJsonFile(folder.statusFile()))
        run.status = RunStatus::fromJson(*status).value_or(RunStatus());
    // One that ended at the very moment it was to be ended did so by itself.
    run.end = run.status.exitReason == ExitReason::StopRequested || run.status.exitReason == ExitReason::MaxDuration ? end.value_or(RehearsalRun::End::Time) : RehearsalRun::End::ByItself;
    run.peakResidentBytes = peakResident(folder.samplesFile());
    run.saved = filesBelow(folder.file("outputs"));
    run.strayInCode = StrayWrites::inCode(launch.workingDirectory, codeBefore);
    run.strayElsewhere = stray.elsewhere();
    return run;
}

} // namespace Trainyard
