#include "services/platforms/local/localchecks.h"

#include "models/job/jobdocument.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QStorageInfo>
#include <QTemporaryFile>

#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(LocalChecks)
};

using State = CheckItem::State;

CheckItem row(const char *id, const QString &title, State state, const QString &sentence)
{
    CheckItem item;
    item.id = QLatin1String(id);
    item.title = title;
    item.state = state;
    item.sentence = sentence;
    return item;
}

QString nearestExistingFolder(QString folder)
{
    while (!QFileInfo::exists(folder) && folder != "/"_L1)
        folder = QFileInfo(folder).path();
    return folder;
}

/// The system's reason, or nothing when a file could be written into @p folder and deleted again.
QString writeFault(const QString &folder)
{
    QTemporaryFile probe(folder + u"/.trainyard-probe-XXXXXX"_s);
    if (!probe.open() || probe.write("probe") != 5 || !probe.flush())
        return probe.errorString();
    return QString();
}

/// What could not be read, and the system's reason.
struct ReadFault
{
    QString place;
    QString reason;
};

/// Nothing when @p path was really read: a file's first byte; a folder's list, and the first byte of its first file.
std::optional<ReadFault> readFault(const QString &path)
{
    if (!QFileInfo(path).isDir()) {
        QFile file(path);
        const bool isRead = file.open(QIODevice::ReadOnly) && (file.size() == 0 || !file.read(1).isEmpty());
        return isRead ? std::nullopt : std::optional(ReadFault{path, file.errorString()});
    }
    std::error_code fault;
    std::filesystem::directory_iterator entry(QFile::encodeName(path).toStdString(), fault);
    for (; !fault && entry != std::filesystem::directory_iterator(); entry.increment(fault)) {
        std::error_code typeFault;
        if (entry->is_regular_file(typeFault) || typeFault)
            return readFault(QFile::decodeName(entry->path().c_str()));
    }
    return fault ? std::optional(ReadFault{path, QString::fromLocal8Bit(std::strerror(fault.value()))}) : std::nullopt;
}

enum class Right { Enter, Read, Write };

QString faultText(Right right, const QString &place, const QString &fault)
{
    switch (right) {
    case Right::Enter: return Text::tr("The folder %1 may not be entered.").arg(place);
    case Right::Read: return Text::tr("%1 may not be read: %2.").arg(place, fault);
    case Right::Write: return Text::tr("No file can be written into %1: %2.").arg(place, fault);
    }
    Q_UNREACHABLE();
}

QString pleaText(Right right, const QString &place)
{
    const QString user = qEnvironmentVariable("USER", u"root"_s);
    const QString machine = QSysInfo::machineHostName();
    return right == Right::Write ? Text::tr("Please give the user %1 the right to write and delete files in %2 on %3.").arg(user, place, machine)
                                 : Text::tr("Please give the user %1 the right to enter and read %2 on %3.").arg(user, place, machine);
}

/// A Problem row with who can grant the right, and the message to them. @p purpose: why it is needed, a sentence.
CheckItem missingRight(CheckItem item, Right right, const QString &place, const QString &fault, const QString &purpose)
{
    const QFileInfo facts(place);
    const auto permissions = int(facts.permissions());
    const QString mode = u"%1%2%3"_s.arg(permissions >> 12 & 7).arg(permissions >> 4 & 7).arg(permissions & 7);
    const QString owner = Text::tr("%1 belongs to the user %2 (group %3, mode %4).").arg(place, facts.owner(), facts.group(), mode);
    item.state = State::Problem;
    item.sentence = faultText(right, place, fault);
    item.whatToDo = owner + u' ' + Text::tr("The owner or an administrator of this machine can grant the right; or choose another place.");
    item.administratorMessage = pleaText(right, place) + u' ' + purpose + u' ' + owner;
    return item;
}

CheckItem checkInput(const JobInput &input, int index, const Job &job, const QString &path)
{
    CheckItem item = row("permission.data.read", Text::tr("Read %1").arg(input.name), State::Ok, Text::tr("%1 was read.").arg(path));
    item.key = u"inputs[%1].source"_s.arg(index);
    if (!QFileInfo::exists(path)) {
        // What lies in a folder that may not be entered looks as if it did not exist.
        const QString parent = nearestExistingFolder(path);
        if (::faccessat(AT_FDCWD, QFile::encodeName(parent).constData(), X_OK, AT_EACCESS) != 0)
            return missingRight(item, Right::Enter, parent, QString(), Text::tr("The training job %1 reads its data there.").arg(job.name));
        item.state = State::Problem;
        item.sentence = Text::tr("%1 does not exist.").arg(path);
        item.whatToDo = Text::tr("Correct the source of the input %1, or bring the data there.").arg(input.name);
        return item;
    }
    const std::optional<ReadFault> fault = readFault(path);
    return !fault ? item : missingRight(item, Right::Read, fault->place, fault->reason, Text::tr("The training job %1 reads its data there.").arg(job.name));
}

