#pragma once

#include "models/job/job.h"

#include <QString>
#include <QStringList>

namespace Trainyard {

/// The shell scripts below @p directory that the job starts: its boot file, those its command names, and those these name in turn.
/// Relative to @p directory.
QStringList startedShellScripts(const Job &job, const QString &directory);

/// Why a shell would stumble over the file (CRLF line ends, a byte-order mark), in a sentence; empty: it would not.
QString shellScriptProblem(const QString &path);

} // namespace Trainyard
