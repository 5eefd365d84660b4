#include "services/dryrun/environmentprobe.h"

#include "services/common/async.h"
#include "services/common/everylanguage.h"
#include "services/dryrun/dryruntext.h"
#include "services/dryrun/dyingprocess.h"
#include "services/preflight/importrules.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTimer>
#include <QtConcurrentRun>

#include <algorithm>

namespace Trainyard {

namespace {

constexpr int interpreterTimeoutMs = 10'000;

/// The first word of a shell command, where it is plainly a program: no assignment, no shell syntax, nothing the shell has built in.
QString plainProgram(const QString &command)
{
    static const QRegularExpression word(QStringLiteral("^[A-Za-z0-9_./+-]+$"));
    static const QStringList builtIns{QStringLiteral("cd"), QStringLiteral("set"), QStringLiteral("exec"), QStringLiteral("export"), QStringLiteral("source"),
                                      QStringLiteral("."), QStringLiteral("if"), QStringLiteral("for"), QStringLiteral("while"), QStringLiteral("time"),
                                      QStringLiteral("test"), QStringLiteral("ulimit"), QStringLiteral("eval"), QStringLiteral("trap"), QStringLiteral("umask")};
    const QString first = command.simplified().section(u' ', 0, 0);
    return word.match(first).hasMatch() && !builtIns.contains(first) ? first : QString();
}

} // namespace

EnvironmentProbe::EnvironmentProbe(PreflightContext context, QObject *parent)
    : QObject(parent)
    , m_context(std::move(context))
{
    m_answer.result.point = DryRunPoint::Environment;
}

EnvironmentProbe::~EnvironmentProbe()
{
    if (!m_process || m_process->state() == QProcess::NotRunning)
        return;
    m_process->disconnect();
    m_process->kill();
    DyingProcess::keep(m_process);
}

void EnvironmentProbe::start()
{
    inEveryLanguage([this] { look(); });
}

void EnvironmentProbe::look()
{
    const Job::Code &code = m_context.job().code;
    if (!code.preset.isEmpty()) {
        finish(PointStatus::Skipped, QString()); // the worker itself is what a preset runs with
    } else if (m_context.profile.platform != QLatin1String("local")) {
        m_answer.notChecked.append({DryRunText::tr("Whether the program starts in the job's image"), DryRunText::tr("The image is on the platform, not on this machine.")});
        finish(PointStatus::Pass, DryRunText::tr("The job file, the code and the launch were read; the image itself was not started."));
    } else if (code.bootFile.endsWith(QLatin1String(".py"))) {
        askInterpreter(profileInterpreter(m_context.profile));
    } else {
        lookForCommand();
    }
}

void EnvironmentProbe::askInterpreter(const QString &interpreter)
{
    const QString key = QStringLiteral("code.boot_file");
    const QString fix = DryRunText::tr("Choose a Python 3 on the Platform page, or set interpreter of the profile in profiles.yaml.");
    m_process = new QProcess(this);
    auto *deadline = new QTimer(m_process);
    deadline->setSingleShot(true);
    connect(deadline, &QTimer::timeout, m_process, [this] { m_process->kill(); });
    connect(m_process, &QProcess::errorOccurred, this, [=, this](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart)
            return;
        inEveryLanguage([&] {
            fail(QStringLiteral("environment.interpreter"), DryRunText::tr("The interpreter %1 could not be started: it is not there, or may not be run.").arg(interpreter), key, fix);
        });
    });
    connect(m_process, &QProcess::finished, this, [=, this](int exitCode, QProcess::ExitStatus status) {
        const QString version = QString::fromUtf8(m_process->readAllStandardOutput()).trimmed();
        inEveryLanguage([&] {
            if (status != QProcess::NormalExit || exitCode != 0 || version.isEmpty())
                fail(QStringLiteral("environment.interpreter"), DryRunText::tr("%1 does not answer as a Python 3 does.").arg(interpreter), key, fix);
            else
                lookForImports(DryRunText::tr("%1 is Python %2.").arg(interpreter, version));
        });
    });
    m_process->start(interpreter, {QStringLiteral("-c"), QStringLiteral("import platform; print(platform.python_version())")}, QIODevice::ReadOnly);
    deadline->start(interpreterTimeoutMs);
}

void EnvironmentProbe::lookForImports(const QString &detail)
{
    const auto check = [context = m_context] { return inEveryLanguage([&context] { return checkImports(context); }); };
    onFinished(QtConcurrent::run(check), this, [this, detail](const CheckReport &report) {
        m_answer.result.findings += report.findings;
        m_answer.notChecked += report.notChecked;
        finish(hasErrors(report.findings) ? PointStatus::Fail : report.findings.isEmpty() ? PointStatus::Pass : PointStatus::Warn, detail);
    });
}

void EnvironmentProbe::lookForCommand()
{
    const Job::Code &code = m_context.job().code;
    const QString key = code.command.isEmpty() ? QStringLiteral("code.boot_file") : QStringLiteral("code.command");
    const QString program = code.command.isEmpty() ? QStringLiteral("/bin/bash") : plainProgram(code.command);
    if (program.isEmpty()) {
        m_answer.notChecked.append({DryRunText::tr("The program of the command"), DryRunText::tr("The command is a shell expression: reading does not tell what it starts.")});
        return finish(PointStatus::Pass, DryRunText::tr("The command runs in /bin/bash."));
    }
    QStringList folders = QString::fromLocal8Bit(qgetenv("PATH")).split(u':', Qt::SkipEmptyParts);
    const QString codeFolder = QDir(m_context.jobFolder).absoluteFilePath(code.directory);
    const QString found = program.contains(u'/') ? QFileInfo(QDir(codeFolder).absoluteFilePath(program)).canonicalFilePath()
                                                 : QStandardPaths::findExecutable(program, folders);
    if (found.isEmpty()) {
        fail(QStringLiteral("environment.command-missing"), DryRunText::tr("The program %1 of the command is not on this machine.").arg(program), key,
             DryRunText::tr("Install %1, write its whole path, or use another profile.").arg(program));
    } else {
        finish(PointStatus::Pass, DryRunText::tr("The command starts %1.").arg(found));
    }
}

void EnvironmentProbe::fail(const QString &code, const QString &message, const QString &key, const QString &fix)
{
    Finding finding;
    finding.code = code;
    finding.message = message;
    finding.where = m_context.document.place(key);
    finding.fix = fix;
    m_answer.result.findings.append(finding);
    finish(PointStatus::Fail, message);
}

void EnvironmentProbe::finish(PointStatus status, const QString &detail)
{
    m_answer.result.status = status;
    m_answer.result.detail = detail;
    // Not from inside start(): whoever calls it connects first and expects the answer later, always.
    QMetaObject::invokeMethod(this, [this] { Q_EMIT finished(m_answer); }, Qt::QueuedConnection);
}

} // namespace Trainyard
