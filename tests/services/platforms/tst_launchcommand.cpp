#include "services/platforms/launchcommand.h"

#include "models/job/jobdocument.h"

#include <QProcess>
#include <QRandomGenerator>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Trainyard;

namespace {

Parameter single(const QString &name, const QString &value)
{
    Parameter parameter;
    parameter.name = name;
    parameter.values = {value};
    return parameter;
}

LaunchPaths somePaths()
{
    LaunchPaths paths;
    paths.jobFolder = u"/job"_s;
    paths.codeDirectory = u"/run/code"_s;
    paths.inputs = {{u"data_url"_s, u"/data"_s}};
    paths.outputs = {{u"train_url"_s, u"/run/outputs/train_url"_s}};
    paths.checkpointDirectory = u"/run/outputs/train_url"_s;
    paths.interpreter = u"/usr/bin/python3"_s;
    paths.torchProgram = u"/bin/trainyard-torch"_s;
    return paths;
}

Job someJob()
{
    Job job;
    job.code.bootFile = u"train.py"_s;
    job.parameters = {single(u"epochs"_s, u"5"_s)};
    job.inputs = {JobInput{u"data_url"_s, u"dataset"_s, QString(), u"read"_s, PassMode::Argument}};
    job.outputs = {JobOutput{u"train_url"_s, u"output"_s, PassMode::Argument}};
    return job;
}

/// What a program really gets when a shell runs @p text.
QStringList wordsOfShell(const QString &text)
{
    QProcess shell;
    shell.start(u"/bin/sh"_s, {u"-c"_s, text});
    if (!shell.waitForFinished())
        return {u"the shell did not run"_s};
    QStringList words = QString::fromUtf8(shell.readAllStandardOutput()).split(QChar(1));
    words.removeLast();
    return words;
}

} // namespace

