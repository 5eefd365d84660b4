#include "services/drafts/pathkind.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace Trainyard {

namespace {

const QStringList jobNames{QStringLiteral("job.yaml"), QStringLiteral("job.yml")};
const QString eventsMark = QStringLiteral("tfevents");

PathTarget classifyFolder(const QString &path)
{
    const QDir folder(path);
    for (const QString &name : jobNames) {
        if (folder.exists(name))
            return {PathKind::Job, folder.absoluteFilePath(name)};
    }
    const QStringList events = folder.entryList({QLatin1Char('*') + eventsMark + QLatin1Char('*')}, QDir::Files, QDir::Time);
    if (!events.isEmpty())
        return {PathKind::Log, folder.absoluteFilePath(events.first())};
    return {PathKind::Folder, path};
}

bool isText(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) && !file.read(4096).contains('\0');
}

} // namespace

PathTarget classifyPath(const QString &path)
{
    const QFileInfo info(path);
    const QString absolutePath = info.absoluteFilePath();
    if (!info.exists())
        return {PathKind::Missing, absolutePath};
    if (info.isDir())
        return classifyFolder(absolutePath);
    const QString suffix = info.suffix().toLower();
    if (suffix == QLatin1String("yaml") || suffix == QLatin1String("yml"))
        return {PathKind::Job, absolutePath};
    if (suffix == QLatin1String("py") || suffix == QLatin1String("sh"))
        return {PathKind::Script, absolutePath};
    if (info.fileName().compare(QLatin1String("credentials.csv"), Qt::CaseInsensitive) == 0)
        return {PathKind::Credentials, absolutePath};
    if (info.fileName().contains(eventsMark) || isText(absolutePath))
        return {PathKind::Log, absolutePath};
    return {PathKind::Unknown, absolutePath};
}

} // namespace Trainyard
