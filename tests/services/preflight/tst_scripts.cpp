#include "services/preflight/argumentrules.h"
#include "services/preflight/pathrules.h"
#include "services/preflight/runtimerules.h"
#include "services/preflight/shellcommands.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Trainyard;

namespace {

/// What a script of tests/data/preflight says about itself in its first lines.
struct Corpus
{
    QByteArray job;
    QString command;
    QString flavor = u"gpu"_s;
    QStringList expected;
    QByteArray text;
};

Corpus readCorpus(const QString &path)
{
    Corpus corpus;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return corpus;
    corpus.text = file.readAll();
    for (const QByteArray &line : corpus.text.split('\n')) {
        const auto after = [&line](const char *mark) { return line.startsWith(mark) ? line.mid(qsizetype(qstrlen(mark))) : QByteArray(); };
        if (const QByteArray job = after("# job: "); !job.isEmpty())
            corpus.job = job;
        if (const QByteArray more = after("# also: parameters: {"); !more.isEmpty())
            corpus.job.replace("}", QByteArray(", " + more));
        if (const QByteArray command = after("# command: "); !command.isEmpty())
            corpus.command = QString::fromUtf8(command);
        if (const QByteArray flavor = after("# flavor: "); !flavor.isEmpty())
            corpus.flavor = QString::fromUtf8(flavor);
        if (const QByteArray expected = after("# expect: "); !expected.isEmpty())
            corpus.expected.append(QString::fromUtf8(expected));
    }
    corpus.expected.sort();
    return corpus;
}

const QByteArray trainer = "import argparse\nparser = argparse.ArgumentParser()\nfor name in ['data_url', 'train_url', 'epochs', 'lr']:\n    parser.add_argument('--' + name)\nparser.parse_args()\n";

PreflightContext contextFor(const Corpus &corpus, const QString &folder, const QByteArray &entry)
{
    PreflightContext context;
    context.jobFolder = folder;
    context.profile.name = context.profile.platform = u"local"_s;
    context.facts.survives = PlatformFacts::Survives::OutputsOnly;
    context.facts.scratch = {u"/cache"_s, u"/tmp"_s};
    context.facts.providedVariables = {u"MA_*"_s};
    context.flavors = {{u"gpu"_s, Accelerator{u"A100"_s, 1, {}, {}}, {}, {}, {}, {}, {}, {}}, {u"npu"_s, Accelerator{u"Ascend 910B"_s, 1, {}, {}}, {}, {}, {}, {}, {}, {}}};
    context.document = readJob("name: a\ncompute: {flavor: " + corpus.flavor.toUtf8() + "}\ninputs:\n  - {name: data_url, source: data}\noutputs:\n  - {name: train_url, destination: obs://b/o}\ncode: {directory: ., "
                               + (corpus.command.isEmpty() ? QByteArray("boot_file: " + entry) : QByteArray("command: " + corpus.command.toUtf8())) + "}\n" + corpus.job + '\n');
    return context;
}

QStringList described(const CheckReport &report)
{
    QStringList lines;
    for (const Finding &finding : report.findings) {
        QString line = severityToText(finding.severity) + u' ' + finding.code;
        if (finding.severity != Severity::Info)
            line += u' ' + (finding.where.key.isEmpty() ? finding.where.file + u':' + QString::number(finding.where.line.value_or(0)) : finding.where.key);
        lines.append(line);
    }
    lines.sort();
    return lines;
}

void write(const QString &path, const QByteArray &text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

} // namespace

/// Reading scripts of every style without running them.
class tst_Scripts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void scriptsGiveWhatTheySay_data();
    void scriptsGiveWhatTheySay();
    void ownArgumentsCanBeOffered();
    void importedParsersAreFollowed();
    void endlessScriptsEnd();
    void shellCommandsAreSplitAsBashDoes();
};

void tst_Scripts::scriptsGiveWhatTheySay_data()
{
    QTest::addColumn<QString>("path");
    for (const QFileInfo &file : QDir(QStringLiteral(TRAINYARD_TEST_DATA "/preflight")).entryInfoList(QDir::Files))
        QTest::addRow("%s", qPrintable(file.fileName())) << file.filePath();
}

