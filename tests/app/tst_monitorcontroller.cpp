#include "app/appcontext.h"
#include "app/window/monitorcontroller.h"
#include "app/window/navigation.h"
#include "app/window/runscontroller.h"
#include "models/run/runtablemodel.h"
#include "services/common/files.h"
#include "widgets/common/theme.h"
#include "widgets/monitor/chartpanel.h"
#include "widgets/monitor/chartstrip.h"
#include "widgets/monitor/logpanel.h"
#include "widgets/monitor/logview.h"
#include "widgets/monitor/monitorpage.h"
#include "widgets/runs/runspage.h"

#include <QLabel>
#include <QMessageBox>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>

using namespace Trainyard;

namespace {

/// A training script without Python: 30 steps, an evaluation, a checkpoint, an output.
const char *script = R"(#!/bin/bash
while [ $# -gt 0 ]; do case $1 in --out) out=$2; shift 2;; *) shift;; esac; done
for step in $(seq 1 30); do
  echo "epoch $((1 + (step - 1) / 10))/3 step $step/30 loss $(printf '%d.%02d' $((2 - step / 20)) $((99 - step * 3))) samples/s 100.5"
  sleep 0.06
done
echo "eval loss: 0.4567 accuracy: 0.87"
echo model > "$out/checkpoint-30.pt"
echo "Saved checkpoint to $out/checkpoint-30.pt"
)";

QByteArray jobText(const QByteArray &name, const QByteArray &bootFile)
{
    return "schema: trainyard/job/v1\nname: " + name + "\nprofile: local\ncompute: {flavor: local.cpu}\ncode: {directory: src, boot_file: " + bootFile
        + "}\noutputs:\n  - {name: out, destination: results}\n";
}

} // namespace

class TestMonitorController : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void aRealRunIsFollowedToItsEndAndSeenAgainWhole();
    void aFailedRunSaysWhatDiffersFromTheOneThatPassed();
    void stoppingFromThePageEndsTheRun();
    void aLogFileIsShownWithoutARun();
    void theRunsPageFollowsARunThatNobodyWatches();
    void anUnknownRunIsAMessage();

private:
    QString submit(const QByteArray &name, const QByteArray &bootFile = "train.sh");
    MonitorPage *pageOf(MonitorController &controller) const { return qobject_cast<MonitorPage *>(controller.page()); }
    static qsizetype pointCount(const MonitorPage &page, const QString &strip);

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<QTemporaryDir> m_project;
    std::unique_ptr<AppContext> m_context;
    std::unique_ptr<Navigation> m_navigation;
};

void TestMonitorController::initTestCase()
{
    Theme::apply(*qApp, ThemeChoice::Light);
}

void TestMonitorController::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    m_project = std::make_unique<QTemporaryDir>();
    AppPaths paths;
    paths.home = m_home->path();
    paths.programs = QStringLiteral(TRAINYARD_BIN_DIR);
    m_context = std::make_unique<AppContext>(paths);
    m_context->runs.startPolling();
    m_navigation = std::make_unique<Navigation>();
    QVERIFY(writeFileAtomically(m_project->filePath(QStringLiteral("src/train.sh")), script));
}

