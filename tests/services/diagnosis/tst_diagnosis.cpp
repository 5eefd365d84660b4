#include "services/diagnosis/diagnosis.h"
#include "services/diagnosis/failurecauses.h"
#include "services/diagnosis/seriesjudgement.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <random>

using namespace Trainyard;

namespace {

using Kind = Diagnosis::Kind;

using State = PointJudgement::State;

/// A run that is made up point by point.
struct MadeUpRun
{
    RunStatus status;
    MetricSeriesSet series;
    RunProgress progress;
    QDateTime now = QDateTime::fromSecsSinceEpoch(2000, Qt::UTC);
    std::optional<qint64> everySteps;
    std::mt19937 random{1};

    MadeUpRun()
    {
        status.state = RunState::Running;
        status.startedAt = QDateTime::fromSecsSinceEpoch(1000, Qt::UTC);
    }

    void add(const LogEvent &event)
    {
        series.addEvents({event});
        progress.addEvents({event});
    }

    void train(qint64 step, QList<std::pair<QString, double>> values)
    {
        LogEvent event;
        event.line = step;
        event.step = step;
        event.phase = Phase::Train;
        event.values = std::move(values);
        add(event);
    }

    void trainLoss(int steps, const std::function<double(int)> &loss)
    {
        std::normal_distribution<double> noise(0, 0.05);
        for (int step = 1; step <= steps; ++step)
            train(step, {{QStringLiteral("loss"), loss(step) + noise(random)}, {QStringLiteral("samples_per_second"), 800 + 40 * noise(random)}});
    }

    void checkpoint(qint64 line, const QString &path = QStringLiteral("out/a.pt"))
    {
        LogEvent event;
        event.kind = LogEvent::Kind::Checkpoint;
        event.line = line;
        event.path = path;
        add(event);
    }

    void fail(const char *code)
    {
        LogEvent event;
        event.kind = LogEvent::Kind::Failure;
        event.line = 12;
        event.code = QLatin1String(code);
        add(event);
    }

    void machine(double cpuPercent, int samples = 120)
    {
        for (int i = 0; i < samples; ++i) {
            Sample sample;
            sample.time = QDateTime::fromSecsSinceEpoch(1000 + i, Qt::UTC);
            sample.cpuPercent = cpuPercent;
            sample.residentBytes = 1 << 30;
            series.addSample(sample);
        }
    }

    RunEvidence evidence() const { return {status, series, progress, now, std::nullopt, everySteps}; }
    QList<Diagnosis> diagnoses() const { return diagnose(evidence()); }
    QStringList ids(Kind kind) const
    {
        QStringList found;
        for (const Diagnosis &diagnosis : diagnoses()) {
            if (diagnosis.kind == kind)
                found.append(diagnosis.id);
        }
        return found;
    }
};

double falling(int step)
{
    return 0.5 + 2 * std::exp(-step / 80.0);
}

} // namespace

class TestDiagnosis : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aHealthyRunIsQuiet();
    void looksAtTheFourPlacesInOrder();
    void aFailureComesWithCauseAndFix();
    void everyFailureCodeHasItsTexts();
    void anUnknownFailureIsStillTold();
    void aFailedRunWithoutCauseSaysSo();
    void seesALossThatIsNoNumber();
    void seesALossThatNeverFell();
    void seesALossThatDiverges();
    void staysQuietOn_data();
    void staysQuietOn();
    void seesAProcessorThatWaits();
    void seesThroughputFall();
    void seesThatNoCheckpointIsSaved();
    void seesAnOverdueCheckpoint();
    void aQueuedRunWaits();
    void theFivePointsPassOneByOne();
    void aFailureFailsItsPoint_data();
    void aFailureFailsItsPoint();
};

void TestDiagnosis::aHealthyRunIsQuiet()
{
    MadeUpRun run;
    run.trainLoss(400, falling);
    run.machine(90);
    run.checkpoint(200);
    QCOMPARE(run.ids(Kind::Wrong), QStringList());
    QCOMPARE(run.ids(Kind::Slow), QStringList());
    QCOMPARE(run.ids(Kind::Healthy),
             (QStringList{QStringLiteral("log.clean"), QStringLiteral("utilisation.busy"), QStringLiteral("throughput.steady"),
                          QStringLiteral("checkpoints.saved"), QStringLiteral("loss.falls")}));
}

