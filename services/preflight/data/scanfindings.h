#pragma once

#include "services/preflight/data/datasetscan.h"
#include "services/preflight/data/scripthints.h"

namespace Trainyard {

struct ScanFindings
{
    Findings findings;
    QList<NotChecked> notChecked;
};

/**
 * What a scan saw, as findings about this job. @p hints decide how bad it is: what reading the script cannot tell is an info, never an error.
 * @p modelPlace: where job.yaml says how many classes the model has.
 */
ScanFindings scanFindings(const ScanResult &scan, const ReadOptions &options, const ScriptHints &hints, const Place &modelPlace);

} // namespace Trainyard