CheckItem checkOutput(const JobOutput &output, int index, const Job &job, const QString &path)
{
    const QString place = nearestExistingFolder(path);
    CheckItem item = row("permission.output.write", Text::tr("Write %1").arg(output.name), State::Ok,
                         place == path ? Text::tr("A file was written into %1 and deleted again.").arg(path)
                                       : Text::tr("%1 will be made: a file was written into %2 and deleted again.").arg(path, place));
    item.key = u"outputs[%1].destination"_s.arg(index);
    const QString fault = QFileInfo(place).isDir() ? writeFault(place) : Text::tr("it is a file, not a folder");
    return fault.isEmpty() ? item : missingRight(item, Right::Write, place, fault, Text::tr("The training job %1 keeps its results there.").arg(job.name));
}

CheckItem checkCode(const Job &job, const QString &path)
{
    CheckItem item = row("permission.code.read", Text::tr("Read the code"), State::Ok, Text::tr("%1 was read.").arg(path));
    item.key = u"code.directory"_s;
    if (!QFileInfo(path).isDir()) {
        item.state = State::Problem;
        item.sentence = Text::tr("The code directory %1 does not exist.").arg(path);
        item.whatToDo = Text::tr("Correct code.directory.");
        return item;
    }
    const std::optional<ReadFault> fault = readFault(path);
    return !fault ? item : missingRight(item, Right::Read, fault->place, fault->reason, Text::tr("The code of the training job %1 is there.").arg(job.name));
}

CheckItem checkFolder(const AppPaths &paths)
{
    const QString place = nearestExistingFolder(paths.home);
    CheckItem item = row("account.folder", Text::tr("Folder for runs"), State::Ok, Text::tr("Runs are kept in %1.").arg(paths.runsFolder()));
    const QString fault = writeFault(place);
    return fault.isEmpty() ? item : missingRight(item, Right::Write, place, fault, Text::tr("Trainyard keeps its runs there."));
}

CheckItem checkDisk(const AppPaths &paths)
{
    constexpr qint64 enough = qint64(5) << 30;  // code, logs and checkpoints of a small run
    constexpr qint64 tooLittle = qint64(200) << 20;
    const qint64 free = QStorageInfo(nearestExistingFolder(paths.home)).bytesAvailable();
    CheckItem item = row("account.disk", Text::tr("Disk space"), State::Ok, Text::tr("%1 are free for runs.").arg(displaySize(free)));
    if (free < enough) {
        item.state = free < tooLittle ? State::Problem : State::Warning;
        item.sentence = Text::tr("Only %1 are free for runs and their checkpoints.").arg(displaySize(free));
        item.whatToDo = Text::tr("Delete old runs, or set TRAINYARD_HOME to a folder on a larger disk.");
    }
    return item;
}

QList<CheckItem> checkInterpreter(const Profile &profile, const Job &job, const std::function<bool()> &isCanceled)
{
    const QString interpreter = profile.interpreter.isEmpty() ? u"/usr/bin/python3"_s : profile.interpreter;
    CheckItem python = row("account.interpreter", Text::tr("Python"), State::NotNeeded, Text::tr("Not needed for this job: it runs no Python script."));
    CheckItem torch = row("account.torch", Text::tr("PyTorch"), State::NotNeeded, Text::tr("Not needed for this job: it runs no Python script."));
    if (!needsPython(job))
        return {python, torch};
    const InterpreterProbe probe = probeInterpreter(interpreter, TorchProbe::Import, isCanceled);
    python.state = probe.python.isEmpty() ? State::Problem : State::Ok;
    python.sentence = probe.python.isEmpty() ? probe.error : Text::tr("%1 is Python %2.").arg(interpreter, probe.python);
    if (probe.python.isEmpty()) {
        python.whatToDo = Text::tr("Choose another interpreter in the profile, or install the package python3. The built-in trainers need none.");
        torch.state = State::NotChecked;
        torch.sentence = Text::tr("Not checked: there is no Python to ask.");
    } else if (probe.torch.isEmpty()) {
        torch.state = State::Warning;
        torch.sentence = Text::tr("%1 has no PyTorch: a script that imports torch fails.").arg(interpreter);
        torch.whatToDo = Text::tr("Install it for this interpreter (Debian: python3-torch), or choose another interpreter in the profile.");
    } else {
        torch.state = State::Ok;
        torch.sentence = probe.torchCuda.isEmpty() ? Text::tr("PyTorch %1, for the CPU.").arg(probe.torch)
                                                   : Text::tr("PyTorch %1, CUDA %2.").arg(probe.torch, probe.torchCuda);
    }
    return {python, torch};
}

