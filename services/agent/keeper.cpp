#include "services/agent/keeper.h"

#include "services/agent/commandfiles.h"
#include "services/agent/diskspace.h"
#include "services/agent/filelock.h"
#include "services/agent/isolation.h"
#include "services/agent/launchfile.h"
#include "services/agent/processes.h"
#include "services/agent/runfolder.h"
#include "services/alerts/alertsettings.h"

#include <QFile>
#include <QStandardPaths>
#include <QThread>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <vector>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace Trainyard {

namespace {

struct StartFailure
{
    EndedCommand::StartFault fault = EndedCommand::StartFault::None;
    int systemError = 0;
};

/// exit.json is made at the start with room for its text: the end can be told on a full disk too.
class ExitFile
{
public:
    explicit ExitFile(const RunFolder &folder)
        : m_target(QFile::encodeName(folder.exitFile())), m_temporary(m_target + ".part"),
          m_descriptor(::open(m_temporary.constData(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644))
    {
        ::posix_fallocate(m_descriptor, 0, room);
    }

    void write(const EndedCommand &end)
    {
        const QByteArray text = end.toText();
        if (::pwrite(m_descriptor, text.constData(), size_t(text.size()), 0) == text.size() && ::ftruncate(m_descriptor, text.size()) == 0
            && ::fsync(m_descriptor) == 0)
            ::rename(m_temporary.constData(), m_target.constData());
    }

private:
    static constexpr off_t room = 4096;
    QByteArray m_target;
    QByteArray m_temporary;
    int m_descriptor;
};

std::vector<char *> pointersTo(QList<QByteArray> &texts)
{
    std::vector<char *> pointers;
    for (QByteArray &text : texts)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

void resetSignals()
{
    for (int number = 1; number < NSIG; ++number)
        ::signal(number, SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

void limitResource(__rlimit_resource_t resource, const std::optional<qint64> &bytes)
{
    const struct rlimit limit{rlim_t(bytes.value_or(0)), rlim_t(bytes.value_or(0))};
    if (bytes)
        ::setrlimit(resource, &limit);
}

/// Like the shell, but not as execvp(3): a file that is no program is not run by /bin/sh instead.
QString programPath(const QString &name)
{
    return name.contains(QLatin1Char('/')) ? name : QStandardPaths::findExecutable(name);
}

/// In the child: waits for the word to go, then becomes the command. Answers only when that failed.
StartFailure becomeCommand(const LaunchFile &launch, const RunFolder &folder, int goPipe)
{
    using Fault = EndedCommand::StartFault;
    char go = 0;
    if (::read(goPipe, &go, 1) != 1)
        ::_exit(127); // the keeper died before it told who we are: start nothing that nobody knows of
    const int log = ::open(QFile::encodeName(folder.logFile()).constData(), O_WRONLY | O_CREAT | O_APPEND, 0644);
    const int nothing = ::open("/dev/null", O_RDONLY);
    if (log < 0 || nothing < 0)
        return {Fault::Log, errno};
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(log, STDOUT_FILENO);
    ::dup2(log, STDERR_FILENO);
    if (::chdir(QFile::encodeName(launch.workingDirectory).constData()) != 0)
        return {Fault::Folder, errno};
    ::unsetenv(webhookVariable); // the person's, not the script's
    limitResource(RLIMIT_DATA, launch.memoryBytes);
    limitResource(RLIMIT_FSIZE, launch.fileBytes);
    for (const auto &[name, value] : launch.environment)
        ::setenv(name.toLocal8Bit().constData(), value.toLocal8Bit().constData(), 1);
    QList<QByteArray> arguments;
    for (const QString &argument : launch.arguments)
        arguments.append(QFile::encodeName(argument));
    const QByteArray program = QFile::encodeName(programPath(launch.arguments.first()));
    resetSignals();
    ::close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC); // locks and pipes stay ours
    ::execv(program.constData(), pointersTo(arguments).data());
    return {Fault::Program, errno};
}

class Keeper
{
public:
    explicit Keeper(const QString &runFolder) : m_folder{runFolder}, m_exitFile(m_folder) {}

    int run(const LaunchFile &launch)
    {
        if (launch.cardsNeeded > 0)
            m_command.cards = qEnvironmentVariable("CUDA_VISIBLE_DEVICES").split(QLatin1Char(','), Qt::SkipEmptyParts);
        m_command.isOffline = launch.isolatesNetwork && isolate({{}, true});
        m_command.inputGuard = guardInputs(launch);
        const pid_t command = start(launch);
        if (command <= 0)
            return 1;
        m_exitFile.write(waitForEnd(command, launch));
        endLeftovers(std::min(launch.grace, Milliseconds(2000)));
        return 0;
    }

private:
    QString guardInputs(const LaunchFile &launch)
    {
        const QStringList inputs = guardableInputs(launch.readOnly, {m_folder.path, launch.checkpointDirectory});
        if (inputs.isEmpty())
            return QString();
        if (isolate({inputs, false}))
            return QStringLiteral("read-only");
        m_command.inputPrint = inputsPrint(inputs);
        return QStringLiteral("compared");
    }

    /// The command's pid; what went wrong is in exit.json. command.json is there before the command's first instruction.
    pid_t start(const LaunchFile &launch)
    {
        std::array<int, 2> go{};
        std::array<int, 2> failure{};
        if (::pipe2(go.data(), O_CLOEXEC) != 0 || ::pipe2(failure.data(), O_CLOEXEC) != 0)
            return -1;
        const pid_t child = ::fork();
        if (child == 0) {
            ::setpgid(0, 0);
            ::close(go[1]);
            const StartFailure report = becomeCommand(launch, m_folder, go[0]);
            [[maybe_unused]] const ssize_t written = ::write(failure[1], &report, sizeof report);
            ::_exit(127);
        }
        ::close(go[0]);
        ::close(failure[1]);
        if (child < 0)
            return -1;
        ::setpgid(child, child);
        m_command.pid = child;
        m_command.startTime = readProcess(child).value_or(ProcessEntry()).startTime;
        m_command.keeperPid = ::getpid();
        m_command.bootId = bootId();
        m_command.startedAt = QDateTime::currentDateTimeUtc();
        m_command.oomKills = oomKillCount();
        while (!m_command.write(m_folder.commandFile()))
            QThread::sleep(1); // a full disk: nothing has started yet, so there is time
        [[maybe_unused]] const ssize_t told = ::write(go[1], "g", 1);
        ::close(go[1]);
        ssize_t got = 0;
        while ((got = ::read(failure[0], &m_failure, sizeof m_failure)) < 0 && errno == EINTR) { }
        ::close(failure[0]);
        return child;
    }

    EndedCommand waitForEnd(pid_t command, const LaunchFile &launch) const
    {
        int status = 0;
        pid_t ended = 0;
        while ((ended = ::wait(&status)) != command) { // other children are orphans of the command
            if (ended < 0 && errno != EINTR)
                break;
        }
        EndedCommand end;
        end.finishedAt = QDateTime::currentDateTimeUtc();
        end.oomKills = oomKillCount();
        QStringList places{m_folder.path, launch.workingDirectory};
        for (const LaunchFile::Collected &output : launch.collect)
            places.append(output.from);
        end.diskIsFull = std::any_of(places.begin(), places.end(), hasNoRoom);
        end.startFault = m_failure.fault;
        end.systemError = m_failure.systemError;
        if (WIFSIGNALED(status))
            end.signal = WTERMSIG(status);
        else
            end.exitCode = WEXITSTATUS(status);
        return end;
    }

    /// As in a container, the end of the command is the end of everything it started.
    static void endLeftovers(Milliseconds grace)
    {
        constexpr int stepMs = 20;
        for (qint64 waited = 0;; waited += stepMs) {
            while (::waitpid(-1, nullptr, WNOHANG) > 0) { }
            const QList<ProcessEntry> family = processFamily(readAllProcesses(), ::getpid(), ::getpid());
            int left = 0;
            for (const ProcessEntry &entry : family) {
                if (entry.pid == ::getpid() || entry.state == 'Z')
                    continue;
                ++left;
                if (waited == 0 || waited >= grace.count())
                    ::kill(entry.pid, waited == 0 ? SIGTERM : SIGKILL);
            }
            if (left == 0 || waited > grace.count() + 5000)
                return;
            QThread::msleep(stepMs);
        }
    }

    RunFolder m_folder;
    ExitFile m_exitFile;
    StartedCommand m_command;
    StartFailure m_failure;
};

/// The agent was killed, and nobody may be looking: the run's end is collected and told all the same.
void becomeAgent(const RunFolder &folder)
{
    resetSignals();
    ::close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC); // lets go of our lock and of the slot
    ::execl("/proc/self/exe", "trainyard-agent", QFile::encodeName(folder.path).constData(), nullptr);
}

} // namespace

int runKeeper(const QString &runFolder)
{
    const RunFolder folder{runFolder};
    ::setsid();
    for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGUSR1, SIGUSR2})
        ::signal(number, SIG_IGN); // the command's end is what ends us
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    const std::optional<FileLock> lock = FileLock::tryLock(folder.keeperLock());
    if (!lock || QFile::exists(folder.commandFile()) || QFile::exists(folder.exitFile()))
        return 0;
    const Result<LaunchFile> launch = LaunchFile::read(folder.launchFile());
    const int result = launch ? Keeper(runFolder).run(*launch) : 1;
    if (launch && !FileLock::isLocked(folder.agentLock()))
        becomeAgent(folder);
    return result;
}

} // namespace Trainyard
