#include "services/preflight/preflightpaths.h"

#include <QDir>
#include <QDirIterator>

namespace Trainyard {

bool isRemotePath(const QString &path)
{
    return path.contains(QLatin1String("://"));
}

QString codeDirectory(const PreflightContext &context)
{
    const QString &directory = context.job().code.directory;
    if (directory.isEmpty() || isRemotePath(directory))
        return QString();
    return QDir::cleanPath(QDir(context.jobFolder).absoluteFilePath(directory));
}

QString shownPath(const PreflightContext &context, const QString &absolutePath)
{
    return QDir(context.jobFolder).relativeFilePath(absolutePath);
}

FileTree listFiles(const QString &folder)
{
    constexpr qsizetype mostFiles = 100'000;
    FileTree tree;
    const QDir root(folder);
    QDirIterator iterator(folder, QDir::Files | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
    while (iterator.hasNext()) {
        iterator.next();
        if (tree.files.size() >= mostFiles) {
            tree.isComplete = false;
            break;
        }
        const QFileInfo info = iterator.fileInfo();
        const qint64 bytes = info.isSymLink() ? 0 : info.size();
        tree.files.append({root.relativeFilePath(info.filePath()), bytes});
        tree.bytes += bytes;
    }
    return tree;
}

} // namespace Trainyard
