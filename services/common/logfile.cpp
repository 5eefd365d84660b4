#include "services/common/logfile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace Trainyard {

namespace {

Error ioError(const QString &sentence)
{
    return Error{Error::Kind::Io, sentence.arg(qt_error_string(errno)), QString()};
}

} // namespace

LogFile::~LogFile()
{
    ::close(m_descriptor);
}

Result<std::shared_ptr<LogFile>> LogFile::open(const QString &path)
{
    // Without O_NONBLOCK a pipe that nobody writes to would never open.
    const int descriptor = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return ioError(QCoreApplication::translate("LogFile", "%1 cannot be read: %2.").arg(path));
    std::shared_ptr<LogFile> file(new LogFile(descriptor));
    struct stat facts = {};
    if (::fstat(descriptor, &facts) != 0 || !S_ISREG(facts.st_mode)) {
        return Error{Error::Kind::Invalid,
                     QCoreApplication::translate("LogFile", "%1 is not a regular file. Let the program write to a file, and open that.").arg(path), QString()};
    }
    return file;
}

Result<std::shared_ptr<LogFile>> LogFile::temporary()
{
    QByteArray name = QFile::encodeName(QDir::tempPath() + QStringLiteral("/trainyard-log-XXXXXX"));
    const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
    if (descriptor < 0)
        return ioError(QCoreApplication::translate("LogFile", "The log cannot be kept in %1: %2.").arg(QDir::tempPath()));
    ::unlink(name.constData());
    return std::shared_ptr<LogFile>(new LogFile(descriptor));
}

Result<> LogFile::append(QByteArrayView data)
{
    while (!data.isEmpty()) {
        const ssize_t written = ::write(m_descriptor, data.data(), size_t(data.size()));
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return ioError(QCoreApplication::translate("LogFile", "The log cannot be kept in %1: %2.").arg(QDir::tempPath()));
        data = data.sliced(written);
    }
    return success();
}

QByteArray LogFile::read(qint64 offset, qint64 length) const
{
    QByteArray bytes(std::max<qint64>(length, 0), Qt::Uninitialized);
    qint64 count = 0;
    while (count < bytes.size()) {
        const ssize_t got = ::pread(m_descriptor, bytes.data() + count, size_t(bytes.size() - count), offset + count);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        count += got;
    }
    bytes.truncate(count);
    return bytes;
}

} // namespace Trainyard
