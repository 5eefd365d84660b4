#include "app/jobsession.h"
#include "services/common/files.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Trainyard;

namespace {

const QByteArray plainText = "schema: trainyard/job/v1\n"
                             "# the smallest job\n"
                             "name: first # of many\n"
                             "code:\n"
                             "  preset: image-classification\n"
                             "outputs:\n"
                             "  - {name: train_url, destination: output}\n";

} // namespace

class TestJobSession : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;

    QString path() const { return m_folder->filePath(QStringLiteral("job.yaml")); }
    QByteArray fileText() const { return readFile(path()).value_or(QByteArray()); }
    void write(const QByteArray &text) const { QVERIFY(writeFileAtomically(path(), text)); }

    static void rename(JobSession &session, const QString &name, const QString &mergeKey = QString())
    {
        Job job = session.job();
        job.name = name;
        session.setJob(job, QStringLiteral("Rename"), mergeKey);
    }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        write(plainText);
    }

    void openingReadsTheJobAndTellsOnce()
    {
        JobSession session;
        QSignalSpy opened(&session, &JobSession::opened);
        QVERIFY(session.open(path()));
        QCOMPARE(session.job().name, QStringLiteral("first"));
        QCOMPARE(session.folder(), m_folder->path());
        QCOMPARE(opened.count(), 1);
        QVERIFY(!session.hasUnsavedChanges());
        session.close();
        QVERIFY(!session.isOpen());
        QCOMPARE(opened.count(), 2);
    }

    void aFaultyFileOpensWithItsFindings()
    {
        write(plainText + "learning_rat: 3\n");
        JobSession session;
        QVERIFY(session.open(path()));
        QCOMPARE(session.job().name, QStringLiteral("first"));
        QVERIFY(hasErrors(session.document().findings));
        QCOMPARE(fileText(), plainText + "learning_rat: 3\n"); // looking changes nothing
    }

    void whatIsNoJobIsRefusedAndTheOpenOneStays_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("a list") << QByteArray("- a\n- b\n");
        QTest::newRow("binary") << QByteArray("\x00\x01\x02\xff\xfe", 5);
        QTest::newRow("missing") << QByteArray();
    }

    void whatIsNoJobIsRefusedAndTheOpenOneStays()
    {
        QFETCH(QByteArray, text);
        const QString other = m_folder->filePath(QStringLiteral("other.yaml"));
        if (!text.isEmpty())
            QVERIFY(writeFileAtomically(other, text));
        JobSession session;
        QVERIFY(session.open(path()));
        const Result<> result = session.open(other);
        QVERIFY(!result);
        QVERIFY(!result.error().message.isEmpty());
        QCOMPARE(session.path(), path());
    }

    void aChangeIsSavedASecondLater()
    {
        JobSession session;
        QVERIFY(session.open(path()));
        QSignalSpy saved(&session, &JobSession::saved);
        rename(session, QStringLiteral("second"));
        QVERIFY(session.hasUnsavedChanges());
        QCOMPARE(saved.count(), 0);
        QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 3000);
        QCOMPARE(readJobFile(path()).job.name, QStringLiteral("second"));
        QVERIFY(!session.hasUnsavedChanges());
    }

    void typingIsOneUndoStep()
    {
        JobSession session;
        QVERIFY(session.open(path()));
        for (const QString &name : {QStringLiteral("f"), QStringLiteral("fa"), QStringLiteral("fas")})
            rename(session, name, QStringLiteral("name"));
        rename(session, QStringLiteral("other"), QStringLiteral("something else"));
        QCOMPARE(session.undoStack().count(), 2);
        session.undoStack().undo();
        QCOMPARE(session.job().name, QStringLiteral("fas"));
        session.undoStack().undo();
        QCOMPARE(session.job().name, QStringLiteral("first"));
        session.undoStack().redo();
        QCOMPARE(session.job().name, QStringLiteral("fas"));
    }

    void undoingEverythingGivesTheTextBack()
    {
        JobSession session;
        QVERIFY(session.open(path()));
        rename(session, QStringLiteral("second"));
        QVERIFY(session.saveNow());
        QVERIFY(fileText().contains("# the smallest job"));
        QVERIFY(!fileText().contains("# of many"));
        QCOMPARE(readFile(path() + QLatin1Char('~')).value_or(QByteArray()), plainText); // no comment is lost
        session.undoStack().undo();
        QVERIFY(session.saveNow());
        QCOMPARE(fileText(), plainText);
    }

    void editedTextIsKeptAsItIs()
    {
        JobSession session;
        QVERIFY(session.open(path()));
        const QByteArray edited = QByteArray(plainText).replace("first", "third");
        QVERIFY(session.setText(edited, QStringLiteral("Edit the text")));
        QCOMPARE(session.job().name, QStringLiteral("third"));
        QVERIFY(session.saveNow());
        QCOMPARE(fileText(), edited);
        QVERIFY(!session.setText("- no job\n", QStringLiteral("Edit the text")));
        QCOMPARE(session.job().name, QStringLiteral("third"));
    }

    void unreadableTextIsKeptUntilItIsReadableOrDropped()
    {
        const QByteArray broken = "name: [half\n";
        {
            JobSession session;
            QVERIFY(session.open(path()));
            QSignalSpy changed(&session, &JobSession::unreadableTextChanged);
            QVERIFY(!session.setText(broken, QStringLiteral("Edit the text")));
            QCOMPARE(changed.count(), 1);
            rename(session, QStringLiteral("second"));
            const Result<> saved = session.saveNow();
            QVERIFY(!saved); // a dry-run or a submission would take the job before it
            QCOMPARE(saved.error().kind, Error::Kind::Invalid);
            QCOMPARE(readJobFile(path()).job.name, QStringLiteral("second"));
        }
        JobSession session;
        QVERIFY(session.open(path()));
        QCOMPARE(session.unreadableText(), broken);
        QVERIFY(!session.unreadableTextFindings().isEmpty());
        QVERIFY(session.setText(plainText, QStringLiteral("Edit the text")));
        QVERIFY(session.unreadableText().isEmpty());
        QVERIFY(session.saveNow());
        QCOMPARE(fileText(), plainText);
        QVERIFY(!session.setText(broken, QStringLiteral("Edit the text")));
        session.dropUnreadableText();
        QVERIFY(session.saveNow());
        QVERIFY(!QFile::exists(path() + QStringLiteral(".unsaved")));
    }

    void unreadableTextIsNotReplacedByAnotherProgramsFile()
    {
        JobSession session;
        QVERIFY(session.open(path()));
        QSignalSpy conflict(&session, &JobSession::conflictDetected);
        QVERIFY(!session.setText("name: [half\n", QStringLiteral("Edit the text")));
        write(QByteArray(plainText).replace("first", "theirs"));
        QTRY_COMPARE_WITH_TIMEOUT(conflict.count(), 1, 3000);
        QCOMPARE(session.job().name, QStringLiteral("first"));
        QVERIFY(session.reload());
        QCOMPARE(session.job().name, QStringLiteral("theirs"));
        QCOMPARE(readFile(path() + QLatin1Char('~')).value_or(QByteArray()), QByteArray("name: [half\n"));
    }

    void aFileChangedByAnotherProgramIsNotOverwritten()
    {
        JobSession session;
        QVERIFY(session.open(path()));
        QSignalSpy conflict(&session, &JobSession::conflictDetected);
        rename(session, QStringLiteral("mine"));
        const QByteArray theirs = QByteArray(plainText).replace("first", "theirs");
        write(theirs);
        const Result<> result = session.saveNow();
        QVERIFY(!result);
        QCOMPARE(result.error().kind, Error::Kind::Conflict);
        rename(session, QStringLiteral("mine-2"));
        QVERIFY(!session.saveNow());
        QCOMPARE(conflict.count(), 1);
        QCOMPARE(fileText(), theirs);

        QVERIFY(session.reload());
        QCOMPARE(session.job().name, QStringLiteral("theirs"));
        session.undoStack().undo();
        QCOMPARE(session.job().name, QStringLiteral("mine-2"));
        QVERIFY(session.saveNow());
        QCOMPARE(readJobFile(path()).job.name, QStringLiteral("mine-2"));
    }

    void overwritingAnswersAConflict()
    {
        JobSession session;
        QVERIFY(session.open(path()));
        rename(session, QStringLiteral("mine"));
        write(QByteArray(plainText).replace("first", "theirs"));
        QVERIFY(!session.saveNow());
        QVERIFY(session.overwrite());
        QCOMPARE(readJobFile(path()).job.name, QStringLiteral("mine"));
        QVERIFY(!session.isInConflict());
    }

    void anUntouchedJobFollowsItsFile()
    {
        JobSession session;
        QVERIFY(session.open(path()));
        write(QByteArray(plainText).replace("first", "theirs"));
        QTRY_COMPARE_WITH_TIMEOUT(session.job().name, QStringLiteral("theirs"), 3000);
        QVERIFY(!session.hasUnsavedChanges());
    }

    void aFailedSaveIsToldAndTriedAgain()
    {
        JobSession session;
        QVERIFY(session.open(path()));
        QSignalSpy failed(&session, &JobSession::saveFailed);
        const QString elsewhere = m_folder->path() + QStringLiteral("-moved");
        QVERIFY(QDir().rename(m_folder->path(), elsewhere));
        rename(session, QStringLiteral("second"));
        QVERIFY(!session.saveNow());
        QCOMPARE(failed.count(), 1);
        QVERIFY(session.hasUnsavedChanges());
        QVERIFY(QDir().rename(elsewhere, m_folder->path()));
        rename(session, QStringLiteral("third"));
        QTRY_COMPARE_WITH_TIMEOUT(readJobFile(path()).job.name, QStringLiteral("third"), 3000);
    }

    void aDryRunBelongsToExactlyTheJobItWasMadeOf()
    {
        JobSession session;
        QVERIFY(session.open(path()));
        QVERIFY(!session.dryRun());
        session.setDryRun(session.job(), DryRunReport{});
        QVERIFY(session.dryRun());
        rename(session, QStringLiteral("second"));
        QVERIFY(!session.dryRun());
        session.undoStack().undo();
        QVERIFY(session.dryRun());
    }

    void closingSavesWhatWaits()
    {
        {
            JobSession session;
            QVERIFY(session.open(path()));
            rename(session, QStringLiteral("last words"));
        }
        QCOMPARE(readJobFile(path()).job.name, QStringLiteral("last words"));
    }
};

QTEST_GUILESS_MAIN(TestJobSession)
#include "tst_jobsession.moc"
