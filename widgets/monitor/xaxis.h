#pragma once

namespace Trainyard {

/// What a chart can be drawn over. Time begins with the run; the clock shows the time of day.
enum class XAxis { Step, Epoch, Time, Clock, Line };

/// What an axis covers.
struct AxisRange
{
    double low = 0;
    double high = 1;

    double span() const { return high - low; }
    bool operator==(const AxisRange &) const = default;
};

} // namespace Trainyard
