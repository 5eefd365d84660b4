#pragma once

#include "services/preflight/preflight.h"

#include <QFileInfo>
#include <QList>
#include <QString>

namespace Trainyard {

/// `obs://bucket/data`, `s3://...`: on the platform, not on this machine.
bool isRemotePath(const QString &path);
/// The code directory, absolute; empty when the job has none or when it is remote.
QString codeDirectory(const PreflightContext &context);
/// As findings name a file: relative to the job's folder.
QString shownPath(const PreflightContext &context, const QString &absolutePath);

/// One file below a folder; links are listed, never followed.
struct TreeFile
{
    QString path; ///< relative to the folder
    qint64 bytes = 0;
};

struct FileTree
{
    QList<TreeFile> files;
    qint64 bytes = 0;
    bool isComplete = true; ///< false: more than the limit, the rest was not looked at
};

/// Everything below @p folder, up to 100,000 files.
FileTree listFiles(const QString &folder);

} // namespace Trainyard
