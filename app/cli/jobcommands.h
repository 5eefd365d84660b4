#pragma once

#include "models/dryrun/dryrunreport.h"
#include "services/platforms/platformregistry.h"
#include "services/preflight/preflight.h"

namespace Trainyard {

class CommandCall;

/// A job file as the commands check, dry-run and submit read it; status is set when the command ends here: the file holds no job.
struct OpenedJob
{
    QString file; ///< absolute
    PreflightContext context;
    std::optional<int> status;
};

/// What a call's first argument is called.
QString jobArgument();
/// Reads the job that is @p call's first argument. A file that is no job is told, as `{"findings": ...}` with --json.
OpenedJob openJob(const CommandCall &call, PlatformRegistry &platforms);

/// Runs the dry-run with its progress on standard error, and keeps the verdict for `submit`. Nothing: it was interrupted.
std::optional<DryRunReport> dryRunJob(const PreflightContext &context, const AppPaths &paths, bool rehearse, bool showsProgress);
void printDryRun(const DryRunReport &report);

} // namespace Trainyard
