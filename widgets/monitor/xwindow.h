#pragma once

#include "widgets/monitor/xaxis.h"

#include <optional>

namespace Trainyard {

/// The part of the x axis that is seen: the whole run, or what a person has zoomed into.
class XWindow
{
public:
    /// What the whole run covers now, and the shortest part of it that tells anything.
    void setWhole(AxisRange whole, double shortest);
    AxisRange whole() const { return m_whole; }
    AxisRange range() const { return m_zoom.value_or(m_whole); }
    bool isZoomed() const { return m_zoom.has_value(); }

    /// By @p factor (below 1: closer) around @p x.
    void zoom(double factor, double x);
    void pan(double dx);
    void show(AxisRange range);
    void reset() { m_zoom.reset(); }

private:
    AxisRange m_whole;
    double m_shortest = 0;
    std::optional<AxisRange> m_zoom;
};

} // namespace Trainyard
