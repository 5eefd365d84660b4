#include "services/diagnosis/diagnosis.h"
#include "models/job/jobdocument.h"
#include "services/diagnosis/failurecauses.h"
#include "services/diagnosis/rundigester.h"
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
    std::optional<Job> job;
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

    RunEvidence evidence() const { return {status, series, progress, now, std::nullopt, everySteps, job ? &*job : nullptr, std::nullopt}; }
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

/// A job of one line of parameters and one of training.
Job jobWith(const QByteArray &lines)
{
    return readJob("name: a\ncode: {directory: src, boot_file: train.py}\noutputs: [{name: out, destination: out}]\n" + lines).job;
}

/// What is said of a log, read whole.
QList<Diagnosis> diagnosesOf(const QByteArray &log, RunState state, const Job &job = jobWith({}))
{
    RunDigester digester;
    digester.addLog(log);
    digester.finish();
    RunStatus status;
    status.state = state;
    status.startedAt = QDateTime::fromSecsSinceEpoch(1000, Qt::UTC);
    return digester.diagnose(status, job, QDateTime::fromSecsSinceEpoch(2000, Qt::UTC));
}

const QByteArray traceback = "step 1 loss 2.0\nTraceback (most recent call last):\n  File \"train.py\", line 8, in <module>\n    go(8)\n";

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
    void quotesTheLineThatEndedTheRun_data();
    void quotesTheLineThatEndedTheRun();
    void aCaughtExceptionIsNoFailure();
    void namesTheModuleAndWhereItIsMissing();
    void offersOnlyKeysThatTheJobHas_data();
    void offersOnlyKeysThatTheJobHas();
    void anEndedRunIsNotToldToStop();
    void aShortRunThatLearntPasses();
    void isHealthyOnlyWhereTheLossIs();
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
    run.job = jobWith("training: {batch_size: 8}\n");
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

void TestDiagnosis::quotesTheLineThatEndedTheRun_data()
{
    QTest::addColumn<QByteArray>("log");
    QTest::addColumn<QString>("quote");
    QTest::addColumn<qint64>("line");
    QTest::newRow("its own") << traceback + "ValueError: boom in step 8\n" << QStringLiteral("ValueError: boom in step 8") << qint64(5);
    QTest::newRow("without text") << traceback + "AssertionError\n" << QStringLiteral("AssertionError") << qint64(5);
    QTest::newRow("of a package") << traceback + "yaml.scanner.ScannerError: bad\nbye\n" << QStringLiteral("yaml.scanner.ScannerError: bad") << qint64(5);
    QTest::newRow("the last of two") << traceback + "ValueError: a\n\nDuring handling of the above exception, another exception occurred:\n\n"
                                                 + "Traceback (most recent call last):\n  File \"b.py\", line 1\nTypeError: b\n"
                                     << QStringLiteral("TypeError: b") << qint64(11);
    QTest::newRow("above the launcher's") << traceback + "ValueError: a\nTraceback (most recent call last):\n"
                                                 + "torch.distributed.elastic.multiprocessing.errors.ChildFailedError: \n"
                                          << QStringLiteral("ValueError: a") << qint64(5);
    QTest::newRow("a known failure") << traceback + "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried\n"
                                     << QStringLiteral("torch.cuda.OutOfMemoryError: CUDA out of memory. Tried") << qint64(5);
}

void TestDiagnosis::quotesTheLineThatEndedTheRun()
{
    QFETCH(QByteArray, log);
    QFETCH(QString, quote);
    QFETCH(qint64, line);
    const Diagnosis diagnosis = diagnosesOf(log, RunState::Failed).first();
    QCOMPARE(diagnosis.kind, Kind::Wrong);
    QVERIFY2(QString(diagnosis.sentence + diagnosis.evidence).contains(quote), qPrintable(diagnosis.sentence));
    QCOMPARE(diagnosis.line, std::optional(line));
}

void TestDiagnosis::aCaughtExceptionIsNoFailure()
{
    const QByteArray log = traceback + "ValueError: a\nstep 2 loss 1.9\nstep 3 loss 1.8\n";
    QCOMPARE(diagnosesOf(log, RunState::Done, Job()).first().id, QStringLiteral("log.clean"));
    QCOMPARE(diagnosesOf(traceback + "ValueError: a\n", RunState::Running).first().id, QStringLiteral("log.clean"));
}

void TestDiagnosis::namesTheModuleAndWhereItIsMissing()
{
    const QByteArray log = traceback + "ModuleNotFoundError: No module named 'timm.models'\n";
    const Diagnosis local = diagnosesOf(log, RunState::Failed).first();
    QVERIFY(local.sentence.contains(QLatin1String("timm.models")) && local.evidence.contains(QLatin1String("No module named")));
    QVERIFY(local.action.contains(QLatin1String("interpreter")) && !local.action.contains(QLatin1String("image")));
    const Diagnosis remote = diagnosesOf(log, RunState::Failed, jobWith("profile: cloud\nenvironment: {image: torch, requirements: r.txt}\n")).first();
    QVERIFY(remote.action.contains(QLatin1String("image")));
    QCOMPARE(remote.jobKey, QStringLiteral("environment.requirements"));
}

