#pragma once

#include "models/dryrun/dryrunreport.h"
#include "models/job/job.h"
#include "models/result.h"
#include "services/common/apppaths.h"

namespace Trainyard {

/// Tells one job from another: its definition, and names, sizes and times of its code and model files. A change of any makes it another job, for
/// which an earlier dry-run says nothing.
QByteArray dryRunFingerprint(const Job &job, const QString &jobFolder);

/// Keeps @p report under Trainyard's home, so that `submit` knows the verdict later. Only the latest hundred are kept.
Result<> storeDryRun(const AppPaths &paths, const QByteArray &fingerprint, const DryRunReport &report);
/// The last dry-run of exactly this job.
std::optional<DryRunReport> storedDryRun(const AppPaths &paths, const QByteArray &fingerprint);

} // namespace Trainyard