class tst_LaunchCommand final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void argumentsAreExactlyAsWritten_data()
    {
        QTest::addColumn<QByteArray>("yaml");
        QTest::addColumn<QStringList>("arguments");
        const QByteArray tail = "\noutputs: [{name: train_url, destination: output}]\n";
        const auto withPaths = [](QStringList arguments) { return arguments + QStringList{u"--train_url"_s, u"/run/outputs/train_url"_s}; };
        QTest::newRow("boot file") << "code: {directory: src, boot_file: train.py}\nparameters: {epochs: 5}" + tail
                                   << withPaths({u"/usr/bin/python3"_s, u"train.py"_s, u"--epochs"_s, u"5"_s});
        QTest::newRow("shell script") << "code: {directory: src, boot_file: go.sh}" + tail << withPaths({u"/bin/bash"_s, u"go.sh"_s});
        QTest::newRow("command") << "code: {directory: src, command: torchrun --nproc_per_node=8 train.py}\nparameters: {lr: 1e-3}" + tail
                                 << withPaths({u"/bin/bash"_s, u"-c"_s, u"torchrun --nproc_per_node=8 train.py \"$@\""_s, u"bash"_s, u"--lr"_s, u"1e-3"_s});
        QTest::newRow("preset") << "code: {preset: image-classification}\nparameters: {epochs: 5}" + tail
                                << withPaths({u"/bin/trainyard-torch"_s, u"train"_s, u"--preset"_s, u"image-classification"_s, u"--epochs"_s, u"5"_s});
        QTest::newRow("characters that YAML would change")
            << "code: {directory: src, boot_file: train.py}\nparameters: {a: no, b: 007, c: 3.10, d: 1_000, e: '', f: \"x y\", g: null, h: [1, 02, b c], i: []}" + tail
            << withPaths({u"/usr/bin/python3"_s, u"train.py"_s, u"--a"_s, u"no"_s, u"--b"_s, u"007"_s, u"--c"_s, u"3.10"_s, u"--d"_s, u"1_000"_s, u"--e"_s,
                          QString(u""_s), u"--f"_s, u"x y"_s, u"--g"_s, u"--h"_s, u"1"_s, u"02"_s, u"b c"_s});
        QTest::newRow("references") << "code: {directory: src, boot_file: train.py}\nparameters: {size: 64, twice: \"${parameters.size}x2\"}" + tail
                                    << withPaths({u"/usr/bin/python3"_s, u"train.py"_s, u"--size"_s, u"64"_s, u"--twice"_s, u"64x2"_s});
    }

    void argumentsAreExactlyAsWritten()
    {
        QFETCH(QByteArray, yaml);
        QFETCH(QStringList, arguments);
        const JobDocument document = readJob("schema: trainyard/job/v1\nname: test\n" + yaml);
        QVERIFY2(!hasErrors(document.findings), document.findings.isEmpty() ? "" : qPrintable(document.findings.first().message));
        QCOMPARE(buildLaunchCommand(document.job, PlatformFacts(), somePaths()).arguments, arguments);
    }

    void pathsGoAsArgumentVariableOrNotAtAll()
    {
        Job job = someJob();
        job.inputs[0].pass = PassMode::Environment;
        job.outputs[0].pass = PassMode::None;
        const LaunchCommand command = buildLaunchCommand(job, PlatformFacts(), somePaths());
        QCOMPARE(command.arguments, (QStringList{u"/usr/bin/python3"_s, u"train.py"_s, u"--epochs"_s, u"5"_s}));
        QVERIFY(command.environment.contains(std::pair(u"data_url"_s, u"/data"_s)));
        QVERIFY(std::none_of(command.environment.begin(), command.environment.end(), [](const auto &variable) { return variable.first == "train_url"_L1; }));
    }

    void equalSignIsThePlatformsFact()
    {
        PlatformFacts facts;
        facts.argumentStyle = PlatformFacts::ArgumentStyle::EqualSign;
        Job job = someJob();
        Parameter list = single(u"sizes"_s, u"1"_s);
        list.values = {u"1"_s, u"2"_s};
        list.isList = true;
        job.parameters.append(list);
        QCOMPARE(buildLaunchCommand(job, facts, somePaths()).arguments,
                 (QStringList{u"/usr/bin/python3"_s, u"train.py"_s, u"--epochs=5"_s, u"--sizes"_s, u"1"_s, u"2"_s, u"--data_url=/data"_s,
                              u"--train_url=/run/outputs/train_url"_s}));
    }

    void presetsGetTheCheckpointSection()
    {
        Job job = someJob();
        job.code = Job::Code();
        job.code.preset = u"image-classification"_s;
        job.checkpoints = Job::Checkpoints{u"train_url"_s, 200, 3, u"previous/step-5.pt"_s};
        const QStringList arguments = buildLaunchCommand(job, PlatformFacts(), somePaths()).arguments;
        QCOMPARE(arguments.mid(arguments.indexOf(u"--checkpoint_dir"_s)),
                 (QStringList{u"--checkpoint_dir"_s, u"/run/outputs/train_url"_s, u"--checkpoint_every"_s, u"200"_s, u"--checkpoint_keep"_s, u"3"_s,
                              u"--resume"_s, u"/job/previous/step-5.pt"_s}));
        job.code = someJob().code;
        QVERIFY(!buildLaunchCommand(job, PlatformFacts(), somePaths()).arguments.contains(u"--resume"_s));
    }

    void jobsOwnVariablesReplaceOurs()
    {
        Job job = someJob();
        QVERIFY(buildLaunchCommand(job, PlatformFacts(), somePaths()).environment.contains(std::pair(u"PYTHONUNBUFFERED"_s, u"1"_s)));
        job.environmentVariables = {{u"PYTHONUNBUFFERED"_s, u"0"_s}};
        QCOMPARE(buildLaunchCommand(job, PlatformFacts(), somePaths()).environment, (QList<std::pair<QString, QString>>{{u"PYTHONUNBUFFERED"_s, u"0"_s}}));
    }

    void localPathsAreThoseOfTheRun()
    {
        Job job = someJob();
        job.checkpoints = Job::Checkpoints();
        job.checkpoints->directory = u"train_url"_s;
        Profile profile;
        const LaunchPaths paths = localLaunchPaths(job, u"/job"_s, u"/home/runs/1"_s, profile, AppPaths{u"/home"_s, u"/bin"_s});
        QCOMPARE(paths.inputs.value(u"data_url"_s), u"/job/dataset"_s);
        QCOMPARE(paths.outputs.value(u"train_url"_s), u"/home/runs/1/outputs/train_url"_s);
        QCOMPARE(paths.checkpointDirectory, u"/home/runs/1/outputs/train_url"_s);
        QCOMPARE(paths.interpreter, u"/usr/bin/python3"_s);
        job.checkpoints->directory = u"ckpt"_s;
        profile.interpreter = u"/opt/python"_s;
        QCOMPARE(localLaunchPaths(job, u"/job"_s, u"/r"_s, profile, AppPaths()).checkpointDirectory, u"/job/ckpt"_s);
        QCOMPARE(localLaunchPaths(job, u"/job"_s, u"/r"_s, profile, AppPaths()).interpreter, u"/opt/python"_s);
    }

    /// Whatever the characters: a POSIX shell reads back the very same words.
    void shellTextReadsBackEqual()
    {
        constexpr int rounds = 60;
        static const QString alphabet = u"ab=Z0-_./:,@%+ '\"$`\\!*?[]{}()<>|&;#~^\t\n中é"_s;
        QRandomGenerator random(20261130);
        const auto randomWord = [&](int longest) {
            QString word;
            for (int length = random.bounded(longest + 1); length > 0; --length)
                word += alphabet[random.bounded(int(alphabet.size()))];
            return word;
        };
        for (int round = 0; round < rounds; ++round) {
            LaunchCommand command;
            command.arguments = {u"printf"_s, u"%s\\001"_s};
            QStringList words;
            for (int count = random.bounded(1, 6); count > 0; --count)
                words.append(randomWord(12));
            command.arguments += words;
            command.environment = {{u"A_VARIABLE"_s, randomWord(12)}};
            const QString text = command.toShellText();
            QVERIFY2(wordsOfShell(text) == words, qPrintable(text));
        }
    }
};

QTEST_GUILESS_MAIN(tst_LaunchCommand)
#include "tst_launchcommand.moc"
