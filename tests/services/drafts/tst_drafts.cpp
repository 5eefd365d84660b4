#include "models/job/jobdocument.h"
#include "services/drafts/derivedjob.h"
#include "services/drafts/jobdraft.h"
#include "services/drafts/joblibrary.h"
#include "services/drafts/pathkind.h"
#include "services/drafts/samplefolder.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Trainyard;
using namespace Qt::StringLiterals;

class TestDrafts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pathIsRecognised_data();
    void pathIsRecognised();
    void folderIsWhatItHolds();
    void usualBootFileIsFound_data();
    void usualBootFileIsFound();
    void draftLeavesTheCodeFolderUntouched();
    void draftReadsBackAsItWasMeant();
    void placesThatTheScriptAsksForAreTaken_data();
    void placesThatTheScriptAsksForAreTaken();
    void templateReadsFromWhereItsJobDid();
    void differencesAreNeverSilent();
    void sameCodeOpensItsDraftAgain();
    void otherCodeOfTheSameNameGetsItsOwnDraft();
    void missingFolderIsNamed();
    void sampleIsFoundAgain();
    void foreignFolderIsLeftAlone();

private:
    static void write(const QString &path, const QByteArray &content = "text\n")
    {
        QVERIFY(QDir().mkpath(QFileInfo(path).absolutePath()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
};

void TestDrafts::pathIsRecognised_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<PathKind>("kind");
    QTest::newRow("job") << u"job.yaml"_s << QByteArray("name: x") << PathKind::Job;
    QTest::newRow("any yaml") << u"Other.YML"_s << QByteArray("name: x") << PathKind::Job;
    QTest::newRow("log") << u"train.log"_s << QByteArray("loss: 1") << PathKind::Log;
    QTest::newRow("log without suffix") << u"output"_s << QByteArray("loss: 1") << PathKind::Log;
    QTest::newRow("TensorBoard") << u"events.out.tfevents.17.host"_s << QByteArray("\0\0\1", 3) << PathKind::Log;
    QTest::newRow("script") << u"train.py"_s << QByteArray("import x") << PathKind::Script;
    QTest::newRow("shell script") << u"train.sh"_s << QByteArray("exit") << PathKind::Script;
    QTest::newRow("keys") << u"credentials.csv"_s << QByteArray("a,b") << PathKind::Credentials;
    QTest::newRow("binary") << u"model.pt"_s << QByteArray("PK\0\0", 4) << PathKind::Unknown;
}

void TestDrafts::pathIsRecognised()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    QFETCH(PathKind, kind);
    QTemporaryDir folder;
    write(folder.filePath(name), content);
    QCOMPARE(classifyPath(folder.filePath(name)), (PathTarget{kind, folder.filePath(name)}));
    QCOMPARE(classifyPath(folder.filePath(QStringLiteral("gone"))).kind, PathKind::Missing);
}

void TestDrafts::folderIsWhatItHolds()
{
    QTemporaryDir folder;
    QCOMPARE(classifyPath(folder.path()), (PathTarget{PathKind::Folder, folder.path()}));
    write(folder.filePath(QStringLiteral("events.out.tfevents.1")));
    QCOMPARE(classifyPath(folder.path()), (PathTarget{PathKind::Log, folder.path()}));
    write(folder.filePath(QStringLiteral("train.py"))); // a project that was run here
    QCOMPARE(classifyPath(folder.path()), (PathTarget{PathKind::Folder, folder.path()}));
    write(folder.filePath(QStringLiteral("job.yaml")));
    QCOMPARE(classifyPath(folder.path()), (PathTarget{PathKind::Job, folder.filePath(QStringLiteral("job.yaml"))}));
}

