#include "services/records/runstore.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QScopeGuard>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include <sys/mount.h>

using namespace Qt::StringLiterals;
using namespace Trainyard;

namespace {

Run someRun(const QString &id, int second = 0)
{
    Run run;
    run.id = id;
    run.name = u"name"_s;
    run.profile = u"local"_s;
    run.platform = u"local"_s;
    run.flavor = u"local.cpu"_s;
    run.jobFile = u"/job.yaml"_s;
    run.directory = u"/runs/"_s + id;
    run.createdAt = QDateTime(QDate(2026, 11, 30), QTime(10, 0, second), Qt::UTC);
    run.status.state = RunState::Running;
    run.status.startedAt = run.createdAt.addSecs(1);
    run.step = 7;
    run.bestMetricName = u"val/accuracy"_s;
    run.bestMetric = 0.5;
    run.record.codeHash = u"abc"_s;
    run.record.versions = {VersionRecord{u"python"_s, u"3.11"_s, true}};
    return run;
}

} // namespace

class tst_RunStore final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void runReadsBackEqual()
    {
        Run run = someRun(u"a"_s);
        run.note = u"它学会了\n'quoted'"_s;
        run.isStarred = true;
        run.pricePerHour = 1.5;
        run.totalEpochs = 5;
        const auto store = *RunStore::open(file());
        QVERIFY(store->insert(run));
        QCOMPARE(*store->run(u"a"_s), run);
        QCOMPARE(*(*RunStore::open(file()))->runs(), QList<Run>{run});
    }

    void diskThatCannotBeWrittenCanBeRead_data()
    {
        QTest::addColumn<bool>("isFull");
        QTest::addColumn<QString>("says");
        QTest::newRow("full") << true << u"full"_s;
        QTest::newRow("read-only") << false << u"read-only"_s;
    }

    void diskThatCannotBeWrittenCanBeRead()
    {
        QFETCH(bool, isFull);
        QFETCH(QString, says);
        const QByteArray disk = QFile::encodeName(m_folder->path());
        if (::mount("tmpfs", disk.constData(), "tmpfs", 0, "size=2m") != 0)
            QSKIP("mounting needs rights that this user has not");
        const auto unmount = qScopeGuard([&] { ::umount2(disk.constData(), MNT_DETACH); });
        Run run = someRun(u"a"_s);
        QVERIFY((*RunStore::open(file()))->insert(run));
        if (isFull) {
            QFile filler(m_folder->filePath(u"filler"_s));
            QVERIFY(filler.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
            while (filler.write(QByteArray(4096, 'x')) > 0) { }
        } else {
            QCOMPARE(::mount(nullptr, disk.constData(), nullptr, MS_REMOUNT | MS_RDONLY, nullptr), 0);
        }
        const auto store = RunStore::open(file());
        QVERIFY2(store, store ? "" : qPrintable(store.error().message));
        QCOMPARE((*store)->runs()->first(), run);
        const Result<> noted = (*store)->setNote(u"a"_s, u"lost"_s);
        QVERIFY(!noted);
        QVERIFY2(noted.error().message.contains(says), qPrintable(noted.error().message));
        QVERIFY((*store)->writeFault());
    }

    void newestComesFirst()
    {
        const auto store = *RunStore::open(file());
        for (const int second : {3, 1, 2})
            QVERIFY(store->insert(someRun(u"run-%1"_s.arg(second), second)));
        QCOMPARE(store->runs()->first().id, u"run-3"_s);
        QCOMPARE(store->runs()->last().id, u"run-1"_s);
        QCOMPARE(store->run(u"latest"_s)->id, u"run-3"_s);
    }

    void prefixFindsOneRun_data()
    {
        QTest::addColumn<QString>("prefix");
        QTest::addColumn<QString>("id");
        QTest::addColumn<int>("error");
        QTest::newRow("exact, though it begins another") << u"20261130-a"_s << u"20261130-a"_s << -1;
        QTest::newRow("unique") << u"20261130-b"_s << u"20261130-b%"_s << -1;
        QTest::newRow("ambiguous") << u"2026"_s << QString() << int(Error::Kind::Invalid);
        QTest::newRow("unknown") << u"2027"_s << QString() << int(Error::Kind::NotFound);
        QTest::newRow("empty") << QString() << QString() << int(Error::Kind::NotFound);
        QTest::newRow("no pattern") << u"%"_s << QString() << int(Error::Kind::NotFound);
    }

    void prefixFindsOneRun()
    {
        QFETCH(QString, prefix);
        QFETCH(QString, id);
        QFETCH(int, error);
        const auto store = *RunStore::open(file());
        for (const QString &known : {u"20261130-a"_s, u"20261130-a-2"_s, u"20261130-b%"_s})
            QVERIFY(store->insert(someRun(known)));
        const Result<Run> found = store->run(prefix);
        QCOMPARE(found ? found->id : QString(), id);
        QCOMPARE(found ? -1 : int(found.error().kind), error);
    }

    void singleColumnsLeaveTheOthersAlone()
    {
        const auto store = *RunStore::open(file());
        Run run = someRun(u"a"_s);
        QVERIFY(store->insert(run));
        QVERIFY(store->setNote(run.id, u"note"_s));
        QVERIFY(store->setStarred(run.id, true));
        run.status.state = RunState::Done;
        QVERIFY(store->updateStatus(run.id, run.status));
        Run progress = run;
        progress.step = 99;
        QVERIFY(store->updateProgress(progress));
        run.note = u"note"_s;
        run.isStarred = true;
        run.step = 99;
        QCOMPARE(*store->run(u"a"_s), run);
        run.name = u"other"_s;
        QVERIFY(store->update(run));
        QCOMPARE(*store->run(u"a"_s), run);
    }

    void unknownRunIsNotFound()
    {
        const auto store = *RunStore::open(file());
        QCOMPARE(store->remove(u"x"_s).error().kind, Error::Kind::NotFound);
        QCOMPARE(store->update(someRun(u"x"_s)).error().kind, Error::Kind::NotFound);
        QCOMPARE(store->setNote(u"x"_s, QString()).error().kind, Error::Kind::NotFound);
    }

    void sameIdTwiceIsRefused()
    {
        const auto store = *RunStore::open(file());
        QVERIFY(store->insert(someRun(u"a"_s)));
        QVERIFY(!store->insert(someRun(u"a"_s)));
        QCOMPARE(store->runs()->size(), 1);
    }

    void damagedFileIsKeptBesideAndReplaced_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("no database") << QByteArray("this was a list of runs once, long enough to be looked at");
        QTest::newRow("header only") << QByteArray("SQLite format 3\0", 16) + QByteArray(200, '\x7f');
    }

    void damagedFileIsKeptBesideAndReplaced()
    {
        QFETCH(QByteArray, content);
        write(content);
        const auto damaged = RunStore::open(file());
        QVERIFY(!damaged);
        QCOMPARE(damaged.error().kind, Error::Kind::Invalid);
        const QStringList kept = QDir(m_folder->path()).entryList({u"trainyard.sqlite.damaged-*"_s});
        QCOMPARE(kept.size(), 1);
        QVERIFY(damaged.error().message.contains(kept.first()));
        const auto fresh = RunStore::open(file());
        QVERIFY(fresh);
        QVERIFY((*fresh)->runs()->isEmpty());
    }

    void cutFileIsDamaged()
    {
        {
            const auto store = *RunStore::open(file());
            for (int number = 0; number < 300; ++number)
                QVERIFY(store->insert(someRun(u"run-%1"_s.arg(number))));
        }
        QFile database(file());
        QVERIFY(database.resize(database.size() / 2));
        QFile::remove(file() + u"-wal"_s);
        const auto damaged = RunStore::open(file());
        const auto listed = damaged ? (*damaged)->runs() : Result<QList<Run>>(damaged.error());
        QVERIFY(!listed);
        QCOMPARE(listed.error().kind, Error::Kind::Invalid);
    }

    void newerSchemaIsLeftAlone()
    {
        {
            QSqlDatabase newer = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"newer"_s);
            newer.setDatabaseName(file());
            QVERIFY(newer.open());
            QVERIFY(QSqlQuery(newer).exec(u"PRAGMA user_version = 999"_s));
            newer.close();
        }
        QSqlDatabase::removeDatabase(u"newer"_s);
        const auto store = RunStore::open(file());
        QVERIFY(!store);
        QCOMPARE(store.error().kind, Error::Kind::Invalid);
        QVERIFY(QFile::exists(file()));
    }

    void lockedFileIsAConflictAfterFiveSeconds()
    {
        const auto store = *RunStore::open(file());
        QSqlDatabase other = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"other"_s);
        other.setDatabaseName(file());
        QVERIFY(other.open());
        QVERIFY(QSqlQuery(other).exec(u"BEGIN EXCLUSIVE"_s));
        QElapsedTimer waited;
        waited.start();
        const Result<> answer = store->insert(someRun(u"a"_s));
        QVERIFY(!answer);
        QCOMPARE(answer.error().kind, Error::Kind::Conflict);
        QVERIFY(waited.elapsed() >= 4500 && waited.elapsed() < 9000);
        other.close();
    }

    void severalThreadsWriteAtOnce()
    {
        constexpr int writers = 4;
        constexpr int each = 25;
        std::vector<std::unique_ptr<QThread>> threads;
        QAtomicInt failures;
        for (int writer = 0; writer < writers; ++writer) {
            threads.emplace_back(QThread::create([this, writer, &failures] {
                for (int number = 0; number < each; ++number) {
                    const auto store = RunStore::open(file());
                    if (!store || !(*store)->insert(someRun(u"run-%1-%2"_s.arg(writer).arg(number))))
                        failures.fetchAndAddRelaxed(1);
                }
            }));
            threads.back()->start();
        }
        for (const auto &thread : threads)
            QVERIFY(thread->wait(60'000));
        QCOMPARE(failures.loadRelaxed(), 0);
        QCOMPARE((*RunStore::open(file()))->runs()->size(), writers * each);
    }

private:
    QString file() const { return m_folder->filePath(u"trainyard.sqlite"_s); }

    void write(const QByteArray &content) const
    {
        QFile database(file());
        QVERIFY(database.open(QIODevice::WriteOnly));
        database.write(content);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(tst_RunStore)
#include "tst_runstore.moc"
