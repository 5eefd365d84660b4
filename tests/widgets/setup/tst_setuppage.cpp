#include "models/job/jobdocument.h"
#include "widgets/setup/checklist.h"
#include "widgets/setup/codeblock.h"
#include "widgets/setup/decisioncard.h"
#include "widgets/setup/fieldbox.h"
#include "widgets/setup/jobform.h"
#include "widgets/setup/platformform.h"
#include "widgets/setup/quotaform.h"
#include "widgets/setup/reviewform.h"
#include "widgets/setup/setupfooter.h"
#include "widgets/setup/setuppage.h"
#include "widgets/setup/steplist.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDateTime>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace Trainyard;

namespace {

Job sampleJob()
{
    return readJob(R"(schema: trainyard/job/v1
name: sample
profile: local
compute: {flavor: local.cpu}
code: {preset: image-classification}
parameters: {epochs: 5}
inputs: [{name: data_url, source: dataset, format: image-folder}]
outputs: [{name: train_url, destination: output}]
)").job;
}

CheckItem check(CheckItem::State state)
{
    CheckItem item;
    item.id = QStringLiteral("permission.data.read");
    item.title = QStringLiteral("Read");
    item.state = state;
    item.sentence = QStringLiteral("It was tried.");
    if (state == CheckItem::State::Problem) {
        item.whatToDo = QStringLiteral("Ask for the right.");
        item.administratorMessage = QStringLiteral("Give me the right.");
    }
    return item;
}

DryRunReport reportOf(Verdict verdict)
{
    DryRunReport report;
    report.verdict = verdict;
    for (const DryRunPoint point : allDryRunPoints)
        report.points.append({point, verdict == Verdict::Fail ? PointStatus::Fail : PointStatus::Pass, QStringLiteral("seen"), {}});
    return report;
}

} // namespace

class TestSetupPage : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<SetupPage> m_page;

    /// What the session does: the edit comes back as the job.
    void closeTheLoop()
    {
        connect(m_page.get(), &SetupPage::jobEdited, m_page.get(), [this](const Job &job) { m_page->setJob(job); });
    }

