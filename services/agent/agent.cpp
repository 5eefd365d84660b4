#include "services/agent/agent.h"

#include "services/agent/isolation.h"
#include "services/agent/outputcollector.h"
#include "services/agent/runlimits.h"
#include "services/agent/runverdict.h"
#include "services/agent/slots.h"
#include "services/common/everylanguage.h"
#include "services/common/language.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QJsonDocument>
#include <QThread>

#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(Agent)
};

constexpr int tickMs = 100;
constexpr int sampleMs = 1000;

} // namespace

Agent::Agent(const QString &runFolder)
    : m_folder{runFolder}
    , m_samples(m_folder.samplesFile())
    , m_bell(runFolder, QCoreApplication::applicationDirPath())
{
}

Agent::~Agent() = default;

int Agent::run()
{
    m_lock = FileLock::tryLock(m_folder.agentLock());
    if (!m_lock)
        return 0;
    const bool isToBeSupervised = prepare();
    m_bell.ringUntold(QDateTime::currentDateTimeUtc());
    if (isToBeSupervised && ensureCommand())
        supervise();
    if (!isFinal(m_status.state))
        finish();
    ringEnd();
    return isToBeSupervised || m_status.exitReason != ExitReason::StartFailed ? 0 : 1;
}

void Agent::ringEnd() const
{
    constexpr int freshSeconds = 600; // a run that ended long ago and is only looked at
    const std::optional<Alert> alert = endAlert(m_status);
    if (alert && alert->time.secsTo(QDateTime::currentDateTimeUtc()) < freshSeconds)
        m_bell.ring(*alert);
}

/// Reads what there is. False: nothing is to be done any more.
bool Agent::prepare()
{
    log(u"agent %1 started, version %2"_s.arg(::getpid()).arg(QLatin1String(TRAINYARD_VERSION)));
    const Result<QJsonObject> statusText = readJsonFile(m_folder.statusFile());
    if (!statusText && statusText.error().kind == Error::Kind::Invalid)
        log(statusText.error().message + u" It is written anew."_s);
    if (const auto known = statusText ? RunStatus::fromJson(*statusText) : std::nullopt)
        m_status = *known;
    if (isFinal(m_status.state))
        return false;
    const std::optional<ProcessEntry> self = readProcess(::getpid());
    m_status.agentPid = ::getpid();
    m_status.agentStartTime = self ? std::optional(self->startTime) : std::nullopt;
    if (!m_status.queuedAt.isValid())
        m_status.queuedAt = QDateTime::currentDateTimeUtc();
    const Result<LaunchFile> launch = LaunchFile::read(m_folder.launchFile());
    if (!launch) {
        endBeforeStart(RunState::Failed, ExitReason::StartFailed, launch.error().message);
        return false;
    }
    m_launch = *launch;
    m_bell.setEvents(alertEventsFromTexts(m_launch.alerts));
    return true;
}

/**
 * Until command.json says which process the command is: waits for the slot, starts a keeper, or waits for the one that an agent before us started.
 * A keeper that dies before it wrote the file has started nothing, so another one may try. False: the run has ended instead.
 */
bool Agent::ensureCommand()
{
    constexpr int maximumAttempts = 5;
    std::optional<SlotQueue> queue;
    pid_t keeper = 0;
    for (int attempts = 0; !QFile::exists(m_folder.commandFile()); QThread::msleep(5)) {
        const bool isKeeperAtWork = FileLock::isLocked(m_folder.keeperLock()) || (keeper > 0 && ::waitpid(keeper, nullptr, WNOHANG) == 0);
        if (isKeeperAtWork)
            continue;
        if (QFile::exists(m_folder.stopFile()) || !QFileInfo::exists(m_folder.path)) { // a deleted run is a stopped one
            endBeforeStart(RunState::Stopped, ExitReason::StopRequested, Text::tr("Stopped while it was queued: the command was never started."));
            return false;
        }
        if (!queue)
            queue.emplace(m_launch, QFileInfo(m_folder.path).fileName());
        if (!queue->tryTake()) {
            tellQueue(queue->runsBefore());
            QThread::msleep(tickMs);
        } else if (++attempts > maximumAttempts) {
            endBeforeStart(RunState::Failed, ExitReason::StartFailed,
                           Text::tr("The command was not started: its supervisor ended at once, also when it was tried again. Submit the job again."));
            return false;
        } else {
            setState(RunState::Starting, QString());
            queue->shareWithChildren();
            keeper = startKeeper(queue->cards());
        }
    }
    return readCommand();
}

