#include "models/metrics/metricseriesset.h"

#include <QTest>

#include <cmath>

using namespace Trainyard;

namespace {

LogEvent metrics(std::optional<qint64> step, std::optional<double> epoch, std::optional<Phase> phase, QList<std::pair<QString, double>> values,
                 qint64 line = 1)
{
    LogEvent event;
    event.line = line;
    event.offset = line * 100;
    event.step = step;
    event.epoch = epoch;
    event.phase = phase;
    event.values = std::move(values);
    return event;
}

Sample sampleAt(qint64 seconds, qint64 logBytes)
{
    Sample sample;
    sample.time = QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC);
    sample.logBytes = logBytes;
    return sample;
}

const QString loss = QStringLiteral("loss");

} // namespace

class TestMetricSeriesSet : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void answersWithWhatItAdded();
    void valuesOfOneLineShareTheirEvent();
    void keepsPhasesApart();
    void putsAnEvaluationAtTheStepOfTraining();
    void takesTheFirstRankOnly();
    void givesEachDeviceItsSeries();
    void knowsTheFiniteLimits();
    void turnsSamplesIntoSeries();
    void givesLinesTheirTime();
    void givesNoTimeToWhatNoSampleSaw();
    void staysUsableAfterClear();
};

void TestMetricSeriesSet::answersWithWhatItAdded()
{
    MetricSeriesSet set;
    const QString accuracy = QStringLiteral("accuracy");
    set.addEvents({metrics(10, 1, Phase::Train, {{loss, 2.5}}, 7), metrics(11, 1, Phase::Train, {{loss, 2}, {accuracy, 0.5}}, 8)},
                  [](qint64 offset) { return offset + 1; });
    const QList<MetricBatch> expected{{SeriesKey{loss, Phase::Train}, {MetricPoint{2.5, 10, 1, 701, 7}, MetricPoint{2, 11, 1, 801, 8}}},
                                      {SeriesKey{accuracy, Phase::Train}, {MetricPoint{0.5, 11, 1, 801, 8}}}};
    QCOMPARE(set.takeAdded(), expected);
    QCOMPARE(set.takeAdded(), QList<MetricBatch>());
    QCOMPARE(set.series(loss, Phase::Train)->at(1), expected[0].points[1]);
}

void TestMetricSeriesSet::valuesOfOneLineShareTheirEvent()
{
    MetricSeriesSet set;
    set.addEvents({metrics(1, {}, {}, {{loss, 2}, {QStringLiteral("accuracy"), 0.5}}, 1), metrics(2, {}, {}, {{loss, 1}}, 2)});
    QCOMPARE(set.series(loss, std::nullopt)->events().size(), size_t(2));
    QCOMPARE(set.series(u"accuracy", std::nullopt)->at(0), (MetricPoint{0.5, 1, {}, 0, 1}));
    QCOMPARE(set.series(loss, std::nullopt)->at(1), (MetricPoint{1, 2, {}, 0, 2}));
}

void TestMetricSeriesSet::keepsPhasesApart()
{
    MetricSeriesSet set;
    set.addEvents({metrics(1, {}, Phase::Train, {{loss, 2}}), metrics({}, {}, Phase::Eval, {{loss, 3}}), metrics(2, {}, {}, {{loss, 4}})});
    QCOMPARE(set.keys(), (QList<SeriesKey>{{loss, Phase::Train}, {loss, Phase::Eval}, {loss, std::nullopt}}));
    QCOMPARE(set.series(loss, Phase::Test), nullptr);
}

void TestMetricSeriesSet::putsAnEvaluationAtTheStepOfTraining()
{
    MetricSeriesSet set;
    set.addEvents({metrics(60, 0.5, Phase::Train, {{loss, 2}}), metrics({}, {}, Phase::Eval, {{loss, 3}})});
    QCOMPARE(set.series(loss, Phase::Eval)->at(0).step, std::optional<qint64>(60));
    QCOMPARE(set.series(loss, Phase::Eval)->at(0).epoch, std::optional<double>(0.5));
}

