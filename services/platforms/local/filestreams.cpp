#include "services/platforms/local/filestreams.h"

#include "services/common/async.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QThreadPool>
#include <QtConcurrentRun>

#include <sys/stat.h>

#include <utility>

namespace Trainyard {

namespace {

constexpr qint64 maximumChunk = qint64(1) << 20;
constexpr int lookMs = 100;    ///< some ten signals a second
constexpr qsizetype rememberedBytes = 256; ///< an inode number is soon used again: the bytes tell another file

/// Own threads: a log goes on while long work fills the common ones.
QThreadPool &readers()
{
    static QThreadPool pool;
    pool.setMaxThreadCount(2);
    return pool;
}

} // namespace

FileChunk readChunk(const QString &path, qint64 offset)
{
    FileChunk chunk;
    chunk.offset = offset;
    QFile file(path);
    if (!file.exists()) {
        if (!QFileInfo::exists(QFileInfo(path).path())) {
            chunk.error = Error{Error::Kind::NotFound, QCoreApplication::translate("FileFollower", "The run's folder %1 is gone.").arg(QFileInfo(path).path()),
                                QString()};
        }
        return chunk;
    }
    struct stat facts = {};
    if (::stat(QFile::encodeName(path).constData(), &facts) == 0 && !S_ISREG(facts.st_mode)) { // opening a pipe would wait for its writer
        chunk.error = Error{Error::Kind::Invalid,
                            QCoreApplication::translate("FileFollower", "%1 is not a regular file. Let the program write to a file, and open that.").arg(path),
                            QString()};
        return chunk;
    }
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered)) {
        chunk.error = Error{Error::Kind::Io, QCoreApplication::translate("FileFollower", "%1 cannot be read: %2.").arg(path, file.errorString()),
                            file.errorString()};
        return chunk;
    }
    ::fstat(file.handle(), &facts);
    chunk.exists = true;
    chunk.inode = facts.st_ino;
    chunk.size = facts.st_size;
    const qint64 from = std::max<qint64>(0, offset - rememberedBytes);
    if (offset <= chunk.size && file.seek(from)) {
        chunk.before = file.read(offset - from);
        chunk.data = file.read(std::min(maximumChunk, chunk.size - offset));
    }
    return chunk;
}

FileFollower::FileFollower(QString path, QObject *parent) : QObject(parent), m_path(std::move(path))
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &FileFollower::look);
}

void FileFollower::start(qint64 offset)
{
    ++m_generation;
    if (offset == 0 || offset != m_offset) {
        m_inode = 0;
        m_lastBytes.clear();
    }
    m_offset = offset;
    m_isCaughtUp = false;
    look();
}

void FileFollower::setPaused(bool isPaused)
{
    m_isPaused = isPaused;
    if (!isPaused && std::exchange(m_isLookDue, false))
        m_timer.start(0);
}

void FileFollower::look()
{
    m_isLookDue = m_isPaused;
    if (m_isPaused)
        return;
    const auto read = QtConcurrent::run(&readers(), readChunk, m_path, m_offset);
    onFinished(read, this, [this, generation = m_generation](const FileChunk &chunk) {
        if (generation == m_generation)
            handleChunk(chunk);
    });
}

void FileFollower::handleChunk(const FileChunk &chunk)
{
    const int generation = m_generation;
    if (chunk.error) {
        Q_EMIT failed(*chunk.error);
        return;
    }
    if (!chunk.exists && m_offset > 0) {
        Q_EMIT failed(Error{Error::Kind::NotFound, QCoreApplication::translate("FileFollower", "%1 is gone.").arg(m_path), QString()});
        return;
    }
    const bool isOtherFile = (m_inode != 0 && m_inode != chunk.inode) || (!m_lastBytes.isEmpty() && m_lastBytes != chunk.before);
    const bool isReplaced = chunk.exists && (chunk.size < m_offset || isOtherFile);
    m_inode = chunk.inode;
    if (isReplaced) {
        m_offset = 0;
        m_lastBytes.clear();
        m_isCaughtUp = false;
        Q_EMIT restarted();
    } else if (!chunk.data.isEmpty()) {
        m_offset += chunk.data.size();
        m_lastBytes = chunk.data.size() >= rememberedBytes ? chunk.data.last(rememberedBytes) : QByteArray(chunk.before + chunk.data).right(rememberedBytes);
        m_isCaughtUp = false;
        Q_EMIT dataReceived(chunk.data, chunk.offset);
    }
    if (generation != m_generation)
        return; // whoever received it started anew
    const bool isBehind = isReplaced || m_offset < chunk.size;
    if (!isBehind && !m_isCaughtUp) {
        m_isCaughtUp = true;
        Q_EMIT caughtUp(m_offset);
    }
    if (generation != m_generation)
        return;
    m_timer.start(isBehind ? 0 : lookMs);
}

FileLogStream::FileLogStream(const QString &path) : m_follower(path)
{
    connect(&m_follower, &FileFollower::dataReceived, this, &LogStream::dataReceived);
    connect(&m_follower, &FileFollower::caughtUp, this, &LogStream::caughtUp);
    connect(&m_follower, &FileFollower::restarted, this, &LogStream::restarted);
    connect(&m_follower, &FileFollower::failed, this, &LogStream::failed);
}

FileSampleStream::FileSampleStream(const QString &path) : m_follower(path)
{
    connect(&m_follower, &FileFollower::dataReceived, this, &FileSampleStream::handleData);
    connect(&m_follower, &FileFollower::restarted, this, [this] { m_partialLine.clear(); });
    connect(&m_follower, &FileFollower::failed, this, &SampleStream::failed);
}

void FileSampleStream::start()
{
    m_partialLine.clear();
    m_follower.start(0);
}

void FileSampleStream::handleData(const QByteArray &data)
{
    m_partialLine += data;
    const QList<Sample> samples = takeSamples(m_partialLine);
    if (!samples.isEmpty())
        Q_EMIT samplesAdded(samples);
}

QList<Sample> takeSamples(QByteArray &text)
{
    QList<Sample> samples;
    qsizetype lineStart = 0;
    for (qsizetype lineEnd = 0; (lineEnd = text.indexOf('\n', lineStart)) >= 0; lineStart = lineEnd + 1) {
        const QByteArray line = QByteArray::fromRawData(text.constData() + lineStart, lineEnd - lineStart);
        if (const auto sample = Sample::fromJson(QJsonDocument::fromJson(line).object()))
            samples.append(*sample);
    }
    text.remove(0, lineStart);
    return samples;
}

} // namespace Trainyard
