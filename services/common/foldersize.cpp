#include "services/common/foldersize.h"

#include <QDirIterator>
#include <QFileInfo>

namespace Trainyard {

std::optional<qint64> folderSize(const QString &path, const std::function<bool()> &isCanceled)
{
    const QFileInfo place(path);
    if (!place.exists())
        return std::nullopt;
    if (place.isFile())
        return place.size();
    qint64 bytes = 0;
    QDirIterator files(path, QDir::Files | QDir::Hidden | QDir::NoSymLinks, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        if (isCanceled())
            return std::nullopt;
        bytes += files.nextFileInfo().size();
    }
    return bytes;
}

} // namespace Trainyard
