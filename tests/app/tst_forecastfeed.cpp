#include "app/appcontext.h"
#include "app/window/dryruncontroller.h"
#include "app/window/jobscontroller.h"
#include "app/window/navigation.h"
#include "app/window/setupcontroller.h"
#include "models/accelerator/forecasttext.h"
#include "tests/support/sampleforecast.h"
#include "widgets/dryrun/dryrunpage.h"
#include "widgets/setup/fieldbox.h"
#include "widgets/setup/flavordelegate.h"
#include "widgets/setup/flavorform.h"
#include "widgets/setup/forecastline.h"
#include "widgets/setup/jobform.h"
#include "widgets/setup/settingsforms.h"
#include "widgets/setup/setuppage.h"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>

using namespace Trainyard;

namespace {

const char *const catalogue = "flavors:\n  - {name: gpu.a10, accelerator: {type: A10, count: 1, memory: 24GiB}}\n"
                              "  - {name: gpu.a100.40, accelerator: {type: A100, count: 1, memory: 40GiB}}\n";

} // namespace

/// The pages and the feed, over a worker that needs a GiB for each sample of the batch (tests/data/forecast/worker.py).
class TestForecastFeed : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void typingABatchSizeChangesTheLineBelowIt();
    void onlyTheLastOfFastChangesIsAsked();
    void flavorsOfTheListSayWhetherTheJobFits();
    void aSuggestionChangesTheJobAndForecastsAgain();
    void aFlavorOfTheTableIsTakenByTheJob();
    void aJobWithoutModelIsQuiet();
    void whatNoForecastGoesByAsksNothing();
    void aDeadWorkerIsToldAndAskedAgain();

private:
    void write(const QString &name, const QByteArray &content) const;
    void open(const QByteArray &rest, const QByteArray &name = "first");
    const ForecastState &state() const { return m_context->forecasts.state(); }
    bool isForecast(qint64 gibibytes) const
    {
        return state().kind == ForecastState::Kind::Full && state().forecast->smallestCapacityBytes == gibibytes << 30;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<AppContext> m_context;
    std::unique_ptr<Navigation> m_navigation;
};

void TestForecastFeed::init()
{
    if (!QFile::exists(QStringLiteral("/usr/bin/python3")))
        QSKIP("The worker of this test is a Python script, and /usr/bin/python3 is missing.");
    m_folder = std::make_unique<QTemporaryDir>();
    for (const char *name : {"bin", "home", "job"})
        QVERIFY(QDir(m_folder->path()).mkpath(QLatin1String(name)));
    QVERIFY(QFile::copy(QStringLiteral(TRAINYARD_TEST_DATA "/forecast/worker.py"), m_folder->filePath(QStringLiteral("bin/trainyard-torch"))));
    write(QStringLiteral("home/catalogue.yaml"), catalogue);
    write(QStringLiteral("answer.json"), QJsonDocument(sampleForecast().toJson()).toJson());
    qputenv("TRAINYARD_TEST_ANSWER", m_folder->filePath(QStringLiteral("answer.json")).toUtf8());
    m_context = std::make_unique<AppContext>(AppPaths{m_folder->filePath(QStringLiteral("home")), m_folder->filePath(QStringLiteral("bin"))});
    m_navigation = std::make_unique<Navigation>();
}

void TestForecastFeed::cleanup()
{
    m_navigation.reset();
    m_context.reset();
    m_folder.reset();
}

