#include "widgets/common/theme.h"
#include "widgets/monitor/chartpanel.h"
#include "widgets/monitor/chartstrip.h"
#include "widgets/monitor/monitorrenderer.h"
#include "widgets/monitor/xaxisbar.h"

#include <QBuffer>
#include <QChart>
#include <QChartView>
#include <QJsonObject>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QValueAxis>

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
    void aResumedRunShowsBothAttemptsUnderTheCrosshair();
    void aLogarithmicStripSaysWhatItCannotShow();
    void withoutOutliersTheOthersTakeTheHeight();
    void anOverlaidRunHasItsNameAndColour();
    void overlaidRunsAreNamedInTheTable();
    void stripsAreMovedHiddenAndFilledByHand();
    void theLayoutSurvivesBeingStored();
    void shiftAndDragZoomIntoWhatIsMarked();
    void marksSayWhatTheyAreAndLeadToTheirLine();
    void aLongSeriesIsSmoothedInTheBackground();
    void aVectorPictureHasLinesNoPixels();
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

void TestChartPanel::aResumedRunShowsBothAttemptsUnderTheCrosshair()
{
    ChartPanel panel;
    panel.resize(900, 500);
    panel.setContext(activeRun());
    MetricBatch batch{{QStringLiteral("loss"), Phase::Train}, {}};
    for (int step = 1; step <= 100; ++step)
        batch.points.push_back({1.5, step, std::nullopt, startMs + step * 1000, step});
    for (int step = 51; step <= 150; ++step)
        batch.points.push_back({0.5, step, std::nullopt, startMs + (step + 200) * 1000, step + 200});
    panel.addPoints({batch});
    panel.refresh();
    QVERIFY(panel.showLine(70));
    QCOMPARE(gutterText(panel, 0), QStringLiteral("train, try 2 0.5000, train, try 1 1.500"));
}

void TestChartPanel::aLogarithmicStripSaysWhatItCannotShow()
{
    ChartPanel panel;
    panel.setContext(activeRun());
    panel.addPoints(lossOf(100));
    panel.addPoints({metric("loss", Phase::Train, 101, 0), metric("loss", Phase::Train, 102, -1)});
    panel.setStripLogarithmic(QStringLiteral("loss"), true);
    QVERIFY(panel.strips().first()->isLogarithmic());
    const QString gutter = panel.strips().first()->findChild<QLabel *>()->text();
    QVERIFY2(gutter.contains(QStringLiteral("2 values")), qPrintable(gutter));
}

void TestChartPanel::withoutOutliersTheOthersTakeTheHeight()
{
    ChartPanel panel;
    panel.resize(900, 500);
    panel.setContext(activeRun());
    panel.addPoints(lossOf(1000));
    panel.addPoints({metric("loss", Phase::Train, 1001, 1e6)});
    panel.refresh();
    auto *axis = panel.strips().first()->findChild<QChartView *>()->chart()->axes(Qt::Vertical).first();
    const auto *values = qobject_cast<QValueAxis *>(axis);
    QVERIFY(values && values->max() >= 1e6);
    panel.setClipsOutliers(true);
    QVERIFY(values->max() < 10);
}

void TestChartPanel::anOverlaidRunHasItsNameAndColour()
{
    auto set = std::make_shared<MetricSeriesSet>();
    QList<LogEvent> events;
    for (int step = 1; step <= 100; ++step) {
        LogEvent event;
        event.line = event.step.emplace(step);
        event.phase = Phase::Train;
        event.values = {{QStringLiteral("loss"), 3.0}};
        events.append(event);
    }
    set->addEvents(events);
    ChartPanel panel;
    panel.resize(900, 500);
    panel.setContext(activeRun());
    panel.addPoints(lossOf(100));
    panel.addOverlay(QStringLiteral("r1"), QStringLiteral("run 1"), set);
    panel.addOverlay(QStringLiteral("r2"), QStringLiteral("run 2"), set);
    QTRY_COMPARE(panel.strips().first()->curves().size(), 3);
    panel.refresh();
    QCOMPARE(gutterText(panel, 0), QStringLiteral("train 0.02000, run 1 3.000, run 2 3.000"));
    QCOMPARE(panel.strips().first()->curves().at(1).color, panel.overlayColor(QStringLiteral("r1")));
    QVERIFY(panel.overlayColor(QStringLiteral("r1")) != panel.overlayColor(QStringLiteral("r2")));
    panel.clear(); // another log of the page's own run
    QCOMPARE(panel.strips().first()->curves().size(), 2);
    panel.removeOverlay(QStringLiteral("r1"));
    QCOMPARE(panel.overlays(), QStringList({QStringLiteral("r2")}));
    QCOMPARE(panel.strips().first()->curves().size(), 1);
}

void TestChartPanel::overlaidRunsAreNamedInTheTable()
{
    ChartPanel panel;
    panel.addPoints({metric("loss", Phase::Train, 1, 2)});
    QBuffer csv;
    QVERIFY(csv.open(QIODevice::WriteOnly));
    QVERIFY(writeMetricsCsv(csv, panel.allSeries()));
    QCOMPARE(csv.data(), QByteArray("name,phase,step,epoch,time,value\nloss,train,1,,2027-01-15T08:00:01.000Z,2\n"));
    auto set = std::make_shared<MetricSeriesSet>();
    panel.addOverlay(QStringLiteral("r1"), QStringLiteral("run 1"), set);
    QCOMPARE(panel.allSeries().first().run, QStringLiteral("this run"));
}

