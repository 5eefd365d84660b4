#include "services/preflight/data/datacopy.h"

#include <QBuffer>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>

using namespace Trainyard;

namespace {

QByteArray picture(const char *format)
{
    QImage image(20, 20, QImage::Format_RGB32);
    image.fill(Qt::darkGreen);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, format);
    return bytes;
}

void write(const QString &path, const QByteArray &content)
{
    QVERIFY(QDir().mkpath(path.section(u'/', 0, -2)));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
}

QByteArray read(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("not there");
}

QMap<QString, QByteArray> everythingIn(const QString &folder)
{
    QMap<QString, QByteArray> files;
    for (QDirIterator it(folder, QDir::Files, QDirIterator::Subdirectories); it.hasNext();) {
        const QString path = it.next();
        files.insert(QDir(folder).relativeFilePath(path), read(path));
    }
    return files;
}

} // namespace

class TestDataCopy : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theCopyIsCorrectedAndTheOriginalUntouched()
    {
        QTemporaryDir folder;
        const QString source = folder.filePath(QStringLiteral("d")), target = folder.filePath(QStringLiteral("copy"));
        write(source + QStringLiteral("/a b/1 (2).jpg"), picture("jpg"));
        write(source + QStringLiteral("/a b/2.jpg"), picture("png"));
        write(source + QStringLiteral("/a b/3.jpg"), picture("jpg").chopped(60));
        write(source + QStringLiteral("/a_b/1.csv"), "\xEF\xBB\xBFx,y\n");
        write(source + QStringLiteral("/a_b/2.txt"), "Einf\xFCgen ist\n");
        write(source + QStringLiteral("/a_b/3.txt"), "as it is\n");
        QVERIFY(QFile::link(QStringLiteral("/nowhere"), source + QStringLiteral("/gone")));
        const auto before = everythingIn(source);
        const std::atomic_bool cancelled = false;
        const Result<CopySummary> summary = writeCorrectedCopy(source, target, {}, cancelled);
        QVERIFY(summary);
        QCOMPARE(everythingIn(source), before);
        const QMap<QString, QByteArray> copy = everythingIn(target);
        QCOMPARE(copy.keys(), (QStringList{QStringLiteral("a_b/1_(2).jpg"), QStringLiteral("a_b/2.png"), QStringLiteral("a_b_2/1.csv"), QStringLiteral("a_b_2/2.txt"), QStringLiteral("a_b_2/3.txt")}));
        QCOMPARE(copy.value(QStringLiteral("a_b_2/1.csv")), QByteArray("x,y\n"));
        QCOMPARE(copy.value(QStringLiteral("a_b_2/2.txt")), QByteArray("Einf\xC3\xBCgen ist\n"));
        QCOMPARE(copy.value(QStringLiteral("a_b/2.png")), picture("png"));
        QCOMPARE(summary->files, 5);
        QCOMPARE(summary->leftOut, 2);
        QCOMPARE(summary->converted, 2);
        const QByteArray changes = read(summary->changesFile);
        QVERIFY(changes.contains("a b/1 (2).jpg,a_b/1_(2).jpg,renamed\n"));
        QVERIFY(changes.contains("a b/3.jpg,,left out\n"));
    }

    void aPlaceThatWouldHurtIsRefused()
    {
        QTemporaryDir folder;
        const QString source = folder.filePath(QStringLiteral("d"));
        write(source + QStringLiteral("/1.txt"), "x");
        const std::atomic_bool cancelled = false;
        for (const QString &target : QStringList{source, source + QStringLiteral("/copy"), folder.path()}) {
            const Result<CopySummary> summary = writeCorrectedCopy(source, target, {}, cancelled);
            QVERIFY(!summary);
            QCOMPARE(summary.error().kind, Error::Kind::Invalid);
        }
        QCOMPARE(everythingIn(folder.path()).size(), 1);
    }

    void aCancelledCopyLeavesNothing()
    {
        QTemporaryDir folder;
        const QString source = folder.filePath(QStringLiteral("d"));
        for (int i = 0; i < 9; ++i)
            write(source + QStringLiteral("/%1.txt").arg(i), "x");
        std::atomic_bool cancelled = false;
        const Result<CopySummary> summary = writeCorrectedCopy(source, folder.filePath(QStringLiteral("copy")), {}, cancelled, [&cancelled](qint64 files) { cancelled = files > 3; });
        QVERIFY(!summary);
        QCOMPARE(summary.error().kind, Error::Kind::Cancelled);
        QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("copy"))));
    }

    void theMapNamesWhatIsNotSafe()
    {
        QTemporaryDir folder;
        write(folder.filePath(QStringLiteral("d/a b/1.jpg")), "x");
        write(folder.filePath(QStringLiteral("d/c/1.jpg")), "x");
        const std::atomic_bool cancelled = false;
        const Result<qint64> count = writeRenameMap(folder.filePath(QStringLiteral("d")), folder.filePath(QStringLiteral("map.csv")), cancelled);
        QVERIFY(count);
        QCOMPARE(*count, 2);
        QCOMPARE(read(folder.filePath(QStringLiteral("map.csv"))), QByteArray("old,new\na b,a_b\na b/1.jpg,a_b/1.jpg\n"));
    }
};

QTEST_GUILESS_MAIN(TestDataCopy)
#include "tst_datacopy.moc"
