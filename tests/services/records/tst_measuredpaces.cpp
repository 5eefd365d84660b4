#include "models/job/jobdocument.h"
#include "services/records/measuredpaces.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Trainyard;

namespace {

QByteArray jobText(const QByteArray &training)
{
    return "name: flowers\ncode: {directory: src, boot_file: train.py}\noutputs: [{name: train_url, destination: out}]\ntraining: " + training + "\n";
}

} // namespace

class tst_MeasuredPaces : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(m_folder.isValid()); }
    void theNewestRunOfEachFlavorCounts();
    void runsThatDifferAreLeftOut_data();
    void runsThatDifferAreLeftOut();

private:
    Run run(const QString &id, const QString &flavor, double seconds, qint64 steps, const QByteArray &definition)
    {
        Run run;
        run.id = id;
        run.name = QStringLiteral("flowers");
        run.flavor = flavor;
        run.directory = m_folder.filePath(id);
        run.step = steps;
        run.totalSteps = 1000;
        run.status.startedAt = QDateTime::fromMSecsSinceEpoch(1'000'000);
        run.status.finishedAt = run.status.startedAt.addMSecs(qint64(seconds * 1000));
        QDir().mkpath(run.directory);
        QFile file(run.directory + QStringLiteral("/job.yaml"));
        if (file.open(QIODevice::WriteOnly))
            file.write(definition);
        return run;
    }

    QTemporaryDir m_folder;
};

void tst_MeasuredPaces::theNewestRunOfEachFlavorCounts()
{
    const QByteArray text = jobText("{batch_size: 8}");
    const QList<Run> runs{run(QStringLiteral("4"), QStringLiteral("a10"), 50, 100, text), run(QStringLiteral("3"), QStringLiteral("a10"), 500, 100, text),
                          run(QStringLiteral("2"), QStringLiteral("a100"), 20, 100, text)};
    const QList<MeasuredPace> expected{{QStringLiteral("a10"), 0.5, 1000}, {QStringLiteral("a100"), 0.2, 1000}};
    QCOMPARE(measuredPaces(runs, readJob(text).job), expected);
}

void tst_MeasuredPaces::runsThatDifferAreLeftOut_data()
{
    QTest::addColumn<QByteArray>("definition");
    QTest::addColumn<qint64>("steps");
    QTest::addColumn<double>("seconds");
    QTest::newRow("another batch size") << jobText("{batch_size: 16}") << qint64(100) << 10.0;
    QTest::newRow("another script") << jobText("{batch_size: 8}").replace("train.py", "other.py") << qint64(100) << 10.0;
    QTest::newRow("more nodes") << jobText("{batch_size: 8}") + "compute: {nodes: 2}\n" << qint64(100) << 10.0;
    QTest::newRow("went on from a checkpoint") << jobText("{batch_size: 8}") + "checkpoints: {directory: train_url, resume: old/ckpt}\n" << qint64(100) << 10.0;
    QTest::newRow("too few steps") << jobText("{batch_size: 8}") << qint64(49) << 10.0;
    QTest::newRow("no time") << jobText("{batch_size: 8}") << qint64(100) << 0.0;
    QTest::newRow("definition is gone") << QByteArray() << qint64(100) << 10.0;
}

void tst_MeasuredPaces::runsThatDifferAreLeftOut()
{
    QFETCH(QByteArray, definition);
    QFETCH(qint64, steps);
    QFETCH(double, seconds);
    const QList<Run> runs{run(QStringLiteral("9"), QStringLiteral("a10"), seconds, steps, definition)};
    QCOMPARE(measuredPaces(runs, readJob(jobText("{batch_size: 8}")).job), QList<MeasuredPace>());
}

QTEST_GUILESS_MAIN(tst_MeasuredPaces)
#include "tst_measuredpaces.moc"
