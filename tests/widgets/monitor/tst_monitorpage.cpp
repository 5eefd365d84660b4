#include "widgets/common/theme.h"
#include "widgets/monitor/chartpanel.h"
#include "widgets/monitor/logpanel.h"
#include "widgets/monitor/logview.h"
#include "widgets/monitor/monitorpage.h"
#include "widgets/monitor/monitorrenderer.h"
#include "widgets/monitor/sidepanel.h"

#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>

using namespace Trainyard;

namespace {

const QDateTime start = QDateTime::fromString(QStringLiteral("2026-11-30T12:00:00.000Z"), Qt::ISODateWithMs);

Run runIn(RunState state)
{
    Run run;
    run.id = QStringLiteral("20261130-120000-first-run");
    run.name = QStringLiteral("first-run");
    run.directory = QStringLiteral("/nowhere");
    run.createdAt = start.addSecs(-6);
    run.status.queuedAt = start.addSecs(-6);
    run.status.startedAt = start;
    run.status.state = state;
    if (isFinal(state))
        run.status.finishedAt = start.addSecs(391);
    return run;
}

RunProgress progressAt(qint64 step, qint64 checkpointAgoMs = 0)
{
    LogEvent event;
    event.line = 3;
    event.step = step;
    event.totalSteps = 470;
    event.epoch = 3;
    event.totalEpochs = 5;
    event.values = {{QStringLiteral("loss"), 0.5}};
    LogEvent saved;
    saved.kind = LogEvent::Kind::Checkpoint;
    saved.line = 4;
    saved.path = QStringLiteral("out/checkpoint-200.pt");
    RunProgress progress;
    progress.addEvents({event});
    if (checkpointAgoMs > 0) {
        const qint64 time = start.addSecs(300).toMSecsSinceEpoch() - checkpointAgoMs;
        progress.addEvents({saved}, [time](qint64) { return time; });
    }
    return progress;
}

QString texts(const QWidget &widget)
{
    QStringList all;
    for (const QLabel *label : widget.findChildren<QLabel *>()) {
        if (label->isVisibleTo(&widget))
            all.append(label->text());
    }
    return all.join(u'|');
}

QPushButton *buttonNamed(const QWidget &widget, const QString &text)
{
    for (QPushButton *button : widget.findChildren<QPushButton *>()) {
        if (button->text().remove(u'&') == text)
            return button;
    }
    return nullptr;
}

} // namespace

class TestMonitorPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void theHeaderTellsWhereTheRunIs();
    void theQuestionBeforeStoppingNamesRunUseAndConsequence();
    void stopAfterCheckpointIsOfferedOnlyWhereThePlatformCan();
    void atTheEndTheRowIsTheNextStep();
    void remainingTimeIsARange_data();
    void remainingTimeIsARange();
    void theSidePanelShowsTheFourPlacesThenWhatIsWrong();
    void whyStaysOpenWhileTheFiguresMove();
    void anotherRunStartsAnEmptyPage();
    void aLogLineAndItsPointLeadToEachOther();
    void aBareLogHasNoRunControls();
    void aPictureHasTheWantedSizeAndIsNotEmpty();
};

void TestMonitorPage::initTestCase()
{
    Theme::apply(*qApp, ThemeChoice::Light);
}

void TestMonitorPage::theHeaderTellsWhereTheRunIs()
{
    MonitorPage page;
    page.setRun(runIn(RunState::Running));
    page.setProgress(progressAt(268));
    page.setNow(start.addSecs(391));
    const QString shown = texts(*page.header());
    QVERIFY2(shown.contains(QStringLiteral("epoch 3/5   step 268/470")), qPrintable(shown));
    QVERIFY2(shown.contains(QStringLiteral("queued 0:06")), qPrintable(shown));
    QVERIFY2(shown.contains(QStringLiteral("<b>running 6:31</b>")), qPrintable(shown));
    QCOMPARE(page.title(), QStringLiteral("first-run"));
}

