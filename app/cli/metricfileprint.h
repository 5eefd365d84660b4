#pragma once

#include <QString>

namespace Trainyard {

class CommandCall;

/// `parse-log` of a file or folder that is no log: prints what its metric files tell, as JSON lines. @return the exit status.
int printMetricFiles(const CommandCall &call, const QString &path);

} // namespace Trainyard
