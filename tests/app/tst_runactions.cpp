#include "app/appcontext.h"
#include "app/window/navigation.h"
#include "app/window/runactions.h"
#include "services/common/files.h"
#include "services/dryrun/dryrunstore.h"

#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Trainyard;
using namespace Qt::StringLiterals;

/// *Run again*, with a real run of a script that ends at once.
class TestRunActions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void runAgainAsksForADryRunFirst();
    void runAgainGoesByTheLastDryRun_data();
    void runAgainGoesByTheLastDryRun();
    void runAgainOfAJobThatCannotBeOpenedStartsNothing();

private:
    QString jobFile() const { return m_folder->filePath(u"job.yaml"_s); }
    void store(Verdict verdict) const;
    void runAgain();

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<AppContext> m_context;
    std::unique_ptr<Navigation> m_navigation;
    QString m_runId;
};

void TestRunActions::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(writeFileAtomically(m_folder->filePath(u"src/train.sh"_s), "echo 'step: 1 loss: 0.5'\n"));
    QVERIFY(writeFileAtomically(jobFile(), "name: small\ncompute: {flavor: local.cpu}\ncode: {directory: src, boot_file: train.sh}\n"
                                           "outputs:\n  - {name: out, destination: results}\n"));
    m_context = std::make_unique<AppContext>(AppPaths{m_folder->filePath(u"home"_s), QStringLiteral(TRAINYARD_BIN_DIR)});
    m_navigation = std::make_unique<Navigation>();
    connect(m_navigation.get(), &Navigation::openJob, &m_context->session,
            [this](const QString &path) { (void)m_context->session.open(path); });
    const QFuture<Result<Run>> submitted = m_context->runs.submit(SubmitOptions{jobFile(), std::nullopt, u"the first one"_s});
    QTRY_VERIFY(submitted.isFinished());
    QVERIFY2(submitted.result(), qPrintable(submitted.result() ? QString() : submitted.result().error().message));
    m_runId = submitted.result()->id;
    QTRY_VERIFY(m_context->runs.run(m_runId));
}

void TestRunActions::cleanup()
{
    m_navigation.reset();
    m_context.reset();
    m_folder.reset();
}

void TestRunActions::store(Verdict verdict) const
{
    DryRunReport report;
    report.verdict = verdict;
    QVERIFY(storeDryRun(m_context->paths, dryRunFingerprint(readJobFile(jobFile()).job, m_folder->path()), report));
}

/// Up to the click on *Run again*.
void TestRunActions::runAgain()
{
    auto *actions = new RunActions(*m_context, *m_navigation, m_navigation.get());
    actions->runAgain(m_runId);
    QMessageBox *question = nullptr;
    const auto isAsked = [&question] {
        for (QWidget *widget : QApplication::topLevelWidgets()) {
            if (widget->objectName() == u"driftQuestion"_s && widget->isVisible())
                question = qobject_cast<QMessageBox *>(widget);
        }
        return question != nullptr;
    };
    QTRY_VERIFY(isAsked());
    const QList<QAbstractButton *> buttons = question->buttons();
    const auto accept = std::find_if(buttons.begin(), buttons.end(), [question](QAbstractButton *button) { return question->buttonRole(button) == QMessageBox::AcceptRole; });
    QVERIFY(accept != buttons.end());
    QTest::mouseClick(*accept, Qt::LeftButton);
}

void TestRunActions::runAgainAsksForADryRunFirst()
{
    QSignalSpy dryRun(m_navigation.get(), &Navigation::startDryRun);
    QSignalSpy messages(m_navigation.get(), &Navigation::showMessage);
    runAgain();
    QTRY_COMPARE(dryRun.size(), 1);
    QCOMPARE(m_context->session.path(), jobFile());
    QCOMPARE(messages.size(), 1);
    QCOMPARE(m_context->runs.runs().size(), 1);
}

void TestRunActions::runAgainGoesByTheLastDryRun_data()
{
    QTest::addColumn<Verdict>("verdict");
    QTest::addColumn<bool>("starts");
    QTest::newRow("pass") << Verdict::Pass << true;
    QTest::newRow("warn") << Verdict::Warn << true;
    QTest::newRow("fail") << Verdict::Fail << false;
}

void TestRunActions::runAgainGoesByTheLastDryRun()
{
    QFETCH(Verdict, verdict);
    QFETCH(bool, starts);
    store(verdict);
    QSignalSpy shownRuns(m_navigation.get(), &Navigation::showRun);
    QSignalSpy shownDryRuns(m_navigation.get(), &Navigation::showDryRun);
    QSignalSpy started(m_navigation.get(), &Navigation::startDryRun);
    runAgain();
    QTRY_COMPARE(shownRuns.size() + shownDryRuns.size(), 1);
    QCOMPARE(shownRuns.size(), starts ? 1 : 0);
    QVERIFY(started.isEmpty());
    if (starts) {
        const std::optional<Run> run = m_context->runs.run(shownRuns.first().first().toString());
        QVERIFY(run && run->id != m_runId);
        QCOMPARE(run->record.dryRunVerdict, verdictToText(verdict));
    } else {
        QCOMPARE(m_context->runs.runs().size(), 1);
    }
}

void TestRunActions::runAgainOfAJobThatCannotBeOpenedStartsNothing()
{
    QVERIFY(writeFileAtomically(jobFile(), QByteArray(100, '\0')));
    QSignalSpy opened(m_navigation.get(), &Navigation::openJob);
    QSignalSpy started(m_navigation.get(), &Navigation::startDryRun);
    runAgain();
    QTRY_COMPARE(opened.size(), 1);
    QTest::qWait(50);
    QVERIFY(started.isEmpty());
    QCOMPARE(m_context->runs.runs().size(), 1);
}

QTEST_MAIN(TestRunActions)
#include "tst_runactions.moc"
