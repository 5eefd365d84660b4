#include "services/platforms/launchcommand.h"

#include "models/job/jobdocument.h"
#include "services/agent/runfolder.h"

#include <QDir>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

/// One named value as the platform writes it. A list needs blanks everywhere: argparse takes one value only after `=`.
void appendArgument(QStringList &arguments, PlatformFacts::ArgumentStyle style, const QString &name, const QStringList &values)
{
    const QString option = u"--"_s + name;
    if (style == PlatformFacts::ArgumentStyle::EqualSign && values.size() == 1) {
        arguments.append(option + u'=' + values.first());
        return;
    }
    arguments.append(option);
    arguments.append(values);
}

QStringList entryOf(const Job &job, const LaunchPaths &paths)
{
    if (!job.code.preset.isEmpty())
        return {paths.torchProgram, u"train"_s, u"--preset"_s, job.code.preset};
    if (!job.code.command.isEmpty()) // the word after the command is $0, what messages of bash begin with
        return {u"/bin/bash"_s, u"-c"_s, resolveReferences(job, job.code.command).trimmed() + u" \"$@\""_s, u"bash"_s};
    return {job.code.bootFile.endsWith(".sh"_L1) ? u"/bin/bash"_s : paths.interpreter, job.code.bootFile};
}

/// A script gets these by parameters of its own; our trainers know the job's section.
void appendCheckpoints(QStringList &arguments, const Job &job, const LaunchPaths &paths)
{
    if (job.code.preset.isEmpty() || !job.checkpoints || paths.checkpointDirectory.isEmpty())
        return;
    const Job::Checkpoints &checkpoints = *job.checkpoints;
    arguments += {u"--checkpoint_dir"_s, paths.checkpointDirectory};
    if (checkpoints.everySteps)
        arguments += {u"--checkpoint_every"_s, QString::number(*checkpoints.everySteps)};
    if (checkpoints.keep)
        arguments += {u"--checkpoint_keep"_s, QString::number(*checkpoints.keep)};
    const QString resume = checkpoints.resume.isEmpty() ? u"auto"_s : checkpoints.resume;
    const bool isPath = resume != "auto"_L1 && resume != "never"_L1;
    arguments += {u"--resume"_s, isPath ? QDir(paths.jobFolder).absoluteFilePath(resume) : resume};
}

QString quotedForShell(const QString &text)
{
    static const QRegularExpression plain(u"\\A[A-Za-z0-9_@%+=:,./-]+\\z"_s);
    if (plain.match(text).hasMatch())
        return text;
    return u'\'' + QString(text).replace(u'\'', "'\\''"_L1) + u'\'';
}

} // namespace

QString LaunchCommand::toShellText() const
{
    QStringList words;
    for (const auto &[name, value] : environment)
        words.append(name + u'=' + quotedForShell(value));
    for (const QString &argument : arguments) // NAME=value in front would be an assignment to the shell
        words.append(words.size() == environment.size() && argument.contains(u'=') ? u'\'' + argument + u'\'' : quotedForShell(argument));
    return words.join(u' ');
}

LaunchPaths localLaunchPaths(const Job &job, const QString &jobFolder, const QString &runFolder, const Profile &profile, const AppPaths &paths)
{
    const RunFolder folder{runFolder};
    const auto absolute = [&](const QString &path) { return QDir::cleanPath(QDir(jobFolder).absoluteFilePath(resolveReferences(job, path))); };
    LaunchPaths launch;
    launch.jobFolder = jobFolder;
    launch.codeDirectory = folder.codeFolder();
    for (const JobInput &input : job.inputs)
        launch.inputs.insert(input.name, absolute(input.source));
    for (const JobOutput &output : job.outputs)
        launch.outputs.insert(output.name, folder.outputFolder(output.name));
    const QString checkpoints = job.checkpoints ? job.checkpoints->directory : QString();
    if (!checkpoints.isEmpty())
        launch.checkpointDirectory = job.output(checkpoints) ? folder.outputFolder(checkpoints) : absolute(checkpoints);
    launch.interpreter = profile.interpreter.isEmpty() ? u"/usr/bin/python3"_s : profile.interpreter;
    launch.torchProgram = paths.torchProgram();
    return launch;
}

LaunchCommand buildLaunchCommand(const Job &job, const PlatformFacts &facts, const LaunchPaths &paths)
{
    LaunchCommand command;
    command.arguments = entryOf(job, paths);
    command.environment.append({u"PYTHONUNBUFFERED"_s, u"1"_s}); // else a script's lines reach the log in blocks of 8 KiB
    for (const auto &[name, value] : job.environmentVariables) {
        if (name == command.environment.first().first)
            command.environment.removeFirst();
        command.environment.append({name, resolveReferences(job, value)});
    }
    for (const Parameter &parameter : job.parameters) {
        if (parameter.isFlag)
            command.arguments.append(u"--"_s + parameter.name);
        else if (!parameter.isList || !parameter.values.isEmpty())
            appendArgument(command.arguments, facts.argumentStyle, parameter.name, resolvedValues(job, parameter));
    }
    const auto passPath = [&](const QString &name, PassMode pass, const QString &path) {
        if (pass == PassMode::Argument)
            appendArgument(command.arguments, facts.argumentStyle, name, {path});
        else if (pass == PassMode::Environment)
            command.environment.append({name, path});
    };
    for (const JobInput &input : job.inputs)
        passPath(input.name, input.pass, paths.inputs.value(input.name));
    for (const JobOutput &output : job.outputs)
        passPath(output.name, output.pass, paths.outputs.value(output.name));
    appendCheckpoints(command.arguments, job, paths);
    return command;
}

} // namespace Trainyard
