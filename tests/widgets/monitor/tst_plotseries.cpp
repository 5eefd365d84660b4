#include "widgets/monitor/plotrun.h"
#include "widgets/monitor/ticks.h"
#include "widgets/monitor/xwindow.h"

#include <QTest>

#include <cmath>

using namespace Trainyard;

namespace {

const SeriesKey loss{QStringLiteral("loss"), Phase::Train};
const SeriesKey evalLoss{QStringLiteral("loss"), Phase::Eval};
const SeriesKey cpu{QStringLiteral("cpu_percent"), std::nullopt};

MetricPoint sampleAt(qint64 timeMs, double value)
{
    return {value, std::nullopt, std::nullopt, timeMs, 0};
}

std::vector<double> places(const PlotRun &run, const SeriesKey &key, XAxis axis)
{
    std::vector<double> x;
    const CurveView curve = run.series(key)->raw(axis);
    for (size_t i = 0; i < curve.values.size(); ++i)
        x.push_back(curve.x(i));
    return x;
}

std::vector<double> columnValues(const Column<double> &column)
{
    return {column.begin(), column.end()};
}

} // namespace

class TestPlotSeries : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aStepThatFallsBackBeginsAnAttempt();
    void twoCountersOfStepsAreNoAttempts();
    void stepsThatStartAgainEachEpochAreCountedOn();
    void valuesOfOneLineMayComeInBatchesOfTheirSeries();
    void updatesOfOneBarLineStayInOrder();
    void aHoleBetweenSamplesIsAGap();
    void aPauseIsAGapOverTimeNotOverSteps();
    void missingEvaluationsAreNoGap();
    void samplesStandAtTheStepOfTheirTime();
    void samplesBeforeTheLogFindTheirStepsLater();
    void epochsAreInterpolatedFromSteps();
    void smoothingFollowsWhatIsAppended();
    void aSetIsTakenInLikeItsBatches();
    void aLineFindsItsPlace();
    void ofManyAnchorsSomeAreForgotten();
    void theWindowStaysWithinTheRun();
    void ticksAreShort_data();
    void ticksAreShort();
    void logarithmicTicksArePowersOfTen();
    void timeTicksFallOnWholeUnits();
};

void TestPlotSeries::aStepThatFallsBackBeginsAnAttempt()
{
    PlotRun run({}, {});
    MetricBatch batch{loss, {}};
    for (const qint64 step : {10, 20, 30, 20, 30, 40})
        batch.points.push_back({1, step, {}, 0, qint64(batch.points.size()) + 1});
    run.append({batch, {evalLoss, {{2, 30, {}, 0, 3}, {2, 30, {}, 0, 5}}}});
    QCOMPARE(run.placement().attempts(), 2);
    const std::vector<Stretch> &stretches = run.series(loss)->raw(XAxis::Step).stretches;
    QCOMPARE(stretches.size(), size_t(2));
    QCOMPARE(stretches[1].begin, size_t(3));
    QCOMPARE(stretches[1].attempt, 1);
    QCOMPARE(run.series(evalLoss)->raw(XAxis::Step).stretches.size(), size_t(2)); // told in the second attempt
    QCOMPARE(run.series(loss)->restarts(), (std::vector<quint32>{3}));
}

void TestPlotSeries::twoCountersOfStepsAreNoAttempts()
{
    PlotRun run({}, {});
    run.append({{loss, {{1, 11, {}, 0, 1}, {1, 10, {}, 0, 2}, {1, 21, {}, 0, 3}, {1, 20, {}, 0, 4}}}});
    QCOMPARE(run.placement().attempts(), 1);
}

void TestPlotSeries::stepsThatStartAgainEachEpochAreCountedOn()
{
    PlotRun run({}, {});
    run.append({{loss, {{1, 1, 1, 0, 1}, {1, 2, 1, 0, 2}, {1, 1, 2, 0, 3}, {1, 2, 2, 0, 4}}}});
    QCOMPARE(places(run, loss, XAxis::Step), (std::vector<double>{1, 2, 3, 4}));
    QCOMPARE(run.placement().attempts(), 1);
}

