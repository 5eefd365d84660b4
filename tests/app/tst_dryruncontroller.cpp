#include "app/appcontext.h"
#include "app/window/dryruncontroller.h"
#include "app/window/navigation.h"
#include "services/dryrun/dryrunstore.h"
#include "widgets/dryrun/dryrunpage.h"
#include "widgets/dryrun/pointtile.h"
#include "tests/support/sampleimages.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Trainyard;

namespace {

const char *const allWell = "#!/bin/bash\ncat > /dev/null\nfor name in data loss memory artifacts; do\n"
                            "  echo '{\"event\": \"point\", \"point\": {\"name\": \"'$name'\", \"status\": \"pass\", \"detail\": \"fine\", \"findings\": []}}'\ndone\n"
                            "echo '{\"event\": \"done\"}'\n";
const char *const hangs = "#!/bin/bash\ncat > /dev/null\necho '{\"event\": \"point\", \"point\": {\"name\": \"data\", \"status\": \"pass\", \"detail\": \"seen\", \"findings\": []}}'\nsleep 60\n";

} // namespace

class TestDryRunController : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void pageFollowsTheSession();
    void passIsKeptForTheSessionAndForSubmit();
    void storedVerdictIsShownAtOnce();
    void changedJobNeedsAnotherDryRun();
    void cancelKeepsWhatWasFound();
    void closingTheJobEndsTheDryRun();
    void submitLeadsToTheLastStep();
    void reasonGoesToTheSession();

private:
    void write(const QString &name, const QByteArray &content, bool isProgram = false) const;
    void open();
    DryRunPage &page() { return *static_cast<DryRunPage *>(m_controller->page()); }
    QString tileText(int index) { return page().findChildren<PointTile *>().at(index)->text(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<AppContext> m_context;
    std::unique_ptr<Navigation> m_navigation;
    std::unique_ptr<DryRunController> m_controller;
};

void TestDryRunController::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    for (const char *name : {"bin", "job/data/train/a", "job/data/train/b", "job/data/val/a", "job/data/val/b"})
        QVERIFY(QDir(m_folder->path()).mkpath(QLatin1String(name)));
    for (unsigned seed = 0; const char *name : {"train/a", "train/b", "val/a", "val/b"})
        write(QStringLiteral("job/data/%1/1.png").arg(QLatin1String(name)), noisePng(++seed));
    write(QStringLiteral("job/job.yaml"),
          "schema: trainyard/job/v1\nname: small\nprofile: local\ncompute: {flavor: local.cpu}\ncode: {preset: image-classification}\n"
          "parameters: {epochs: 1, batch_size: 4}\ninputs:\n  - {name: data_url, source: data, format: image-folder}\noutputs:\n  - {name: train_url, destination: output}\n");
    write(QStringLiteral("bin/trainyard-torch"), allWell, true);
    m_context = std::make_unique<AppContext>(AppPaths{m_folder->filePath(QStringLiteral("home")), m_folder->filePath(QStringLiteral("bin"))});
    m_navigation = std::make_unique<Navigation>();
    m_controller = std::make_unique<DryRunController>(*m_context, *m_navigation);
}

void TestDryRunController::cleanup()
{
    m_controller.reset();
    m_navigation.reset();
    m_context.reset();
    m_folder.reset();
}