void Agent::tellQueue(int runsBefore)
{
    const QString message = runsBefore > 0 ? Text::tr("Waits for a free slot of %1: number %2 in the queue.").arg(m_launch.flavor).arg(runsBefore + 1)
                                           : Text::tr("Waits for a free slot of %1: next in line.").arg(m_launch.flavor);
    if (message != m_status.message || m_status.state != RunState::Queued)
        setState(RunState::Queued, message);
}

/// Answers its pid.
pid_t Agent::startKeeper(const QStringList &cards) const
{
    const QByteArray folder = QFile::encodeName(m_folder.path);
    const pid_t keeper = ::fork();
    if (keeper == 0) {
        if (!cards.isEmpty())
            ::setenv("CUDA_VISIBLE_DEVICES", cards.join(u',').toUtf8().constData(), 1);
        ::execl("/proc/self/exe", "trainyard-agent", "--keep", folder.constData(), nullptr);
        ::_exit(127);
    }
    log(u"keeper %1 started"_s.arg(keeper));
    return keeper;
}

bool Agent::readCommand()
{
    const Result<StartedCommand> command = StartedCommand::read(m_folder.commandFile());
    if (!command) {
        endBeforeStart(RunState::Lost, ExitReason::SupervisorLost, command.error().message);
        return false;
    }
    m_command = *command;
    m_status.startedAt = command->startedAt;
    m_status.commandPid = command->pid;
    m_status.commandStartTime = command->startTime;
    log(u"command %1 started; inputs: %2"_s.arg(command->pid).arg(command->inputGuard.isEmpty() ? u"nothing to guard"_s : command->inputGuard));
    return true;
}

