#pragma once

#include "models/job/logpattern.h"
#include "models/result.h"

#include <QList>
#include <QString>

namespace Trainyard {

class CommandCall;

/// The options `--pattern` and `--job` of commands that read logs.
void addPatternOptions(CommandCall &call);
/// The patterns they name. Errors: Invalid with the pattern's fault, or the job file's.
Result<QList<LogPattern>> patternsOf(const CommandCall &call);

/// `parse-log` of a file or folder that is no log: prints what its metric files tell, as JSON lines. @return the exit status.
int printMetricFiles(const CommandCall &call, const QString &path);

} // namespace Trainyard