void TestMonitorPage::theQuestionBeforeStoppingNamesRunUseAndConsequence()
{
    MonitorPage page;
    page.setRun(runIn(RunState::Running));
    page.setNow(start.addSecs(300));
    QVERIFY(page.header()->stopQuestion(false).contains(QStringLiteral("no checkpoint")));
    page.setProgress(progressAt(268, 240'000));
    const QString question = page.header()->stopQuestion(false);
    QVERIFY(question.contains(QStringLiteral("first-run")));
    QVERIFY(question.contains(displayDuration(Milliseconds(300'000))));
    QVERIFY2(question.contains(displayDuration(Milliseconds(240'000))), qPrintable(question));
    QVERIFY(page.header()->stopQuestion(true).contains(QStringLiteral("next checkpoint")));
}

void TestMonitorPage::stopAfterCheckpointIsOfferedOnlyWhereThePlatformCan()
{
    MonitorPage page;
    page.setRun(runIn(RunState::Running));
    auto *stop = page.header()->findChild<QToolButton *>();
    QVERIFY(!stop->isVisibleTo(&page));
    page.setStopModes(true, false);
    QVERIFY(stop->isVisibleTo(&page));
    QVERIFY(!stop->menu()->actions().at(1)->isVisible());
    page.setStopModes(true, true);
    QVERIFY(stop->menu()->actions().at(1)->isVisible());

    QSignalSpy wished(&page, &MonitorPage::wished);
    page.show();
    stop->menu()->actions().at(1)->trigger();
    auto *question = page.findChild<QMessageBox *>();
    QVERIFY(question);
    QVERIFY(wished.isEmpty());
    buttonNamed(*question, QStringLiteral("Stop"))->click();
    QCOMPARE(wished.size(), 1);
    QCOMPARE(wished.first().first().value<RunWish>(), RunWish::StopAfterCheckpoint);
}

void TestMonitorPage::atTheEndTheRowIsTheNextStep()
{
    MonitorPage page;
    page.setStopModes(true, true);
    page.setRun(runIn(RunState::Running));
    page.setProgress(progressAt(470));
    QPushButton *same = buttonNamed(page, QStringLiteral("Same with my data"));
    QVERIFY(!same->isVisibleTo(&page));
    page.setRun(runIn(RunState::Done));
    QVERIFY(same->isVisibleTo(&page));
    QVERIFY(!page.header()->findChild<QToolButton *>()->isVisibleTo(&page));
    QVERIFY(texts(*page.header()).contains(QStringLiteral("best loss 0.5000 at step 470")));
    QSignalSpy wished(&page, &MonitorPage::wished);
    for (const char *name : {"Outputs", "Save as template", "Same with my data", "Run again"})
        buttonNamed(page, QLatin1String(name))->click();
    QCOMPARE(wished.size(), 4);
    QCOMPARE(wished.at(3).first().value<RunWish>(), RunWish::RunAgain);
}

void TestMonitorPage::remainingTimeIsARange_data()
{
    QTest::addColumn<qint64>("lowMs");
    QTest::addColumn<qint64>("highMs");
    QTest::addColumn<QString>("text");
    QTest::addRow("minutes") << qint64(245'000) << qint64(290'000) << QStringLiteral("4–5 min left");
    QTest::addRow("seconds") << qint64(40'000) << qint64(55'000) << QStringLiteral("40–55 s left");
    QTest::addRow("hours") << qint64(7'300'000) << qint64(10'000'000) << QStringLiteral("2–3 h left");
    QTest::addRow("equal") << qint64(300'000) << qint64(300'000) << QStringLiteral("about 5 min left");
    QTest::addRow("at the end") << qint64(0) << qint64(0) << QStringLiteral("about 1 s left");
}

void TestMonitorPage::remainingTimeIsARange()
{
    QFETCH(qint64, lowMs);
    QFETCH(qint64, highMs);
    QTEST(remainingText({lowMs, (lowMs + highMs) / 2, highMs}), "text");
}

void TestMonitorPage::theSidePanelShowsTheFourPlacesThenWhatIsWrong()
{
    SidePanel panel;
    Diagnosis log;
    log.id = QStringLiteral("log.quiet");
    log.sentence = QStringLiteral("No error in 480 lines.");
    Diagnosis slow;
    slow.id = QStringLiteral("slow.data");
    slow.kind = Diagnosis::Kind::Slow;
    slow.place = Diagnosis::Place::Throughput;
    slow.sentence = QStringLiteral("The loader is the bottleneck.");
    slow.evidence = QStringLiteral("CPU 98 %, 120 samples/s");
    slow.action = QStringLiteral("More workers.");
    slow.jobKey = QStringLiteral("parameters.num_workers");
    slow.disproof = QStringLiteral("synthetic data is as slow");
    panel.setDiagnoses({log, slow});
    panel.show();
    const QString shown = texts(panel);
    QVERIFY(shown.contains(QStringLiteral("It runs, but slowly")));
    QVERIFY(shown.indexOf(QStringLiteral("1  Log")) < shown.indexOf(QStringLiteral("4  Checkpoints")));
    QVERIFY(shown.contains(QStringLiteral("CPU 98 %")));
    QVERIFY(!shown.contains(QStringLiteral("synthetic")));
    QSignalSpy keys(&panel, &SidePanel::jobKeyRequested);
    buttonNamed(panel, QStringLiteral("Change parameters.num_workers"))->click();
    QCOMPARE(keys.first().first().toString(), QStringLiteral("parameters.num_workers"));
}

void TestMonitorPage::whyStaysOpenWhileTheFiguresMove()
{
    SidePanel panel;
    Diagnosis wrong;
    wrong.id = QStringLiteral("loss.diverges");
    wrong.kind = Diagnosis::Kind::Wrong;
    wrong.place = Diagnosis::Place::Loss;
    wrong.disproof = QStringLiteral("it falls again");
    wrong.evidence = QStringLiteral("2.3");
    panel.setDiagnoses({wrong});
    panel.show();
    panel.findChild<QToolButton *>()->click();
    QVERIFY(texts(panel).contains(QStringLiteral("it falls again")));
    wrong.evidence = QStringLiteral("2.4");
    panel.setDiagnoses({wrong});
    QVERIFY(texts(panel).contains(QStringLiteral("it falls again")));
}

void TestMonitorPage::anotherRunStartsAnEmptyPage()
{
    MonitorPage page;
    page.setRun(runIn(RunState::Running));
    LogIndexer indexer;
    indexer.feed("one\n");
    page.addLog(indexer.take());
    page.setProgress(progressAt(5));
    page.setRun(runIn(RunState::Done)); // the same
    QCOMPARE(page.log()->view()->text().lineCount(), 1);
    Run other = runIn(RunState::Running);
    other.id = QStringLiteral("other");
    page.setRun(other);
    QCOMPARE(page.log()->view()->text().lineCount(), 0);
    QVERIFY(!texts(*page.header()).contains(QStringLiteral("step 5")));
}

void TestMonitorPage::aLogLineAndItsPointLeadToEachOther()
{
    MonitorPage page;
    page.setRun(runIn(RunState::Running));
    QByteArray text;
    MetricBatch loss{{QStringLiteral("loss"), Phase::Train}, {}};
    for (int step = 1; step <= 100; ++step) {
        text += "step " + QByteArray::number(step) + '\n';
        loss.points.push_back({1.0 / step, step, 1.0, start.toMSecsSinceEpoch() + step, step});
    }
    LogIndexer indexer;
    indexer.feed(text);
    page.addLog(indexer.take());
    page.addPoints({loss});
    page.charts()->refresh();
    auto *tabs = page.findChild<QTabWidget *>();
    tabs->setCurrentIndex(1);
    Q_EMIT page.charts()->lineRequested(42);
    QCOMPARE(tabs->currentIndex(), 0);
    QCOMPARE(page.log()->view()->currentLine(), 42);
    QVERIFY(page.charts()->showLine(50));
}

void TestMonitorPage::aBareLogHasNoRunControls()
{
    MonitorPage page;
    page.setStopModes(true, true);
    page.setLogFile(QStringLiteral("/some/where/train.log"));
    page.setFormatName(QStringLiteral("dict"));
    QCOMPARE(page.title(), QStringLiteral("train.log"));
    QVERIFY(texts(*page.header()).contains(QStringLiteral("Log file, read as dict")));
    QVERIFY(!buttonNamed(page, QStringLiteral("Run again"))->isVisibleTo(&page));
    QVERIFY(!page.header()->findChild<QToolButton *>()->isVisibleTo(&page));
}

void TestMonitorPage::aPictureHasTheWantedSizeAndIsNotEmpty()
{
    MonitorContent content;
    content.logName = QStringLiteral("train.log");
    MetricBatch loss{{QStringLiteral("loss"), Phase::Train}, {}};
    for (int step = 1; step <= 100; ++step)
        loss.points.push_back({1.0 / step, step, 1.0, 0, step});
    content.batches = {loss};
    content.progress = progressAt(100);
    content.now = start;
    const QImage picture = renderMonitor(content, QSize(1024, 640));
    QCOMPARE(picture.size(), QSize(1024, 640));
    const QRgb blue = Theme::seriesColor(0).rgb();
    int bluePixels = 0;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x)
            bluePixels += picture.pixel(x, y) == blue;
    }
    QVERIFY2(bluePixels > 300, qPrintable(QString::number(bluePixels)));
}

QTEST_MAIN(TestMonitorPage)
#include "tst_monitorpage.moc"
