#include "services/dryrun/dryrunstore.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Trainyard;

class TestDryRunStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void reportComesBack();
    void otherJobHasNoReport();
    void changedCodeIsAnotherJob();
    void damagedFileIsNoReport();
    void onlyTheLatestAreKept();
};

void TestDryRunStore::reportComesBack()
{
    QTemporaryDir home;
    const AppPaths paths{home.path(), QString()};
    DryRunReport report;
    report.verdict = Verdict::Warn;
    for (const DryRunPoint point : allDryRunPoints)
        report.points.append(PointResult{point, PointStatus::Pass, QStringLiteral("fine"), {}});
    report.loss = {1.5, 1.25};
    QVERIFY(storeDryRun(paths, "abc", report));
    QCOMPARE(storedDryRun(paths, "abc"), std::optional(report));
}

void TestDryRunStore::otherJobHasNoReport()
{
    Job job;
    job.name = QStringLiteral("one");
    const QByteArray one = dryRunFingerprint(job, QStringLiteral("/tmp/a"));
    QCOMPARE(dryRunFingerprint(job, QStringLiteral("/tmp/a")), one);
    job.name = QStringLiteral("two");
    QVERIFY(dryRunFingerprint(job, QStringLiteral("/tmp/a")) != one);
    QTemporaryDir home;
    QCOMPARE(storedDryRun({home.path(), QString()}, one), std::nullopt);
}

void TestDryRunStore::changedCodeIsAnotherJob()
{
    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("src")));
    const auto write = [&folder](const QByteArray &content) {
        QFile file(folder.filePath(QStringLiteral("src/train.py")));
        return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
    };
    Job job;
    job.code.directory = QStringLiteral("src");
    QVERIFY(write("print(1)\n"));
    const QByteArray before = dryRunFingerprint(job, folder.path());
    QVERIFY(write("print(12)\n"));
    QVERIFY(dryRunFingerprint(job, folder.path()) != before);
}

void TestDryRunStore::damagedFileIsNoReport()
{
    QTemporaryDir home;
    const AppPaths paths{home.path(), QString()};
    QVERIFY(storeDryRun(paths, "abc", DryRunReport()));
    QFile file(home.filePath(QStringLiteral("dryruns/abc.json")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{\"verdict\": \"pa") > 0);
    file.close();
    QCOMPARE(storedDryRun(paths, "abc"), std::nullopt);
}

void TestDryRunStore::onlyTheLatestAreKept()
{
    QTemporaryDir home;
    const AppPaths paths{home.path(), QString()};
    for (int i = 0; i < 105; ++i)
        QVERIFY(storeDryRun(paths, QByteArray::number(i), DryRunReport()));
    QCOMPARE(QDir(home.filePath(QStringLiteral("dryruns"))).entryList(QDir::Files).size(), 100);
    QVERIFY(storedDryRun(paths, "104"));
}

QTEST_GUILESS_MAIN(TestDryRunStore)
#include "tst_dryrunstore.moc"
