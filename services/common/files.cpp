#include "services/common/files.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

namespace Trainyard {

namespace {

/// On a full disk the first write is short without an error; only the next one tells why.
bool writeAll(QIODevice &device, const QByteArray &content)
{
    for (qint64 written = 0; written < content.size();) {
        const qint64 more = device.write(content.constData() + written, content.size() - written);
        if (more <= 0)
            return false;
        written += more;
    }
    return true;
}

} // namespace

Result<> writeFileAtomically(const QString &path, const QByteArray &content)
{
    const auto failure = [&path](const QString &reason) {
        return Error{Error::Kind::Io, QCoreApplication::translate("Files", "%1 could not be written: %2.").arg(path, reason), reason};
    };
    if (!QDir().mkpath(QFileInfo(path).absolutePath()))
        return failure(QCoreApplication::translate("Files", "its folder cannot be made"));
    QSaveFile file(path);
    // Flushed first: commit() of Qt 6.4 does not see that what it still had in its buffer found no room, and puts an empty file there.
    if (!file.open(QIODevice::WriteOnly) || !writeAll(file, content) || !file.flush() || !file.commit())
        return failure(file.errorString());
    return success();
}

Result<QByteArray> readFile(const QString &path, qint64 maximumBytes)
{
    QFile file(path);
    if (!file.exists())
        return Error{Error::Kind::NotFound, QCoreApplication::translate("Files", "%1 does not exist.").arg(path), QString()};
    if (!file.open(QIODevice::ReadOnly)) {
        return Error{Error::Kind::Io, QCoreApplication::translate("Files", "%1 could not be read: %2.").arg(path, file.errorString()),
                     file.errorString()};
    }
    const QByteArray content = file.read(maximumBytes + 1);
    if (content.size() > maximumBytes) {
        return Error{Error::Kind::Resource,
                     QCoreApplication::translate("Files", "%1 is larger than %2 MiB and was not read.").arg(path).arg(maximumBytes >> 20),
                     QString()};
    }
    return content;
}

} // namespace Trainyard
