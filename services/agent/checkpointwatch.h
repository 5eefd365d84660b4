#pragma once

#include <QDateTime>
#include <QFileInfo>
#include <QHash>

namespace Trainyard {

/**
 * Waits for the first checkpoint that is finished after a moment; look at it a few times a second.
 *
 * Finished: nothing in its folder has changed for two seconds. A program that saves more often than that is not waited for in vain: a checkpoint
 * that was finished thirty seconds ago counts whatever is written beside it, and so does one that is saved over and over under its name, between two
 * saves. Logs, tables, settings and pictures are no checkpoints.
 */
class CheckpointWatch
{
public:
    CheckpointWatch(QString directory, QDateTime since) : m_directory(std::move(directory)), m_since(std::move(since)) {}

    bool isFinished(const QDateTime &now);

private:
    struct Seen
    {
        QDateTime changed;
        qint64 size = 0;
        quint64 inode = 0;
        bool isRewritten = false; ///< saved again under its name
    };

    void note(const QFileInfo &file);

    QString m_directory;
    QDateTime m_since;
    QHash<QString, Seen> m_seen;
};

} // namespace Trainyard
