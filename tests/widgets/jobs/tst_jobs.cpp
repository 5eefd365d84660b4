#include "models/job/jobdocument.h"
#include "services/common/files.h"
#include "services/drafts/joblibrary.h"
#include "services/drafts/setupstate.h"
#include "widgets/jobs/jobeditor.h"
#include "widgets/jobs/jobspage.h"
#include "widgets/jobs/yamledit.h"
#include "widgets/setup/fieldbox.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QFileInfo>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace Trainyard;

namespace {

const QByteArray jobText = "schema: trainyard/job/v1\n"
                           "# a comment\n"
                           "name: first\n"
                           "code: {directory: src, boot_file: train.py}\n"
                           "inputs: [{name: data_url, source: dataset}]\n"
                           "outputs: [{name: train_url, destination: output}]\n";

JobEntry entry(const char *name, const char *file, bool isTemplate = false)
{
    JobEntry entry;
    entry.name = QLatin1String(name);
    entry.file = QLatin1String(file);
    entry.profile = QStringLiteral("local");
    entry.flavor = QStringLiteral("local.cpu");
    entry.changedAt = QDateTime(QDate(2026, 11, 30), QTime(12, 0));
    entry.isTemplate = isTemplate;
    return entry;
}

} // namespace

class TestJobs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theLibraryKeepsFilesNewestFirst()
    {
        QTemporaryDir folder;
        const QString a = folder.filePath(QStringLiteral("a.yaml")), b = folder.filePath(QStringLiteral("b.yaml"));
        QVERIFY(writeFileAtomically(a, jobText));
        QVERIFY(writeFileAtomically(b, "- no job\n"));
        QVERIFY(writeFileAtomically(folder.filePath(QStringLiteral("home/templates/mine.yaml")), jobText));
        const JobLibrary library(folder.filePath(QStringLiteral("home")));
        QCOMPARE(library.files(), QStringList());
        QVERIFY(library.add(a));
        QVERIFY(library.add(b));
        QVERIFY(library.add(a));
        QCOMPARE(library.files(), (QStringList{a, b}));
        const QList<JobEntry> entries = library.entries();
        QCOMPARE(entries.size(), 3);
        QCOMPARE(entries.at(0).name, QStringLiteral("first"));
        QVERIFY(!entries.at(1).fault.isEmpty());
        QVERIFY(entries.at(2).isTemplate);
        QVERIFY(library.remove(a));
        QVERIFY(QFileInfo::exists(a)); // the file itself is left alone
        QCOMPARE(library.files(), QStringList{b});
    }

    void copiesMeanTheSame()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("project/job.yaml"));
        QVERIFY(writeFileAtomically(file, jobText));
        const Result<QString> copy = duplicateJob(file);
        QVERIFY(copy);
        QCOMPARE(QFileInfo(*copy).fileName(), QStringLiteral("job-2.yaml"));
        QCOMPARE(readJobFile(*copy).job.name, QStringLiteral("first-2"));
        QVERIFY(readFile(*copy).value_or(QByteArray()).contains("# a comment"));
        const QString exported = folder.filePath(QStringLiteral("elsewhere/out.yaml"));
        QVERIFY(exportJob(file, exported));
        QCOMPARE(readJobFile(exported).job.code.directory, folder.filePath(QStringLiteral("project/src")));
        const Result<QString> made = createJobFromTemplate(file, folder.filePath(QStringLiteral("projects")));
        QVERIFY(made);
        const Result<QString> again = createJobFromTemplate(file, folder.filePath(QStringLiteral("projects")));
        QVERIFY(again && *again != *made);
        QVERIFY(!duplicateJob(folder.filePath(QStringLiteral("gone.yaml"))));
    }

    void setupStateComesBack()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("setup.json"));
        QCOMPARE(readSetupState(file, QStringLiteral("/a")), SetupState());
        const SetupState state{QStringLiteral("quota"), 1e9, std::nullopt, 2.5};
        QVERIFY(writeSetupState(file, QStringLiteral("/a"), state));
        QVERIFY(writeSetupState(file, QStringLiteral("/b"), SetupState()));
        QCOMPARE(readSetupState(file, QStringLiteral("/a")), state);
        QVERIFY(writeFileAtomically(file, "damaged"));
        QCOMPARE(readSetupState(file, QStringLiteral("/a")), SetupState());
    }

    void theTableIsASoundModel()
    {
        JobTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setEntries({entry("one", "/p/one.yaml"), entry("two", "/p/two.yaml"), entry("mine", "/t/mine.yaml", true)});
        Run done;
        done.jobFile = QStringLiteral("/p/one.yaml");
        done.status.state = RunState::Done;
        model.setRuns({done});
        QCOMPARE(model.index(0, JobTableModel::LastRunColumn).data().toString(), QStringLiteral("Done"));
        QCOMPARE(model.index(1, JobTableModel::LastRunColumn).data().toString(), QStringLiteral("never run"));
        QCOMPARE(model.index(2, JobTableModel::LastRunColumn).data().toString(), QStringLiteral("Template"));
        model.setEntries({});
        QCOMPARE(model.rowCount(), 0);
    }

    void thePageOffersWhatTheSelectedJobAllows()
    {
        JobsPage page;
        page.resize(1208, 700);
        page.show();
        JobEntry gone = entry("gone", "/p/gone.yaml");
        gone.fault = QStringLiteral("The file is gone.");
        page.setEntries({entry("one", "/p/one.yaml"), gone, entry("mine", "/t/mine.yaml", true)});
        page.select(QStringLiteral("/p/one.yaml"));
        QSignalSpy opened(&page, &JobsPage::openRequested);
        page.primaryAction()->trigger();
        QCOMPARE(opened.last().first().toString(), QStringLiteral("/p/one.yaml"));
        page.select(QStringLiteral("/p/gone.yaml"));
        QVERIFY(!page.primaryAction()->isEnabled());
        QCOMPARE(page.primaryDisabledReason(), QStringLiteral("The file is gone."));
        page.select(QStringLiteral("/t/mine.yaml"));
        QCOMPARE(page.primaryAction()->text(), QStringLiteral("New job from it"));
        page.startSearch();
        QTest::keyClicks(page.findChild<QLineEdit *>(QStringLiteral("filter")), QStringLiteral("mine"));
        QCOMPARE(page.table()->model()->rowCount(), 1);
        page.cancelCurrent();
        QCOMPARE(page.table()->model()->rowCount(), 3);
    }

    void removalCanBeUndone()
    {
        JobsPage page;
        page.show();
        page.setEntries({entry("one", "/p/one.yaml")});
        QSignalSpy removed(&page, &JobsPage::removeRequested), undone(&page, &JobsPage::undoRequested);
        page.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        page.focusFirst();
        QTest::keyClick(page.table(), Qt::Key_Delete);
        QCOMPARE(removed.count(), 1);
        page.offerUndo(QStringLiteral("one was removed."));
        for (QPushButton *button : page.findChildren<QPushButton *>()) {
            if (button->text() == QLatin1String("Undo"))
                QTest::mouseClick(button, Qt::LeftButton);
        }
        QCOMPARE(undone.count(), 1);
    }

    void theEditorShowsFormsAndText()
    {
        JobEditor editor;
        const JobDocument document = readJob(jobText);
        editor.loadJob(document.job);
        editor.setText(QString::fromUtf8(jobText));
        Job edited;
        connect(&editor, &Form::changed, &editor, [&](const Job &job) {
            edited = job;
            editor.setJob(job);
        });
        auto *name = qobject_cast<QLineEdit *>(editor.field(QStringLiteral("name"))->editor());
        name->setText(QStringLiteral("second"));
        QCOMPARE(edited.name, QStringLiteral("second"));
        QCOMPARE(edited.code, document.job.code);
        // The same input stands in two tabs: an edit in one is not undone by the other.
        editor.field(QStringLiteral("inputs[0].source"))->findChild<QLineEdit *>()->setText(QStringLiteral("other"));
        QCOMPARE(edited.inputs.first().source, QStringLiteral("other"));
        QCOMPARE(editor.yaml().text(), QString::fromUtf8(jobText));
    }

    void formsWaitForUnreadableText()
    {
        JobEditor editor;
        const JobDocument document = readJob(jobText);
        editor.loadJob(document.job);
        Finding fault;
        fault.message = QStringLiteral("Line 2, column 7: no key.");
        fault.where.line = 2;
        editor.setUnreadableText(QStringLiteral("name: [half"), {fault});
        QTabWidget &tabs = editor.tabs();
        QCOMPARE(tabs.currentIndex(), tabs.count() - 1);
        QVERIFY(!tabs.isTabEnabled(0));
        QCOMPARE(editor.yaml().text(), QStringLiteral("name: [half"));
        QCOMPARE(editor.yaml().findChild<QListWidget *>()->item(0)->text(), fault.message); // the line is not said twice
        editor.setText(QString::fromUtf8(jobText));
        QVERIFY(tabs.isTabEnabled(0));
    }

    void leavingTheTextReportsItAtOnce()
    {
        YamlEdit edit;
        QSignalSpy edited(&edit, &YamlEdit::textEdited);
        edit.edit().insertPlainText(QStringLiteral("x"));
        edit.flush();
        QCOMPARE(edited.count(), 1);
        edit.flush();
        QCOMPARE(edited.count(), 1);
    }

    void textIsReportedAfterAPauseAndFaultsStandAtTheirLine()
    {
        YamlEdit edit;
        edit.setText(QString::fromUtf8(jobText));
        QSignalSpy edited(&edit, &YamlEdit::textEdited);
        QTest::keyClick(&edit.edit(), Qt::Key_Tab);
        QVERIFY(edit.text().startsWith(QStringLiteral("  schema")));
        QTRY_COMPARE_WITH_TIMEOUT(edited.count(), 1, 2000);
        Finding finding;
        finding.message = QStringLiteral("Unknown key.");
        finding.where.line = 3;
        edit.setFindings({finding});
        QCOMPARE(edit.edit().extraSelections().size(), 1);
        QCOMPARE(edit.edit().extraSelections().first().cursor.blockNumber(), 2);
        QCOMPARE(edit.findChild<QListWidget *>()->item(0)->text(), QStringLiteral("Line 3: Unknown key."));
    }
};

QTEST_MAIN(TestJobs)
#include "tst_jobs.moc"
