#include "services/common/files.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/mount.h>

using namespace Qt::StringLiterals;
using namespace Trainyard;

class tst_Files final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writtenFileReadsBackAndItsFolderIsMade()
    {
        const QString file = m_folder.filePath(u"a/b/file"_s);
        QVERIFY(writeFileAtomically(file, "text"));
        QCOMPARE(*readFile(file), QByteArray("text"));
        QVERIFY(writeFileAtomically(file, ""));
        QVERIFY(readFile(file)->isEmpty());
    }

    void missingAndHugeFilesAreToldApart()
    {
        QCOMPARE(readFile(m_folder.filePath(u"nowhere"_s)).error().kind, Error::Kind::NotFound);
        QVERIFY(writeFileAtomically(m_folder.filePath(u"huge"_s), QByteArray(100, 'x')));
        QCOMPARE(readFile(m_folder.filePath(u"huge"_s), 99).error().kind, Error::Kind::Resource);
    }

    /// Small content stays in the writer's buffer until the very end: also then a full disk leaves the old file alone.
    void fullDiskLeavesTheOldFile_data()
    {
        QTest::addColumn<int>("size");
        QTest::newRow("shorter than the buffer") << 100;
        QTest::newRow("longer than the buffer") << 200'000;
    }

    void fullDiskLeavesTheOldFile()
    {
        QFETCH(int, size);
        const QString disk = m_folder.filePath(u"disk"_s);
        QDir().mkpath(disk);
        if (::mount("tmpfs", QFile::encodeName(disk).constData(), "tmpfs", 0, "size=1m") != 0)
            QSKIP("needs the right to mount");
        const Result<> before = writeFileAtomically(disk + u"/file"_s, "old");
        QFile filler(disk + u"/filler"_s);
        const bool isFull = filler.open(QIODevice::WriteOnly | QIODevice::Unbuffered) && filler.write(QByteArray(2 << 20, 'x')) < (2 << 20);
        const Result<> written = writeFileAtomically(disk + u"/file"_s, QByteArray(size, 'n'));
        const QByteArray kept = readFile(disk + u"/file"_s).value_or(QByteArray());
        const QStringList names = QDir(disk).entryList(QDir::Files | QDir::Hidden);
        filler.close();
        ::umount2(QFile::encodeName(disk).constData(), MNT_DETACH);
        QVERIFY(before && isFull);
        QVERIFY(!written);
        QCOMPARE(written.error().kind, Error::Kind::Io);
        QCOMPARE(kept, QByteArray("old"));
        QCOMPARE(names, (QStringList{u"file"_s, u"filler"_s}));
    }

private:
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(tst_Files)
#include "tst_files.moc"
