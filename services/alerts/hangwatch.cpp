#include "services/alerts/hangwatch.h"

#include "services/agent/runlimits.h"

#include <algorithm>
#include <vector>

namespace Trainyard {

namespace {

constexpr size_t mostIntervals = 64;
constexpr size_t leastIntervals = 3;

bool isWorking(const Sample &sample)
{
    constexpr double idleBytesPerSecond = 64 << 10; // a log of its own, a heartbeat
    return sample.cpuPercent.value_or(100) >= idleCpuPercent || sample.gpuPercent.value_or(0) >= idleCpuPercent
        || sample.readBytesPerSecond.value_or(0) + sample.writeBytesPerSecond.value_or(0) >= idleBytesPerSecond;
}

} // namespace

Milliseconds HangWatch::threshold() const
{
    if (m_intervals.size() < leastIntervals)
        return 5 * m_shortest;
    std::vector<qint64> sorted(m_intervals.cbegin(), m_intervals.cend());
    std::nth_element(sorted.begin(), sorted.begin() + qsizetype(sorted.size() / 2), sorted.end());
    return std::max(m_shortest, 5 * Milliseconds(sorted[sorted.size() / 2]));
}

std::optional<Milliseconds> HangWatch::look(const Sample &sample)
{
    if (sample.logBytes != m_logBytes) {
        if (m_logBytes > 0 && !m_isTold) { // the pause of a hang is no rhythm
            m_intervals.push_back(m_lastOutput.msecsTo(sample.time));
            if (m_intervals.size() > mostIntervals)
                m_intervals.pop_front();
        }
        m_logBytes = sample.logBytes;
        m_lastOutput = sample.time;
        m_isTold = false;
    }
    if (isWorking(sample) || !m_lastWork.isValid())
        m_lastWork = sample.time;
    const Milliseconds still(std::max(m_lastOutput, m_lastWork).msecsTo(sample.time));
    if (m_isTold || still < threshold())
        return std::nullopt;
    m_isTold = true;
    return Milliseconds(m_lastOutput.msecsTo(sample.time));
}

} // namespace Trainyard
