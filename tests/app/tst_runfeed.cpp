#include "app/window/runfeed.h"
#include "services/platforms/local/filestreams.h"

#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <sys/stat.h>

using namespace Trainyard;

namespace {

const QDateTime start = QDateTime::fromString(QStringLiteral("2026-11-30T12:00:00.000Z"), Qt::ISODateWithMs);

class FakeLog final : public LogStream
{
    Q_OBJECT
public:
    void begin(qint64 offset) { offsets.append(offset); }
    void start(qint64 offset) override { begin(offset); }
    void send(const QByteArray &data) { Q_EMIT dataReceived(data, 0); }
    void sendCaughtUp() { Q_EMIT caughtUp(0); }
    void sendRestarted() { Q_EMIT restarted(); }
    void fail() { Q_EMIT failed(Error{Error::Kind::Io, QStringLiteral("gone"), QString()}); }

    QList<qint64> offsets;
};

class FakeSamples final : public SampleStream
{
    Q_OBJECT
public:
    void start() override { ++starts; }
    void send(const QList<Sample> &samples) { Q_EMIT samplesAdded(samples); }

    int starts = 0;
};

Sample sampleAt(qint64 second, qint64 logBytes)
{
    Sample sample;
    sample.time = start.addSecs(second);
    sample.logBytes = logBytes;
    sample.cpuPercent = 50;
    return sample;
}

QByteArray stepLine(int step)
{
    return "epoch 1/5 step " + QByteArray::number(step) + "/470 loss " + QByteArray::number(2.0 / step, 'f', 4) + '\n';
}

bool append(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly | QIODevice::Append) && file.write(bytes) == bytes.size();
}

/// Everything that a feed handed over.
struct Collector
{
    explicit Collector(RunFeed &feed)
    {
        QObject::connect(&feed, &RunFeed::newsReady, &feed, [this](const RunNews &news) {
            bytes = news.bytes;
            log = news.log;
            gaps = news.gaps;
            batches += news.batches;
            progress = news.progress;
            ++count;
        });
        QObject::connect(&feed, &RunFeed::restarted, &feed, [this] {
            bytes.reset();
            log = LogChunk();
            batches.clear();
        });
    }

    /// Of training, whether the log says so or not.
    QList<MetricPoint> points(const QString &name, Phase phase = Phase::Train) const
    {
        QList<MetricPoint> found;
        for (const MetricBatch &batch : batches) {
            if (batch.key.name == name && batch.key.phase.value_or(Phase::Train) == phase)
                found.append(QList<MetricPoint>(batch.points.begin(), batch.points.end()));
        }
        return found;
    }

    /// What the window would read of the log.
    QByteArray text() const { return bytes ? bytes->read(0, log.size) : QByteArray(); }

    std::shared_ptr<const LogBytes> bytes;
    LogChunk log;
    QList<LogGap> gaps;
    QList<MetricBatch> batches;
    RunProgress progress;
    int count = 0;
};

} // namespace

class TestRunFeed : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void linesOfAnEndedRunGetTheTimesTheyHad();
    void theLogBeginsAlsoWithoutASample();
    void aFailedStreamGoesOnWhereItStopped();
    void aReplacedLogBeginsAnew();
    void theEndOfTheRunEndsTheFeed();
    void halfALineAtTheEndOfAFileCounts();
    void aLogFileThatGrowsAgainGoesOn();
    void manySmallPiecesAreHandedOverTogether();
    void metricFilesAddTheSeriesThatTheLogLacks();
    void metricFilesAloneAreListed();
    void judgementsArriveWithTheFivePoints();
    void aLongLogLeavesTheThreadOfTheWindowFree();
    void aFileThatVanishesAndComesBackGoesOnBehindAGap();
    void aFileThatIsCutOrReplacedBeginsAnew_data();
    void aFileThatIsCutOrReplacedBeginsAnew();
    void aDeletedLogCanStillBeRead();
    void aPipeIsRefusedWithASentence();
    void uglyBytesAreFollowed_data();
    void uglyBytesAreFollowed();
    void aBusyWindowFindsOnePiece();
    void aDiskThatCannotKeepTheLogIsSaid();

private:
    Run m_run;

    struct Fake
    {
        FakeLog *log;
        FakeSamples *samples;
    };
    Fake startFake(RunFeed &feed, RunState state);
    void startFile(RunFeed &feed, const QString &path);
};

