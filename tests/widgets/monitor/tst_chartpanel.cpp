#include "widgets/common/theme.h"
#include "widgets/monitor/chartpanel.h"
#include "widgets/monitor/chartstrip.h"

#include <QChartView>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>

#include <cmath>
#include <ctime>

using namespace Trainyard;

namespace {

constexpr qint64 startMs = 1'800'000'000'000;

MetricBatch metric(const char *name, std::optional<Phase> phase, qint64 step, double value, std::optional<double> epoch = std::nullopt)
{
    return {{QLatin1String(name), phase}, {{value, step, epoch, startMs + step * 1000, step + 1}}};
}

MetricBatch sample(const char *name, qint64 second, double value)
{
    return {{QLatin1String(name), std::nullopt}, {{value, std::nullopt, std::nullopt, startMs + second * 1000, 0}}};
}

QList<MetricBatch> lossOf(int steps)
{
    QList<MetricBatch> batches;
    for (int step = 1; step <= steps; ++step)
        batches.append(metric("loss", Phase::Train, step, 2.0 / step, 1 + step / 100));
    return batches;
}

ChartContext activeRun()
{
    ChartContext context;
    context.hasRun = true;
    context.isActive = true;
    context.startedAt = QDateTime::fromMSecsSinceEpoch(startMs);
    context.waitingSince = context.startedAt;
    return context;
}

QStringList stripIds(const ChartPanel &panel)
{
    QStringList ids;
    for (const ChartStrip *strip : panel.strips())
        ids.append(strip->spec().id);
    return ids;
}

QString gutterText(const ChartPanel &panel, int index)
{
    return panel.strips().at(index)->accessibleDescription();
}

/// Time of this thread on a CPU: the machine may be busy with others.
qint64 cpuNs()
{
    timespec now = {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return qint64(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

QWidget *plotOf(const ChartPanel &panel, int index)
{
    return panel.strips().at(index)->findChild<QChartView *>()->viewport();
}

} // namespace

class TestChartPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aRunHasItsStripsBeforeTheFirstPoint();
    void aBareLogShowsOnlyWhatItTells();
    void ownMetricsComeAfterTheFixedStripsOnceTheyAreACurve();
    void beforeTheFirstStepTheAxisIsTime();
    void anAxisWithoutPointsFallsBackToOneThatHasSome();
    void stepsThatStartAgainEachEpochAreCountedOn();
    void theGutterShowsTheLastValueAndUnderTheCrosshairThatOne();
    void aClickOnAPointAsksForItsLogLine();
    void aLogLineFindsItsPoint();
    void theWheelZoomsAndHomeShowsTheWholeRun();
    void allPlotsHaveTheSameLeftAndRightEdge();
    void clearForgetsEverything();
    void oneUpdateOfFiveLongSeriesIsQuick_data();
    void oneUpdateOfFiveLongSeriesIsQuick();
    void stepsThatBeginAgainAndAgainDrawQuickly();
};

void TestChartPanel::initTestCase()
{
    Theme::apply(*qApp, ThemeChoice::Light);
}

void TestChartPanel::aRunHasItsStripsBeforeTheFirstPoint()
{
    ChartPanel panel;
    ChartContext context = activeRun();
    context.expectsAccuracy = true;
    panel.setContext(context);
    QCOMPARE(stripIds(panel), QStringList({QStringLiteral("loss"), QStringLiteral("accuracy"), QStringLiteral("throughput"), QStringLiteral("utilisation"),
                                           QStringLiteral("memory")}));
}

void TestChartPanel::aBareLogShowsOnlyWhatItTells()
{
    ChartPanel panel;
    panel.setContext({});
    panel.addPoints(lossOf(3));
    panel.addPoints({metric("samples_per_second", Phase::Train, 3, 100)});
    QCOMPARE(stripIds(panel), QStringList({QStringLiteral("loss"), QStringLiteral("throughput")}));
}

void TestChartPanel::ownMetricsComeAfterTheFixedStripsOnceTheyAreACurve()
{
    ChartPanel panel;
    panel.setContext(activeRun());
    panel.addPoints({metric("grad_norm", Phase::Train, 1, 2), metric("train_runtime", std::nullopt, 1, 99)});
    QVERIFY(!stripIds(panel).contains(QStringLiteral("grad_norm")));
    panel.addPoints({metric("grad_norm", Phase::Train, 2, 2.5)});
    QCOMPARE(stripIds(panel).last(), QStringLiteral("grad_norm"));
    QVERIFY(!stripIds(panel).contains(QStringLiteral("train_runtime")));
}

void TestChartPanel::beforeTheFirstStepTheAxisIsTime()
{
    ChartPanel panel;
    panel.setContext(activeRun());
    panel.addPoints({sample("cpu_percent", 1, 50), sample("cpu_percent", 2, 60)});
    panel.refresh();
    QCOMPARE(panel.axis(), XAxis::Time);
    panel.addPoints(lossOf(1));
    panel.refresh();
    QCOMPARE(panel.axis(), XAxis::Step);
}

void TestChartPanel::anAxisWithoutPointsFallsBackToOneThatHasSome()
{
    ChartPanel panel;
    panel.setContext({});
    panel.addPoints({{{QStringLiteral("loss"), std::nullopt}, {{1.5, std::nullopt, std::nullopt, 0, 7}}}});
    panel.setAxis(XAxis::Epoch);
    QCOMPARE(panel.axis(), XAxis::Line);
}

void TestChartPanel::stepsThatStartAgainEachEpochAreCountedOn()
{
    ChartPanel panel;
    panel.setContext({});
    for (int epoch = 1; epoch <= 2; ++epoch) {
        for (int step = 1; step <= 10; ++step) {
            MetricBatch batch = metric("loss", Phase::Train, step, epoch * 10 + step, epoch);
            batch.points[0].line = epoch * 100 + step;
            panel.addPoints({batch});
        }
    }
    panel.resize(800, 400);
    panel.refresh();
    QVERIFY(panel.showLine(205)); // step 5 of epoch 2 stands at 15 of 20
    QVERIFY2(gutterText(panel, 0).endsWith(QStringLiteral("25.00")), qPrintable(gutterText(panel, 0)));
}

void TestChartPanel::theGutterShowsTheLastValueAndUnderTheCrosshairThatOne()
{
    ChartPanel panel;
    panel.resize(900, 500);
    panel.setContext(activeRun());
    panel.addPoints(lossOf(100));
    panel.addPoints({metric("loss", Phase::Eval, 100, 0.4567)});
    panel.refresh();
    QCOMPARE(gutterText(panel, 0), QStringLiteral("train 0.02000, eval 0.4567"));
    QVERIFY(panel.showLine(5)); // step 4
    QVERIFY2(gutterText(panel, 0).startsWith(QStringLiteral("train 0.5000")), qPrintable(gutterText(panel, 0)));
}

void TestChartPanel::aClickOnAPointAsksForItsLogLine()
{
    ChartPanel panel;
    panel.resize(900, 500);
    panel.setContext(activeRun());
    panel.addPoints(lossOf(100));
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    panel.refresh();
    QSignalSpy requested(&panel, &ChartPanel::lineRequested);
    QWidget *plot = plotOf(panel, 0);
    QTest::mouseClick(plot, Qt::LeftButton, {}, QPoint(panel.strips().first()->plotRight() - ChartStrip::gutterWidth - 1, plot->height() / 2));
    QCOMPARE(requested.size(), 1);
    QCOMPARE(requested.first().first().toLongLong(), 101);
}

void TestChartPanel::aLogLineFindsItsPoint()
{
    ChartPanel panel;
    panel.setContext(activeRun());
    panel.addPoints(lossOf(10));
    QVERIFY(panel.showLine(4));
    QVERIFY(!panel.showLine(4000));
}

void TestChartPanel::theWheelZoomsAndHomeShowsTheWholeRun()
{
    ChartPanel panel;
    panel.resize(900, 500);
    panel.setContext(activeRun());
    panel.addPoints(lossOf(1000));
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    panel.refresh();
    QWidget *plot = plotOf(panel, 0);
    const QPointF middle(plot->width() / 2.0, plot->height() / 2.0);
    QWheelEvent wheel(middle, plot->mapToGlobal(middle), {}, QPoint(0, 1200), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(plot, &wheel);
    QSignalSpy requested(&panel, &ChartPanel::lineRequested);
    const QPoint left(panel.strips().first()->plotLeft() - ChartStrip::gutterWidth + 2, plot->height() / 2);
    QTest::mouseClick(plot, Qt::LeftButton, {}, left);
    QVERIFY(requested.takeFirst().first().toLongLong() > 200);
    QTest::keyClick(&panel, Qt::Key_Home);
    QTest::mouseClick(plot, Qt::LeftButton, {}, left);
    QVERIFY(requested.takeFirst().first().toLongLong() < 10);
}

void TestChartPanel::allPlotsHaveTheSameLeftAndRightEdge()
{
    ChartPanel panel;
    panel.resize(900, 500);
    panel.setContext(activeRun());
    panel.addPoints(lossOf(1000));
    panel.addPoints({sample("resident_bytes", 1, 5e9), sample("resident_bytes", 500, 6e9), metric("samples_per_second", Phase::Train, 5, 123456)});
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    panel.refresh();
    QSet<QPair<int, int>> edges;
    for (const ChartStrip *strip : panel.strips())
        edges.insert({strip->plotLeft(), strip->plotRight()});
    QCOMPARE(edges.size(), 1);
}

void TestChartPanel::clearForgetsEverything()
{
    ChartPanel panel;
    panel.setContext(activeRun());
    panel.addPoints(lossOf(10));
    panel.clear();
    QVERIFY(!panel.showLine(4));
    QCOMPARE(panel.strips().size(), 4);
    panel.addPoints(lossOf(2));
    QVERIFY(panel.showLine(2));
}

void TestChartPanel::oneUpdateOfFiveLongSeriesIsQuick_data()
{
    QTest::addColumn<int>("points");
    QTest::addRow("10k") << 10'000;
    QTest::addRow("100k") << 100'000;
}

/// Figures for docs: what one of the ten updates a second costs on the GUI thread, redraw included.
void TestChartPanel::oneUpdateOfFiveLongSeriesIsQuick()
{
    QFETCH(int, points);
    ChartPanel panel;
    panel.resize(890, 460);
    ChartContext context = activeRun();
    context.expectsAccuracy = true;
    panel.setContext(context);
    const char *names[] = {"loss", "accuracy", "samples_per_second"};
    QList<MetricBatch> batches;
    for (int step = 1; step <= points; ++step) {
        for (const char *name : names)
            batches.append(metric(name, Phase::Train, step, std::sin(step * 0.01) + 0.1 * std::sin(step * 7.7)));
        batches.append(sample("cpu_percent", step, 50 + 40 * std::sin(step * 0.3)));
        batches.append(sample("resident_bytes", step, 5e9));
    }
    panel.addPoints(batches);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    panel.refresh();
    panel.grab();
    qint64 updateNs = 0;
    qint64 paintNs = 0;
    qint64 hoverNs = 0;
    constexpr int rounds = 10;
    for (int i = 1; i <= rounds; ++i) {
        qint64 before = cpuNs();
        panel.addPoints({metric("loss", Phase::Train, points + i, 0.5), sample("cpu_percent", points + i, 70)});
        panel.refresh();
        updateNs += cpuNs() - before;
        before = cpuNs();
        panel.grab();
        paintNs += cpuNs() - before;
        before = cpuNs();
        panel.showLine(points / 2 + i);
        panel.grab();
        hoverNs += cpuNs() - before;
    }
    qInfo("5 series of %d points: update %.1f ms, repaint %.1f ms, crosshair with repaint %.1f ms", points, double(updateNs) / rounds / 1e6,
          double(paintNs) / rounds / 1e6, double(hoverNs) / rounds / 1e6);
    QVERIFY((updateNs + paintNs) / rounds < 200'000'000);
}

/// Steps that begin again a thousand times, without an epoch to tell why: a thousand lines over each other.
void TestChartPanel::stepsThatBeginAgainAndAgainDrawQuickly()
{
    ChartPanel panel;
    panel.resize(890, 460);
    panel.setContext(activeRun());
    QList<MetricBatch> batches;
    for (int i = 0; i < 100'000; ++i)
        batches.append(metric("loss", Phase::Train, i % 100, std::sin(i * 0.1)));
    panel.addPoints(batches);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    panel.refresh();
    const qint64 before = cpuNs();
    panel.grab();
    qInfo("a thousand lines: %.1f ms", double(cpuNs() - before) / 1e6);
    QVERIFY(cpuNs() - before < 300'000'000);
}

QTEST_MAIN(TestChartPanel)
#include "tst_chartpanel.moc"