void Agent::supervise()
{
    m_sampler = std::make_unique<Sampler>(m_command->keeperPid, m_command->pid, m_launch.cpus, m_command->cards);
    m_stopper = std::make_unique<CommandStopper>(*m_command, m_launch.grace);
    m_alerts.emplace(m_folder, m_launch, m_command->startedAt, m_bell);
    m_lastActivity = QDateTime::currentDateTimeUtc();
    const bool wasStopping = m_status.state == RunState::Stopping && m_status.exitReason != ExitReason::None;
    if (wasStopping)
        m_stopReason = m_status.exitReason; // by the agent before us: goes on
    else if (FileLock::isLocked(m_folder.keeperLock()) || QFile::exists(m_folder.exitFile()))
        setState(RunState::Running, QString());

    while (!QFile::exists(m_folder.exitFile())) {
        if (!FileLock::isLocked(m_folder.keeperLock()) && !QFile::exists(m_folder.exitFile()))
            return; // the keeper was killed
        if (!m_sinceSample.isValid() || m_sinceSample.elapsed() >= sampleMs)
            takeSample();
        watchStopWish();
        if (m_stopReason != ExitReason::None)
            m_stopper->step(m_sampler->family());
        while (::waitpid(-1, nullptr, WNOHANG) > 0) { } // the keeper, when it is our child
        QThread::msleep(tickMs);
    }
    // What the command left behind ends with it; outputs are complete only then.
    for (int waited = 0; FileLock::isLocked(m_folder.keeperLock()) && waited < 10'000; waited += 20)
        QThread::msleep(20);
}

void Agent::takeSample()
{
    m_sinceSample.start();
    const Sample sample = m_sampler->take(m_folder.logFile());
    writeSample(sample);
    if (!m_statusIsSaved)
        saveStatus();
    watchLimits(sample);
    m_alerts->look(sample);
}

Sample Agent::endSample() const
{
    Sample sample;
    sample.time = QDateTime::currentDateTimeUtc();
    sample.logBytes = QFileInfo(m_folder.logFile()).size();
    return sample;
}

void Agent::writeSample(const Sample &sample)
{
    if (!m_samples.isOpen() && m_samples.open(QIODevice::ReadWrite | QIODevice::Append | QIODevice::Unbuffered) && m_samples.size() > 0) {
        m_samples.seek(m_samples.size() - 1);
        if (m_samples.read(1) != "\n")
            m_samples.write("\n"); // a killed agent or a full disk cut the last line
    }
    const QByteArray line = QJsonDocument(sample.toJson()).toJson(QJsonDocument::Compact) + '\n';
    if (m_samples.write(line) != line.size())
        m_samples.close(); // opened again, and the cut line ended, at the next sample
}

void Agent::watchLimits(const Sample &sample)
{
    if (sample.logBytes != m_lastLogBytes || sample.cpuPercent.value_or(100) >= idleCpuPercent || sample.gpuPercent.value_or(0) >= idleCpuPercent)
        m_lastActivity = sample.time;
    m_lastLogBytes = sample.logBytes;
    if (m_stopReason != ExitReason::None)
        return;
    const ExitReason reason = reachedLimit(m_launch, m_command->startedAt, m_lastActivity, sample.time);
    if (reason == ExitReason::MaxDuration)
        stopBecause(reason, Text::tr("Stopping at the limit max_duration."));
    else if (reason == ExitReason::MaxCost)
        stopBecause(reason, Text::tr("Stopping at the limit max_cost."));
    else if (reason == ExitReason::Idle)
        stopBecause(reason, Text::tr("Stopping because it is idle."));
}

void Agent::watchStopWish()
{
    const QFileInfo wish(m_folder.stopFile());
    if (m_stopReason != ExitReason::None || !wish.exists())
        return;
    const Result<QJsonObject> content = readJsonFile(wish.filePath());
    const bool afterCheckpoint = content && content->value("mode"_L1).toString() == "after-checkpoint"_L1;
    const bool canWait = m_launch.checkpointsOnSignal || !m_launch.checkpointDirectory.isEmpty();
    if (afterCheckpoint && !m_checkpoints)
        m_checkpoints.emplace(m_launch.checkpointDirectory, wish.lastModified());
    if (!afterCheckpoint || !canWait || m_checkpoints->isFinished(QDateTime::currentDateTime())) {
        stopBecause(ExitReason::StopRequested, Text::tr("Stopping on request."));
        return;
    }
    if (m_waitsForCheckpoint)
        return;
    m_waitsForCheckpoint = true;
    setState(RunState::Stopping, Text::tr("Stops after the next checkpoint."));
    if (m_launch.checkpointsOnSignal && m_command->isAlive())
        ::kill(m_command->pid, SIGUSR1);
}

void Agent::stopBecause(ExitReason reason, const QString &message)
{
    m_stopReason = reason;
    m_status.exitReason = reason;
    setState(RunState::Stopping, message);
}

void Agent::finish()
{
    const Result<EndedCommand> ended = EndedCommand::read(m_folder.exitFile());
    if (!ended) { // the keeper was killed, or its file is damaged
        log(u"no usable exit.json: "_s + ended.error().message);
        setState(RunState::Stopping, Text::tr("The process that watched the command was killed: stopping what is left of the command."));
        CommandStopper stopper(*m_command, m_launch.grace);
        while (!remainingProcesses(*m_command, m_sampler->family()).isEmpty()) {
            stopper.step(m_sampler->family());
            QThread::msleep(tickMs);
        }
    }
    writeSample(endSample()); // so that the last log lines have a time
    if (m_waitsForCheckpoint && m_stopReason == ExitReason::None)
        m_stopReason = ExitReason::StopRequested;
    const EndFacts facts{m_launch, *m_command, ended ? std::optional(*ended) : std::nullopt, m_stopReason, m_stopper->hasKilled(),
                   m_command->bootId != bootId()};
    applyVerdict(m_status, facts);
    m_status.finishedAt = ended ? ended->finishedAt : QDateTime::currentDateTimeUtc();
    for (const QString &addition : {changedInputs(), collectOutputs()}) {
        if (!addition.isEmpty())
            m_status.message += u' ' + addition;
    }
    saveFinalStatus();
}

QString Agent::collectOutputs()
{
    QStringList sentences;
    for (const LaunchFile::Collected &output : m_launch.collect) {
        const Result<bool> collected = collectOutput(output);
        if (!collected)
            sentences.append(collected.error().message);
        else if (!*collected && m_status.state == RunState::Done)
            sentences.append(Text::tr("The output %1 is empty: the command wrote nothing to it.").arg(output.name));
        log(u"output %1 -> %2: %3"_s.arg(output.name, output.to, !collected ? collected.error().detail : *collected ? u"there"_s : u"empty"_s));
    }
    return sentences.join(u' ');
}

QString Agent::changedInputs() const
{
    if (m_command->inputGuard != "compared"_L1)
        return QString();
    const QStringList inputs = guardableInputs(m_launch.readOnly, {m_folder.path, m_launch.checkpointDirectory});
    return inputsPrint(inputs) == m_command->inputPrint
        ? QString()
        : Text::tr("An input was changed while the run was going, though inputs are read-only: %1.").arg(inputs.join(u", "_s));
}

void Agent::endBeforeStart(RunState state, ExitReason reason, const QString &message)
{
    m_status.state = state;
    m_status.exitReason = reason;
    m_status.message = message;
    m_status.finishedAt = QDateTime::currentDateTimeUtc();
    saveFinalStatus();
}

void Agent::setState(RunState state, const QString &message)
{
    m_status.state = state;
    m_status.message = message;
    log(u"%1 %2"_s.arg(runStateToText(state), message));
    saveStatus();
}

void Agent::saveStatus()
{
    m_status.updatedAt = QDateTime::currentDateTimeUtc();
    const bool isGone = !QFileInfo::exists(m_folder.path); // somebody deleted the run: it is not to come back
    const Result<> saved = isGone ? success() : writeJsonFile(m_folder.statusFile(), m_status.toJson());
    if (!saved && m_statusIsSaved)
        log(saved.error().message);
    m_statusIsSaved = saved.has_value();
}

/// The end has to be told: on a full disk we wait for room.
void Agent::saveFinalStatus()
{
    log(u"%1 %2 %3"_s.arg(runStateToText(m_status.state), exitReasonToText(m_status.exitReason), m_status.message));
    for (saveStatus(); !m_statusIsSaved && !overwriteStatus(); saveStatus())
        QThread::sleep(1);
}

/// Without a new file: the one that is there has its room already.
bool Agent::overwriteStatus() const
{
    const QByteArray text = QJsonDocument(m_status.toJson()).toJson(QJsonDocument::Compact);
    QFile file(m_folder.statusFile());
    return file.open(QIODevice::ReadWrite | QIODevice::ExistingOnly | QIODevice::Unbuffered) && file.write(text) == text.size() && file.resize(text.size());
}

void Agent::log(const QString &text) const
{
    QFile file(m_folder.agentLogFile());
    if (file.open(QIODevice::WriteOnly | QIODevice::Append))
        file.write(QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs).toUtf8() + ' ' + inLanguage(text, currentLanguage()).toUtf8() + '\n');
}

} // namespace Trainyard
