#include "models/job/jobdocument.h"
#include "services/common/files.h"
#include "services/drafts/derivedjob.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace Trainyard;

namespace {

const QByteArray head("schema: trainyard/job/v1\nname: first\n# kept\ncompute: {flavor: local.cpu}\n");
const QByteArray tail("parameters: {epochs: 5}\ninputs:\n  - {name: data_url, source: dataset}\noutputs:\n  - {name: train_url, destination: output}\n");
const QByteArray scriptJob = head + "code: {directory: src, boot_file: train.py}\n" + tail;
const QByteArray presetJob = head + "code: {preset: image-classification}\n" + tail;

} // namespace

class TestDerivedJob : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void ownCodeReplacesTheCodeAndLeavesTheDataOpen();
    void aPresetTakesTheFolderAsItsData();
    void nothingIsOverwritten();
    void aJobThatIsGoneIsSaid();
    void aTemplateKeepsCommentsAndNeverReplacesAnother();
    void differencesNameKeyAndBothValues();

private:
    QString jobFile(const QByteArray &text) const;
    QString path(const QString &name) const { return m_folder->filePath(name); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestDerivedJob::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(writeFileAtomically(path(QStringLiteral("mine/train.py")), "print(1)\n"));
}

QString TestDerivedJob::jobFile(const QByteArray &text) const
{
    const QString file = path(QStringLiteral("run/job.yaml"));
    return writeFileAtomically(file, text) ? file : QString();
}

void TestDerivedJob::ownCodeReplacesTheCodeAndLeavesTheDataOpen()
{
    const Result<QString> file = createJobWithOwnData(jobFile(scriptJob), path(QStringLiteral("mine")), path(QStringLiteral("projects")));
    QVERIFY(file);
    const Job job = readJobFile(*file).job;
    QCOMPARE(job.name, QStringLiteral("mine"));
    QCOMPARE(job.code.directory, path(QStringLiteral("mine")));
    QCOMPARE(job.code.bootFile, QStringLiteral("train.py"));
    QCOMPARE(job.compute.flavor, QStringLiteral("local.cpu"));
    QCOMPARE(job.outputs.size(), 1);
    QCOMPARE(job.inputs.size(), 1);
    QCOMPARE(job.inputs.first().source, QString());
}

void TestDerivedJob::aPresetTakesTheFolderAsItsData()
{
    const Result<QString> file = createJobWithOwnData(jobFile(presetJob), path(QStringLiteral("mine")), path(QStringLiteral("projects")));
    QVERIFY(file);
    const Job job = readJobFile(*file).job;
    QCOMPARE(job.code.preset, QStringLiteral("image-classification"));
    QCOMPARE(job.inputs.first().source, path(QStringLiteral("mine")));
}

void TestDerivedJob::nothingIsOverwritten()
{
    const QString projects = path(QStringLiteral("projects"));
    const Result<QString> first = createJobWithOwnData(jobFile(scriptJob), path(QStringLiteral("mine")), projects);
    const Result<QString> second = createJobWithOwnData(jobFile(scriptJob), path(QStringLiteral("mine")), projects);
    QVERIFY(first && second);
    QVERIFY(*first != *second);
    QCOMPARE(QDir(path(QStringLiteral("mine"))).entryList(QDir::Files), QStringList(QStringLiteral("train.py")));
}

void TestDerivedJob::aJobThatIsGoneIsSaid()
{
    const QString gone = path(QStringLiteral("gone/job.yaml"));
    const Result<QString> file = createJobWithOwnData(gone, path(QStringLiteral("mine")), path(QStringLiteral("projects")));
    QVERIFY(!file);
    QCOMPARE(file.error().kind, Error::Kind::NotFound);
    QVERIFY(file.error().message.contains(gone));
    QCOMPARE(saveAsTemplate(gone, path(QStringLiteral("gone")), m_folder->path()).error().kind, Error::Kind::NotFound);
}

void TestDerivedJob::aTemplateKeepsCommentsAndNeverReplacesAnother()
{
    const Result<QString> first = saveAsTemplate(jobFile(scriptJob), path(QStringLiteral("mine")), m_folder->path());
    const Result<QString> second = saveAsTemplate(jobFile(presetJob), path(QStringLiteral("mine")), m_folder->path());
    QVERIFY(first && second);
    QCOMPARE(*first, templatesFolder(m_folder->path()) + QStringLiteral("/first.yaml"));
    QCOMPARE(QFileInfo(*second).fileName(), QStringLiteral("first-2.yaml"));
    QVERIFY(readFile(*first)->contains("# kept"));
    QCOMPARE(readJobFile(*first).job.inputs.first().source, path(QStringLiteral("mine/dataset")));
}

void TestDerivedJob::differencesNameKeyAndBothValues()
{
    const Job before = readJob(scriptJob).job;
    Job now = before;
    QCOMPARE(jobDifferences(before, now), QStringList());
    now.parameters.first().values = {QStringLiteral("9")};
    now.compute.flavor = QStringLiteral("local.gpu");
    now.inputs.clear();
    const QStringList differences = jobDifferences(before, now);
    QCOMPARE(differences, QStringList({QStringLiteral("compute.flavor is now local.gpu; it was local.cpu."),
                                       QStringLiteral("parameters.epochs is now 9; it was 5."),
                                       QStringLiteral("inputs: data_url is no longer set; it was dataset.")}));
}

QTEST_GUILESS_MAIN(TestDerivedJob)
#include "tst_derivedjob.moc"