void TestDrafts::usualBootFileIsFound_data()
{
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<QString>("bootFile");
    QTest::newRow("train.py before main.py") << QStringList{u"main.py"_s, u"train.py"_s, u"utils.py"_s} << u"train.py"_s;
    QTest::newRow("a name with train") << QStringList{u"model.py"_s, u"my_train_v2.py"_s} << u"my_train_v2.py"_s;
    QTest::newRow("the only script") << QStringList{u"start.py"_s, u"notes.txt"_s} << u"start.py"_s;
    QTest::newRow("shell") << QStringList{u"a.py"_s, u"b.py"_s, u"train.sh"_s} << u"train.sh"_s;
    QTest::newRow("two equal ones: the person decides") << QStringList{u"a.py"_s, u"b.py"_s} << u""_s;
    QTest::newRow("none") << QStringList{u"notes.txt"_s} << u""_s;
}

void TestDrafts::usualBootFileIsFound()
{
    QFETCH(QStringList, files);
    QFETCH(QString, bootFile);
    QTemporaryDir folder;
    for (const QString &file : files)
        write(folder.filePath(file));
    QCOMPARE(draftJob(folder.path()).code.bootFile, bootFile);
}

void TestDrafts::draftLeavesTheCodeFolderUntouched()
{
    QTemporaryDir home;
    const QString code = home.filePath(QStringLiteral("My Code (v2)"));
    write(code + QStringLiteral("/train.py"));
    const Result<QString> file = createJobDraft(code + QStringLiteral("/train.py"), home.filePath(QStringLiteral("Trainyard")));
    QVERIFY(file);
    QCOMPARE(*file, home.filePath(QStringLiteral("Trainyard/my-code-v2/job.yaml")));
    QCOMPARE(QDir(code).entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden), QStringList{QStringLiteral("train.py")});
}

void TestDrafts::draftReadsBackAsItWasMeant()
{
    QTemporaryDir home;
    const QString code = home.filePath(QStringLiteral("训练"));
    write(code + QStringLiteral("/main.py"));
    write(code + QStringLiteral("/requirements.txt"));
    const Result<QString> file = createJobDraft(code, home.filePath(QStringLiteral("Trainyard")));
    QVERIFY(file);
    const JobDocument document = readJobFile(*file);
    QVERIFY(document.isReadable);
    QCOMPARE(document.job.name, QStringLiteral("my-training"));
    QCOMPARE(document.job.code.directory, code);
    QCOMPARE(document.job.code.bootFile, QStringLiteral("main.py"));
    QCOMPARE(document.job.environment.requirements, QStringLiteral("requirements.txt"));
    QVERIFY2(document.findings.isEmpty(), qUtf8Printable(document.findings.isEmpty() ? QString() : document.findings.first().message));
}

void TestDrafts::placesThatTheScriptAsksForAreTaken_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QString>("input");
    QTest::addColumn<QString>("output");
    QTest::newRow("usual") << QByteArray("p.add_argument('--data_url')\np.add_argument(\"--train_url\", type=str)\n") << u"data_url"_s << u"train_url"_s;
    QTest::newRow("dashes and a short name") << QByteArray("p.add_argument(\n    '-o', '--output-dir', default='out')\n") << u""_s << u"output-dir"_s;
    QTest::newRow("no place") << QByteArray("p.add_argument('--data', choices=['a'])\np.add_argument('--output', action='store_true')\n") << u""_s << u""_s;
    QTest::newRow("comment") << QByteArray("# p.add_argument('--data_url')\n") << u""_s << u""_s;
    QTest::newRow("others are not guessed") << QByteArray("p.add_argument('--epochs', type=int)\np.add_argument('--name')\n") << u""_s << u""_s;
    QTest::newRow("none") << QByteArray("print('x')\n") << u""_s << u""_s;
}

void TestDrafts::placesThatTheScriptAsksForAreTaken()
{
    QFETCH(QByteArray, script);
    QFETCH(QString, input);
    QFETCH(QString, output);
    QTemporaryDir folder;
    write(folder.filePath(QStringLiteral("train.py")), script);
    const Job job = draftJob(folder.path());
    QCOMPARE(job.compute.flavor, QStringLiteral("local.cpu"));
    QCOMPARE(job.inputs.isEmpty() ? QString() : job.inputs.first().name, input);
    QCOMPARE(job.outputs.first().pass, output.isEmpty() ? PassMode::None : PassMode::Argument);
    if (!output.isEmpty())
        QCOMPARE(job.outputs.first().name, output);
    QVERIFY(job.parameters.isEmpty());
}