/// A running run whose log is a file.
void TestRunFeed::startFile(RunFeed &feed, const QString &path)
{
    m_run = Run();
    m_run.id = QStringLiteral("run");
    m_run.status.state = RunState::Running;
    m_run.status.startedAt = start;
    feed.start(std::make_unique<FileLogStream>(path), nullptr, m_run);
}

TestRunFeed::Fake TestRunFeed::startFake(RunFeed &feed, RunState state)
{
    m_run = Run();
    m_run.id = QStringLiteral("run");
    m_run.status.state = state;
    m_run.status.startedAt = start;
    if (isFinal(state))
        m_run.status.finishedAt = start.addSecs(10);
    auto log = std::make_unique<FakeLog>();
    auto samples = std::make_unique<FakeSamples>();
    const Fake fake{log.get(), samples.get()};
    feed.start(std::move(log), std::move(samples), m_run);
    return fake;
}

void TestRunFeed::linesOfAnEndedRunGetTheTimesTheyHad()
{
    RunFeed feed;
    const Collector collector(feed);
    const Fake fake = startFake(feed, RunState::Done);
    const QByteArray text = stepLine(1) + stepLine(2);
    fake.samples->send({sampleAt(0, 0), sampleAt(4, stepLine(1).size()), sampleAt(9, text.size())});
    QCOMPARE(fake.log->offsets, QList<qint64>{0}); // the samples reach to the run's end: no waiting
    fake.log->send(text);
    fake.log->sendCaughtUp();
    QTRY_COMPARE(collector.points(QStringLiteral("loss")).size(), 2);
    QCOMPARE(collector.points(QStringLiteral("loss")).at(0).timeMs, start.addSecs(4).toMSecsSinceEpoch());
    QCOMPARE(collector.points(QStringLiteral("loss")).at(1).timeMs, start.addSecs(9).toMSecsSinceEpoch());
}

void TestRunFeed::theLogBeginsAlsoWithoutASample()
{
    RunFeed feed;
    const Fake fake = startFake(feed, RunState::Running);
    QVERIFY(fake.log->offsets.isEmpty());
    QTRY_COMPARE(fake.log->offsets, QList<qint64>{0});
}

void TestRunFeed::aFailedStreamGoesOnWhereItStopped()
{
    RunFeed feed;
    const Collector collector(feed);
    QSignalSpy failed(&feed, &RunFeed::streamFailed);
    QSignalSpy recovered(&feed, &RunFeed::streamRecovered);
    const Fake fake = startFake(feed, RunState::Running);
    QTRY_COMPARE(fake.log->offsets.size(), 1);
    fake.log->send(stepLine(1));
    fake.log->fail();
    QCOMPARE(failed.size(), 1);
    QTRY_COMPARE(fake.log->offsets.size(), 2);
    QCOMPARE(fake.log->offsets.last(), qint64(stepLine(1).size()));
    fake.log->send(stepLine(2));
    QCOMPARE(recovered.size(), 1);
    QTRY_COMPARE(collector.text(), stepLine(1) + stepLine(2));
}

void TestRunFeed::aReplacedLogBeginsAnew()
{
    RunFeed feed;
    const Collector collector(feed);
    const Fake fake = startFake(feed, RunState::Running);
    QTRY_COMPARE(fake.log->offsets.size(), 1);
    fake.log->send(stepLine(1));
    fake.log->sendRestarted();
    fake.log->send(stepLine(7));
    QTRY_COMPARE(collector.text(), stepLine(7));
    QTRY_COMPARE(collector.points(QStringLiteral("loss")).size(), 1);
    QCOMPARE(collector.points(QStringLiteral("loss")).first().step, 7);
    QCOMPARE(fake.samples->starts, 2);
}

void TestRunFeed::theEndOfTheRunEndsTheFeed()
{
    RunFeed feed;
    const Collector collector(feed);
    QSignalSpy finished(&feed, &RunFeed::finished);
    const Fake fake = startFake(feed, RunState::Running);
    QTRY_COMPARE(fake.log->offsets.size(), 1);
    fake.log->send(stepLine(1));
    fake.log->sendCaughtUp();
    m_run.status.state = RunState::Done;
    feed.setStatus(m_run.status);
    fake.log->send(stepLine(2)); // written between the last look and the end
    fake.log->sendCaughtUp();
    QTRY_COMPARE(finished.size(), 1);
    QCOMPARE(collector.points(QStringLiteral("loss")).size(), 2);
}

