#include "app/appcontext.h"
#include "app/window/navigation.h"
#include "app/window/setupcontroller.h"
#include "services/common/files.h"
#include "services/drafts/joblibrary.h"
#include "widgets/setup/checklist.h"
#include "widgets/setup/fieldbox.h"
#include "widgets/setup/jobform.h"
#include "widgets/setup/platformform.h"
#include "widgets/setup/quotaform.h"
#include "widgets/setup/setuppage.h"

#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QDirIterator>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Trainyard;

namespace {

const QByteArray jobText = "schema: trainyard/job/v1\n"
                           "name: sample\n"
                           "profile: local\n"
                           "compute: {flavor: local.cpu}\n"
                           "code: {preset: image-classification}\n"
                           "parameters: {epochs: 1}\n"
                           "inputs:\n"
                           "  - {name: data_url, source: dataset, format: image-folder}\n"
                           "outputs:\n"
                           "  - {name: train_url, destination: output}\n";

DryRunReport passed()
{
    DryRunReport report;
    for (const DryRunPoint point : allDryRunPoints)
        report.points.append({point, PointStatus::Pass, QString(), {}});
    return report;
}

} // namespace

class TestSetupController : public QObject
{
    Q_OBJECT

private:
    struct Window
    {
        AppContext context;
        Navigation navigation;
        SetupController controller;
        SetupPage &page;

        Window(const AppPaths &paths, const QString &job)
            : context(paths), controller((open(context, job), context), navigation), page(*static_cast<SetupPage *>(controller.page()))
        {
        }
        static void open(AppContext &context, const QString &job) { QVERIFY(context.session.open(job)); }
    };

    std::unique_ptr<QTemporaryDir> m_folder;
    AppPaths m_paths;