void TestDiagnosis::looksAtTheFourPlacesInOrder()
{
    MadeUpRun run;
    QList<Diagnosis::Place> places;
    for (const Diagnosis &diagnosis : run.diagnoses()) {
        places.append(diagnosis.place);
        QCOMPARE(diagnosis.kind, Kind::Waiting);
    }
    QCOMPARE(
        places,
        (QList<Diagnosis::Place>{Diagnosis::Place::Log, Diagnosis::Place::Utilisation, Diagnosis::Place::Throughput, Diagnosis::Place::Checkpoints}));
}

void TestDiagnosis::aFailureComesWithCauseAndFix()
{
    MadeUpRun run;
    run.fail("cuda_oom");
    const Diagnosis diagnosis = run.diagnoses().first();
    QCOMPARE(diagnosis.id, QStringLiteral("failure.cuda_oom"));
    QCOMPARE(diagnosis.kind, Kind::Wrong);
    QCOMPARE(diagnosis.jobKey, QStringLiteral("training.batch_size"));
    QCOMPARE(diagnosis.line, std::optional<qint64>(12));
    QVERIFY(!diagnosis.action.isEmpty());
    QVERIFY(!diagnosis.disproof.isEmpty());
}

void TestDiagnosis::everyFailureCodeHasItsTexts()
{
    const QStringList codes = failureCodes();
    QCOMPARE(codes.size(), 29);
    QStringList sorted = codes;
    sorted.sort();
    QCOMPARE(codes, sorted);
    for (const QString &code : codes) {
        const std::optional<FailureCause> cause = failureCause(code);
        QVERIFY2(cause && cause->cause.endsWith(QLatin1Char('.')) && cause->fix.endsWith(QLatin1Char('.')), qPrintable(code));
    }
}

void TestDiagnosis::anUnknownFailureIsStillTold()
{
    MadeUpRun run;
    run.fail("moon_phase");
    QCOMPARE(run.ids(Kind::Wrong), QStringList{QStringLiteral("failure.moon_phase")});
}

void TestDiagnosis::aFailedRunWithoutCauseSaysSo()
{
    MadeUpRun run;
    run.status.state = RunState::Failed;
    QCOMPARE(run.ids(Kind::Wrong), QStringList{QStringLiteral("log.no-cause")});
}

void TestDiagnosis::seesALossThatIsNoNumber()
{
    MadeUpRun run;
    run.trainLoss(50, falling);
    run.train(51, {{QStringLiteral("loss"), std::nan("")}});
    QVERIFY(run.ids(Kind::Wrong).contains(QStringLiteral("loss.nan")));
}

void TestDiagnosis::seesALossThatNeverFell()
{
    MadeUpRun run;
    run.trainLoss(300, [](int) { return 2.303; });
    QVERIFY(run.ids(Kind::Wrong).contains(QStringLiteral("loss.flat")));
}

void TestDiagnosis::seesALossThatDiverges()
{
    MadeUpRun run;
    run.trainLoss(300, [](int step) { return step < 200 ? falling(step) : 3 + 0.1 * (step - 200); });
    QVERIFY(run.ids(Kind::Wrong).contains(QStringLiteral("loss.diverges")));
}

void TestDiagnosis::staysQuietOn_data()
{
    QTest::addColumn<int>("shape");
    QTest::newRow("a slow start") << 0;
    QTest::newRow("a spike") << 1;
    QTest::newRow("a plateau after falling") << 2;
    QTest::newRow("few values") << 3;
    QTest::newRow("a slow rise at the end") << 4;
    QTest::newRow("a cycle") << 5;
}

void TestDiagnosis::staysQuietOn()
{
    QFETCH(int, shape);
    MadeUpRun run;
    const std::function<double(int)> shapes[]{
        [](int step) { return step < 60 ? 2.3 : 0.5 + 1.8 * std::exp(-(step - 60) / 100.0); },
        [](int step) { return falling(step) + (step > 290 && step < 295 ? 50 : 0); },
        [](int step) { return step < 100 ? falling(step) : falling(100); },
        [](int) { return 2.3; },
        [](int step) { return falling(std::min(step, 200)) + std::max(0, step - 200) * 0.001; },
        [](int step) { return falling(step) + 0.3 * std::sin(step / 10.0); },
    };
    run.trainLoss(shape == 3 ? 60 : 300, shapes[shape]);
    run.machine(90);
    QCOMPARE(run.ids(Kind::Wrong), QStringList());
    QCOMPARE(run.ids(Kind::Slow), QStringList());
}