private Q_SLOTS:
    void init()
    {
        m_page = std::make_unique<SetupPage>();
        FormContext context;
        context.platform = QStringLiteral("local");
        m_page->loadJob(sampleJob());
        m_page->setContext(context);
        m_page->resize(1208, 700);
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
    }

    void cleanup() { m_page.reset(); }

    void everyStepIsReachedFromEveryOther()
    {
        for (const SetupStep from : allSetupSteps) {
            for (const SetupStep to : allSetupSteps) {
                m_page->goTo(from);
                m_page->stepList().setCurrentRow(int(to));
                QCOMPARE(m_page->currentStep(), to);
            }
        }
    }

    void jumpingBackAndForthLosesNothing()
    {
        closeTheLoop();
        m_page->goTo(SetupStep::Job);
        auto *duration = qobject_cast<QLineEdit *>(m_page->jobForm().field(QStringLiteral("limits.max_duration"))->editor());
        duration->setText(QStringLiteral("12x")); // no value yet
        m_page->goTo(SetupStep::Quota);
        auto *hours = m_page->quotaForm().findChild<QLineEdit *>(QStringLiteral("quota.hours"));
        hours->setText(QStringLiteral("2.5"));
        m_page->goTo(SetupStep::Permissions);
        QLineEdit *destination = nullptr;
        for (FieldBox *box : m_page->findChildren<FieldBox *>()) {
            if (box->key() == QLatin1String("outputs[0].destination") && box->isVisible())
                destination = box->findChild<QLineEdit *>();
        }
        QVERIFY(destination);
        destination->clear();
        QTest::keyClicks(destination, QStringLiteral("results"));
        for (const SetupStep step : {SetupStep::Review, SetupStep::Platform, SetupStep::Upload, SetupStep::Job})
            m_page->goTo(step);
        QCOMPARE(duration->text(), QStringLiteral("12x"));
        QCOMPARE(hours->text(), QStringLiteral("2.5"));
        QCOMPARE(destination->text(), QStringLiteral("results"));
        // The job's data card shows the same place.
        QCOMPARE(m_page->jobForm().field(QStringLiteral("outputs[0].destination"))->findChild<QLineEdit *>()->text(), QStringLiteral("results"));
    }

    void backAndNextWalkTheSteps()
    {
        m_page->goTo(SetupStep::Platform);
        QPushButton *next = nullptr, *back = nullptr;
        for (QPushButton *button : m_page->findChildren<QPushButton *>()) {
            if (button->text() == QLatin1String("&Next"))
                next = button;
            if (button->text() == QLatin1String("&Back"))
                back = button;
        }
        QVERIFY(next && back);
        QVERIFY(!back->isEnabled());
        for (size_t i = 1; i < allSetupSteps.size(); ++i) {
            QTest::mouseClick(next, Qt::LeftButton);
            QCOMPARE(m_page->currentStep(), allSetupSteps.at(i));
        }
        QVERIFY(!next->isEnabled());
        QTest::mouseClick(back, Qt::LeftButton);
        QCOMPARE(m_page->currentStep(), SetupStep::Upload);
    }

    void escapeAndReturnNeverCloseTheWizard()
    {
        m_page->goTo(SetupStep::Job);
        for (const Qt::Key key : {Qt::Key_Escape, Qt::Key_Return, Qt::Key_Enter}) {
            QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : m_page.get(), key);
            QCOMPARE(m_page->currentStep(), SetupStep::Job);
            QVERIFY(m_page->jobForm().isVisible());
        }
    }

    void theKeyboardAloneReachesEveryFieldOfAStep()
    {
        m_page->goTo(SetupStep::Permissions);
        m_page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
        m_page->focusFirst();
        QSet<QString> reached;
        for (int i = 0; i < 40; ++i) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            if (FieldBox *box = FieldBox::ofWidget(QApplication::focusWidget()))
                reached.insert(box->key());
        }
        for (const char *key : {"inputs[0].source", "inputs[0].name", "inputs[0].format", "outputs[0].destination", "outputs[0].name"})
            QVERIFY2(reached.contains(QLatin1String(key)), key);
        m_page->stepList().setFocus();
        QTest::keyClick(&m_page->stepList(), Qt::Key_Down);
        QCOMPARE(m_page->currentStep(), SetupStep::Quota);
    }

    void stepsShowTheirState()
    {
        QCOMPARE(m_page->stepState(SetupStep::Platform), StepState::Open);
        m_page->setChecks(SetupStep::Platform, {check(CheckItem::State::Ok), check(CheckItem::State::NotNeeded)});
        QCOMPARE(m_page->stepState(SetupStep::Platform), StepState::Done);
        m_page->setChecks(SetupStep::Permissions, {check(CheckItem::State::Problem)});
        QCOMPARE(m_page->stepState(SetupStep::Permissions), StepState::Problem);
        m_page->setChecksFailed(SetupStep::Permissions, {Error::Kind::Unavailable, QStringLiteral("Cannot be asked."), QString()});
        QCOMPARE(m_page->stepState(SetupStep::Permissions), StepState::Warning); // not checked is never green
        QCOMPARE(m_page->stepState(SetupStep::Job), StepState::Done);
        QCOMPARE(m_page->stepState(SetupStep::Upload), StepState::NotNeeded);
        m_page->setDryRun(reportOf(Verdict::Warn));
        QCOMPARE(m_page->stepState(SetupStep::DryRun), StepState::Warning);
        Finding finding;
        finding.where.key = QStringLiteral("compute.flavor");
        finding.message = QStringLiteral("No such flavor.");
        m_page->setFindings({finding});
        QCOMPARE(m_page->stepState(SetupStep::Job), StepState::Problem);
        QVERIFY(m_page->jobForm().field(QStringLiteral("compute.flavor"))->hasProblem());
    }

    void checksShowWhatCameOutAndAskAgain()
    {
        QSignalSpy requested(m_page.get(), &SetupPage::checksRequested);
        m_page->goTo(SetupStep::Permissions);
        CheckList *list = m_page->checks(SetupStep::Permissions);
        m_page->setChecking(SetupStep::Permissions);
        QVERIFY(list->isRunning());
        m_page->setChecks(SetupStep::Permissions, {check(CheckItem::State::Problem)});
        QVERIFY(!list->isRunning());
        QPushButton *copy = list->findChild<QPushButton *>();
        QVERIFY(copy);
        QTest::mouseClick(copy, Qt::LeftButton);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("Give me the right."));
        m_page->checkAgain();
        QCOMPARE(requested.last().first().value<SetupStep>(), SetupStep::Permissions);
        m_page->setChecksFailed(SetupStep::Permissions, {Error::Kind::Timeout, QStringLiteral("No answer."), QString()});
        QCOMPARE(list->items().first().state, CheckItem::State::NotChecked);
    }

    void thePrimaryActionIsTheNextStepOfTheRoute()
    {
        QSignalSpy dryRun(m_page.get(), &SetupPage::dryRunRequested), submit(m_page.get(), &SetupPage::submitRequested);
        m_page->primaryAction()->trigger();
        QCOMPARE(dryRun.count(), 1);
        m_page->setDryRun(reportOf(Verdict::Pass));
        QCOMPARE(m_page->primaryAction()->text(), QStringLiteral("Submit"));
        m_page->primaryAction()->trigger();
        QCOMPARE(submit.count(), 1);
        QCOMPARE(submit.last().first().toString(), QString());
        m_page->setSubmitObstacle(QStringLiteral("Not from here."));
        QVERIFY(!m_page->primaryAction()->isEnabled());
        QCOMPARE(m_page->primaryDisabledReason(), QStringLiteral("Not from here."));
        m_page->setSubmitObstacle(QString());
        m_page->setSubmitting(true);
        QVERIFY(!m_page->primaryAction()->isEnabled());
        QVERIFY(!m_page->primaryDisabledReason().isEmpty());
    }

    void aFailedDryRunNeedsAReason()
    {
        m_page->setDryRun(reportOf(Verdict::Fail));
        QCOMPARE(m_page->primaryAction()->text(), QStringLiteral("Run dry-run"));
        m_page->goTo(SetupStep::Review);
        QVERIFY(!m_page->primaryAction()->isEnabled());
        auto *reason = m_page->findChild<QLineEdit *>(QStringLiteral("overrideReason"));
        QVERIFY(reason->isVisible());
        QTest::keyClicks(reason, QStringLiteral("known"));
        QVERIFY(m_page->primaryAction()->isEnabled());
        QSignalSpy submit(m_page.get(), &SetupPage::submitRequested);
        m_page->primaryAction()->trigger();
        QCOMPARE(submit.last().first().toString(), QStringLiteral("known"));
    }

    void cardsCloseWhenDecidedAndOpenForAField()
    {
        for (DecisionCard *card : m_page->jobForm().cards())
            QVERIFY(!card->isOpen());
        m_page->goTo(SetupStep::Job);
        m_page->jobForm().showField(QStringLiteral("compute.flavor"));
        QVERIFY(m_page->jobForm().cards().at(1)->isOpen());
        Job open;
        open.name = QStringLiteral("empty");
        m_page->loadJob(open);
        QVERIFY(m_page->jobForm().cards().at(3)->isOpen());
    }

    void theFieldOfAKeyIsShown_data()
    {
        QTest::addColumn<SetupStep>("step");
        QTest::addColumn<QString>("field");
        QTest::newRow("profile") << SetupStep::Platform << QStringLiteral("profile");
        QTest::newRow("compute.flavor") << SetupStep::Job << QStringLiteral("compute.flavor");
        QTest::newRow("environment.image") << SetupStep::Job << QStringLiteral("environment.image");
        QTest::newRow("inputs[0].source") << SetupStep::Job << QStringLiteral("inputs[0].source");
        QTest::newRow("parameters.batch_size") << SetupStep::Job << QStringLiteral("parameters");
    }

    void theFieldOfAKeyIsShown()
    {
        QFETCH(SetupStep, step);
        QFETCH(QString, field);
        m_page->goTo(SetupStep::Review);
        m_page->showField(QString::fromLatin1(QTest::currentDataTag()));
        QCOMPARE(m_page->currentStep(), step);
        const FieldBox *box = FieldBox::ofWidget(QApplication::focusWidget());
        QVERIFY(box);
        QCOMPARE(box->key(), field);
    }

    void commandsBreakOnlyBetweenArguments()
    {
        CodeBlock block;
        block.resize(400, 100);
        const QString command = QStringLiteral("trainyard-torch train --preset image-classification --data_url '/a folder/with a blank' --epochs 5 --batch_size 64");
        block.setCommand(command);
        block.show();
        QTRY_VERIFY(block.findChild<QLabel *>()->text().contains(u'\n'));
        QString shown = block.findChild<QLabel *>()->text();
        QVERIFY(shown.contains(QLatin1String("--epochs 5")));
        QCOMPARE(shown.replace(QLatin1String(" \\\n  "), QLatin1String(" ")), command);
        QCOMPARE(block.text(), command);
    }

    void savingAndConflictsAreSaid()
    {
        m_page->footer().setSaved(QDateTime(QDate(2026, 11, 30), QTime(15, 20, 4)));
        bool isSaid = false;
        for (const QLabel *label : m_page->findChildren<QLabel *>())
            isSaid |= label->isVisible() && label->text() == QLatin1String("saved 15:20:04");
        QVERIFY(isSaid);
        QSignalSpy reload(m_page.get(), &SetupPage::reloadRequested);
        m_page->footer().setConflict(true);
        for (QPushButton *button : m_page->findChildren<QPushButton *>()) {
            if (button->text() == QLatin1String("Use the file"))
                QTest::mouseClick(button, Qt::LeftButton);
        }
        QCOMPARE(reload.count(), 1);
    }

    void narrowWindowsPutHelpBesideTheField()
    {
        FieldBox *box = m_page->jobForm().field(QStringLiteral("compute.flavor"));
        m_page->goTo(SetupStep::Job);
        m_page->jobForm().showField(QStringLiteral("compute.flavor"));
        m_page->resize(940, 560);
        QToolButton *help = nullptr;
        for (QToolButton *button : box->findChildren<QToolButton *>()) {
            if (button->accessibleName().startsWith(QLatin1String("What is this?")))
                help = button;
        }
        QVERIFY(help && help->isVisible());
        m_page->resize(1208, 700);
        QVERIFY(!help->isVisible());
    }
};

QTEST_MAIN(TestSetupPage)
#include "tst_setuppage.moc"