void TestRunFeed::halfALineAtTheEndOfAFileCounts()
{
    RunFeed feed;
    const Collector collector(feed);
    QSignalSpy finished(&feed, &RunFeed::finished);
    const Fake fake = startFake(feed, RunState::Done);
    fake.samples->send({sampleAt(9, 1000)});
    fake.log->send(stepLine(1).chopped(1));
    fake.log->sendCaughtUp();
    QTRY_COMPARE(finished.size(), 1);
    QCOMPARE(collector.points(QStringLiteral("loss")).size(), 1);
}

void TestRunFeed::aLogFileThatGrowsAgainGoesOn()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("train.log")));
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    file.write(stepLine(1));
    RunFeed feed;
    const Collector collector(feed);
    QSignalSpy finished(&feed, &RunFeed::finished);
    QSignalSpy restarted(&feed, &RunFeed::restarted);
    feed.start(std::make_unique<FileLogStream>(file.fileName()), nullptr, Run());
    QTRY_COMPARE(finished.size(), 1);
    file.write(stepLine(2));
    QTRY_COMPARE(collector.points(QStringLiteral("loss")).size(), 2);
    QCOMPARE(restarted.size(), 0);
    file.write("epoch 1/5 step 3/470 lo");
    QTRY_COMPARE(finished.size(), 2);
    file.write("ss 0.5\n"); // half a line had been taken for the whole of it
    QTRY_COMPARE(restarted.size(), 1);
    QTRY_COMPARE(collector.points(QStringLiteral("loss")).size(), 3);
    QCOMPARE(collector.text().count('\n'), 3);
}

void TestRunFeed::manySmallPiecesAreHandedOverTogether()
{
    RunFeed feed;
    const Collector collector(feed);
    const Fake fake = startFake(feed, RunState::Running);
    QTRY_COMPARE(fake.log->offsets.size(), 1);
    QElapsedTimer timer;
    timer.start();
    for (int step = 1; step <= 2000; ++step)
        fake.log->send(stepLine(step));
    QTRY_COMPARE(collector.points(QStringLiteral("loss")).size(), 2000);
    QVERIFY2(collector.count <= 2 + timer.elapsed() / 90, qPrintable(QString::number(collector.count)));
    QCOMPARE(collector.progress.step(), 2000);
}

