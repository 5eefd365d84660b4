#pragma once

#include "services/platforms/platform.h"

#include <QTimer>

namespace Trainyard {

/// What one look at a growing file gave.
struct FileChunk
{
    QByteArray data;
    qint64 offset = 0;   ///< of the first byte
    QByteArray before;   ///< the last bytes before the offset: those of another file differ
    qint64 size = 0;     ///< of the file at that moment
    quint64 inode = 0;
    bool exists = false;
    std::optional<Error> error; ///< the folder is gone, it is no regular file, or may not be read
};

/// At most 1 MiB from @p offset on; nothing when the file is shorter.
FileChunk readChunk(const QString &path, qint64 offset);

/// Looks at one growing file again and again, in a worker; hands each look to the class below it.
class FileFollower : public QObject
{
    Q_OBJECT
public:
    explicit FileFollower(QString path, QObject *parent = nullptr);
    /// From where it stopped, it finds out whether the file is still the same one.
    void start(qint64 offset);
    void setPaused(bool isPaused);
    QString path() const { return m_path; }

Q_SIGNALS:
    void dataReceived(const QByteArray &data, qint64 offset);
    void caughtUp(qint64 offset);
    /// The file is another one, or shorter than what was read.
    void restarted();
    /// Also when the file is gone that was read before. Looks no more until start().
    void failed(const Trainyard::Error &error);

private:
    void look();
    void handleChunk(const FileChunk &chunk);

    QString m_path;
    QTimer m_timer;
    qint64 m_offset = 0;
    quint64 m_inode = 0;
    QByteArray m_lastBytes; ///< before m_offset
    bool m_isPaused = false;
    bool m_isLookDue = false; ///< put off by the pause
    bool m_isCaughtUp = false;
    int m_generation = 0; ///< looks of an earlier start() are ignored
};

/// train.log of a run on this machine.
class FileLogStream final : public LogStream
{
    Q_OBJECT
public:
    explicit FileLogStream(const QString &path);
    void start(qint64 offset) override { m_follower.start(offset); }
    void setPaused(bool isPaused) override { m_follower.setPaused(isPaused); }
    QString filePath() const override { return m_follower.path(); }

private:
    FileFollower m_follower;
};

/// samples.jsonl of a run on this machine. A line that is cut short waits for its rest; a damaged one is left out.
class FileSampleStream final : public SampleStream
{
    Q_OBJECT
public:
    explicit FileSampleStream(const QString &path);
    void start() override;

private:
    void handleData(const QByteArray &data);

    FileFollower m_follower;
    QByteArray m_partialLine;
};

/// Complete lines of samples.jsonl; the incomplete last one is left in @p text.
QList<Sample> takeSamples(QByteArray &text);

} // namespace Trainyard
