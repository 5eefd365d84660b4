#include "drawnimages.h"

#include "services/torch/checkpoint.h"
#include "services/torch/torchruntime.h"
#include "services/torch/trainer.h"

#include <QFile>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Trainyard;

class tst_Trainer : public QObject
{
    Q_OBJECT

    QTemporaryDir m_data;

    TrainerOptions options(const QString &output) const
    {
        TrainerOptions options;
        options.preset = QStringLiteral("image-classification");
        options.dataDirectory = m_data.path();
        options.outputDirectory = output;
        options.epochs = 3;
        options.batchSize = 16;
        options.checkpointSteps = 5;
        options.logSteps = 1;
        options.learningRate = 0.02;
        return options;
    }

    /// The log without what depends on the clock and the folder; asked to stop after @p stopAfter steps by @p request.
    static QStringList logOf(const TrainerOptions &options, Result<TrainerEnd> *end, int stopAfter = -1, StopRequest request = StopRequest::AfterCheckpoint)
    {
        QStringList lines;
        int asked = 0;
        *end = train(options, {[&](const QString &line) { lines.append(line.section(QStringLiteral(" samples/s"), 0, 0)); },
                               [&] { return ++asked == stopAfter ? request : StopRequest::None; }});
        return lines;
    }

private Q_SLOTS:
    void initTestCase()
    {
        configureTorch(1);
        drawImageFolder(m_data.path());
    }

