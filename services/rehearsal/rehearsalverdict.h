#pragma once

#include "models/dryrun/dryrunreport.h"
#include "services/rehearsal/rehearsal.h"

namespace Trainyard {

/// What a rehearsal says about the five points.
struct RehearsalVerdict
{
    QList<PointResult> points; ///< those it can speak of
    Findings findings;
    QList<NotChecked> notChecked;
    QStringList disproved; ///< codes that reading had suspected, and running has shown not to be so
};

/**
 * Codes: environment.rehearsal-failed, data.rehearsal-failed, memory.rehearsal-failed, training.rehearsal-failed, checkpoints.rehearsal-failed,
 * logs.no-metric, training.loss-diverged, checkpoints.not-resumed, paths.outside-output, network.hub-download.
 *
 * A script that fails here only because this machine lacks what the platform's image has was not checked, which is no fault of the job.
 */
RehearsalVerdict judgeRehearsal(const Rehearsal &rehearsal, const PreflightContext &context);

/// The report's `rehearsal`: seconds, losses, steps, peak memory, saved files, whether it went on.
QJsonObject rehearsalToJson(const Rehearsal &rehearsal);

} // namespace Trainyard
