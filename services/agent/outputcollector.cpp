#include "services/agent/outputcollector.h"

#include "services/agent/diskspace.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <stdio.h>

namespace fs = std::filesystem;

namespace Trainyard {

namespace {

Error failure(const LaunchFile::Collected &output, Error::Kind kind, const QString &reason)
{
    return {kind,
            QCoreApplication::translate("Agent", "The output %1 could not be brought to %2: %3. It is complete in %4.")
                .arg(output.name, output.to, reason, output.from),
            reason};
}

QString systemReason(int code)
{
    switch (code) {
    case ENOSPC:
    case EDQUOT: return QCoreApplication::translate("Agent", "the disk is full");
    case EACCES:
    case EPERM: return QCoreApplication::translate("Agent", "you may not write there");
    case EROFS: return QCoreApplication::translate("Agent", "it is on a read-only file system");
    default: return QString::fromLocal8Bit(std::strerror(code));
    }
}

bool holdsFiles(const QString &folder)
{
    return !QDir(folder).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
}

/// Like rename(2), but an existing target is an error instead of being replaced. Answers errno.
int renameWithoutReplacing(const QString &from, const QString &to)
{
    const QByteArray source = QFile::encodeName(from);
    const QByteArray target = QFile::encodeName(to);
    if (::renameat2(AT_FDCWD, source.constData(), AT_FDCWD, target.constData(), RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS)
        return errno;
    if (QFileInfo::exists(to)) // a file system without that flag, as some network ones
        return EEXIST;
    return ::rename(source.constData(), target.constData()) == 0 ? 0 : errno;
}

/// Answers errno.
int copyBeside(const QString &from, const QString &to)
{
    const fs::path temporary = QFile::encodeName(to + QStringLiteral(".part")).toStdString();
    std::error_code fault;
    fs::remove_all(temporary, fault); // left by an interrupted collection
    fs::copy(QFile::encodeName(from).toStdString(), temporary, fs::copy_options::recursive | fs::copy_options::copy_symlinks, fault);
    int code = fault ? fault.value() : renameWithoutReplacing(QFile::decodeName(temporary.c_str()), to);
    if (code == EIO && hasNoRoom(QFileInfo(to).path())) // what libstdc++ 12 makes of ENOSPC
        code = ENOSPC;
    if (code != 0)
        fs::remove_all(temporary, fault);
    return code;
}

void leaveLink(const LaunchFile::Collected &output)
{
    QDir(output.from).removeRecursively();
    QFile::link(output.to, output.from);
}

} // namespace

Result<bool> collectOutput(const LaunchFile::Collected &output)
{
    const QFileInfo source(output.from);
    if (source.isSymLink())
        return true;
    if (!source.exists()) { // interrupted between moving and linking, or removed by the command
        if (QFileInfo::exists(output.to))
            QFile::link(output.to, output.from);
        return QFileInfo::exists(output.to);
    }
    if (source.isDir() && !holdsFiles(output.from))
        return false;
    if (!QDir().mkpath(QFileInfo(output.to).path()))
        return failure(output, Error::Kind::Io, QCoreApplication::translate("Agent", "its folder cannot be made"));
    int code = renameWithoutReplacing(output.from, output.to);
    if (code == EXDEV)
        code = QFileInfo::exists(output.to) ? EEXIST : copyBeside(output.from, output.to);
    if (code == EEXIST || code == ENOTEMPTY)
        return failure(output, Error::Kind::Conflict, QCoreApplication::translate("Agent", "something is there already"));
    if (code != 0)
        return failure(output, Error::Kind::Io, systemReason(code));
    leaveLink(output);
    return true;
}

} // namespace Trainyard