void TestForecastFeed::write(const QString &name, const QByteArray &content) const
{
    QFile file(m_folder->filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
}

void TestForecastFeed::open(const QByteArray &rest, const QByteArray &name)
{
    write(QStringLiteral("job/job.yaml"), "schema: trainyard/job/v1\nname: " + name
              + "\nprofile: local\ncompute: {flavor: gpu.a10}\ncode: {directory: ., command: make}\noutputs:\n  - {name: out, destination: output}\n" + rest);
    QVERIFY(m_context->session.open(m_folder->filePath(QStringLiteral("job/job.yaml"))));
}

void TestForecastFeed::typingABatchSizeChangesTheLineBelowIt()
{
    SetupController controller(*m_context, *m_navigation);
    auto &page = *static_cast<SetupPage *>(controller.page());
    open("model: {architecture: resnet18}\ntraining: {batch_size: 8}\n");
    QTRY_VERIFY_WITH_TIMEOUT(isForecast(8), 20'000);
    auto *line = page.jobForm().findChild<TrainingForm *>()->findChild<ForecastLine *>();
    QCOMPARE(line->text(), QStringLiteral("Needs 8.0 GiB of the 22.6 GiB of first."));
    auto *batch = static_cast<QLineEdit *>(page.jobForm().field(QStringLiteral("training.batch_size"))->editor());
    batch->selectAll();
    QTest::keyClicks(batch, QStringLiteral("48"));
    QVERIFY2(line->text().contains(QStringLiteral("again")), qPrintable(line->text()));
    QTRY_VERIFY_WITH_TIMEOUT(isForecast(48), 20'000);
    QCOMPARE(line->text(), QStringLiteral("Needs 48.0 GiB of the 22.6 GiB of first. The largest batch that fits is 6."));
    const QList<ForecastLine *> lines = page.jobForm().findChildren<ForecastLine *>();
    QCOMPARE(lines.size(), 2); // below the batch size, and below the cards, where it is seen while they are closed
    for (const ForecastLine *each : lines)
        QCOMPARE(each->text(), line->text());
    delete controller.page();
}

void TestForecastFeed::onlyTheLastOfFastChangesIsAsked()
{
    open("model: {architecture: resnet18}\ntraining: {batch_size: 8}\n");
    QTRY_VERIFY_WITH_TIMEOUT(isForecast(8), 20'000);
    QList<qint64> answers;
    connect(&m_context->forecasts, &ForecastFeed::changed, this, [&](const ForecastState &state) {
        if (state.isCurrent())
            answers.append(state.forecast->smallestCapacityBytes >> 30);
    });
    for (const qint64 batch : {9, 10, 11, 12}) {
        Job job = m_context->session.job();
        job.training->batchSize = batch;
        m_context->session.setJob(job, QStringLiteral("change"));
    }
    QTRY_VERIFY_WITH_TIMEOUT(isForecast(12), 20'000);
    QCOMPARE(answers, (QList<qint64>{12, 12})); // quick, then full
}

void TestForecastFeed::flavorsOfTheListSayWhetherTheJobFits()
{
    SetupController controller(*m_context, *m_navigation);
    auto &page = *static_cast<SetupPage *>(controller.page());
    open("model: {architecture: resnet18}\ntraining: {batch_size: 8}\n");
    QTRY_VERIFY_WITH_TIMEOUT(isForecast(8), 20'000);
    auto *combo = static_cast<QComboBox *>(page.jobForm().field(QStringLiteral("compute.flavor"))->editor());
    const auto remark = [combo](const char *flavor) { return combo->itemData(combo->findText(QLatin1String(flavor)), FlavorDelegate::RemarkRole).toString(); };
    QTRY_COMPARE(remark("gpu.a100.40"), QStringLiteral("fits, 21 % used"));
    QCOMPARE(remark("gpu.a10"), QStringLiteral("does not fit"));
    QCOMPARE(combo->currentText(), QStringLiteral("gpu.a10")); // marking leaves the field alone
    delete controller.page();
}

void TestForecastFeed::aSuggestionChangesTheJobAndForecastsAgain()
{
    DryRunController controller(*m_context, *m_navigation);
    auto &page = *static_cast<DryRunPage *>(controller.page());
    open("model: {architecture: resnet18}\ntraining: {batch_size: 30}\n");
    QTRY_VERIFY_WITH_TIMEOUT(isForecast(30), 20'000);
    auto *apply = page.findChild<QPushButton *>(QStringLiteral("apply-halve-batch"));
    QVERIFY(apply && apply->isEnabled());
    apply->click();
    QCOMPARE(m_context->session.job().training->batchSize, std::optional<qint64>(4));
    QCOMPARE(m_context->session.job().training->gradientAccumulation, std::optional<qint64>(2));
    QTRY_VERIFY_WITH_TIMEOUT(isForecast(4), 20'000);
    m_context->session.undoStack().undo();
    QCOMPARE(m_context->session.job().training->batchSize, std::optional<qint64>(30));
    QVERIFY(!m_context->session.job().training->gradientAccumulation);
    QTRY_VERIFY_WITH_TIMEOUT(isForecast(30), 20'000);
}

void TestForecastFeed::aFlavorOfTheTableIsTakenByTheJob()
{
    DryRunController controller(*m_context, *m_navigation);
    auto &page = *static_cast<DryRunPage *>(controller.page());
    open("model: {architecture: resnet18}\n");
    Q_EMIT page.flavorRequested(QStringLiteral("it's: a #flavor"));
    QCOMPARE(m_context->session.job().compute.flavor, QStringLiteral("it's: a #flavor"));
}

void TestForecastFeed::aJobWithoutModelIsQuiet()
{
    SetupController controller(*m_context, *m_navigation);
    auto &page = *static_cast<SetupPage *>(controller.page());
    open("training: {batch_size: 8}\n");
    QTest::qWait(400); // longer than the pause in typing
    QCOMPARE(state(), ForecastState());
    for (const ForecastLine *line : page.jobForm().findChildren<ForecastLine *>())
        QCOMPARE(line->text(), QString());
    delete controller.page();
}

void TestForecastFeed::whatNoForecastGoesByAsksNothing()
{
    open("model: {architecture: resnet18}\ntraining: {batch_size: 8}\n");
    QTRY_VERIFY_WITH_TIMEOUT(isForecast(8), 20'000);
    QSignalSpy changes(&m_context->forecasts, &ForecastFeed::changed);
    Job job = m_context->session.job();
    job.description = QStringLiteral("Another description.");
    m_context->session.setJob(job, QStringLiteral("change"));
    QTest::qWait(400);
    QVERIFY(changes.isEmpty());
}

void TestForecastFeed::aDeadWorkerIsToldAndAskedAgain()
{
    open("model: {architecture: resnet18}\ntraining: {batch_size: 8}\n", "crashes");
    QTRY_COMPARE_WITH_TIMEOUT(state().kind, ForecastState::Kind::Failed, 20'000);
    QVERIFY2(state().message.contains(QStringLiteral("crashed")), qPrintable(state().message));
    Job job = m_context->session.job();
    job.name = QStringLiteral("first");
    job.training->batchSize = 9;
    m_context->session.setJob(job, QStringLiteral("change"));
    QTRY_VERIFY_WITH_TIMEOUT(isForecast(9), 20'000);
}

QTEST_MAIN(TestForecastFeed)
#include "tst_forecastfeed.moc"
