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

/// The system's reason, or nothing when @p path was read: a file's first bytes, a folder's list and the first bytes of its first file.
QString readFault(const QString &path)
{
    const QFileInfo place(path);
    if (place.isDir()) {
        if (!place.isReadable() || !place.isExecutable())
            return Text::tr("its list of files may not be read");
        const QFileInfoList files = QDir(path).entryInfoList(QDir::Files | QDir::NoDotAndDotDot);
        return files.isEmpty() ? QString() : readFault(files.first().filePath());
    }
    QFile file(path);
    return file.open(QIODevice::ReadOnly) && (file.size() == 0 || !file.read(1).isEmpty()) ? QString() : file.errorString();
}

QString ownerText(const QString &path)
{
    const QFileInfo place(path);
    const auto permissions = int(place.permissions());
    const QString mode = u"%1%2%3"_s.arg(permissions >> 12 & 7).arg(permissions >> 4 & 7).arg(permissions & 7);
    return Text::tr("%1 belongs to %2 (group %3, mode %4)").arg(path, place.owner(), place.group(), mode);
}

/// A Problem row with who can grant the right, and the message to them.
CheckItem missingRight(CheckItem item, const QString &place, const QString &right, const QString &fault, const QString &purpose)
{
    const QString user = qEnvironmentVariable("USER", u"root"_s);
    item.state = State::Problem;
    item.sentence = Text::tr("No right to %1 in %2: %3.").arg(right, place, fault);
    item.whatToDo = Text::tr("%1: the owner or an administrator of this machine can grant it, or choose another place.").arg(ownerText(place));
    item.administratorMessage
        = Text::tr("Please give the user %1 the right to %2 in %3 on %4. It is needed to %5. At present: %6.")
              .arg(user, right, place, QSysInfo::machineHostName(), purpose, ownerText(place));
    return item;
}

CheckItem checkInput(const JobInput &input, int index, const Job &job, const QString &path)
{
    CheckItem item = row("permission.data.read", Text::tr("Read %1").arg(input.name), State::Ok, Text::tr("%1 was read.").arg(path));
    item.key = u"inputs[%1].source"_s.arg(index);
    if (!QFileInfo::exists(path)) {
        // What lies in a folder that may not be entered looks as if it did not exist.
        const QString parent = nearestExistingFolder(path);
        if (!QFileInfo(parent).isExecutable())
            return missingRight(item, parent, Text::tr("enter and read"), Text::tr("it may not be entered"), Text::tr("read the data of %1").arg(job.name));
        item.state = State::Problem;
        item.sentence = Text::tr("%1 does not exist.").arg(path);
        item.whatToDo = Text::tr("Correct the source of the input %1, or bring the data there.").arg(input.name);
        return item;
    }
    const QString fault = readFault(path);
    return fault.isEmpty() ? item : missingRight(item, path, Text::tr("read"), fault, Text::tr("read the data of %1").arg(job.name));
}

CheckItem checkOutput(const JobOutput &output, int index, const Job &job, const QString &path)
{
    const QString place = nearestExistingFolder(path);
    CheckItem item = row("permission.output.write", Text::tr("Write %1").arg(output.name), State::Ok,
                         place == path ? Text::tr("A file was written into %1 and deleted again.").arg(path)
                                       : Text::tr("%1 will be made: a file was written into %2 and deleted again.").arg(path, place));
    item.key = u"outputs[%1].destination"_s.arg(index);
    const QString fault = QFileInfo(place).isDir() ? writeFault(place) : Text::tr("it is a file, not a folder");
    return fault.isEmpty() ? item
                           : missingRight(item, place, Text::tr("write and delete files"), fault, Text::tr("keep the results of %1").arg(job.name));
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
    const QString fault = readFault(path);
    return fault.isEmpty() ? item : missingRight(item, path, Text::tr("read"), fault, Text::tr("copy the code of %1").arg(job.name));
}

CheckItem checkFolder(const AppPaths &paths)
{
    const QString place = nearestExistingFolder(paths.home);
    CheckItem item = row("account.folder", Text::tr("Folder for runs"), State::Ok, Text::tr("Runs are kept in %1.").arg(paths.runsFolder()));
    const QString fault = writeFault(place);
    return fault.isEmpty() ? item : missingRight(item, place, Text::tr("write and delete files"), fault, Text::tr("keep the runs of Trainyard"));
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
