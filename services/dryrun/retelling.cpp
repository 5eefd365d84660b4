#include "services/dryrun/retelling.h"

#include "services/dryrun/datachecks.h"

#include <algorithm>

namespace Trainyard {

DryRunReport retold(DryRunReport report, const PreflightContext &context)
{
    const std::atomic_bool goesOn = false;
    Findings fresh = runStaticChecks(context).findings + checkData(context.document, context.jobFolder, goesOn).findings;
    for (PointResult &point : report.points) {
        for (Finding &finding : point.findings) {
            const auto same = std::find_if(fresh.begin(), fresh.end(), [&finding](const Finding &other) {
                return other.code == finding.code && other.where == finding.where && other.severity == finding.severity && other.count == finding.count;
            });
            if (same == fresh.end())
                continue;
            if (point.detail == finding.message)
                point.detail = same->message;
            finding = *same;
            fresh.erase(same);
        }
    }
    return report;
}

} // namespace Trainyard
