#pragma once

#include "models/job/jobdocument.h"
#include "models/result.h"

#include <QObject>
#include <QTimer>
#include <QUndoStack>

namespace Trainyard {

/**
 * The one job that is open in this window: its file, its value, undo and autosave.
 *
 * Every change goes through setJob(): it becomes an undo step, is written a second later (atomically), and everybody sees jobChanged().
 * A file that somebody else changed meanwhile is never overwritten: conflictDetected() asks first.
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
    /// Writes now what is waiting.
    Result<> saveNow();
    QUndoStack &undoStack() { return m_undoStack; }

Q_SIGNALS:
    /// Another file, or none, is open.
    void opened();
    void jobChanged(const Trainyard::Job &job);
    void saved(const QDateTime &time);
    void saveFailed(const Trainyard::Error &error);
    void conflictDetected(const QString &path);

private:
    class ChangeCommand;
    void applyJob(const Job &job);

    QString m_path;
    JobDocument m_document;
    QByteArray m_lastSavedText;
    QUndoStack m_undoStack;
    QTimer m_saveTimer;
};

} // namespace Trainyard