CheckItem checkPrograms(const Job &job, const AppPaths &paths)
{
    QStringList missing;
    for (const QString &program : {paths.agentProgram(), paths.torchProgram()}) {
        if (!QFileInfo(program).isExecutable())
            missing.append(program);
    }
    CheckItem item = row("account.programs", Text::tr("Trainyard's programs"), State::Ok, Text::tr("The supervisor and the trainer are in %1.").arg(paths.programs));
    if (!missing.isEmpty()) {
        const bool isNeeded = missing.contains(paths.agentProgram()) || !job.code.preset.isEmpty();
        item.state = isNeeded ? State::Problem : State::Warning;
        item.sentence = Text::tr("Not found: %1.").arg(missing.join(u", "_s));
        item.whatToDo = Text::tr("Build or install Trainyard again: its three programs belong into one folder.");
    }
    return item;
}

} // namespace

InterpreterProbe probeInterpreter(const QString &interpreter, TorchProbe depth, const std::function<bool()> &isCanceled)
{
    constexpr int limitMs = 60'000; // importing torch from a network disk
    static const QString script = QStringLiteral("import importlib.util, json, os, platform, runpy, sys\n"
                                                 "answer = {'python': platform.python_version()}\n"
                                                 "try:\n"
                                                 "    spec = importlib.util.find_spec('torch')\n"
                                                 "    version = runpy.run_path(os.path.join(os.path.dirname(spec.origin), 'version.py'))\n"
                                                 "    if sys.argv[1] == 'import':\n"
                                                 "        import torch\n"
                                                 "    answer['torch'] = str(version['__version__'])\n"
                                                 "    answer['cuda'] = str(version.get('cuda') or '')\n"
                                                 "except Exception:\n"
                                                 "    pass\n"
                                                 "print(json.dumps(answer))\n");
    InterpreterProbe probe;
    QProcess process;
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(interpreter, {u"-c"_s, script, depth == TorchProbe::Import ? u"import"_s : u"installed"_s});
    if (!process.waitForStarted()) {
        probe.error = QFileInfo::exists(interpreter) ? Text::tr("%1 cannot be started: %2.").arg(interpreter, process.errorString())
                                                     : Text::tr("%1 was not found.").arg(interpreter);
        return probe;
    }
    for (int waited = 0; !process.waitForFinished(100) && process.state() != QProcess::NotRunning; waited += 100) {
        if (waited < limitMs && !(isCanceled && isCanceled()))
            continue;
        process.kill();
        process.waitForFinished(1000);
        probe.error = Text::tr("%1 did not answer in time.").arg(interpreter);
        return probe;
    }
    const QByteArray lastLine = process.readAllStandardOutput().trimmed().split('\n').last();
    const QJsonObject answer = QJsonDocument::fromJson(lastLine).object();
    probe.python = answer.value("python"_L1).toString();
    probe.torch = answer.value("torch"_L1).toString();
    probe.torchCuda = answer.value("cuda"_L1).toString();
    if (probe.python.isEmpty())
        probe.error = Text::tr("%1 is no Python 3: it did not run a three-line script.").arg(interpreter);
    return probe;
}

bool needsPython(const Job &job)
{
    static const QRegularExpression pythonCommand(u"\\b(python[0-9.]*|torchrun|accelerate|deepspeed|pip[0-9.]*)\\b"_s);
    if (!job.code.preset.isEmpty())
        return false;
    if (!job.code.command.isEmpty())
        return pythonCommand.match(job.code.command).hasMatch();
    return !job.code.bootFile.endsWith(".sh"_L1);
}

QList<CheckItem> checkMachine(const Profile &profile, const Job &job, const AppPaths &paths, const std::function<bool()> &isCanceled)
{
    QList<CheckItem> items{checkFolder(paths), checkDisk(paths), checkPrograms(job, paths)};
    items += checkInterpreter(profile, job, isCanceled);
    items.append(row("account.keychain", Text::tr("Access key"), State::NotNeeded, Text::tr("Not needed for this machine: it has no account.")));
    return items;
}

QList<CheckItem> checkLocalPermissions(const Job &job, const QString &jobFolder)
{
    const auto absolute = [&](const QString &path) { return QDir::cleanPath(QDir(jobFolder).absoluteFilePath(resolveReferences(job, path))); };
    QList<CheckItem> items;
    if (!job.code.directory.isEmpty())
        items.append(checkCode(job, absolute(job.code.directory)));
    for (int index = 0; index < job.inputs.size(); ++index)
        items.append(checkInput(job.inputs[index], index, job, absolute(job.inputs[index].source)));
    for (int index = 0; index < job.outputs.size(); ++index)
        items.append(checkOutput(job.outputs[index], index, job, absolute(job.outputs[index].destination)));
    return items;
}

} // namespace Trainyard