    void itLearnsAndLeavesAModelMetricsAndClasses()
    {
        QTemporaryDir output;
        Result<TrainerEnd> end = TrainerEnd::Interrupted;
        const QStringList lines = logOf(options(output.path()), &end);
        QVERIFY(end);
        QCOMPARE(*end, TrainerEnd::Completed);
        QFile file(output.filePath(QStringLiteral("metrics.json")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonObject metrics = QJsonDocument::fromJson(file.readAll()).object();
        QVERIFY(metrics.value(QStringLiteral("val_accuracy")).toDouble() > 0.9);
        QCOMPARE(metrics.value(QStringLiteral("steps")).toInt(), 24);
        QVERIFY(QFile::exists(output.filePath(QStringLiteral("model.pt"))));
        QVERIFY(QFile::exists(output.filePath(QStringLiteral("classes.json"))));
        QCOMPARE(checkpointsIn(output.path()).size(), 3);
        QCOMPARE(checkpointsIn(output.path()).first(), checkpointPath(output.path(), 24));
        static const QRegularExpression step(QStringLiteral("^epoch 1/3 step 1/24 loss [0-9.]+ accuracy [0-9.]+ lr [0-9.e-]+$"));
        QVERIFY(lines.indexOf(step) >= 0);
        static const QRegularExpression validation(QStringLiteral("^epoch 3/3 val_loss [0-9.]+ val_accuracy [0-9.]+$"));
        QVERIFY(lines.indexOf(validation) >= 0);
        QVERIFY(lines.contains(QStringLiteral("saved checkpoint ") + checkpointPath(output.path(), 20)));
    }

    void aStoppedRunGoesOnExactly_data()
    {
        QTest::addColumn<int>("stopAfter");
        QTest::newRow("in the first epoch") << 3;
        QTest::newRow("at a checkpoint") << 5;
        QTest::newRow("at an epoch's last step") << 8;
        QTest::newRow("after an epoch") << 9;
        QTest::newRow("in the last epoch") << 22;
    }

    void aStoppedRunGoesOnExactly()
    {
        QFETCH(int, stopAfter);
        QTemporaryDir whole, stopped;
        Result<TrainerEnd> end = TrainerEnd::Interrupted;
        const auto steps = [](const QStringList &lines) { return lines.filter(QStringLiteral(" loss ")) + lines.filter(QStringLiteral(" val_loss ")); };
        const QStringList expected = logOf(options(whole.path()), &end);
        QStringList lines = logOf(options(stopped.path()), &end, stopAfter);
        QVERIFY(end);
        QCOMPARE(*end, TrainerEnd::StoppedAsAsked);
        lines += logOf(options(stopped.path()), &end);
        QVERIFY(end);
        QCOMPARE(*end, TrainerEnd::Completed);
        QVERIFY(!lines.filter(QStringLiteral("resumed from ")).isEmpty());
        QCOMPARE(steps(lines).filter(QStringLiteral(" step ")), steps(expected).filter(QStringLiteral(" step ")));
        QCOMPARE(steps(lines).filter(QStringLiteral(" val_loss ")), steps(expected).filter(QStringLiteral(" val_loss ")));
    }

    void aFinishedRunIsNotTrainedAgain()
    {
        QTemporaryDir output;
        Result<TrainerEnd> end = TrainerEnd::Interrupted;
        logOf(options(output.path()), &end);
        QVERIFY(QFile::remove(output.filePath(QStringLiteral("model.pt"))));
        const QStringList lines = logOf(options(output.path()), &end);
        QCOMPARE(*end, TrainerEnd::Completed);
        QVERIFY(lines.filter(QStringLiteral(" step ")).isEmpty());
        QVERIFY(QFile::exists(output.filePath(QStringLiteral("model.pt"))));
    }

    void anotherRunsCheckpointIsRefusedWithTheWayOut()
    {
        QTemporaryDir output;
        Result<TrainerEnd> end = TrainerEnd::Interrupted;
        logOf(options(output.path()), &end, 6);
        TrainerOptions other = options(output.path());
        other.optimizer = QStringLiteral("adamw");
        logOf(other, &end);
        QVERIFY(!end);
        QCOMPARE(end.error().kind, Error::Kind::Conflict);
        QVERIFY2(end.error().message.contains(QStringLiteral("--resume never")), qPrintable(end.error().message));
        other.resume = QStringLiteral("never");
        logOf(other, &end);
        QVERIFY(end);
    }

    void aLossThatIsNotFiniteEndsTheRun()
    {
        QTemporaryDir output;
        TrainerOptions wild = options(output.path());
        wild.learningRate = 1e30;
        wild.schedule = QStringLiteral("constant");
        Result<TrainerEnd> end = TrainerEnd::Completed;
        const QStringList lines = logOf(wild, &end);
        QVERIFY(!end);
        QVERIFY2(end.error().message.contains(QStringLiteral("use a lower learning rate")), qPrintable(end.error().message));
        QVERIFY(!lines.filter(QRegularExpression(QStringLiteral("loss (nan|inf)"))).isEmpty());
    }

    void badDataAndOutputFoldersAreNamed()
    {
        QTemporaryDir output;
        Result<TrainerEnd> end = TrainerEnd::Completed;
        TrainerOptions missing = options(output.path());
        missing.dataDirectory = output.filePath(QStringLiteral("none"));
        logOf(missing, &end);
        QCOMPARE(end.error().kind, Error::Kind::NotFound);
        TrainerOptions unwritable = options(QStringLiteral("/proc/nothing"));
        logOf(unwritable, &end);
        QCOMPARE(end.error().kind, Error::Kind::Io);
        QVERIFY(end.error().message.contains(QStringLiteral("/proc/nothing")));
    }

    void aSingleLastImageIsLeftOut()
    {
        QTemporaryDir output;
        TrainerOptions odd = options(output.path());
        odd.batchSize = 17; // 120 images: 7 batches of 17 and one image
        odd.architecture = QStringLiteral("resnet18"); // 1 x 1 pixel at its end: batch norm would fail
        odd.epochs = 1;
        Result<TrainerEnd> end = TrainerEnd::Interrupted;
        const QStringList lines = logOf(odd, &end);
        QVERIFY2(end, end ? "" : qPrintable(end.error().message));
        QCOMPARE(lines.filter(QStringLiteral(" step ")).size(), 7);
    }
};

QTEST_GUILESS_MAIN(tst_Trainer)
#include "tst_trainer.moc"
