#include "models/metrics/runprogress.h"

#include <QTest>

#include <cmath>

using namespace Trainyard;

namespace {

LogEvent at(qint64 step, qint64 totalSteps, double epoch, double totalEpochs, double loss = 1)
{
    LogEvent event;
    event.line = step;
    event.offset = step;
    event.step = step;
    event.totalSteps = totalSteps;
    event.epoch = epoch;
    event.totalEpochs = totalEpochs;
    event.phase = Phase::Train;
    event.values = {{QStringLiteral("loss"), loss}};
    return event;
}

LogEvent evaluation(double accuracy)
{
    LogEvent event;
    event.phase = Phase::Eval;
    event.values = {{QStringLiteral("accuracy"), accuracy}};
    return event;
}

} // namespace

class TestRunProgress : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsNothingBeforeTheFirstLine();
    void countsStepsOverTheWholeRun();
    void countsStepsThatStartAgainEachEpoch();
    void seesInTheFirstEpochThatStepsStartAgain();
    void saysHowLongItTakes();
    void saysNoTimeWithoutTotals();
    void prefersAnEvaluationToTraining();
    void keepsTheBestNotTheLast();
    void passesOverWhatIsNoNumber();
    void knowsWhenACheckpointWasTaken();
    void tellsEachFailureOnce();
};

void TestRunProgress::knowsNothingBeforeTheFirstLine()
{
    const RunProgress progress;
    QVERIFY(!progress.fraction());
    QVERIFY(!progress.remaining());
    QVERIFY(!progress.best());
}

void TestRunProgress::countsStepsOverTheWholeRun()
{
    RunProgress progress;
    progress.addEvents({at(10, 470, 1, 5), at(94, 470, 1, 5), at(235, 470, 3, 5)});
    QCOMPARE(progress.fraction(), std::optional<double>(0.5));
}

void TestRunProgress::countsStepsThatStartAgainEachEpoch()
{
    RunProgress progress;
    progress.addEvents({at(100, 100, 1, 4), at(50, 100, 2, 4)});
    QCOMPARE(progress.fraction(), std::optional<double>(0.375));
}

void TestRunProgress::seesInTheFirstEpochThatStepsStartAgain()
{
    RunProgress progress;
    progress.addEvents({at(80, 100, 1, 4)});
    QCOMPARE(progress.fraction(), std::optional<double>(0.2));
}

void TestRunProgress::saysHowLongItTakes()
{
    RunProgress progress;
    const auto timeOf = [](qint64 offset) { return 1000000 + offset * 1000; }; // a second a step
    QList<LogEvent> events;
    for (qint64 step = 1; step <= 50; ++step)
        events.append(at(step, 200, 1, 1));
    progress.addEvents(events, timeOf);
    const std::optional<RemainingTime> remaining = progress.remaining();
    QVERIFY(remaining);
    QVERIFY(std::abs(remaining->likelyMs - 150000) < 100);
    QVERIFY(remaining->lowMs <= remaining->likelyMs && remaining->likelyMs <= remaining->highMs);
}

void TestRunProgress::saysNoTimeWithoutTotals()
{
    RunProgress progress;
    LogEvent event;
    event.step = 5;
    progress.addEvents({event}, [](qint64) { return 1; });
    QCOMPARE(progress.step(), std::optional<qint64>(5));
    QVERIFY(!progress.remaining());
}

void TestRunProgress::prefersAnEvaluationToTraining()
{
    RunProgress progress;
    progress.addEvents({at(1, 10, 1, 1, 0.1), evaluation(0.7)});
    QCOMPARE(progress.best()->name, QStringLiteral("accuracy"));
    QCOMPARE(progress.best()->phase, Phase::Eval);
    QCOMPARE(progress.best()->step, std::optional<qint64>(1));
}

void TestRunProgress::keepsTheBestNotTheLast()
{
    RunProgress progress;
    progress.addEvents({at(1, 10, 1, 1, 3), at(2, 10, 1, 1, 1), at(3, 10, 1, 1, 2)});
    QCOMPARE(progress.best()->value, 1.0);
    progress.addEvents({evaluation(0.7), evaluation(0.9), evaluation(0.8)});
    QCOMPARE(progress.best()->value, 0.9);
}

void TestRunProgress::passesOverWhatIsNoNumber()
{
    RunProgress progress;
    progress.addEvents({at(1, 10, 1, 1, std::nan("")), at(2, 10, 1, 1, 4)});
    QCOMPARE(progress.best()->value, 4.0);
}

void TestRunProgress::knowsWhenACheckpointWasTaken()
{
    RunProgress progress;
    LogEvent save;
    save.kind = LogEvent::Kind::Checkpoint;
    save.line = 9;
    save.path = QStringLiteral("out/a.pt");
    progress.addEvents({at(200, 470, 3, 5), save});
    QCOMPARE(progress.checkpoints(), (QList<CheckpointMark>{{9, QStringLiteral("out/a.pt"), 200, 3, 0}}));
}

void TestRunProgress::tellsEachFailureOnce()
{
    RunProgress progress;
    LogEvent failure;
    failure.kind = LogEvent::Kind::Failure;
    failure.code = QStringLiteral("cuda_oom");
    progress.addEvents({failure, failure});
    QCOMPARE(progress.failures().size(), 1);
}

QTEST_GUILESS_MAIN(TestRunProgress)
#include "tst_runprogress.moc"
