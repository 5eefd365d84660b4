#include "services/dryrun/torchworker.h"

#include "services/common/language.h"
#include "services/dryrun/dyingprocess.h"

#include <QFile>
#include <QJsonDocument>
#include <QProcessEnvironment>

#include <csignal>
#include <fcntl.h>
#include <limits>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace Trainyard {

namespace {

constexpr qsizetype longestLine = 4 << 20;
constexpr qsizetype longestMessage = 400;
constexpr qint64 addressMargin = qint64(4) << 30; ///< stacks and reserved, untouched memory: counted by RLIMIT_DATA, never resident

/// Between fork and exec: only what is safe there.
void limitChild(qint64 memoryLimitBytes)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const rlimit data{rlim_t(memoryLimitBytes + addressMargin), rlim_t(memoryLimitBytes + addressMargin)};
    setrlimit(RLIMIT_DATA, &data);
    const rlimit noCore{0, 0};
    setrlimit(RLIMIT_CORE, &noCore);
    // Short of memory, the kernel takes the worker rather than the window.
    if (const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC); file >= 0) {
        [[maybe_unused]] const ssize_t written = write(file, "800", 3);
        close(file);
    }
}

QByteArray firstLineOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readLine().trimmed() : QByteArray();
}

/// How many programs the kernel has ended for want of memory since it started; not told by every kernel.
std::optional<qint64> outOfMemoryKills()
{
    QFile file(QStringLiteral("/proc/vmstat"));
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    for (const QByteArray &line : file.readAll().split('\n')) {
        if (line.startsWith("oom_kill "))
            return line.mid(9).toLongLong();
    }
    return std::nullopt;
}

QString shortened(const QByteArray &line)
{
    return QString::fromUtf8(line.trimmed().left(longestMessage));
}

} // namespace

TorchWorker::TorchWorker(QString program, QStringList arguments, QObject *parent)
    : QObject(parent)
    , m_program(std::move(program))
    , m_arguments(std::move(arguments))
    , m_process(new QProcess(this))
{
    m_deadline.setSingleShot(true);
    m_memoryTimer.setInterval(100);
    connect(&m_deadline, &QTimer::timeout, this, [this] { stop(WorkerEnd::Kind::TimeLimit); });
    connect(&m_memoryTimer, &QTimer::timeout, this, &TorchWorker::watchMemory);
    connect(m_process, &QProcess::readyReadStandardOutput, this, &TorchWorker::readOutput);
    connect(m_process, &QProcess::readyReadStandardError, this, [this] {
        m_errorTail += m_process->readAllStandardError();
        m_errorTail = m_errorTail.right(4096);
    });
    connect(m_process, &QProcess::finished, this, &TorchWorker::handleFinished);
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart)
            return;
        m_end.kind = m_stoppedFor.value_or(WorkerEnd::Kind::NotStarted);
        m_end.lastMessage = m_process->errorString();
        finish();
    });
}

TorchWorker::~TorchWorker()
{
    m_process->disconnect(this);
    if (m_process->state() == QProcess::NotRunning)
        return;
    killGroup();
    DyingProcess::keep(m_process);
}

void TorchWorker::start(const QJsonObject &request, qint64 memoryLimitBytes, Milliseconds timeLimit)
{
    open(memoryLimitBytes);
    send(request);
    m_process->closeWriteChannel();
    setDeadline(timeLimit);
}

void TorchWorker::open(qint64 memoryLimitBytes)
{
    m_memoryLimitBytes = memoryLimitBytes;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    passLanguage(environment);
    environment.insert(QStringLiteral("OMP_WAIT_POLICY"), QStringLiteral("passive")); // what the worker would start itself anew for
    m_process->setProcessEnvironment(environment);
    m_process->setChildProcessModifier([memoryLimitBytes] { limitChild(memoryLimitBytes); });
    m_process->start(m_program, m_arguments);
}

void TorchWorker::send(const QJsonObject &request)
{
    m_killsBefore = outOfMemoryKills();
    m_process->write(QJsonDocument(request).toJson(QJsonDocument::Compact) + '\n');
}

void TorchWorker::setDeadline(std::optional<Milliseconds> timeLimit)
{
    if (m_hasEnded)
        return;
    if (timeLimit) {
        m_deadline.start(*timeLimit);
        m_memoryTimer.start();
    } else {
        m_deadline.stop();
        m_memoryTimer.stop();
    }
}