void TestMetricSeriesSet::takesTheFirstRankOnly()
{
    const QString rank = QStringLiteral("rank");
    MetricSeriesSet set;
    set.addEvents(
        {metrics(1, {}, {}, {{loss, 2}, {rank, 3}}), metrics(1, {}, {}, {{loss, 9}, {rank, 0}}), metrics(2, {}, {}, {{loss, 1}, {rank, 3}})});
    const Column<double> &values = set.series(loss, std::nullopt)->values();
    QCOMPARE(std::vector<double>(values.begin(), values.end()), (std::vector<double>{2, 1}));
    QCOMPARE(set.keys().size(), 1);
}

void TestMetricSeriesSet::givesEachDeviceItsSeries()
{
    const QString device = QStringLiteral("device");
    const QString name = QStringLiteral("gpu_utilization_percent");
    MetricSeriesSet set;
    set.addEvents({metrics({}, {}, {}, {{device, 0}, {name, 90}}), metrics({}, {}, {}, {{device, 1}, {name, 40}})});
    QCOMPARE(set.series(name, std::nullopt)->last(), std::optional<double>(90));
    QCOMPARE(set.series(u"gpu_utilization_percent.1", std::nullopt)->last(), std::optional<double>(40));
}

void TestMetricSeriesSet::knowsTheFiniteLimits()
{
    MetricSeries series;
    QCOMPARE(series.minimum(), std::optional<double>());
    for (double value : {std::nan(""), 3.0, 1.0, double(INFINITY), 2.0})
        series.append(MetricPoint{value, {}, {}, 0, 0});
    QCOMPARE(series.minimum(), std::optional<double>(1));
    QCOMPARE(series.maximum(), std::optional<double>(3));
    QCOMPARE(series.last(), std::optional<double>(2));
    QCOMPARE(series.notFinite(), 2);
    QCOMPARE(series.size(), 5);
}

void TestMetricSeriesSet::turnsSamplesIntoSeries()
{
    MetricSeriesSet set;
    Sample sample = sampleAt(100, 0);
    sample.cpuPercent = 55;
    sample.residentBytes = 1024;
    set.addSample(sample);
    QCOMPARE(set.takeAdded().size(), 2);
    QCOMPARE(set.series(u"cpu_percent", std::nullopt)->at(0), (MetricPoint{55, {}, {}, 100000, 0}));
}

void TestMetricSeriesSet::givesLinesTheirTime()
{
    SampleClock clock;
    clock.add(sampleAt(100, 0));
    clock.add(sampleAt(101, 0));
    clock.add(sampleAt(102, 1000));
    clock.add(sampleAt(103, 1000));
    clock.add(sampleAt(104, 3000));
    QCOMPARE(clock.timeAt(1000), 102000);
    QCOMPARE(clock.timeAt(500), 101500);
    QCOMPARE(clock.timeAt(2000), 103500);
}

void TestMetricSeriesSet::givesNoTimeToWhatNoSampleSaw()
{
    SampleClock clock;
    QCOMPARE(clock.timeAt(0), 0);
    clock.add(sampleAt(100, 50));
    QCOMPARE(clock.timeAt(51), 0);
    clock.add(sampleAt(101, 20)); // a log that shrank
    QCOMPARE(clock.timeAt(50), 100000);
}

void TestMetricSeriesSet::staysUsableAfterClear()
{
    MetricSeriesSet set;
    set.addEvents({metrics(5, {}, {}, {{loss, 2}})});
    set.clear();
    QVERIFY(set.keys().isEmpty());
    set.addEvents({metrics({}, {}, {}, {{loss, 2}})});
    QCOMPARE(set.takeAdded()[0].points[0].step, std::optional<qint64>());
}

QTEST_GUILESS_MAIN(TestMetricSeriesSet)
#include "tst_metricseriesset.moc"
