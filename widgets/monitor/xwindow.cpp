#include "widgets/monitor/xwindow.h"

#include <algorithm>

namespace Trainyard {

void XWindow::setWhole(AxisRange whole, double shortest)
{
    m_whole = whole;
    m_shortest = shortest;
}

void XWindow::zoom(double factor, double x)
{
    const AxisRange now = range();
    const double share = std::clamp((x - now.low) / now.span(), 0.0, 1.0);
    const double span = std::max(now.span() * factor, std::min(now.span(), m_shortest));
    show({x - share * span, x - share * span + span});
}

void XWindow::pan(double dx)
{
    if (m_zoom)
        show({m_zoom->low + dx, m_zoom->high + dx});
}

void XWindow::show(AxisRange range)
{
    const double span = std::max(range.span(), std::min(m_shortest, m_whole.span()));
    if (span >= m_whole.span())
        return reset();
    const double low = std::clamp(range.low, m_whole.low, m_whole.high - span);
    m_zoom = AxisRange{low, low + span};
}

} // namespace Trainyard