void TestDiagnosis::offersOnlyKeysThatTheJobHas_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("lines");
    QTest::addColumn<QString>("key");
    const QByteArray nan = "nan_loss", memory = "cuda_oom";
    QTest::newRow("parameter lr") << nan << QByteArray("parameters: {lr: 0.1}\n") << QStringLiteral("parameters.lr");
    QTest::newRow("parameter learning_rate") << nan << QByteArray("parameters: {learning_rate: 0.1}\n") << QStringLiteral("parameters.learning_rate");
    QTest::newRow("optimizer") << nan << QByteArray("training: {optimizer: {learning_rate: 0.1}}\n") << QStringLiteral("training.optimizer.learning_rate");
    QTest::newRow("no learning rate") << nan << QByteArray() << QString();
    QTest::newRow("batch of the script") << memory << QByteArray("parameters: {batch_size: 8}\n") << QStringLiteral("parameters.batch_size");
    QTest::newRow("batch of the training") << memory << QByteArray("training: {batch_size: 8}\n") << QStringLiteral("training.batch_size");
    QTest::newRow("no batch") << memory << QByteArray() << QString();
    QTest::newRow("no flavor") << QByteArray("host_oom") << QByteArray() << QString();
    QTest::newRow("a flavor") << QByteArray("host_oom") << QByteArray("compute: {flavor: a}\n") << QStringLiteral("compute.flavor");
}

void TestDiagnosis::offersOnlyKeysThatTheJobHas()
{
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, lines);
    QFETCH(QString, key);
    MadeUpRun run;
    run.fail(code.constData());
    QCOMPARE(run.diagnoses().first().jobKey, QString()); // a bare log
    run.job = jobWith(lines);
    QCOMPARE(run.diagnoses().first().jobKey, key);
    QVERIFY(!run.diagnoses().first().action.isEmpty());
}

void TestDiagnosis::anEndedRunIsNotToldToStop()
{
    for (const RunState state : {RunState::Running, RunState::Done, RunState::Stopped, RunState::Failed}) {
        MadeUpRun nan;
        nan.trainLoss(50, falling);
        nan.train(51, {{QStringLiteral("loss"), std::nan("")}});
        nan.status.state = state;
        MadeUpRun diverged;
        diverged.trainLoss(300, [](int step) { return step < 200 ? falling(step) : 3 + 0.1 * (step - 200); });
        diverged.status.state = state;
        for (const Diagnosis &diagnosis : nan.diagnoses() + diverged.diagnoses()) {
            if (diagnosis.place == Diagnosis::Place::Loss) {
                QCOMPARE(diagnosis.kind, Kind::Wrong);
                QCOMPARE(diagnosis.action.startsWith(QLatin1String("Stop")), state == RunState::Running);
            }
        }
        QCOMPARE(overallDiagnosis(nan.diagnoses()).kind, Kind::Wrong);
    }
}

void TestDiagnosis::aShortRunThatLearntPasses()
{
    MadeUpRun run;
    for (int i = 0; i < 19; ++i)
        run.train(10 * i, {{QStringLiteral("loss"), 2.56 * std::exp(-i / 10.0)}});
    QCOMPARE(judgeFivePoints(run.evidence())[3].state, State::Pending);
    run.status.state = RunState::Stopped;
    QCOMPARE(judgeFivePoints(run.evidence())[3].state, State::Passed);
    MadeUpRun flat;
    for (int i = 0; i < 19; ++i)
        flat.train(10 * i, {{QStringLiteral("loss"), 2.3 + 0.1 * (i % 3)}});
    flat.status.state = RunState::Stopped;
    QCOMPARE(judgeFivePoints(flat.evidence())[3].state, State::Pending);
}

void TestDiagnosis::isHealthyOnlyWhereTheLossIs()
{
    MadeUpRun run;
    QCOMPARE(overallDiagnosis(run.diagnoses()).kind, Kind::Waiting);
    run.machine(90);
    QCOMPARE(overallDiagnosis(run.diagnoses()).kind, Kind::Waiting); // figures of the machine alone
    run.trainLoss(300, falling);
    QCOMPARE(overallDiagnosis(run.diagnoses()).kind, Kind::Healthy);
    run.status.state = RunState::Done;
    QCOMPARE(overallDiagnosis(run.diagnoses()).kind, Kind::Healthy);
    run.status.state = RunState::Stopped;
    QCOMPARE(overallDiagnosis(run.diagnoses()).kind, Kind::Waiting);
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