void TestDryRunController::write(const QString &name, const QByteArray &content, bool isProgram) const
{
    QFile file(m_folder->filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
    if (isProgram)
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
}

void TestDryRunController::open()
{
    QVERIFY(m_context->session.open(m_folder->filePath(QStringLiteral("job/job.yaml"))));
}

void TestDryRunController::pageFollowsTheSession()
{
    QVERIFY(!page().primaryAction()->isEnabled());
    open();
    QVERIFY(page().primaryAction()->isEnabled());
    QVERIFY(page().title().contains(QLatin1String("small")));
    m_context->session.close();
    QVERIFY(!page().primaryAction()->isEnabled());
}

void TestDryRunController::passIsKeptForTheSessionAndForSubmit()
{
    open();
    QSignalSpy started(m_navigation.get(), &Navigation::startActivity);
    QSignalSpy ended(m_navigation.get(), &Navigation::finishActivity);
    m_controller->startDryRun();
    m_controller->startDryRun();
    QVERIFY(page().isRunning());
    QTRY_VERIFY_WITH_TIMEOUT(m_context->session.dryRun().has_value(), 20'000);
    QCOMPARE(m_context->session.dryRun()->verdict, Verdict::Pass);
    QCOMPARE(started.size(), 1);
    QCOMPARE(ended.size(), 1);
    QVERIFY(!page().isRunning());
    const QByteArray fingerprint = dryRunFingerprint(m_context->session.job(), m_context->session.folder());
    QCOMPARE(storedDryRun(m_context->paths, fingerprint), m_context->session.dryRun());
}

void TestDryRunController::storedVerdictIsShownAtOnce()
{
    open();
    m_controller->startDryRun();
    QTRY_VERIFY_WITH_TIMEOUT(m_context->session.dryRun().has_value(), 20'000);
    m_context->session.close();
    open();
    QTRY_VERIFY(m_context->session.dryRun().has_value());
    QVERIFY(tileText(0).contains(QLatin1String("pass")));
}

void TestDryRunController::changedJobNeedsAnotherDryRun()
{
    open();
    m_controller->startDryRun();
    QTRY_VERIFY_WITH_TIMEOUT(m_context->session.dryRun().has_value(), 20'000);
    Job job = m_context->session.job();
    job.parameters[0].values = {QStringLiteral("2")};
    m_context->session.setJob(job, QStringLiteral("Change epochs"));
    QVERIFY(tileText(0).contains(QLatin1String("not run yet")));
    m_context->session.undoStack().undo();
    QVERIFY(tileText(0).contains(QLatin1String("pass")));
}

void TestDryRunController::cancelKeepsWhatWasFound()
{
    write(QStringLiteral("bin/trainyard-torch"), hangs, true);
    open();
    m_controller->startDryRun();
    QTRY_VERIFY_WITH_TIMEOUT(tileText(1).contains(QLatin1String("pass")), 20'000);
    m_navigation->cancelActivityRequested(QStringLiteral("dry-run"));
    QTRY_VERIFY(!page().isRunning());
    QVERIFY(tileText(1).contains(QLatin1String("pass")));
    QVERIFY(tileText(3).contains(QLatin1String("skipped")));
    QVERIFY(!m_context->session.dryRun());
    QVERIFY(QDir(m_folder->filePath(QStringLiteral("home/dryruns"))).isEmpty());
}

void TestDryRunController::closingTheJobEndsTheDryRun()
{
    write(QStringLiteral("bin/trainyard-torch"), hangs, true);
    open();
    QSignalSpy ended(m_navigation.get(), &Navigation::finishActivity);
    m_controller->startDryRun();
    QTRY_VERIFY_WITH_TIMEOUT(tileText(1).contains(QLatin1String("pass")), 20'000);
    m_context->session.close();
    QTRY_COMPARE(ended.size(), 1);
    QVERIFY(!page().isRunning());
    QVERIFY(!page().primaryAction()->isEnabled());
}

void TestDryRunController::submitLeadsToTheLastStep()
{
    open();
    m_controller->startDryRun();
    QTRY_VERIFY_WITH_TIMEOUT(m_context->session.dryRun().has_value(), 20'000);
    QSignalSpy setup(m_navigation.get(), &Navigation::showSetup);
    page().primaryAction()->trigger();
    QCOMPARE(setup.size(), 1);
    QCOMPARE(setup.first().first().toString(), QStringLiteral("review"));
}

void TestDryRunController::reasonGoesToTheSession()
{
    write(QStringLiteral("bin/trainyard-torch"), "#!/bin/bash\nexit 3\n", true);
    open();
    m_controller->startDryRun();
    QTRY_VERIFY_WITH_TIMEOUT(m_context->session.dryRun().has_value(), 20'000);
    QCOMPARE(m_context->session.dryRun()->verdict, Verdict::Fail);
    QVERIFY(page().badgeCount() > 0);
    Q_EMIT page().overrideRequested(QStringLiteral("only a test"));
    QCOMPARE(m_context->session.overrideReason(), QStringLiteral("only a test"));
    QCOMPARE(page().primaryAction()->text(), QStringLiteral("Review and submit"));
}

QTEST_MAIN(TestDryRunController)
#include "tst_dryruncontroller.moc"
