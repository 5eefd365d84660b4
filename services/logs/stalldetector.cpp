#include "services/logs/stalldetector.h"

#include <algorithm>

namespace Trainyard::Logs {

bool StallDetector::add(double seconds)
{
    if (!m_last) {
        m_last = seconds;
        return false;
    }
    const double gap = seconds - *m_last;
    if (gap <= 0) // several lines of one moment, another process, or a new day of a time without a date
        return false;
    m_last = seconds;
    bool isStall = false;
    if (gap >= shortestSeconds && m_count >= 4) {
        std::array<double, 32> sorted = m_gaps;
        const size_t known = std::min(m_count, sorted.size());
        std::nth_element(sorted.begin(), sorted.begin() + known / 2, sorted.begin() + known);
        isStall = gap >= 10 * sorted[known / 2];
    }
    m_gaps[m_count % m_gaps.size()] = gap;
    ++m_count;
    return isStall;
}

} // namespace Trainyard::Logs