    QString jobFile() const { return m_folder->filePath(QStringLiteral("project/job.yaml")); }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_paths.home = m_folder->filePath(QStringLiteral("home"));
        m_paths.programs = QStringLiteral(TRAINYARD_BIN_DIR);
        QVERIFY(writeFileAtomically(jobFile(), jobText));
        QVERIFY(writeFileAtomically(m_folder->filePath(QStringLiteral("project/dataset/train/a/1.txt")), QByteArray(2048, 'x')));
    }

    void aCompleteJobIsTickedWithoutAClick()
    {
        Window window(m_paths, jobFile());
        QCOMPARE(window.page.currentStep(), SetupStep::DryRun); // the next thing to do
        QTRY_COMPARE_WITH_TIMEOUT(window.page.stepState(SetupStep::Permissions), StepState::Done, 10000);
        QTRY_COMPARE_WITH_TIMEOUT(window.page.stepState(SetupStep::Quota), StepState::Done, 10000);
        QTRY_COMPARE_WITH_TIMEOUT(window.page.stepState(SetupStep::Job), StepState::Done, 10000);
        QTRY_VERIFY_WITH_TIMEOUT(!window.page.checks(SetupStep::Platform)->items().isEmpty(), 10000);
        for (const CheckItem &item : window.page.checks(SetupStep::Platform)->items()) {
            if (item.id == QLatin1String("account.interpreter") || item.id == QLatin1String("account.torch"))
                QCOMPARE(item.state, CheckItem::State::NotNeeded);
        }
        QTRY_COMPARE_WITH_TIMEOUT(window.page.quotaForm().needs().dataBytes, 2048.0, 10000);
    }

    void changingTheJobChecksItAgain()
    {
        Window window(m_paths, jobFile());
        QTRY_COMPARE_WITH_TIMEOUT(window.page.stepState(SetupStep::Permissions), StepState::Done, 10000);
        Job job = window.context.session.job();
        job.inputs.first().source = QStringLiteral("nowhere");
        window.context.session.setJob(job, QStringLiteral("Change"));
        QTRY_COMPARE_WITH_TIMEOUT(window.page.stepState(SetupStep::Permissions), StepState::Problem, 10000);
        window.context.session.undoStack().undo();
        QTRY_COMPARE_WITH_TIMEOUT(window.page.stepState(SetupStep::Permissions), StepState::Done, 10000);
    }

    void whatIsTypedIsSavedAndCanBeUndone()
    {
        Window window(m_paths, jobFile());
        auto *name = qobject_cast<QLineEdit *>(window.page.jobForm().field(QStringLiteral("name"))->editor());
        name->clear();
        QTest::keyClicks(name, QStringLiteral("renamed"));
        QCOMPARE(window.context.session.undoStack().count(), 1);
        QTRY_COMPARE_WITH_TIMEOUT(readJobFile(jobFile()).job.name, QStringLiteral("renamed"), 3000);
        window.context.session.undoStack().undo();
        QCOMPARE(name->text(), QStringLiteral("sample"));
    }

    void closingHalfWayGoesOnThere()
    {
        {
            Window window(m_paths, jobFile());
            window.page.goTo(SetupStep::Quota);
            window.page.quotaForm().findChild<QLineEdit *>(QStringLiteral("quota.hours"))->setText(QStringLiteral("2.5"));
        }
        Window window(m_paths, jobFile());
        QCOMPARE(window.page.currentStep(), SetupStep::Quota);
        QCOMPARE(window.page.quotaForm().needs().hours, 2.5);
        QCOMPARE(JobLibrary(m_paths.home).files(), QStringList{jobFile()});
    }

    void theInterpreterIsKeptInTheProfile()
    {
        {
            Window window(m_paths, jobFile());
            auto *interpreter = window.page.platformForm().findChild<QComboBox *>(QStringLiteral("profile.interpreter"));
            interpreter->setEditText(QStringLiteral("/opt/python/bin/python3"));
        }
        AppContext later(m_paths);
        QCOMPARE(later.platforms.profile(QStringLiteral("local"))->interpreter, QStringLiteral("/opt/python/bin/python3"));
    }

    void aKeyIsInNoFile()
    {
        qputenv("DBUS_SESSION_BUS_ADDRESS", "disabled:"); // no keychain of the person who runs this
        const QString secret = QStringLiteral("SKEXAMPLE-not-in-any-file");
        {
            Window window(m_paths, jobFile());
            Q_EMIT window.page.platformForm().keysEntered(QStringLiteral("cloud"), QStringLiteral("AKEXAMPLE"), secret);
            QTRY_COMPARE_WITH_TIMEOUT(window.context.credentials->isPersistent(), std::optional<bool>(false), 5000);
        }
        QDirIterator files(m_folder->path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (files.hasNext())
            QVERIFY(!readFile(files.next()).value_or(QByteArray()).contains(secret.toUtf8()));
    }

    void theVerdictGatesSubmit()
    {
        Window window(m_paths, jobFile());
        QSignalSpy dryRun(&window.navigation, &Navigation::startDryRun);
        window.page.primaryAction()->trigger();
        QCOMPARE(dryRun.count(), 1);
        window.context.session.setDryRun(window.context.session.job(), passed());
        QCOMPARE(window.page.primaryAction()->text(), QStringLiteral("Submit"));
        Job job = window.context.session.job();
        job.name = QStringLiteral("another");
        window.context.session.setJob(job, QStringLiteral("Rename"));
        QCOMPARE(window.page.primaryAction()->text(), QStringLiteral("Run dry-run"));
    }

    void aConflictIsAskedAboutOnThePage()
    {
        Window window(m_paths, jobFile());
        Job job = window.context.session.job();
        job.name = QStringLiteral("mine");
        window.context.session.setJob(job, QStringLiteral("Rename"));
        QVERIFY(writeFileAtomically(jobFile(), QByteArray(jobText).replace("sample", "theirs")));
        QVERIFY(!window.context.session.saveNow());
        Q_EMIT window.page.reloadRequested();
        QCOMPARE(window.context.session.job().name, QStringLiteral("theirs"));
        QVERIFY(!window.context.session.isInConflict());
    }
};

QTEST_MAIN(TestSetupController)
#include "tst_setupcontroller.moc"
