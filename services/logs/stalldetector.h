#pragma once

#include <array>
#include <cstddef>
#include <optional>

namespace Trainyard::Logs {

/// Sees from a log's own timestamps that nothing was printed for long: at least 30 minutes, and at least ten times the median of at least four gaps before.
class StallDetector
{
public:
    /// @return whether the line with this timestamp is the first after a stall.
    bool add(double seconds);
    /// Whether @p seconds is so long after the last timestamp that it may be a stall.
    bool isLongAfter(double seconds) const { return m_last && seconds - *m_last >= shortestSeconds; }

private:
    static constexpr double shortestSeconds = 30 * 60;

    std::array<double, 32> m_gaps{}; ///< the last ones, in a ring
    size_t m_count = 0;
    std::optional<double> m_last;
};

} // namespace Trainyard::Logs
