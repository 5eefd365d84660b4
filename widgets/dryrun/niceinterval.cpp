#include "widgets/dryrun/niceinterval.h"

#include <cmath>
#include <initializer_list>

namespace Trainyard {

double niceInterval(double range)
{
    constexpr double lines = 4;
    const double rough = range / lines, power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= rough)
            return factor * power;
    }
    return 10 * power;
}

} // namespace Trainyard
