#include "services/drafts/pathkind.h"

#include "services/metricfiles/metricfilekind.h"
#include "services/metricfiles/metricfilesearch.h"

#include <QDir>
#include <QFileInfo>

namespace Trainyard {

namespace {

const QStringList jobNames{QStringLiteral("job.yaml"), QStringLiteral("job.yml")};

PathTarget classifyFolder(const QString &path)
{
    const QDir folder(path);
    for (const QString &name : jobNames) {
        if (folder.exists(name))
            return {PathKind::Job, folder.absoluteFilePath(name)};
    }
    const bool holdsScripts = !folder.entryList({QStringLiteral("*.py")}, QDir::Files).isEmpty();
    if (!holdsScripts && holdsEventFiles(path))
        return {PathKind::Log, path};
    return {PathKind::Folder, path};
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
    if (info.size() == 0 ? info.isFile() : kindOfMetricFile(absolutePath) != MetricFileKind::None)
        return {PathKind::Log, absolutePath};
    return {PathKind::Unknown, absolutePath};
}

} // namespace Trainyard
