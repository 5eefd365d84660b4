#pragma once

#include "models/result.h"
#include "models/run/run.h"

namespace Trainyard {

class RunAccess;

/// The monitor of a run as a PNG file, or an SVG file where the name ends in .svg. Needs a QApplication, no screen. Errors: Io; those of reading the log.
Result<> drawRun(RunAccess &access, const Run &run, const QString &pictureFile);
/// The same of a bare log file.
Result<> drawLog(const QString &logFile, const QString &pictureFile);

} // namespace Trainyard
