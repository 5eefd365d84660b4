#include "services/sample/sampleimages.h"
#include "services/sample/sampleproject.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/stat.h>

using namespace Trainyard;

namespace {

int filesIn(const QString &folder)
{
    int count = 0;
    for (QDirIterator it(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); it.hasNext(); it.next())
        ++count;
    return count;
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestSampleProject : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesBalancedClassFolders_data();
    void writesBalancedClassFolders();
    void picturesAreRealPngFiles();
    void drawsShapesWhereTheDatasetIsMissing();
    void damagedImagesAreAnErrorNotShapes();
    void folderInUseIsLeftAlone();
    void emptyFolderIsUsed();
    void whatIsNoFolderIsCalledByItsName();
    void leftoversOfAKilledCreationGo();
    void unknownTemplateNamesThoseThereAre();
    void cancelLeavesNothing();
    void sameImagesEveryTime();
};

void TestSampleProject::writesBalancedClassFolders_data()
{
    QTest::addColumn<QString>("templateName");
    QTest::addColumn<bool>("hasScript");
    QTest::newRow("preset") << QStringLiteral("fashion-mnist") << false;
    QTest::newRow("python") << QStringLiteral("fashion-mnist-python") << true;
}

void TestSampleProject::writesBalancedClassFolders()
{
    QFETCH(QString, templateName);
    QFETCH(bool, hasScript);
    QTemporaryDir temporary;
    const Result<SampleProject> project = createSampleProject(temporary.filePath(QStringLiteral("a b/sample")), templateName).result();
    QVERIFY2(project, project ? "" : qPrintable(project.error().message));
    QCOMPARE(project->trainImages, 6000);
    QCOMPARE(project->validationImages, 1000);
    QVERIFY(QFile::exists(project->jobFile));
    const QDir train(project->directory + QStringLiteral("/dataset/train"));
    const QDir validation(project->directory + QStringLiteral("/dataset/val"));
    const QStringList classes = train.entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    QCOMPARE(classes.size(), 10);
    QCOMPARE(validation.entryList(QDir::Dirs | QDir::NoDotAndDotDot), classes);
    for (const QString &name : classes) {
        QCOMPARE(filesIn(train.filePath(name)), 600);
        QCOMPARE(filesIn(validation.filePath(name)), 100);
    }
    QCOMPARE(QFile::exists(project->directory + QStringLiteral("/src/train.py")), hasScript);
    QVERIFY(!contentOf(project->directory + QStringLiteral("/README.md")).contains('@'));
}

void TestSampleProject::picturesAreRealPngFiles()
{
    const SampleImages images = drawShapes(1, 0);
    for (const SampleImage &image : images.train) {
        const QImage decoded = QImage::fromData(toPng(image), "PNG");
        QCOMPARE(decoded.size(), QSize(28, 28));
        QCOMPARE(decoded.format(), QImage::Format_Grayscale8);
        for (int y = 0; y < 28; ++y)
            QCOMPARE(QByteArray(reinterpret_cast<const char *>(decoded.constScanLine(y)), 28), image.pixels.mid(y * 28, 28));
    }
}

void TestSampleProject::drawsShapesWhereTheDatasetIsMissing()
{
    QTemporaryDir temporary;
    const Result<SampleProject> project =
        createSampleProject(temporary.filePath(QStringLiteral("sample")), QStringLiteral("fashion-mnist"), temporary.filePath(QStringLiteral("none"))).result();
    QVERIFY(project);
    QVERIFY(project->isSynthetic);
    QCOMPARE(filesIn(project->directory + QStringLiteral("/dataset/train")), 6000);
    QVERIFY(contentOf(project->directory + QStringLiteral("/README.md")).contains("drawn by Trainyard"));
}

void TestSampleProject::damagedImagesAreAnErrorNotShapes()
{
    QTemporaryDir temporary;
    QFile damaged(temporary.filePath(QStringLiteral("train-images-idx3-ubyte.gz")));
    QVERIFY(damaged.open(QIODevice::WriteOnly) && damaged.write("not gzip") > 0);
    damaged.close();
    const QString target = temporary.filePath(QStringLiteral("sample"));
    const Result<SampleProject> project = createSampleProject(target, QStringLiteral("fashion-mnist"), temporary.path()).result();
    QVERIFY(!project);
    QCOMPARE(project.error().kind, Error::Kind::Invalid);
    QVERIFY(project.error().message.contains(temporary.path()));
    QVERIFY(!QFile::exists(target));
}

void TestSampleProject::folderInUseIsLeftAlone()
{
    QTemporaryDir temporary;
    QFile mine(temporary.filePath(QStringLiteral(".mine")));
    QVERIFY(mine.open(QIODevice::WriteOnly) && mine.write("precious") > 0);
    mine.close();
    for (const QString &target : {temporary.path(), mine.fileName()}) {
        const Result<SampleProject> project = createSampleProject(target).result();
        QVERIFY(!project);
        QCOMPARE(project.error().kind, Error::Kind::Conflict);
    }
    QCOMPARE(contentOf(mine.fileName()), QByteArray("precious"));
    QCOMPARE(filesIn(temporary.path()), 1);
}

void TestSampleProject::emptyFolderIsUsed()
{
    QTemporaryDir temporary;
    const QString target = temporary.filePath(QStringLiteral("empty"));
    QVERIFY(QDir().mkpath(target));
    QVERIFY(createSampleProject(target).result());
    QVERIFY(QFile::exists(target + QStringLiteral("/job.yaml")));
}

void TestSampleProject::whatIsNoFolderIsCalledByItsName()
{
    QTemporaryDir temporary;
    QFile empty(temporary.filePath(QStringLiteral("empty")));
    QVERIFY(empty.open(QIODevice::WriteOnly));
    QVERIFY(QFile::link(QStringLiteral("/nowhere/at-all"), temporary.filePath(QStringLiteral("link"))));
    QVERIFY(createSampleProject(empty.fileName()).result().error().message.contains(QLatin1String("no folder")));
    QVERIFY(createSampleProject(temporary.filePath(QStringLiteral("link"))).result().error().message.contains(QLatin1String("leads nowhere")));
}

void TestSampleProject::leftoversOfAKilledCreationGo()
{
    QTemporaryDir temporary;
    const QString old = temporary.filePath(QStringLiteral(".trainyard-init-old")), current = temporary.filePath(QStringLiteral(".trainyard-init-now"));
    QVERIFY(QDir().mkpath(old) && QDir().mkpath(current));
    const timespec longAgo[2] = {{1'000'000'000, 0}, {1'000'000'000, 0}};
    QCOMPARE(utimensat(AT_FDCWD, QFile::encodeName(old).constData(), longAgo, 0), 0);
    QVERIFY(createSampleProject(temporary.filePath(QStringLiteral("sample"))).result());
    QVERIFY(!QFile::exists(old));
    QVERIFY(QFile::exists(current));
}

void TestSampleProject::unknownTemplateNamesThoseThereAre()
{
    QTemporaryDir temporary;
    const Result<SampleProject> project = createSampleProject(temporary.filePath(QStringLiteral("x")), QStringLiteral("mnist")).result();
    QVERIFY(!project);
    QCOMPARE(project.error().kind, Error::Kind::Invalid);
    QVERIFY(project.error().message.contains(QStringLiteral("fashion-mnist-python")));
}

void TestSampleProject::cancelLeavesNothing()
{
    QTemporaryDir temporary;
    QFuture<Result<SampleProject>> future = createSampleProject(temporary.filePath(QStringLiteral("sample")));
    QTRY_VERIFY(future.progressValue() > 0);
    future.cancel();
    future.waitForFinished();
    QCOMPARE(future.resultCount(), 0);
    QTRY_VERIFY(QDir(temporary.path()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
}

void TestSampleProject::sameImagesEveryTime()
{
    const SampleImages first = drawShapes(2, 1);
    const SampleImages second = drawShapes(2, 1);
    QCOMPARE(first.train.size(), 20);
    QCOMPARE(first.validation.size(), 10);
    for (int i = 0; i < first.train.size(); ++i)
        QCOMPARE(first.train[i].pixels, second.train[i].pixels);
}

QTEST_GUILESS_MAIN(TestSampleProject)
#include "tst_sampleproject.moc"
