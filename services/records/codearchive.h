#pragma once

#include "models/job/job.h"
#include "models/result.h"

#include <QString>
#include <QStringList>

#include <functional>

namespace Trainyard {

/// What of a code directory goes along with a run.
struct CodeSelection
{
    QString folder;      ///< absolute; empty: nothing (a preset)
    QStringList linked;  ///< folders inside that are inputs: the copy links to them instead of holding gigabytes of data
    QStringList left;    ///< folders inside that are left out: outputs, runs
};

/// Version control, caches and what Python compiles are never part of the code.
CodeSelection selectCode(const Job &job, const QString &jobFolder, const QString &runsFolder);

/**
 * Copies the code to @p target. Links stay links and are never followed: one that leaves the folder is made absolute. A cancelled copy is removed
 * by whoever asked for it.
 *
 * Errors: Io with the file's name, NotFound, Cancelled.
 */
Result<> copyCode(const CodeSelection &code, const QString &target, const std::function<bool()> &isCanceled);

/// SHA-256 in hex over the sorted relative names and contents; inputs inside count by name only. Empty for no folder.
QString hashCode(const CodeSelection &code);

/// `git rev-parse HEAD`, with `+` when tracked files were changed; empty where there is no repository or no git.
QString gitCommit(const QString &folder);

} // namespace Trainyard