void TestDiagnosis::seesAProcessorThatWaits()
{
    MadeUpRun run;
    run.trainLoss(100, falling);
    run.machine(5);
    QCOMPARE(run.ids(Kind::Slow), QStringList{QStringLiteral("utilisation.low")});
}

void TestDiagnosis::seesThroughputFall()
{
    MadeUpRun run;
    run.machine(90);
    for (int step = 1; step <= 100; ++step)
        run.train(step, {{QStringLiteral("loss"), falling(step)}, {QStringLiteral("samples_per_second"), step < 80 ? 800.0 : 200.0}});
    QCOMPARE(run.ids(Kind::Slow), QStringList{QStringLiteral("throughput.fell")});
}

void TestDiagnosis::seesThatNoCheckpointIsSaved()
{
    MadeUpRun run;
    run.everySteps = 50;
    run.trainLoss(101, falling);
    QVERIFY(run.ids(Kind::Wrong).contains(QStringLiteral("checkpoints.none")));
}

void TestDiagnosis::seesAnOverdueCheckpoint()
{
    MadeUpRun run;
    run.everySteps = 50;
    run.trainLoss(50, falling);
    run.checkpoint(50);
    QVERIFY(!run.ids(Kind::Wrong).contains(QStringLiteral("checkpoints.overdue")));
    for (int step = 51; step < 200; ++step)
        run.train(step, {{QStringLiteral("loss"), falling(step)}});
    QVERIFY(run.ids(Kind::Wrong).contains(QStringLiteral("checkpoints.overdue")));
}

void TestDiagnosis::aQueuedRunWaits()
{
    MadeUpRun run;
    run.status = RunStatus();
    QCOMPARE(run.diagnoses().size(), 1);
    QCOMPARE(run.diagnoses().first().id, QStringLiteral("run.queued"));
}

void TestDiagnosis::theFivePointsPassOneByOne()
{
    MadeUpRun run;
    const auto states = [&] {
        QList<State> list;
        for (const PointJudgement &judgement : judgeFivePoints(run.evidence()))
            list.append(judgement.state);
        return list;
    };
    const State pending = State::Pending;
    const State passed = State::Passed;
    QCOMPARE(states(), (QList<State>{pending, pending, pending, pending, pending}));
    run.train(1, {{QStringLiteral("loss"), 2.3}});
    QCOMPARE(states(), (QList<State>{passed, passed, pending, pending, pending}));
    run.machine(50);
    run.trainLoss(200, falling);
    QCOMPARE(states(), (QList<State>{passed, passed, passed, passed, pending}));
    run.checkpoint(200);
    QCOMPARE(states(), (QList<State>{passed, passed, passed, passed, passed}));
}

void TestDiagnosis::aFailureFailsItsPoint_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<DryRunPoint>("point");
    QTest::newRow("module") << QByteArray("module_not_found") << DryRunPoint::Environment;
    QTest::newRow("file") << QByteArray("file_not_found") << DryRunPoint::Data;
    QTest::newRow("card memory") << QByteArray("cuda_oom") << DryRunPoint::Memory;
    QTest::newRow("nan") << QByteArray("nan_loss") << DryRunPoint::Loss;
    QTest::newRow("disk") << QByteArray("disk_full") << DryRunPoint::Artifacts;
}

void TestDiagnosis::aFailureFailsItsPoint()
{
    QFETCH(QByteArray, code);
    QFETCH(DryRunPoint, point);
    MadeUpRun run;
    run.fail(code.constData());
    for (const PointJudgement &judgement : judgeFivePoints(run.evidence()))
        QCOMPARE(judgement.state, judgement.point == point ? State::Failed : State::Pending);
}

QTEST_GUILESS_MAIN(TestDiagnosis)
#include "tst_diagnosis.moc"