void TestPlotSeries::valuesOfOneLineMayComeInBatchesOfTheirSeries()
{
    const SeriesKey rate{QStringLiteral("learning_rate"), std::nullopt};
    PlotRun run({}, {});
    MetricBatch losses{loss, {}}, rates{rate, {}};
    for (qint64 step = 1; step <= 100; ++step) {
        losses.points.push_back({1, step, {}, 0, step});
        rates.points.push_back({0.1, step, {}, 0, step});
    }
    run.append({losses, rates});
    QCOMPARE(run.placement().attempts(), 1);
    QCOMPARE(run.placement().events()->size(), size_t(100));
    QVERIFY(run.series({rate.name, Phase::Train})); // a metric without a word of phase is one of training
}

void TestPlotSeries::updatesOfOneBarLineStayInOrder()
{
    PlotRun run({}, {});
    MetricBatch losses{loss, {}}, rates{{QStringLiteral("learning_rate"), std::nullopt}, {}};
    for (qint64 step = 1; step <= 100; ++step) { // one line that draws over itself
        losses.points.push_back({1, step, {}, 0, 7});
        rates.points.push_back({0.1, step, {}, 0, 7});
    }
    run.append({losses, rates});
    QCOMPARE(run.placement().attempts(), 1);
    QCOMPARE(run.placement().events()->size(), size_t(100));
}

void TestPlotSeries::aHoleBetweenSamplesIsAGap()
{
    PlotRun run({}, {});
    MetricBatch batch{cpu, {}};
    for (const qint64 second : {1, 2, 3, 4, 60, 61})
        batch.points.push_back(sampleAt(second * 1000, 50));
    run.append({batch});
    QCOMPARE(curveLines(run.series(cpu)->raw(XAxis::Time), {-100, 100}, 100).size(), size_t(2));
}

void TestPlotSeries::aPauseIsAGapOverTimeNotOverSteps()
{
    PlotRun run({}, {});
    MetricBatch batch{loss, {}};
    for (qint64 step = 1; step <= 40; ++step)
        batch.points.push_back({1, step, {}, 1000 * (step + (step > 20 ? 3600 : 0)), step});
    run.append({batch});
    QCOMPARE(run.series(loss)->raw(XAxis::Time).stretches.size(), size_t(2));
    QCOMPARE(run.series(loss)->raw(XAxis::Clock).stretches.size(), size_t(2));
    QCOMPARE(run.series(loss)->raw(XAxis::Step).stretches.size(), size_t(1));
}

void TestPlotSeries::missingEvaluationsAreNoGap()
{
    PlotRun run({}, {});
    MetricBatch batch{evalLoss, {}};
    for (const qint64 step : {500, 1000, 1500, 2000, 2500, 3000, 4500, 5000}) // two evaluations were skipped
        batch.points.push_back({1, step, {}, 0, step});
    run.append({batch});
    QCOMPARE(run.series(evalLoss)->raw(XAxis::Step).stretches.size(), size_t(1));
    run.append({{evalLoss, {{1, 50000, {}, 0, 50000}}}}); // a stretch of the run is missing
    QCOMPARE(run.series(evalLoss)->raw(XAxis::Step).stretches.size(), size_t(2));
}

void TestPlotSeries::samplesStandAtTheStepOfTheirTime()
{
    PlotRun run({}, {});
    run.placement().setStart(1000);
    run.append({{loss, {{1, 100, {}, 11000, 1}}}, {cpu, {sampleAt(500, 1), sampleAt(6000, 1), sampleAt(20000, 1)}}});
    QCOMPARE(places(run, cpu, XAxis::Step), (std::vector<double>{0, 50, 100}));
    QCOMPARE(places(run, cpu, XAxis::Time), (std::vector<double>{-0.5, 5, 19}));
    run.append({{loss, {{1, 200, {}, 21000, 2}}}});
    QCOMPARE(places(run, cpu, XAxis::Step), (std::vector<double>{0, 50, 190}));
}