void TestDrafts::templateReadsFromWhereItsJobDid()
{
    QTemporaryDir home;
    const QString copy = home.filePath(QStringLiteral("runs/r1/job.yaml"));
    write(copy, "schema: trainyard/job/v1\nname: first\ncode: {preset: image-classification}\n"
                "inputs:\n  - {name: data_url, source: dataset}\noutputs:\n  - {name: train_url, destination: output}\n");
    const Result<QString> file = saveAsTemplate(copy, home.filePath(QStringLiteral("project")), home.path());
    QVERIFY(file);
    const Result<QString> made = createJobFromTemplate(*file, home.filePath(QStringLiteral("projects")));
    QVERIFY(made);
    const Job job = readJobFile(*made).job;
    QCOMPARE(job.inputs.first().source, home.filePath(QStringLiteral("project/dataset")));
    QCOMPARE(job.outputs.first().destination, QStringLiteral("output"));
    QVERIFY(job.code.directory.isEmpty());
}

void TestDrafts::differencesAreNeverSilent()
{
    Job before, now;
    QVERIFY(jobDifferences(before, now).isEmpty());
    now.description = QStringLiteral("other");
    QCOMPARE(jobDifferences(before, now).size(), 1);
    now.parameters = {Parameter{QStringLiteral("epochs"), {QStringLiteral("7")}}};
    QVERIFY(jobDifferences(before, now).first().contains(QStringLiteral("epochs")));
}

void TestDrafts::sameCodeOpensItsDraftAgain()
{
    QTemporaryDir home;
    const QString code = home.filePath(QStringLiteral("code"));
    write(code + QStringLiteral("/train.py"));
    const QString projects = home.filePath(QStringLiteral("Trainyard"));
    const Result<QString> first = createJobDraft(code, projects);
    const Result<QString> second = createJobDraft(code, projects);
    QVERIFY(first && second);
    QCOMPARE(*second, *first);
}

void TestDrafts::otherCodeOfTheSameNameGetsItsOwnDraft()
{
    QTemporaryDir home;
    const QString projects = home.filePath(QStringLiteral("Trainyard"));
    write(home.filePath(QStringLiteral("a/code/train.py")));
    write(home.filePath(QStringLiteral("b/code/train.py")));
    QVERIFY(createJobDraft(home.filePath(QStringLiteral("a/code")), projects));
    const Result<QString> second = createJobDraft(home.filePath(QStringLiteral("b/code")), projects);
    QVERIFY(second);
    QCOMPARE(*second, projects + QStringLiteral("/code-2/job.yaml"));
    QCOMPARE(readJobFile(*second).job.name, QStringLiteral("code-2"));
}

void TestDrafts::missingFolderIsNamed()
{
    QTemporaryDir home;
    const Result<QString> file = createJobDraft(home.filePath(QStringLiteral("gone")), home.path());
    QVERIFY(!file);
    QCOMPARE(file.error().kind, Error::Kind::NotFound);
    QVERIFY(file.error().message.contains(QStringLiteral("gone")));
}

void TestDrafts::sampleIsFoundAgain()
{
    QTemporaryDir projects;
    const SampleFolder fresh = findSampleFolder(projects.path());
    QVERIFY(!fresh.exists);
    QCOMPARE(fresh.directory, projects.filePath(QStringLiteral("fashion-mnist")));
    write(fresh.jobFile(), "name: fashion-mnist-first-run\n");
    QCOMPARE(findSampleFolder(projects.path()), (SampleFolder{fresh.directory, true}));
}

void TestDrafts::foreignFolderIsLeftAlone()
{
    QTemporaryDir projects;
    write(projects.filePath(QStringLiteral("fashion-mnist/thesis.txt")));
    write(projects.filePath(QStringLiteral("fashion-mnist-2/job.yaml")), "name: my-own\n");
    QCOMPARE(findSampleFolder(projects.path()), (SampleFolder{projects.filePath(QStringLiteral("fashion-mnist-3")), false}));
}

QTEST_GUILESS_MAIN(TestDrafts)
#include "tst_drafts.moc"
