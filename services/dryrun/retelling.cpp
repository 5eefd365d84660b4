#include "services/dryrun/retelling.h"

#include "services/common/everylanguage.h"
#include "services/common/language.h"

namespace Trainyard {

DryRunReport told(const DryRunReport &report)
{
    return *DryRunReport::fromJson(inLanguage(report.toJson(), currentLanguage()).toObject());
}

PointResult told(const PointResult &point)
{
    return PointResult::fromJson(inLanguage(point.toJson(), currentLanguage()).toObject());
}

} // namespace Trainyard