std::optional<qint64> TorchWorker::processId() const
{
    return m_process->state() == QProcess::Running ? std::optional(m_process->processId()) : std::nullopt;
}

void TorchWorker::cancel()
{
    stop(WorkerEnd::Kind::Cancelled);
}

void TorchWorker::stop(WorkerEnd::Kind kind)
{
    if (m_hasEnded || m_stoppedFor)
        return;
    m_stoppedFor = kind;
    killGroup();
}

void TorchWorker::killGroup()
{
    if (m_process->processId() > 0)
        ::kill(-pid_t(m_process->processId()), SIGKILL);
    m_process->kill(); // in case it is not its own group yet
}

void TorchWorker::readOutput()
{
    m_unfinishedLine += m_process->readAllStandardOutput();
    qsizetype begin = 0;
    for (qsizetype end; (end = m_unfinishedLine.indexOf('\n', begin)) >= 0; begin = end + 1) {
        if (!m_isSkippingLine)
            readLine(m_unfinishedLine.mid(begin, end - begin));
        m_isSkippingLine = false;
    }
    m_unfinishedLine.remove(0, begin);
    if (m_unfinishedLine.size() > longestLine) {
        if (!m_isSkippingLine)
            noteStrangeLine(m_unfinishedLine);
        m_isSkippingLine = true;
        m_unfinishedLine.clear();
    }
}

void TorchWorker::readLine(const QByteArray &line)
{
    if (line.trimmed().isEmpty())
        return;
    const QJsonObject event = QJsonDocument::fromJson(line).object();
    const QString name = event.value(QStringLiteral("event")).toString();
    if (name.isEmpty()) {
        noteStrangeLine(line);
    } else if (name == QLatin1String("done")) {
        m_saidDone = true;
    } else {
        Q_EMIT eventReceived(event);
    }
}

void TorchWorker::noteStrangeLine(const QByteArray &line)
{
    if (m_end.strangeLines++ == 0)
        m_end.strangeLine = shortened(line);
}

void TorchWorker::watchMemory()
{
    const QByteArray pages = firstLineOf(QStringLiteral("/proc/%1/statm").arg(m_process->processId())).split(' ').value(1);
    const qint64 residentBytes = pages.toLongLong() * sysconf(_SC_PAGESIZE);
    m_end.peakResidentBytes = std::max(m_end.peakResidentBytes, residentBytes);
    if (residentBytes > m_memoryLimitBytes)
        stop(WorkerEnd::Kind::MemoryLimit);
}

void TorchWorker::handleFinished(int exitCode, QProcess::ExitStatus status)
{
    readOutput();
    if (!m_unfinishedLine.trimmed().isEmpty() && !m_isSkippingLine)
        noteStrangeLine(m_unfinishedLine);
    m_errorTail += m_process->readAllStandardError();
    m_end.lastMessage = shortened(m_errorTail.trimmed().split('\n').last());
    m_end.number = exitCode;
    const std::optional<qint64> kills = outOfMemoryKills();
    m_end.wasOutOfMemory = kills && m_killsBefore ? *kills > *m_killsBefore : m_end.peakResidentBytes > m_memoryLimitBytes / 2;
    if (m_saidDone)
        m_end.kind = WorkerEnd::Kind::Done;
    else if (m_stoppedFor)
        m_end.kind = *m_stoppedFor;
    else if (status == QProcess::CrashExit)
        m_end.kind = exitCode == SIGKILL ? WorkerEnd::Kind::Killed : WorkerEnd::Kind::Signal;
    else
        m_end.kind = WorkerEnd::Kind::ExitCode;
    finish();
}

void TorchWorker::finish()
{
    if (m_hasEnded)
        return;
    m_hasEnded = true;
    m_deadline.stop();
    m_memoryTimer.stop();
    Q_EMIT ended(m_end);
}

qint64 hostMemoryBytes()
{
    const qint64 installed = qint64(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
    for (const char *path : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
        bool isNumber = false; // "max": no limit
        const qint64 limit = firstLineOf(QLatin1String(path)).toLongLong(&isNumber);
        if (isNumber && limit > 0)
            return std::min(installed, limit);
    }
    return installed;
}

} // namespace Trainyard
