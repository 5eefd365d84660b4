#pragma once

#include <QString>

namespace Trainyard {

/// What a dropped or named path is to us.
enum class PathKind { Missing, Job, Log, Folder, Script, Credentials, Unknown };

struct PathTarget
{
    PathKind kind = PathKind::Unknown;
    QString path; ///< of what is opened: for a folder with a job.yaml, that file
    bool operator==(const PathTarget &) const = default;
};

/// By name, by what a folder holds, and for other files by their first 64 KiB: text counts as a log, and so does any metric file. A folder without scripts in
/// which TensorBoard's event files lie is a log too.
PathTarget classifyPath(const QString &path);

} // namespace Trainyard
