#include "services/agent/diskspace.h"

#include <QFile>

#include <sys/statvfs.h>

namespace Trainyard {

bool hasNoRoom(const QString &path)
{
    constexpr quint64 nothingLeft = 1 << 20;
    struct statvfs facts = {};
    return ::statvfs(QFile::encodeName(path).constData(), &facts) == 0 && quint64(facts.f_bavail) * facts.f_frsize < nothingLeft;
}

} // namespace Trainyard
