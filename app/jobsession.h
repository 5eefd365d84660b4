#pragma once

#include "models/dryrun/dryrunreport.h"
#include "models/job/jobdocument.h"
#include "models/result.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>
#include <QUndoStack>

namespace Trainyard {

/**
 * The one job that is open in this window: its file, its value, undo and autosave.
 *
 * Every change goes through setJob(): it becomes an undo step, is written a second later (atomically), and everybody sees jobChanged().
 * A file that somebody else changed meanwhile is never overwritten: without changes of ours it is read again (an undo step), with changes
 * conflictDetected() asks, and reload() or overwrite() answers.
 *
 * Comments outside of changed sections stay. Undoing back to the job as it was opened gives the file its very text back; before the first
 * save that loses a comment or a faulty line, the file is copied to `job.yaml~`.
 */
class JobSession : public QObject
{
    Q_OBJECT

public:
    explicit JobSession(QObject *parent = nullptr);
    ~JobSession() override;

    bool isOpen() const { return !m_path.isEmpty(); }
    QString path() const { return m_path; }
    QString folder() const;
    const JobDocument &document() const { return m_document; }
    const Job &job() const { return m_document.job; }

    /// Reads @p path and makes it the open job. A file with faults opens all the same; one that is no job answers its first finding as Error.
    Result<> open(const QString &path);
    void close();

    /// @p text describes the change in the Edit menu: "Change batch size". Consecutive changes with the same non-empty @p mergeKey are one undo step.
    void setJob(const Job &job, const QString &text, const QString &mergeKey = QString());
    /// The file's text was edited by hand: kept as it is, comments included. Unreadable text does not change the job: it is kept as
    /// unreadableText() and beside the file (`job.yaml.unsaved`), and its first finding is answered.
    Result<> setText(const QByteArray &text, const QString &description);
    /// The file's text as it is or will be saved.
    QByteArray text() const;
    /// What was typed last and holds no job; empty: nothing of the kind. As long as it is there, saveNow() answers its fault, so that
    /// nobody goes on with the job as it was before. It is still there when the job is opened again.
    QByteArray unreadableText() const { return m_unreadableText; }
    /// Its faults; empty: there is no such text.
    Findings unreadableTextFindings() const;
    /// Goes back to the text of the job.
    void dropUnreadableText();

    /// The job is not in the file yet.
    bool hasUnsavedChanges() const { return isOpen() && text() != m_savedText; }
    bool isInConflict() const { return m_isInConflict; }
    /// Writes now what is waiting. Errors: Conflict (nothing was overwritten), Io, Invalid (unreadableText()).
    Result<> saveNow();
    /// Takes the file's version as an undo step: what was typed here is one Undo away.
    Result<> reload();
    /// Writes this version over the file's, whoever changed it.
    Result<> overwrite();
    QUndoStack &undoStack() { return m_undoStack; }

    /// The last dry-run of exactly this job, in the language of now: none after a change, there again when the change is undone.
    std::optional<DryRunReport> dryRun() const;
    /// @p job is the one that was dry-run: it may have changed since. @p report is kept in every language it has.
    void setDryRun(const Job &job, const DryRunReport &report);
    /// Why the failing verdict of dryRun() is no obstacle to submitting: given on the dry-run page, goes with the next dry-run.
    QString overrideReason() const { return dryRun() ? m_overrideReason : QString(); }
    void setOverrideReason(const QString &reason);

Q_SIGNALS:
    /// Another file, or none, is open.
    void opened();
    void jobChanged(const Trainyard::Job &job);
    void unreadableTextChanged();
    void dryRunChanged();
    void saved(const QDateTime &time);
    void saveFailed(const Trainyard::Error &error);
    void conflictDetected(const QString &path);

private:
    class ChangeCommand;
    /// A job and, where its text was written by a person, that text.
    struct Version
    {
        Job job;
        QByteArray handWrittenText; ///< empty: writeJob(job)
    };

    void push(const Version &version, const QString &text, const QString &mergeKey);
    void apply(const Version &version);
    void handleFileChanged();
    void setUnreadableText(const QByteArray &text);
    QString unsavedFile() const { return m_path + QStringLiteral(".unsaved"); }
    Error unreadableTextError() const;
    void watch();
    Result<> write();

    QString m_path;
    JobDocument m_document;
    Version m_version;       ///< what is shown
    Version m_openedVersion; ///< as it was found in the file
    std::optional<std::pair<Job, DryRunReport>> m_dryRun;
    QString m_overrideReason;
    QByteArray m_unreadableText;
    QByteArray m_savedText;  ///< the file's content as far as we know
    bool m_isInConflict = false;
    bool m_isCopyKept = false;
    QUndoStack m_undoStack;
    QTimer m_saveTimer;
    QTimer m_fileTimer; ///< gathers the notifications of one save by another program
    QFileSystemWatcher m_watcher;
};

} // namespace Trainyard