void TestChartPanel::stripsAreMovedHiddenAndFilledByHand()
{
    ChartPanel panel;
    panel.setContext({});
    panel.addPoints(lossOf(3));
    for (int step = 1; step <= 3; ++step)
        panel.addPoints({metric("grad_norm", Phase::Train, step, 2), metric("kl", Phase::Train, step, 1)});
    QCOMPARE(stripIds(panel), QStringList({QStringLiteral("loss"), QStringLiteral("grad_norm"), QStringLiteral("kl")}));
    QSignalSpy changed(&panel, &ChartPanel::layoutChanged);
    panel.moveStrip(QStringLiteral("kl"), 0);
    QCOMPARE(stripIds(panel), QStringList({QStringLiteral("kl"), QStringLiteral("loss"), QStringLiteral("grad_norm")}));
    panel.putMetric(QStringLiteral("kl"), QStringLiteral("grad_norm"));
    QCOMPARE(stripIds(panel), QStringList({QStringLiteral("loss"), QStringLiteral("grad_norm")}));
    QCOMPARE(gutterText(panel, 1), QStringLiteral("grad_norm 2.000, kl 1.000"));
    panel.setStripHidden(QStringLiteral("loss"), true);
    QVERIFY(panel.strips().first()->isHidden());
    QCOMPARE(changed.size(), 3);
}

void TestChartPanel::theLayoutSurvivesBeingStored()
{
    ChartLayout layout;
    layout.putInto(QStringLiteral("kl"), QStringLiteral("loss"));
    layout.strip(QStringLiteral("memory")).height = 120;
    layout.strip(QStringLiteral("loss")).isLogarithmic = true;
    layout.strip(QStringLiteral("disk")).isHidden = true;
    QCOMPARE(ChartLayout::fromJson(layout.toJson()), layout);
    QCOMPARE(ChartLayout::fromJson(QJsonArray{1, QStringLiteral("x"), QJsonObject()}), ChartLayout());
}

void TestChartPanel::shiftAndDragZoomIntoWhatIsMarked()
{
    ChartPanel panel;
    panel.resize(900, 500);
    panel.setContext(activeRun());
    panel.addPoints(lossOf(1000));
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    panel.refresh();
    QWidget *plot = plotOf(panel, 0);
    const int middle = plot->width() / 2;
    QTest::mousePress(plot, Qt::LeftButton, Qt::ShiftModifier, QPoint(middle, 20));
    QTest::mouseMove(plot, QPoint(middle + 60, 20));
    QTest::mouseRelease(plot, Qt::LeftButton, Qt::ShiftModifier, QPoint(middle + 60, 20));
    const auto *axis = qobject_cast<QValueAxis *>(panel.strips().first()->findChild<QChartView *>()->chart()->axes(Qt::Horizontal).first());
    QVERIFY(axis);
    QVERIFY2(axis->min() > 300 && axis->max() < 700 && axis->max() - axis->min() < 120, qPrintable(QStringLiteral("%1 to %2").arg(axis->min()).arg(axis->max())));
    QTest::mouseDClick(plot, Qt::LeftButton, {}, QPoint(middle, 20));
    QVERIFY(axis->max() >= 1000);
}

void TestChartPanel::marksSayWhatTheyAreAndLeadToTheirLine()
{
    ChartPanel panel;
    panel.resize(900, 500);
    panel.setContext(activeRun());
    panel.addPoints(lossOf(100));
    panel.addPoints({metric("loss", Phase::Eval, 100, 0.4567)});
    panel.setCheckpoints({{51, QStringLiteral("out/step-50.pt"), 50, std::nullopt, 0}});
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    panel.refresh();
    auto *bar = panel.findChild<XAxisBar *>();
    const int left = panel.strips().first()->plotLeft(), right = panel.strips().first()->plotRight();
    const QPoint middle((left + right) / 2, 3);
    QCOMPARE(bar->textAt(middle), QStringLiteral("Checkpoint out/step-50.pt"));
    QCOMPARE(bar->textAt(QPoint(right, 3)), QStringLiteral("Evaluation: loss 0.4567"));
    QSignalSpy requested(&panel, &ChartPanel::lineRequested);
    QTest::mouseClick(bar, Qt::LeftButton, {}, middle);
    QCOMPARE(requested.size(), 1);
    QCOMPARE(requested.first().first().toLongLong(), 51);
}

void TestChartPanel::aLongSeriesIsSmoothedInTheBackground()
{
    ChartPanel panel;
    panel.setContext({});
    MetricBatch batch{{QStringLiteral("loss"), Phase::Train}, {}};
    for (qint64 step = 0; step < 2 * PlotSeries::longSeries; ++step)
        batch.points.push_back({double(step % 7), step, std::nullopt, 0, step + 1});
    panel.addPoints({batch});
    const PlotSeries *series = panel.strips().first()->curves().first().series;
    const Smoothing median{Smoothing::Kind::Median, 0.6, 7};
    panel.setSmoothing(median);
    QTRY_COMPARE(series->smoothed().smoothing(), median);
    QCOMPARE(series->smoothed().values().size(), size_t(series->size()));
    QCOMPARE(series->smoothed().values().back(), 3.0);
}

void TestChartPanel::aVectorPictureHasLinesNoPixels()
{
    ChartPanel panel;
    panel.resize(900, 500);
    panel.setContext({});
    panel.addPoints(lossOf(100));
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    panel.setControlsVisible(false);
    panel.refresh();
    QBuffer svg;
    QVERIFY(svg.open(QIODevice::WriteOnly));
    QVERIFY(writeSvg(panel, svg));
    QVERIFY(svg.data().contains("<polyline") || svg.data().contains("<path"));
    QVERIFY(svg.data().contains("Loss"));
    QVERIFY(!svg.data().contains("<image"));
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