void TestPlotSeries::samplesBeforeTheLogFindTheirStepsLater()
{
    PlotRun run({}, {});
    run.placement().setStart(1000);
    run.append({{cpu, {sampleAt(2000, 1), sampleAt(6000, 1)}}});
    QVERIFY(std::isnan(places(run, cpu, XAxis::Step)[0]));
    QCOMPARE(run.placement().bestAxis(XAxis::Step), XAxis::Time);
    run.append({{loss, {{1, 100, {}, 11000, 1}}}});
    QCOMPARE(places(run, cpu, XAxis::Step), (std::vector<double>{10, 50}));
    QCOMPARE(run.placement().bestAxis(XAxis::Step), XAxis::Step);
}

void TestPlotSeries::epochsAreInterpolatedFromSteps()
{
    PlotRun run({}, {});
    run.append({{loss, {{1, 0, 1, 0, 1}, {1, 50, 1, 0, 2}, {1, 100, 2, 0, 3}, {1, 150, 2, 0, 4}}}});
    QCOMPARE(places(run, loss, XAxis::Epoch), (std::vector<double>{1, 1.5, 2, 2.5}));
    run.append({{loss, {{1, 300, 3, 0, 5}}}}); // the second epoch was longer than thought
    QCOMPARE(places(run, loss, XAxis::Epoch), (std::vector<double>{1, 1.5, 2, 2.25, 3}));
}

void TestPlotSeries::smoothingFollowsWhatIsAppended()
{
    const Smoothing half{Smoothing::Kind::Exponential, 0.5, 0};
    PlotRun before({}, {}), after({}, {});
    before.setSmoothing(half);
    for (PlotRun *run : {&before, &after}) {
        for (const double value : {1.0, 3.0, std::nan(""), 5.0}) {
            const qint64 step = run->size() + 1;
            run->append({{loss, {{value, step, {}, 0, step}}}});
        }
    }
    after.series(loss)->setSmoothing(half);
    const std::vector<double> smoothed = columnValues(before.series(loss)->smoothed().values());
    QCOMPARE(smoothed[1], 7.0 / 3);
    QVERIFY(std::isnan(smoothed[2]));
    QCOMPARE(columnValues(after.series(loss)->smoothed().values())[3], smoothed[3]);
}

void TestPlotSeries::aSetIsTakenInLikeItsBatches()
{
    MetricSeriesSet set;
    QList<LogEvent> events;
    for (qint64 step = 1; step <= 1000; ++step) {
        LogEvent event;
        event.line = step;
        event.step = step;
        event.phase = Phase::Train;
        event.values = {{QStringLiteral("loss"), 1.0 / double(step)}, {QStringLiteral("accuracy"), 0.5}};
        events.append(event);
    }
    set.addEvents(events);
    PlotRun live({}, {}), whole({}, {});
    live.append(set.takeAdded());
    whole.append(set);
    QCOMPARE(whole.size(), 2000);
    QCOMPARE(places(whole, loss, XAxis::Step), places(live, loss, XAxis::Step));
    QCOMPARE(columnValues(whole.series(loss)->points().values()), columnValues(live.series(loss)->points().values()));
}

void TestPlotSeries::aLineFindsItsPlace()
{
    PlotRun run({}, {});
    run.append({{loss, {{1, 100, {}, 0, 7}, {1, 200, {}, 0, 9}}}, {evalLoss, {{1, 200, {}, 0, 10}}}});
    QCOMPARE(run.placeOfLine(9, XAxis::Step), std::optional(200.0));
    QCOMPARE(run.placeOfLine(10, XAxis::Step), std::optional(200.0));
    QCOMPARE(run.placeOfLine(8, XAxis::Step), std::optional<double>());
}

