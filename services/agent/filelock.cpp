#include "services/agent/filelock.h"

#include <QFile>

#include <fcntl.h>
#include <unistd.h>

namespace Trainyard {

namespace {

struct flock wholeFile()
{
    struct flock lock = {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    return lock;
}

} // namespace

FileLock &FileLock::operator=(FileLock &&other) noexcept
{
    std::swap(m_descriptor, other.m_descriptor);
    return *this;
}

FileLock::~FileLock()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

std::optional<FileLock> FileLock::tryLock(const QString &path)
{
    FileLock lock(::open(QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
    struct flock request = wholeFile();
    if (lock.m_descriptor < 0 || ::fcntl(lock.m_descriptor, F_OFD_SETLK, &request) != 0)
        return std::nullopt;
    return lock;
}

bool FileLock::isLocked(const QString &path)
{
    const FileLock file(::open(QFile::encodeName(path).constData(), O_RDWR | O_CLOEXEC));
    struct flock request = wholeFile();
    return file.m_descriptor >= 0 && ::fcntl(file.m_descriptor, F_OFD_GETLK, &request) == 0 && request.l_type != F_UNLCK;
}

void FileLock::setInheritable()
{
    ::fcntl(m_descriptor, F_SETFD, 0);
}

} // namespace Trainyard