void TestRunFeed::metricFilesAddTheSeriesThatTheLogLacks()
{
    const QTemporaryDir outputs;
    QFile table(outputs.filePath(QStringLiteral("metrics.csv")));
    QVERIFY(table.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    table.write("step,loss,val_loss\n1,2,2.5\n");
    RunFeed feed;
    const Collector collector(feed);
    feed.followMetricFiles(outputs.path(), false);
    const Fake fake = startFake(feed, RunState::Running);
    QTRY_COMPARE(fake.log->offsets.size(), 1);
    fake.log->send(stepLine(1));
    fake.log->sendCaughtUp();
    QTRY_COMPARE(collector.points(QStringLiteral("loss"), Phase::Eval).size(), 1);
    table.write("2,1,1.5\n");
    QTRY_COMPARE(collector.points(QStringLiteral("loss"), Phase::Eval).size(), 2);
    QCOMPARE(collector.points(QStringLiteral("loss")).size(), 1); // the log's
}

void TestRunFeed::metricFilesAloneAreListed()
{
    const QTemporaryDir folder;
    QFile table(folder.filePath(QStringLiteral("metrics.csv")));
    QVERIFY(table.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    table.write("step;loss\n1;2\n");
    RunFeed feed;
    const Collector collector(feed);
    QSignalSpy finished(&feed, &RunFeed::finished);
    QSignalSpy restarted(&feed, &RunFeed::restarted);
    feed.followMetricFiles(table.fileName(), true);
    feed.start(nullptr, nullptr, Run());
    QTRY_COMPARE(finished.size(), 1);
    table.write("2;1\n");
    QTRY_COMPARE(collector.text(), QByteArray("step 1  loss 2\nstep 2  loss 1\n"));
    table.resize(0);
    table.seek(0);
    table.write("step;loss;acc\n1;2;3\n");
    QTRY_COMPARE(restarted.size(), 1);
    QTRY_COMPARE(collector.text(), QByteArray("step 1  loss 2  accuracy 3\n"));
}

void TestRunFeed::judgementsArriveWithTheFivePoints()
{
    RunFeed feed;
    QSignalSpy judged(&feed, &RunFeed::judged);
    const Fake fake = startFake(feed, RunState::Running);
    fake.log->send(stepLine(1));
    feed.judge(m_run.status, Job(), start.addSecs(5));
    QTRY_COMPARE(judged.size(), 1);
    QCOMPARE(judged.first().first().value<RunJudgement>().points.size(), 5);
}

/// A log of 15 MB (nine lines of ten rewritten bars): how long the window's thread is ever kept busy.
void TestRunFeed::aLongLogLeavesTheThreadOfTheWindowFree()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("train.log")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    qint64 size = 0;
    for (int step = 1; size < 15'000'000; ++step) {
        size += file.write(step % 10 == 0 ? stepLine(step) : QByteArray(" 45%|####5     | 12/27 [00:03<00:04,  3.90it/s]\rINFO worker ") + QByteArray::number(step) + " read a batch of 64 images\n");
    }
    file.close();
    RunFeed feed;
    const Collector collector(feed);
    QSignalSpy finished(&feed, &RunFeed::finished);
    QElapsedTimer timer;
    timer.start();
    qint64 longest = 0;
    QElapsedTimer sinceBeat;
    QTimer beat;
    QObject::connect(&beat, &QTimer::timeout, &beat, [&] { longest = std::max(longest, sinceBeat.restart()); });
    beat.start(5);
    sinceBeat.start();
    feed.start(std::make_unique<FileLogStream>(file.fileName()), nullptr, Run());
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 60'000);
    QCOMPARE(collector.log.size, size);
    qInfo("15 MB digested in %lld ms (2 s of them waiting for more); the window's thread was busy for at most %lld ms", timer.elapsed(), longest);
    QVERIFY(longest < 1000);
}

void TestRunFeed::aFileThatVanishesAndComesBackGoesOnBehindAGap()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("train.log"));
    QVERIFY(append(path, stepLine(1) + stepLine(2)));
    RunFeed feed;
    const Collector collector(feed);
    QSignalSpy failed(&feed, &RunFeed::streamFailed);
    QSignalSpy recovered(&feed, &RunFeed::streamRecovered);
    QSignalSpy restarted(&feed, &RunFeed::restarted);
    startFile(feed, path);
    QTRY_COMPARE(collector.points(QStringLiteral("loss")).size(), 2);
    QVERIFY(QFile::rename(path, path + QStringLiteral(".away")));
    QTRY_VERIFY(!failed.isEmpty());
    QVERIFY(failed.first().at(0).value<Error>().message.contains(path));
    QVERIFY(append(path + QStringLiteral(".away"), stepLine(3)));
    QVERIFY(QFile::rename(path + QStringLiteral(".away"), path));
    QTRY_COMPARE(recovered.size(), 1);
    QTRY_COMPARE(collector.points(QStringLiteral("loss")).size(), 3);
    QCOMPARE(restarted.size(), 0);
    QCOMPARE(collector.text(), stepLine(1) + stepLine(2) + stepLine(3));
    QCOMPARE(collector.gaps.size(), 1);
    QCOMPARE(collector.gaps.first().line, 3);
    QVERIFY(!collector.gaps.first().isReplaced);
    QVERIFY(collector.gaps.first().from < collector.gaps.first().to);
}

void TestRunFeed::aFileThatIsCutOrReplacedBeginsAnew_data()
{
    QTest::addColumn<QByteArray>("how");
    QTest::addRow("cut and shorter") << QByteArray("cut");
    QTest::addRow("written over, and longer at once") << QByteArray("over");
    QTest::addRow("another file under its name") << QByteArray("replaced");
    QTest::addRow("removed, then written anew") << QByteArray("removed");
}

void TestRunFeed::aFileThatIsCutOrReplacedBeginsAnew()
{
    QFETCH(QByteArray, how);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("train.log"));
    QVERIFY(append(path, stepLine(1) + stepLine(2) + "epoch 1/5 step 3/470 lo"));
    RunFeed feed;
    const Collector collector(feed);
    QSignalSpy restarted(&feed, &RunFeed::restarted);
    startFile(feed, path);
    QTRY_COMPARE(collector.points(QStringLiteral("loss")).size(), 2);
    const QByteArray next = how == "cut" ? stepLine(7) : stepLine(7) + stepLine(8) + stepLine(9) + stepLine(10);
    if (how == "removed") {
        QSignalSpy failed(&feed, &RunFeed::streamFailed);
        QVERIFY(QFile::remove(path));
        QTRY_VERIFY(!failed.isEmpty());
    }
    if (how == "replaced") {
        QVERIFY(append(path + QStringLiteral(".new"), next));
        QVERIFY(QFile::remove(path));
        QVERIFY(QFile::rename(path + QStringLiteral(".new"), path));
    } else {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        QCOMPARE(file.write(next), next.size());
    }
    QTRY_COMPARE(restarted.size(), 1);
    QTRY_COMPARE(collector.text(), next);
    QTRY_COMPARE(collector.points(QStringLiteral("loss")).size(), next.count('\n'));
    QCOMPARE(collector.points(QStringLiteral("loss")).first().step, 7);
    QCOMPARE(collector.gaps.size(), 1);
    QVERIFY(collector.gaps.first().isReplaced);
    QCOMPARE(collector.gaps.first().line, 1);
}

