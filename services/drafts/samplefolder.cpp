#include "services/drafts/samplefolder.h"

#include "models/job/jobdocument.h"

#include <QDir>

namespace Trainyard {

namespace {
const QString sampleName = QStringLiteral("fashion-mnist");
}

QString projectsFolder()
{
    return QDir::homePath() + QStringLiteral("/Trainyard");
}

SampleFolder findSampleFolder(const QString &projects)
{
    for (int number = 1;; ++number) {
        const QString name = number == 1 ? sampleName : QStringLiteral("%1-%2").arg(sampleName).arg(number);
        SampleFolder folder{QDir(projects).absoluteFilePath(name)};
        const QFileInfo info(folder.directory);
        if (!info.exists() || (info.isDir() && QDir(folder.directory).isEmpty()))
            return folder;
        folder.exists = QFileInfo::exists(folder.jobFile()) && readJobFile(folder.jobFile()).job.name.startsWith(sampleName);
        if (folder.exists)
            return folder;
    }
}

} // namespace Trainyard
