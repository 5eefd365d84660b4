#include "models/accelerator/hostneeds.h"
#include "models/job/jobdocument.h"

#include <QTest>

using namespace Trainyard;

namespace {

constexpr qint64 MiB = qint64(1) << 20, GiB = qint64(1) << 30;

Job jobWith(const QByteArray &more)
{
    return readJob("name: x\ncode: {directory: src, boot_file: train.py}\noutputs: [{name: train_url, destination: out}]\n" + more).job;
}

} // namespace

class tst_HostNeeds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void workersAreReadFromParameters_data();
    void workersAreReadFromParameters();
    void aBatchHasTheBytesOfItsSamples_data();
    void aBatchHasTheBytesOfItsSamples();
    void sharedMemoryHoldsTwoBatchesOfEachWorker();
    void checkpointsHoldWeightsAndStates_data();
    void checkpointsHoldWeightsAndStates();
    void memoryGrowsWithProcessesModelAndWorkers();
    void absurdSizesStayNumbers();
};

void tst_HostNeeds::workersAreReadFromParameters_data()
{
    QTest::addColumn<QByteArray>("parameters");
    QTest::addColumn<int>("workers"); // -1: not said
    QTest::newRow("none") << QByteArray("{epochs: 3}") << -1;
    QTest::newRow("usual") << QByteArray("{num_workers: 4}") << 4;
    QTest::newRow("with hyphen") << QByteArray("{num-workers: 4}") << 4;
    QTest::newRow("Hugging Face") << QByteArray("{dataloader_num_workers: 8}") << 8;
    QTest::newRow("zero is said") << QByteArray("{workers: 0}") << 0;
    QTest::newRow("no number") << QByteArray("{workers: auto}") << -1;
    QTest::newRow("below zero") << QByteArray("{workers: -1}") << -1;
}

void tst_HostNeeds::workersAreReadFromParameters()
{
    QFETCH(QByteArray, parameters);
    QTEST(loaderWorkersOf(jobWith("parameters: " + parameters + '\n')).value_or(-1), "workers");
}

void tst_HostNeeds::aBatchHasTheBytesOfItsSamples_data()
{
    QTest::addColumn<QByteArray>("sections");
    QTest::addColumn<qint64>("bytes"); // -1: not known
    QTest::newRow("images") << QByteArray("model: {architecture: resnet18, input: {shape: [3, 512, 512], dtype: float32}}\ntraining: {batch_size: 64}\n") << qint64(64) * 3 * 512 * 512 * 4;
    QTest::newRow("bytes") << QByteArray("model: {architecture: resnet18, input: {shape: [3, 8, 8], dtype: uint8}}\ntraining: {batch_size: 2}\n") << qint64(2) * 3 * 8 * 8;
    QTest::newRow("no batch size") << QByteArray("model: {architecture: resnet18, input: {shape: [3, 8, 8], dtype: float32}}\n") << qint64(3) * 8 * 8 * 4;
    QTest::newRow("tokens") << QByteArray("training: {batch_size: 4, sequence_length: 1024}\n") << qint64(4) * 1024 * 3 * 8;
    QTest::newRow("nothing") << QByteArray("training: {batch_size: 4}\n") << qint64(-1);
    QTest::newRow("beyond counting") << QByteArray("training: {batch_size: 9000000000000, sequence_length: 9000000000000}\n") << qint64(-1);
}

void tst_HostNeeds::aBatchHasTheBytesOfItsSamples()
{
    QFETCH(QByteArray, sections);
    QTEST(batchBytesOf(jobWith(sections)).value_or(-1), "bytes");
}

void tst_HostNeeds::sharedMemoryHoldsTwoBatchesOfEachWorker()
{
    QCOMPARE(sharedMemoryFor(4, 100 * MiB, 1), 800 * MiB);
    QCOMPARE(sharedMemoryFor(4, 100 * MiB, 8), 6400 * MiB);
    QCOMPARE(sharedMemoryFor(0, 100 * MiB, 8), 0);
}

void tst_HostNeeds::checkpointsHoldWeightsAndStates_data()
{
    QTest::addColumn<QByteArray>("sections");
    QTest::addColumn<qint64>("trainable");
    QTest::addColumn<qint64>("checkpoint");
    QTest::addColumn<qint64>("onDisk");
    QTest::newRow("three, and the one being written") << QByteArray("checkpoints: {directory: train_url, keep: 3}\n") << qint64(1000) << qint64(12'000) << qint64(48'000);
    QTest::newRow("number not said") << QByteArray("checkpoints: {directory: train_url}\n") << qint64(1000) << qint64(12'000) << qint64(24'000);
    QTest::newRow("none declared") << QByteArray() << qint64(1000) << qint64(12'000) << qint64(0);
    QTest::newRow("adapters alone") << QByteArray("checkpoints: {directory: train_url, keep: 1}\n") << qint64(10) << qint64(8040) << qint64(16'080);
}

void tst_HostNeeds::checkpointsHoldWeightsAndStates()
{
    QFETCH(QByteArray, sections);
    QFETCH(qint64, trainable);
    HostFacts facts;
    facts.parameters = 1000;
    facts.trainableParameters = trainable;
    facts.weightBytes = 4000;
    facts.optimizerBytes = 8000;
    const HostNeeds needs = hostNeedsOf(jobWith(sections), facts);
    QTEST(needs.checkpointBytes, "checkpoint");
    QTEST(needs.checkpointsOnDiskBytes, "onDisk");
}

void tst_HostNeeds::memoryGrowsWithProcessesModelAndWorkers()
{
    HostFacts facts;
    facts.flopsPerStep = 5;
    const Job plain = jobWith(QByteArray());
    const qint64 one = hostNeedsOf(plain, facts).ramBytes;
    QCOMPARE(one, 2560 * MiB);
    QCOMPARE(hostNeedsOf(plain, facts).flopsPerStep, 5.0);
    facts.parameters = facts.trainableParameters = 1'000'000'000;
    facts.weightBytes = 2'000'000'000; // bf16 on the card, fp32 while it is built
    QCOMPARE(hostNeedsOf(plain, facts).ramBytes, one + 4'000'000'000);
    facts.batchBytes = 10 * MiB;
    const Job loading = jobWith("parameters: {num_workers: 4}\n");
    QCOMPARE(hostNeedsOf(loading, facts).ramBytes, one + 4'000'000'000 + 4 * 300 * MiB + 80 * MiB);
    const qint64 ofOne = hostNeedsOf(loading, facts).ramBytes;
    facts.processesPerNode = 8;
    QCOMPARE(hostNeedsOf(loading, facts).ramBytes, 8 * ofOne);
}

void tst_HostNeeds::absurdSizesStayNumbers()
{
    constexpr qint64 huge = std::numeric_limits<qint64>::max();
    const HostFacts facts{huge, huge, huge, huge, huge, 1000, 1e300};
    const HostNeeds needs = hostNeedsOf(jobWith("parameters: {num_workers: 2000000000}\ncheckpoints: {directory: train_url, keep: 2000000000}\n"), facts);
    QVERIFY(needs.ramBytes == huge && needs.checkpointBytes == huge && needs.checkpointsOnDiskBytes == huge && needs.sharedMemoryBytes == huge);
}

QTEST_APPLESS_MAIN(tst_HostNeeds)
#include "tst_hostneeds.moc"