void TestPlotSeries::ofManyAnchorsSomeAreForgotten()
{
    Interpolation interpolation;
    for (int i = 0; i < 1'000'000; ++i)
        interpolation.add(i, 2.0 * i);
    for (const double x : {0.0, 12345.0, 999'999.0})
        QVERIFY(std::abs(*interpolation.at(x) - 2 * x) < 1e-6);
    QCOMPARE(interpolation.lastX(), 999'999.0);
}

void TestPlotSeries::theWindowStaysWithinTheRun()
{
    XWindow window;
    window.setWhole({0, 1000}, 2);
    window.zoom(0.1, 250);
    QCOMPARE(window.range(), (AxisRange{225, 325}));
    window.pan(-1000);
    QCOMPARE(window.range(), (AxisRange{0, 100}));
    for (int i = 0; i < 100; ++i)
        window.zoom(0.5, 50);
    QCOMPARE(window.range().span(), 2.0);
    window.zoom(1e6, 50);
    QVERIFY(!window.isZoomed());
    QCOMPARE(window.range(), (AxisRange{0, 1000}));
}

void TestPlotSeries::ticksAreShort_data()
{
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<int>("unit");
    QTest::addColumn<QStringList>("labels");
    QTest::addRow("loss") << 0.2 << 2.4 << int(ValueUnit::Number) << QStringList({QStringLiteral("1"), QStringLiteral("2")});
    QTest::addRow("thousands") << 0.0 << 2400.0 << int(ValueUnit::Number)
                               << QStringList({QStringLiteral("0"), QStringLiteral("1k"), QStringLiteral("2k")});
    QTest::addRow("small") << 0.0 << 1e-5 << int(ValueUnit::Number)
                           << QStringList({QStringLiteral("0"), QStringLiteral("5e-6"), QStringLiteral("1e-5")});
    QTest::addRow("learning rate") << 2.55e-4 << 3.45e-4 << int(ValueUnit::Number) << QStringList({QStringLiteral("3e-4")});
    QTest::addRow("close together") << 0.871 << 0.874 << int(ValueUnit::Number)
                                    << QStringList({QStringLiteral("0.871"), QStringLiteral("0.872"), QStringLiteral("0.873"), QStringLiteral("0.874")});
    QTest::addRow("bytes") << 0.0 << 2.2 * 1073741824 << int(ValueUnit::Bytes)
                           << QStringList({QStringLiteral("0"), QStringLiteral("1"), QStringLiteral("2")});
}

void TestPlotSeries::ticksAreShort()
{
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(int, unit);
    QStringList labels;
    for (const Tick &tick : valueTicks({low, high}, 3, ValueUnit(unit)))
        labels.append(tick.label);
    QTEST(labels, "labels");
}

void TestPlotSeries::logarithmicTicksArePowersOfTen()
{
    QStringList labels;
    for (const Tick &tick : logarithmicTicks({0.003, 40}, 5, ValueUnit::Number))
        labels.append(tick.label);
    QCOMPARE(labels, QStringList({QStringLiteral("0.01"), QStringLiteral("0.1"), QStringLiteral("1"), QStringLiteral("10")}));
}

void TestPlotSeries::timeTicksFallOnWholeUnits()
{
    QStringList labels;
    for (const Tick &tick : xTicks({0, 391}, 8, XAxis::Time))
        labels.append(tick.label);
    QCOMPARE(labels.mid(0, 3), QStringList({QStringLiteral("0:00"), QStringLiteral("1:00"), QStringLiteral("2:00")}));
    QCOMPARE(clockText(3725), QStringLiteral("1:02:05"));
}

QTEST_GUILESS_MAIN(TestPlotSeries)
#include "tst_plotseries.moc"
