#include "services/dryrun/datachecks.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace Trainyard;

namespace {

JobDocument documentWith(const QString &source, const QString &format)
{
    JobDocument document;
    document.fileName = QStringLiteral("job.yaml");
    document.isReadable = true;
    JobInput input;
    input.name = QStringLiteral("data_url");
    input.source = source;
    input.format = format;
    document.job.inputs.append(input);
    document.lines.insert(QStringLiteral("inputs[0].source"), 7);
    return document;
}

QStringList codesOf(const Findings &findings)
{
    QStringList codes;
    for (const Finding &finding : findings)
        codes.append(finding.code);
    codes.sort();
    return codes;
}

} // namespace

class TestDataChecks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsFaultsOfTheLayout_data();
    void findsFaultsOfTheLayout();
    void aMissingSourceNamesItsKeyAndLine();
    void manyEmptyFilesAreOneFinding();
    void aPlaceOnThePlatformIsNotChecked();
    void aLoopOfLinksEnds();
    void whatNoLoaderCanReadIsNamed();
    void aFolderWithoutTheRightToReadIsNotCalledEmpty();
    void cancelEndsEarly();

private:
    const std::atomic_bool m_goOn = false;
};

void TestDataChecks::findsFaultsOfTheLayout_data()
{
    QTest::addColumn<QStringList>("files"); // "NAME" has content, "NAME/" is an empty folder, "NAME!" is an empty file
    QTest::addColumn<QString>("source");
    QTest::addColumn<QStringList>("codes");
    const QStringList good{QStringLiteral("d/train/a/1.png"), QStringLiteral("d/train/b/1.png"), QStringLiteral("d/val/a/1.png"), QStringLiteral("d/val/b/1.png")};
    const QString d = QStringLiteral("d");
    QTest::newRow("whole") << good << d << QStringList();
    QTest::newRow("a text file beside the splits") << (good + QStringList{QStringLiteral("d/README.txt")}) << d << QStringList();
    QTest::newRow("test without labels") << (good + QStringList{QStringLiteral("d/test/1.png")}) << d << QStringList();
    QTest::newRow("no splits") << QStringList{QStringLiteral("d/a/1.png"), QStringLiteral("d/b/1.JPG")} << d << QStringList();
    QTest::newRow("source is missing") << QStringList{QStringLiteral("x/1.png")} << d << QStringList{QStringLiteral("data.missing-source")};
    QTest::newRow("source is empty") << QStringList{QStringLiteral("d/")} << d << QStringList{QStringLiteral("data.empty-source")};
    QTest::newRow("one class folder as source") << good << QStringLiteral("d/train/a") << QStringList{QStringLiteral("data.wrong-level")};
    QTest::newRow("everything in one folder") << QStringList{QStringLiteral("d/images/a/1.png"), QStringLiteral("d/images/b/1.png")} << d
                                              << QStringList{QStringLiteral("data.wrong-level")};
    QTest::newRow("class only in train") << good.mid(0, 3) << d << QStringList{QStringLiteral("data.class-mismatch")};
    QTest::newRow("class only in val") << (good + QStringList{QStringLiteral("d/val/c/1.png")}) << d << QStringList{QStringLiteral("data.class-mismatch")};
    QTest::newRow("hidden class") << (good + QStringList{QStringLiteral("d/train/.ipynb_checkpoints/1.png")}) << d << QStringList{QStringLiteral("data.hidden-class")};
    QTest::newRow("empty class") << (good.mid(0, 3) + QStringList{QStringLiteral("d/val/b/")}) << d << QStringList{QStringLiteral("data.empty-class")};
    QTest::newRow("class of notes") << (good.mid(0, 3) + QStringList{QStringLiteral("d/val/b/notes.txt")}) << d << QStringList{QStringLiteral("data.empty-class")};
    QTest::newRow("empty file") << (good + QStringList{QStringLiteral("d/val/a/2.png!")}) << d << QStringList{QStringLiteral("data.empty-file")};
}

void TestDataChecks::findsFaultsOfTheLayout()
{
    QFETCH(QStringList, files);
    QFETCH(QString, source);
    QFETCH(QStringList, codes);
    QTemporaryDir folder;
    for (QString name : files) {
        const bool isEmpty = name.endsWith(u'!');
        name.remove(u'!');
        QVERIFY(QDir(folder.path()).mkpath(name.section(u'/', 0, -2)));
        QFile file(folder.filePath(name));
        QVERIFY(name.endsWith(u'/') || (file.open(QIODevice::WriteOnly) && (isEmpty || file.write("x") == 1)));
    }
    const DataCheck check = checkData(documentWith(source, QStringLiteral("image-folder")), folder.path(), m_goOn);
    QCOMPARE(codesOf(check.findings), codes);
    for (const Finding &finding : check.findings) {
        QVERIFY(!finding.message.isEmpty() && !finding.fix.isEmpty());
        QVERIFY(!finding.where.isEmpty());
    }
}

