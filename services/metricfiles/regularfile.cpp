#include "services/metricfiles/regularfile.h"

#include <QCoreApplication>
#include <QFile>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace Trainyard {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(MetricFiles)
};

Error failure(const QString &path, int number)
{
    const Error::Kind kind = number == ENOENT || number == ENOTDIR ? Error::Kind::NotFound
        : number == EACCES || number == EPERM                      ? Error::Kind::Forbidden
                                                                   : Error::Kind::Io;
    const QString reason = QString::fromLocal8Bit(std::strerror(number));
    return {kind, Text::tr("%1 could not be read: %2.").arg(path, reason), reason};
}

} // namespace

Result<RegularFile> RegularFile::open(const QString &path)
{
    RegularFile file;
    file.m_path = path;
    const QByteArray name = QFile::encodeName(path);
    struct stat facts = {};
    if (::stat(name.constData(), &facts) != 0)
        return failure(path, errno);
    if (!S_ISREG(facts.st_mode)) // asked before opening: a pipe that is opened and closed again ends its writer
        return Error{Error::Kind::Invalid, Text::tr("%1 is a folder, a pipe or a device, not a file.").arg(path), QString()};
    file.m_descriptor = ::open(name.constData(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file.m_descriptor < 0 || ::fstat(file.m_descriptor, &facts) != 0)
        return failure(path, errno);
    file.m_size = facts.st_size;
    file.m_modifiedMs = qint64(facts.st_mtim.tv_sec) * 1000 + facts.st_mtim.tv_nsec / 1000000;
    file.m_inode = facts.st_ino;
    return file;
}

RegularFile::RegularFile(RegularFile &&other) noexcept
    : m_path(std::move(other.m_path))
    , m_descriptor(std::exchange(other.m_descriptor, -1))
    , m_size(other.m_size)
    , m_modifiedMs(other.m_modifiedMs)
    , m_inode(other.m_inode)
{
}

RegularFile &RegularFile::operator=(RegularFile &&other) noexcept
{
    std::swap(m_path, other.m_path);
    std::swap(m_descriptor, other.m_descriptor);
    m_size = other.m_size;
    m_modifiedMs = other.m_modifiedMs;
    m_inode = other.m_inode;
    return *this;
}

RegularFile::~RegularFile()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

Result<QByteArray> RegularFile::read(qint64 offset, qint64 size) const
{
    const qint64 there = std::clamp<qint64>(m_size - offset, 0, size);
    QByteArray data(there, Qt::Uninitialized);
    qint64 done = 0;
    while (done < there) {
        const ssize_t got = ::pread(m_descriptor, data.data() + done, size_t(there - done), offset + done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return failure(m_path, errno);
        if (got == 0)
            break; // cut meanwhile
        done += got;
    }
    data.truncate(done);
    return data;
}

} // namespace Trainyard