void TestMonitorController::cleanup()
{
    const auto activeRuns = [this] {
        QStringList ids;
        for (const Run &run : m_context->runs.runs()) {
            if (!isFinal(run.status.state))
                ids.append(run.id);
        }
        return ids;
    };
    for (const QString &id : activeRuns())
        m_context->runs.stop(id, Platform::StopMode::Now).waitForFinished();
    QTRY_VERIFY_WITH_TIMEOUT(activeRuns().isEmpty(), 20'000);
    m_context.reset();
}

QString TestMonitorController::submit(const QByteArray &name, const QByteArray &bootFile)
{
    const QString file = m_project->filePath(QStringLiteral("job.yaml"));
    if (!writeFileAtomically(file, jobText(name, bootFile)))
        return {};
    SubmitOptions options;
    options.jobFile = file;
    auto future = m_context->runs.submit(options);
    if (!QTest::qWaitFor([&] { return future.isFinished(); }, 20'000) || !future.result())
        return {};
    return future.result()->id;
}

qsizetype TestMonitorController::pointCount(const MonitorPage &page, const QString &stripId)
{
    for (const ChartStrip *strip : page.charts()->strips()) {
        if (strip->spec().id == stripId)
            return strip->pointCount();
    }
    return 0;
}

void TestMonitorController::aRealRunIsFollowedToItsEndAndSeenAgainWhole()
{
    const QString id = submit("first-run");
    QVERIFY(!id.isEmpty());
    MonitorController controller(*m_context, *m_navigation, nullptr);
    controller.showRun(id);
    MonitorPage *page = pageOf(controller);
    QTRY_VERIFY_WITH_TIMEOUT(pointCount(*page, QStringLiteral("loss")) > 3, 20'000);
    QVERIFY(!isFinal(page->run().status.state)); // live
    QTRY_COMPARE_WITH_TIMEOUT(page->run().status.state, RunState::Done, 20'000);
    QTRY_COMPARE(pointCount(*page, QStringLiteral("loss")), 31);
    QTRY_VERIFY(pointCount(*page, QStringLiteral("utilisation")) > 0);
    QTRY_COMPARE(page->findChild<QTabWidget *>()->tabText(1), QStringLiteral("Checkpoints 1"));
    QTRY_COMPARE(page->findChild<QTabWidget *>()->tabText(2), QStringLiteral("Outputs 1"));
    QTRY_COMPARE(m_context->runs.run(id)->step, 30);
    QTRY_COMPARE(m_context->runs.run(id)->bestMetricName, QStringLiteral("accuracy"));

    // Another window, later: the whole chart, also over time.
    MonitorController again(*m_context, *m_navigation, nullptr);
    again.showRun(id);
    MonitorPage *second = pageOf(again);
    QTRY_COMPARE(pointCount(*second, QStringLiteral("loss")), 31);
    second->charts()->setAxis(XAxis::Time);
    QCOMPARE(second->charts()->axis(), XAxis::Time);
    QCOMPARE(second->log()->view()->text().lineCount(), page->log()->view()->text().lineCount());
    delete page;
    delete second;
}

void TestMonitorController::aFailedRunSaysWhatDiffersFromTheOneThatPassed()
{
    const QString passed = submit("compared");
    QTRY_COMPARE_WITH_TIMEOUT(m_context->runs.run(passed)->status.state, RunState::Done, 30'000);
    QVERIFY(writeFileAtomically(m_project->filePath(QStringLiteral("src/broken.sh")), "echo 'RuntimeError: boom'\nexit 3\n"));
    const QString failed = submit("compared", "broken.sh");
    MonitorController controller(*m_context, *m_navigation, nullptr);
    controller.showRun(failed);
    MonitorPage *page = pageOf(controller);
    QTRY_COMPARE_WITH_TIMEOUT(page->run().status.state, RunState::Failed, 20'000);
    QTRY_VERIFY([page] {
        for (const QLabel *label : page->findChildren<QLabel *>()) {
            if (label->text() == QLatin1String("code.boot_file is now broken.sh; it was train.sh."))
                return true;
        }
        return false;
    }());
    QTRY_COMPARE(page->log()->view()->text().count(LineKind::Error), 1);
    delete page;
}

void TestMonitorController::stoppingFromThePageEndsTheRun()
{
    QVERIFY(writeFileAtomically(m_project->filePath(QStringLiteral("src/long.sh")), "echo step 1 loss 1.0\nsleep 60\n"));
    const QString id = submit("long", "long.sh");
    MonitorController controller(*m_context, *m_navigation, nullptr);
    controller.showRun(id);
    MonitorPage *page = pageOf(controller);
    QTRY_COMPARE_WITH_TIMEOUT(page->run().status.state, RunState::Running, 20'000);
    Q_EMIT page->wished(RunWish::StopNow);
    QTRY_COMPARE_WITH_TIMEOUT(page->run().status.state, RunState::Stopped, 20'000);
    delete page;
}

void TestMonitorController::aLogFileIsShownWithoutARun()
{
    const QString file = m_project->filePath(QStringLiteral("other.log"));
    QByteArray text;
    for (int step = 10; step <= 500; step += 10)
        text += "{'loss': " + QByteArray::number(2.0 / step, 'f', 4) + ", 'learning_rate': 5e-05, 'epoch': " + QByteArray::number(step / 100.0) + "}\n";
    QVERIFY(writeFileAtomically(file, text));
    MonitorController controller(*m_context, *m_navigation, nullptr);
    controller.showLog(file);
    MonitorPage *page = pageOf(controller);
    QTRY_COMPARE(pointCount(*page, QStringLiteral("loss")), 50);
    QCOMPARE(page->title(), QStringLiteral("other.log"));
    QTRY_COMPARE(page->charts()->axis(), XAxis::Epoch); // no steps printed
    delete page;
}

void TestMonitorController::theRunsPageFollowsARunThatNobodyWatches()
{
    RunsController controller(*m_context, *m_navigation, nullptr);
    auto *page = qobject_cast<RunsPage *>(controller.page());
    const QString id = submit("unwatched");
    QTRY_VERIFY_WITH_TIMEOUT(page->model()->rowOf(id) >= 0, 20'000);
    QTRY_COMPARE_WITH_TIMEOUT(page->model()->run(page->model()->rowOf(id)).step, 30, 30'000);
    page->model()->setData(page->model()->index(page->model()->rowOf(id), RunTableModel::Note), QStringLiteral("kept"));
    QTRY_COMPARE(m_context->runs.run(id)->note, QStringLiteral("kept"));
    QTRY_COMPARE_WITH_TIMEOUT(m_context->runs.run(id)->status.state, RunState::Done, 20'000);
    Q_EMIT page->removeRequested({id});
    QTRY_COMPARE(page->model()->rowCount(), 0);
    delete page;
}

void TestMonitorController::anUnknownRunIsAMessage()
{
    QSignalSpy messages(m_navigation.get(), &Navigation::showMessage);
    MonitorController controller(*m_context, *m_navigation, nullptr);
    controller.showRun(QStringLiteral("no-such-run"));
    QTRY_COMPARE(messages.size(), 1);
    QVERIFY(messages.first().first().toString().contains(QStringLiteral("no-such-run")));
    delete controller.page();
}

QTEST_MAIN(TestMonitorController)
#include "tst_monitorcontroller.moc"
