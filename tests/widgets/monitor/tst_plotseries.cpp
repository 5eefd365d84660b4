#include "widgets/monitor/plotseries.h"
#include "widgets/monitor/ticks.h"

#include <QTest>

#include <cmath>

using namespace Trainyard;

namespace {

MetricPoint pointAt(qint64 step, double value)
{
    return {value, step, std::nullopt, 0, step + 1};
}

MetricPoint sampleAt(qint64 timeMs, double value)
{
    return {value, std::nullopt, std::nullopt, timeMs, 0};
}

qsizetype pointCount(const QList<QPolygonF> &lines)
{
    qsizetype count = 0;
    for (const QPolygonF &line : lines)
        count += line.size();
    return count;
}

} // namespace

class TestPlotSeries : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void manyPointsBecomeAtMostFourAColumn();
    void noExtremeIsLost();
    void aValueThatIsNotFiniteIsAGap();
    void aResumedRunStartsANewLine();
    void aHoleBetweenSamplesIsAGap();
    void samplesStandAtTheStepOfTheirTime();
    void epochsAreInterpolatedFromSteps();
    void smoothingFollowsWhatIsAppended();
    void ticksAreShort_data();
    void ticksAreShort();
    void timeTicksFallOnWholeUnits();
};

void TestPlotSeries::manyPointsBecomeAtMostFourAColumn()
{
    PlotSeries series;
    const XMapping mapping;
    for (int i = 0; i < 100000; ++i)
        series.append(pointAt(i, std::sin(i * 0.37)), mapping);
    const QList<QPolygonF> lines = decimate(series.x(), series.raw(), 0, 100000, 700);
    QCOMPARE(lines.size(), 1);
    QVERIFY(lines.first().size() <= 4 * 702);
    // Zoomed in, what lies outside adds one column on each side.
    QVERIFY(pointCount(decimate(series.x(), series.raw(), 50000, 50010, 700)) <= 11 + 8);
}

void TestPlotSeries::noExtremeIsLost()
{
    PlotSeries series;
    const XMapping mapping;
    for (int i = 0; i < 10000; ++i)
        series.append(pointAt(i, i == 4321 ? 99 : i == 8765 ? -99 : 1), mapping);
    double low = 0;
    double high = 0;
    const QList<QPolygonF> lines = decimate(series.x(), series.raw(), 0, 10000, 500);
    for (const QPointF &point : lines.first()) {
        low = std::min(low, point.y());
        high = std::max(high, point.y());
    }
    QCOMPARE(low, -99);
    QCOMPARE(high, 99);
}

void TestPlotSeries::aValueThatIsNotFiniteIsAGap()
{
    PlotSeries series;
    const XMapping mapping;
    for (int i = 0; i < 10; ++i)
        series.append(pointAt(i, i == 5 ? std::nan("") : i), mapping);
    const QList<QPolygonF> lines = decimate(series.x(), series.raw(), 0, 9, 100);
    QCOMPARE(lines.size(), 2);
    QCOMPARE(lines.first().last(), QPointF(4, 4));
    QCOMPARE(lines.last().first(), QPointF(6, 6));
    QCOMPARE(series.nearest(5.1), 6);
}

void TestPlotSeries::aResumedRunStartsANewLine()
{
    PlotSeries series;
    const XMapping mapping;
    for (const int step : {1, 2, 3, 2, 3, 4})
        series.append(pointAt(step, step), mapping);
    QCOMPARE(decimate(series.x(), series.raw(), 0, 5, 100).size(), 2);
}

void TestPlotSeries::aHoleBetweenSamplesIsAGap()
{
    XMapping mapping;
    mapping.axis = XAxis::Time;
    mapping.startMs = 1000;
    PlotSeries series;
    series.setGapsByTime(true);
    for (const qint64 second : {1, 2, 3, 4, 60, 61})
        series.append(sampleAt(second * 1000, 50), mapping);
    QCOMPARE(series.points().size(), series.x().size());
    QCOMPARE(series.points().size(), series.smoothed().size());
    QCOMPARE(decimate(series.x(), series.raw(), 0, 100, 100).size(), 2);
}

void TestPlotSeries::samplesStandAtTheStepOfTheirTime()
{
    XMapping mapping;
    mapping.stepOfTime.add(1000, 0);
    mapping.stepOfTime.add(11000, 100);
    QCOMPARE(mapping.x(sampleAt(6000, 1)), 50);
    QCOMPARE(mapping.x(sampleAt(500, 1)), 0);
    QCOMPARE(mapping.x(sampleAt(20000, 1)), 100);
    QCOMPARE(mapping.x(pointAt(7, 1)), 7);
}

void TestPlotSeries::epochsAreInterpolatedFromSteps()
{
    XMapping mapping;
    mapping.axis = XAxis::Epoch;
    mapping.epochOfStep.add(0, 1);
    mapping.epochOfStep.add(100, 2);
    mapping.epochOfStep.setEndSlope(-1);
    QCOMPARE(mapping.x(pointAt(50, 1)), 1.5);
    QCOMPARE(mapping.x(pointAt(150, 1)), 2.5);
}

void TestPlotSeries::smoothingFollowsWhatIsAppended()
{
    const XMapping mapping;
    PlotSeries before;
    PlotSeries after;
    before.setSmoothing(0.5);
    for (const double value : {1.0, 3.0, std::nan(""), 5.0}) {
        before.append(pointAt(before.points().size(), value), mapping);
        after.append(pointAt(after.points().size(), value), mapping);
    }
    after.setSmoothing(0.5);
    QCOMPARE(before.smoothed().at(0), 1);
    QCOMPARE(before.smoothed().at(1), 7.0 / 3);
    QCOMPARE(after.smoothed().at(3), before.smoothed().at(3));
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