void tst_Scripts::scriptsGiveWhatTheySay()
{
    QFETCH(QString, path);
    const Corpus corpus = readCorpus(path);
    QVERIFY(!corpus.text.isEmpty());
    QTemporaryDir folder;
    const bool isShell = path.endsWith(".sh"_L1);
    write(folder.filePath(u"script.py"_s), isShell ? trainer : corpus.text);
    write(folder.filePath(u"command.py"_s), isShell ? trainer : corpus.text);
    QVERIFY(QDir(folder.path()).mkpath(u"inner"_s));
    write(folder.filePath(u"inner/script.py"_s), corpus.text);
    write(folder.filePath(u"inner/settings.json"_s), "{}");
    if (isShell)
        write(folder.filePath(u"boot.sh"_s), corpus.text);
    const PreflightContext context = contextFor(corpus, folder.path(), isShell ? "boot.sh" : "script.py");
    const ScriptAnalysis script = analyseScript(context);
    CheckReport report = argumentRules(context, script);
    report.findings += pathRules(context, script).findings + runtimeRules(context, script).findings;
    QStringList found = described(report);
    if (!corpus.text.contains("data_url")) // scripts of other matters take no arguments
        found.removeIf([](const QString &line) { return line.contains("platform-injected"_L1) && !line.contains("[0].name"_L1); });
    QCOMPARE(found.join(u"\n"_s), corpus.expected.join(u"\n"_s));
}

void tst_Scripts::ownArgumentsCanBeOffered()
{
    QTemporaryDir folder;
    write(folder.filePath(u"script.py"_s), "import argparse\nparser = argparse.ArgumentParser()\n"
                                           "parser.add_argument('-b', '--batch-size', type=int, default=8, choices=(8, 16), help='samples of a step')\nparser.parse_args()\n");
    const ScriptAnalysis script = analyseScript(contextFor(Corpus(), folder.path(), "script.py"));
    const std::optional<ScriptArguments> arguments = scriptArguments(script);
    QVERIFY(arguments);
    QCOMPARE(arguments->options.size(), 2); // and --help
    const ScriptOption &option = arguments->options.last();
    QCOMPARE(option.names, (QStringList{u"-b"_s, u"--batch-size"_s}));
    QCOMPARE(option.destination, u"batch_size"_s);
    QCOMPARE(option.type, u"int"_s);
    QCOMPARE(option.defaultText.value_or(QString()), u"8"_s);
    QCOMPARE(option.choices.value_or(QStringList()), (QStringList{u"8"_s, u"16"_s}));
    QCOMPARE(option.help, u"samples of a step"_s);
    QCOMPARE(option.line, 3);
}

void tst_Scripts::importedParsersAreFollowed()
{
    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath(u"tools/cli"_s));
    write(folder.filePath(u"tools/__init__.py"_s), "");
    write(folder.filePath(u"tools/cli/__init__.py"_s), "from .options import build as make\n");
    write(folder.filePath(u"tools/cli/options.py"_s), "import argparse\nfrom ..base import extend\n\ndef build():\n    return extend(argparse.ArgumentParser())\n");
    write(folder.filePath(u"tools/base.py"_s), "def extend(parser):\n    parser.add_argument('--data_url')\n    parser.add_argument('--train_url')\n    return parser\n");
    write(folder.filePath(u"script.py"_s), "import tools.cli as cli\n\nif __name__ == '__main__':\n    cli.make().parse_args()\n");
    Corpus corpus;
    corpus.job = "parameters: {epochs: 3}\n";
    const PreflightContext context = contextFor(corpus, folder.path(), "script.py");
    QCOMPARE(described(argumentRules(context, analyseScript(context))), (QStringList{u"error arguments.unrecognized parameters.epochs"_s}));
}

void tst_Scripts::endlessScriptsEnd()
{
    QTemporaryDir folder;
    write(folder.filePath(u"script.py"_s), "import other\n\ndef f(n):\n    return f(n + 1) + g(n)\n\ndef g(n):\n    return f(n) + g(n) + h(n) + h(n)\n\ndef h(n):\n    return g(n) + g(n)\n\n"
                                           "f(1)\nwhile True:\n    f(2)\nfor a in [1] * 10 ** 9:\n    h(a)\n");
    write(folder.filePath(u"other.py"_s), "import script\nfrom script import f\nf(3)\n");
    const ScriptAnalysis script = analyseScript(contextFor(Corpus(), folder.path(), "script.py"));
    QVERIFY(script.reading);
}

void tst_Scripts::shellCommandsAreSplitAsBashDoes()
{
    const QList<ShellCommand> commands = splitShell(u"# a comment\r\nexport A=\"x y\" # more\r\npython \\\n  train.py \"$@\" | tee log; cat <<EOF\nnot; a command\nEOF\nx=(\"$@\"\n  b)\n"_s);
    QStringList lines;
    for (const ShellCommand &command : commands) {
        QStringList words;
        for (const ShellWord &word : command.words)
            words.append(word.text);
        lines.append(QString::number(command.line) + u": "_s + words.join(u'|'));
    }
    QCOMPARE(lines.join(u"\n"_s), u"2: export|A=x y\n3: python|train.py|$@\n4: tee|log\n4: cat|<<EOF\n7: x=($@   b)"_s);
}

QTEST_APPLESS_MAIN(tst_Scripts)
#include "tst_scripts.moc"
