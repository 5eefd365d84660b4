#include "services/agent/isolation.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

namespace Trainyard {

namespace {

bool writeText(const char *path, const QByteArray &text)
{
    QFile file(QString::fromLatin1(path));
    return file.open(QIODevice::WriteOnly | QIODevice::ExistingOnly) && file.write(text) == text.size() && file.flush();
}

/// For ordinary people inside a user namespace in which they stay who they are.
bool enterNamespaces(int kinds)
{
    if (::unshare(kinds) == 0)
        return true;
    const QByteArray user = QByteArray::number(::geteuid());
    const QByteArray group = QByteArray::number(::getegid());
    return ::unshare(CLONE_NEWUSER | kinds) == 0 && writeText("/proc/self/setgroups", "deny")
        && writeText("/proc/self/uid_map", user + ' ' + user + " 1") && writeText("/proc/self/gid_map", group + ' ' + group + " 1");
}

/// A remount must keep the flags that the mount below has: in a user namespace they are locked.
unsigned long keptFlags(const char *path)
{
    constexpr std::array flags{std::pair{ST_NOSUID, MS_NOSUID}, std::pair{ST_NODEV, MS_NODEV}, std::pair{ST_NOEXEC, MS_NOEXEC},
                               std::pair{ST_NOATIME, MS_NOATIME}, std::pair{ST_NODIRATIME, MS_NODIRATIME}, std::pair{ST_RELATIME, MS_RELATIME}};
    struct statvfs facts = {};
    unsigned long kept = 0;
    if (::statvfs(path, &facts) == 0) {
        for (const auto &[present, keep] : flags)
            kept |= (facts.f_flag & present) ? keep : 0;
    }
    return kept;
}

/// Mounts each path over itself, read-only.
bool mountReadOnly(const QStringList &paths)
{
    // Slave: what the machine mounts later still arrives, nothing of ours goes out.
    if (::mount(nullptr, "/", nullptr, MS_REC | MS_SLAVE, nullptr) != 0)
        return false;
    return std::all_of(paths.begin(), paths.end(), [](const QString &path) {
        const QByteArray name = QFile::encodeName(path);
        return ::mount(name.constData(), name.constData(), nullptr, MS_BIND | MS_REC, nullptr) == 0
            && ::mount(nullptr, name.constData(), nullptr, MS_BIND | MS_REMOUNT | MS_RDONLY | keptFlags(name.constData()), nullptr) == 0;
    });
}

/// A new network has a localhost that is switched off.
bool switchLocalhostOn()
{
    const int socket = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    struct ifreq request = {};
    ::strncpy(request.ifr_name, "lo", IFNAMSIZ - 1);
    request.ifr_flags = IFF_UP;
    const bool isOn = socket >= 0 && ::ioctl(socket, SIOCSIFFLAGS, &request) == 0;
    ::close(socket);
    return isOn;
}

bool enterIsolation(const Isolation &isolation)
{
    return enterNamespaces(CLONE_NEWNS | (isolation.network ? CLONE_NEWNET : 0)) && mountReadOnly(isolation.readOnly) && (!isolation.network || switchLocalhostOn());
}

bool isBelow(const QString &path, const QString &folder)
{
    return path == folder || path.startsWith(folder + QLatin1Char('/'));
}

} // namespace

bool isolate(const Isolation &isolation)
{
    // A namespace cannot be left again: a child tries first, so that a refusal half way changes nothing here.
    const pid_t attempt = ::fork();
    if (attempt == 0)
        ::_exit(enterIsolation(isolation) ? 0 : 1);
    int status = 0;
    return attempt > 0 && ::waitpid(attempt, &status, 0) == attempt && status == 0 && enterIsolation(isolation);
}

QStringList guardableInputs(const QStringList &inputs, const QStringList &writable)
{
    QStringList guardable;
    for (const QString &input : inputs) {
        const QString real = QFileInfo(input).canonicalFilePath();
        const bool holdsWritable = std::any_of(writable.begin(), writable.end(), [&](const QString &path) {
            return !path.isEmpty() && isBelow(QDir::cleanPath(path), real);
        });
        if (!real.isEmpty() && !holdsWritable)
            guardable.append(real);
    }
    guardable.removeDuplicates();
    return guardable;
}

QString inputsPrint(const QStringList &paths)
{
    constexpr int maximumFiles = 200'000;
    QStringList lines; // sorted below: a folder's order means nothing
    const auto add = [&lines](const QFileInfo &file) {
        lines.append(QStringLiteral("%1 %2 %3").arg(file.filePath()).arg(file.size()).arg(file.lastModified().toMSecsSinceEpoch()));
    };
    for (const QString &path : paths) {
        add(QFileInfo(path));
        QDirIterator files(path, QDir::Files | QDir::Hidden | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
        while (files.hasNext() && lines.size() < maximumFiles) {
            files.next();
            add(files.fileInfo());
        }
    }
    lines.sort();
    return QString::fromLatin1(QCryptographicHash::hash(lines.join(QLatin1Char('\n')).toUtf8(), QCryptographicHash::Sha256).toHex());
}

} // namespace Trainyard
