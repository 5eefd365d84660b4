#include "services/rehearsal/straywrites.h"

#include "services/agent/processes.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

#include <fcntl.h>

using namespace Qt::StringLiterals;

namespace Trainyard {

namespace {

/// Was the descriptor opened for writing? /proc/PID/fdinfo/N has the flags of open(2) in octal.
bool isForWriting(const QString &infoPath)
{
    QFile info(infoPath);
    if (!info.open(QIODevice::ReadOnly))
        return false;
    for (const QByteArray &line : info.read(512).split('\n')) {
        if (line.startsWith("flags:"))
            return (line.mid(6).trimmed().toLongLong(nullptr, 8) & (O_WRONLY | O_RDWR)) != 0;
    }
    return false;
}

} // namespace

void StrayWrites::look(qint64 keeperPid)
{
    for (const ProcessEntry &process : processFamily(readAllProcesses(), pid_t(keeperPid), pid_t(keeperPid))) {
        if (process.pid == keeperPid)
            continue;
        const QDir descriptors(u"/proc/%1/fd"_s.arg(process.pid));
        for (const QString &number : descriptors.entryList(QDir::Files | QDir::System | QDir::NoDotAndDotDot)) {
            const QString path = QFile::symLinkTarget(descriptors.filePath(number));
            const bool isOwn = path.startsWith(m_scratch) || path.startsWith("/dev/"_L1) || path.startsWith("/proc/"_L1) || path.startsWith("/sys/"_L1);
            if (path.startsWith(u'/') && !isOwn && !path.endsWith("(deleted)"_L1) && QFileInfo(path).isFile() && isForWriting(u"/proc/%1/fdinfo/%2"_s.arg(process.pid).arg(number)))
                m_elsewhere.insert(path);
        }
    }
}

QStringList StrayWrites::elsewhere() const
{
    QStringList paths(m_elsewhere.begin(), m_elsewhere.end());
    paths.sort();
    return paths;
}

StrayWrites::Times StrayWrites::timesIn(const QString &codeFolder)
{
    const QDir root(codeFolder);
    Times times;
    for (QDirIterator it(codeFolder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); it.hasNext();) {
        const QFileInfo file = it.nextFileInfo();
        const QString path = root.relativeFilePath(file.filePath());
        if (!path.contains("__pycache__"_L1) && !path.endsWith(".pyc"_L1))
            times.insert(path, file.lastModified());
    }
    return times;
}

QStringList StrayWrites::inCode(const QString &codeFolder, const Times &before)
{
    const Times after = timesIn(codeFolder);
    QStringList paths;
    for (auto file = after.begin(); file != after.end(); ++file) {
        if (before.value(file.key()) != file.value())
            paths.append(file.key());
    }
    paths.sort();
    return paths;
}

} // namespace Trainyard