void TestRunFeed::aDeletedLogCanStillBeRead()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("train.log"));
    QVERIFY(append(path, stepLine(1)));
    RunFeed feed;
    const Collector collector(feed);
    startFile(feed, path);
    QTRY_COMPARE(collector.text(), stepLine(1));
    QVERIFY(QFile::remove(path));
    QCOMPARE(collector.text(), stepLine(1));
}

void TestRunFeed::aPipeIsRefusedWithASentence()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("train.log"));
    QCOMPARE(::mkfifo(QFile::encodeName(path).constData(), 0600), 0);
    RunFeed feed;
    QSignalSpy failed(&feed, &RunFeed::streamFailed);
    startFile(feed, path);
    QTRY_VERIFY(!failed.isEmpty());
    QCOMPARE(failed.first().at(0).value<Error>().message,
             QStringLiteral("%1 is not a regular file. Let the program write to a file, and open that.").arg(path));
}

void TestRunFeed::uglyBytesAreFollowed_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("lines");
    QTest::addRow("empty") << QByteArray() << 0;
    QTest::addRow("zeroes") << QByteArray(1000, '\0') << 0;
    QTest::addRow("no line end") << QByteArray("loss 1") << 0;
    QTest::addRow("a line of 100 MB") << QByteArray(100'000'000, 'x') + '\n' << 1;
    QTest::addRow("line ends alone") << QByteArray(100'000, '\n') << 100'000;
}

void TestRunFeed::uglyBytesAreFollowed()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, lines);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("train.log"));
    QVERIFY(append(path, bytes));
    RunFeed feed;
    const Collector collector(feed);
    QSignalSpy caughtUp(&feed, &RunFeed::caughtUp);
    startFile(feed, path);
    QTRY_VERIFY_WITH_TIMEOUT(!caughtUp.isEmpty(), 30'000);
    QTRY_COMPARE_WITH_TIMEOUT(collector.log.size, bytes.size(), 30'000);
    QCOMPARE(collector.log.completeLines, lines);
    QVERIFY(collector.log.lastBlock.start <= bytes.size());
}

/// A window that does nothing for half a second finds at most one piece of news, in which everything is.
void TestRunFeed::aBusyWindowFindsOnePiece()
{
    RunFeed feed;
    const Collector collector(feed);
    const Fake fake = startFake(feed, RunState::Running);
    QTRY_COMPARE(fake.log->offsets.size(), 1);
    fake.log->send(stepLine(1));
    QTRY_COMPARE(collector.log.completeLines, 1);
    const int before = collector.count;
    for (int step = 2; step <= 500; ++step) {
        fake.log->send(stepLine(step));
        QThread::msleep(1);
    }
    QCoreApplication::processEvents();
    QVERIFY2(collector.count <= before + 1, qPrintable(QString::number(collector.count - before)));
    QTRY_COMPARE(collector.points(QStringLiteral("loss")).size(), 500);
}

void TestRunFeed::aDiskThatCannotKeepTheLogIsSaid()
{
    const QByteArray before = qgetenv("TMPDIR");
    qputenv("TMPDIR", "/proc");
    RunFeed feed;
    const Collector collector(feed);
    QSignalSpy failed(&feed, &RunFeed::streamFailed);
    const Fake fake = startFake(feed, RunState::Running); // a log that is not on this machine
    QTRY_COMPARE(fake.log->offsets.size(), 1);
    fake.log->send(stepLine(1));
    fake.log->send(stepLine(2));
    QTRY_COMPARE(collector.points(QStringLiteral("loss")).size(), 2);
    QCOMPARE(failed.size(), 1);
    before.isEmpty() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before);
}

QTEST_GUILESS_MAIN(TestRunFeed)
#include "tst_runfeed.moc"
