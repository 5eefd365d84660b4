#include "services/preflight/data/datanames.h"
#include "services/preflight/data/datasetwalk.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace Trainyard;

namespace {

void writeFile(const QString &path, const QByteArray &content = "x")
{
    QVERIFY(QDir().mkpath(path.section(u'/', 0, -2)));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
}

QStringList walked(const QString &root, const std::atomic_bool &cancelled = false)
{
    static const QMap<WalkEntry::Kind, QString> names{{WalkEntry::Kind::File, QStringLiteral("file")}, {WalkEntry::Kind::Folder, QStringLiteral("folder")},
                                                      {WalkEntry::Kind::Special, QStringLiteral("special")}, {WalkEntry::Kind::BrokenLink, QStringLiteral("broken")},
                                                      {WalkEntry::Kind::LinkLoop, QStringLiteral("loop")}, {WalkEntry::Kind::Unreadable, QStringLiteral("unreadable")}};
    QStringList seen;
    WalkVisitor visitor;
    visitor.entry = [&seen](const WalkEntry &entry) { seen.append(names[entry.kind] + u' ' + QString::fromUtf8(entry.relativePath())); };
    walkDataset(QFile::encodeName(root), cancelled, visitor);
    return seen;
}

} // namespace

class TestDataWalk : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void goesThroughEverythingInOrder()
    {
        QTemporaryDir folder;
        writeFile(folder.filePath(QStringLiteral("b/2.png")));
        writeFile(folder.filePath(QStringLiteral("b/1.png")));
        writeFile(folder.filePath(QStringLiteral("a.txt")));
        writeFile(folder.filePath(QStringLiteral(".git/config")));
        QCOMPARE(walked(folder.path()), (QStringList{QStringLiteral("folder "), QStringLiteral("file a.txt"), QStringLiteral("folder b"), QStringLiteral("file b/1.png"), QStringLiteral("file b/2.png")}));
        QCOMPARE(walked(folder.filePath(QStringLiteral("a.txt"))), QStringList{QStringLiteral("file a.txt")});
    }

    void linksAreFollowedButNeverIntoALoop()
    {
        QTemporaryDir folder, other;
        writeFile(other.filePath(QStringLiteral("1.png")));
        QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("a")));
        QVERIFY(QFile::link(other.path(), folder.filePath(QStringLiteral("linked"))));
        QVERIFY(QFile::link(folder.path(), folder.filePath(QStringLiteral("a/again"))));
        QVERIFY(QFile::link(QStringLiteral("/nowhere"), folder.filePath(QStringLiteral("gone"))));
        QCOMPARE(walked(folder.path()), (QStringList{QStringLiteral("folder "), QStringLiteral("folder a"), QStringLiteral("loop a/again"), QStringLiteral("broken gone"), QStringLiteral("folder linked"),
                                                     QStringLiteral("file linked/1.png")}));
    }

    void aWebOfLinksEnds()
    {
        QTemporaryDir folder;
        constexpr int folders = 12; // each with a link to all others: 12! ways through them
        for (int i = 0; i < folders; ++i)
            QVERIFY(QDir(folder.path()).mkpath(QString::number(i)));
        for (int i = 0; i < folders * folders; ++i)
            QFile::link(folder.filePath(QString::number(i / folders)), folder.filePath(QStringLiteral("%1/to%2").arg(i % folders).arg(i / folders)));
        QVERIFY(walked(folder.path()).size() < 10'000);
    }

    void whatIsNoFileIsTold()
    {
        QTemporaryDir folder;
        QCOMPARE(mkfifo(QFile::encodeName(folder.filePath(QStringLiteral("pipe"))).constData(), 0600), 0);
        const int server = socket(AF_UNIX, SOCK_STREAM, 0);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        qstrncpy(address.sun_path, QFile::encodeName(folder.filePath(QStringLiteral("socket"))).constData(), sizeof address.sun_path);
        QCOMPARE(bind(server, reinterpret_cast<sockaddr *>(&address), sizeof address), 0);
        QCOMPARE(walked(folder.path()), (QStringList{QStringLiteral("folder "), QStringLiteral("special pipe"), QStringLiteral("special socket")}));
        ::close(server);
    }

    void cancelEndsEarly()
    {
        QTemporaryDir folder;
        const std::atomic_bool cancelled = true;
        QVERIFY(walked(folder.path(), cancelled).isEmpty());
    }

    void unsafeNames_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<bool>("isUnsafe");
        QTest::addColumn<QByteArray>("safe");
        const auto add = [](const char *name, bool isUnsafe, const char *safe) { QTest::newRow(name) << QByteArray(name) << isUnsafe << QByteArray(safe); };
        add("daisy_001.jpg", false, "daisy_001.jpg");
        add("Part-000.v2(final)+[1]=a,b@c~d!.tar.gz", false, "Part-000.v2(final)+[1]=a,b@c~d!.tar.gz");
        add("my photo.jpg", true, "my_photo.jpg");
        add("a\tb", true, "ax9b");
        add("\xE7\x8E\xAB.jpg", true, "xe7x8exab.jpg");
        add("caf\xE9.jpg", true, "cafxe9.jpg");
        add("a:b?.png", true, "ax3abx3f.png");
        add("trailing.", true, "trailing");
        add("-rf.jpg", true, "_-rf.jpg");
        add("con.txt", true, "_con.txt");
        add("com1", true, "_com1");
        add("console.txt", false, "console.txt");
        QTest::newRow("long") << QByteArray(240, 'a') + ".jpg" << true << QByteArray();
    }

    void unsafeNames()
    {
        QFETCH(QByteArray, name);
        QFETCH(bool, isUnsafe);
        QFETCH(QByteArray, safe);
        QCOMPARE(isUnsafeName(name), isUnsafe);
        QVERIFY(!isUnsafeName(safeName(name)));
        if (!safe.isEmpty())
            QCOMPARE(safeName(name), safe);
    }

    void twinsDifferInCaseOrAccentsOnly()
    {
        using Pairs = QList<std::pair<QByteArray, QByteArray>>;
        QCOMPARE(caseTwins({"A.jpg", "a.jpg", "b.jpg"}), (Pairs{{"A.jpg", "a.jpg"}}));
        QCOMPARE(caseTwins({"caf\xC3\xA9", "cafe\xCC\x81"}), (Pairs{{"caf\xC3\xA9", "cafe\xCC\x81"}}));
        QCOMPARE(caseTwins({"a", "b", "ab"}), Pairs());
    }

    void splitsAreKnownByTheirNames()
    {
        QCOMPARE(splitOf("train/a/1.png"), QStringLiteral("train"));
        QCOMPARE(splitOf("images/valid/1.png"), QStringLiteral("val"));
        QCOMPARE(splitOf("test.jsonl"), QStringLiteral("test"));
        QCOMPARE(splitOf("trains/a/1.png"), QString());
    }
};

QTEST_GUILESS_MAIN(TestDataWalk)
#include "tst_datawalk.moc"