void TestDataChecks::aMissingSourceNamesItsKeyAndLine()
{
    QTemporaryDir folder;
    const DataCheck check = checkData(documentWith(QStringLiteral("datasett"), QString()), folder.path(), m_goOn);
    QCOMPARE(check.findings.size(), 1);
    QCOMPARE(check.findings.first().where, (Place{QStringLiteral("job.yaml"), 7, QStringLiteral("inputs[0].source")}));
    QVERIFY(check.findings.first().message.contains(QLatin1String("datasett")));
}

void TestDataChecks::manyEmptyFilesAreOneFinding()
{
    QTemporaryDir folder;
    for (int i = 0; i < 12; ++i) {
        QFile file(folder.filePath(QStringLiteral("%1.csv").arg(i)));
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    const DataCheck check = checkData(documentWith(QStringLiteral("."), QStringLiteral("csv")), folder.path(), m_goOn);
    QCOMPARE(check.findings.size(), 1);
    QCOMPARE(check.findings.first().count, 12);
    QCOMPARE(check.findings.first().places.size(), 10);
}

void TestDataChecks::aPlaceOnThePlatformIsNotChecked()
{
    QTemporaryDir folder;
    const DataCheck check = checkData(documentWith(QStringLiteral("obs://bucket/data"), QStringLiteral("image-folder")), folder.path(), m_goOn);
    QVERIFY(check.findings.isEmpty());
    QCOMPARE(check.notChecked.size(), 1);
    QVERIFY(!check.isLocal);
}

void TestDataChecks::aLoopOfLinksEnds()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("1.txt")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("x") == 1);
    file.close();
    QVERIFY(QFile::link(folder.path(), folder.filePath(QStringLiteral("again"))));
    const DataCheck check = checkData(documentWith(QStringLiteral("."), QStringLiteral("text")), folder.path(), m_goOn);
    QCOMPARE(codesOf(check.findings), QStringList{QStringLiteral("data.symlink-loop")});
    QCOMPARE(check.files, 1);
}

void TestDataChecks::whatNoLoaderCanReadIsNamed()
{
    QTemporaryDir folder;
    for (const char *name : {"train/a", "train/b", "train/c"}) {
        QVERIFY(QDir(folder.path()).mkpath(QLatin1String(name)));
        QFile file(folder.filePath(QLatin1String(name) + QStringLiteral("/1.png")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("x") == 1);
    }
    QVERIFY(QFile::link(QStringLiteral("loop.png"), folder.filePath(QStringLiteral("train/a/loop.png"))));
    QVERIFY(QFile::link(QStringLiteral("/nowhere/1.png"), folder.filePath(QStringLiteral("train/b/gone.png"))));
    QCOMPARE(mkfifo(QFile::encodeName(folder.filePath(QStringLiteral("train/c/pipe.png"))).constData(), 0600), 0);
    const DataCheck check = checkData(documentWith(folder.path(), QStringLiteral("image-folder")), folder.path(), m_goOn);
    QCOMPARE(codesOf(check.findings), (QStringList{QStringLiteral("data.broken-link"), QStringLiteral("data.special-file")}));
    QCOMPARE(check.findings.first().count, 2);
    QVERIFY(check.findings.last().message.contains(QLatin1String("train/c/pipe.png")));
}

void TestDataChecks::aFolderWithoutTheRightToReadIsNotCalledEmpty()
{
    QTemporaryDir folder;
    for (const char *name : {"a", "b"}) {
        QVERIFY(QDir(folder.path()).mkpath(QLatin1String(name)));
        QFile file(folder.filePath(QLatin1String(name) + QStringLiteral("/1.png")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("x") == 1);
    }
    QVERIFY(QFile::setPermissions(folder.path(), QFile::Permissions(0x7755)));
    QCOMPARE(chmod(QFile::encodeName(folder.filePath(QStringLiteral("b"))).constData(), 0), 0);
    constexpr uid_t nobody = 65534;
    const bool isRoot = getuid() == 0; // who may read everything
    if (isRoot)
        QCOMPARE(setresuid(nobody, nobody, 0), 0);
    const DataCheck check = checkData(documentWith(folder.path(), QStringLiteral("image-folder")), folder.path(), m_goOn);
    if (isRoot)
        QCOMPARE(setresuid(0, 0, 0), 0);
    chmod(QFile::encodeName(folder.filePath(QStringLiteral("b"))).constData(), 0700);
    QCOMPARE(codesOf(check.findings), QStringList{QStringLiteral("data.unreadable")});
    QCOMPARE(check.findings.first().where.file, QStringLiteral("b"));
}

void TestDataChecks::cancelEndsEarly()
{
    QTemporaryDir folder;
    const std::atomic_bool cancelled = true;
    const DataCheck check = checkData(documentWith(QStringLiteral("."), QString()), folder.path(), cancelled);
    QVERIFY(check.findings.isEmpty());
    QCOMPARE(check.files, 0);
}

QTEST_GUILESS_MAIN(TestDataChecks)
#include "tst_datachecks.moc"
