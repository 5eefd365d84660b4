#include "models/metrics/runpace.h"

#include <algorithm>
#include <cmath>

namespace Trainyard {

namespace {

constexpr size_t mostStretches = 128;
constexpr size_t mostGroups = 12;
constexpr size_t leastStretches = 3;

} // namespace

void RunPace::add(qint64 timeMs, double done)
{
    if (m_lastDone < 0 || done < m_lastDone || timeMs < m_lastMs) {
        m_lastMs = timeMs;
        m_lastDone = done;
        return;
    }
    if (done == m_lastDone || timeMs == m_lastMs)
        return;
    const Stretch stretch{double(timeMs - m_lastMs), done - m_lastDone};
    m_lastMs = timeMs;
    m_lastDone = done;
    if (!m_stretches.empty() && m_stretches.back().part < m_fullPart) {
        m_stretches.back().ms += stretch.ms;
        m_stretches.back().part += stretch.part;
    } else {
        m_stretches.push_back(stretch);
    }
    if (m_stretches.size() < mostStretches)
        return;
    for (size_t i = 0; i < mostStretches / 2; ++i) {
        const Stretch &first = m_stretches[2 * i];
        const Stretch &second = m_stretches[2 * i + 1];
        m_stretches[i] = {first.ms + second.ms, first.part + second.part};
        m_fullPart = std::max(m_fullPart, m_stretches[i].part);
    }
    m_stretches.resize(mostStretches / 2);
}

/// A few parts of about equal length, so that a pause that comes again is in each of them.
std::vector<RunPace::Stretch> RunPace::grouped() const
{
    const size_t skipped = m_stretches.size() / 10;
    const size_t count = m_stretches.size() - skipped;
    const size_t groups = std::clamp(count / 3, leastStretches, mostGroups);
    std::vector<Stretch> result(groups);
    for (size_t i = 0; i < count; ++i) {
        Stretch &group = result[i * groups / count];
        group.ms += m_stretches[skipped + i].ms;
        group.part += m_stretches[skipped + i].part;
    }
    return result;
}

std::optional<RemainingTime> RunPace::remaining(double done) const
{
    if (m_stretches.size() < leastStretches)
        return std::nullopt;
    const std::vector<Stretch> groups = grouped();
    Stretch all;
    for (const Stretch &group : groups)
        all = {all.ms + group.ms, all.part + group.part};
    double variance = 0;
    for (const Stretch &group : groups)
        variance += std::pow(group.pace() - all.pace(), 2);
    const auto count = double(groups.size());
    variance /= count - 1;

    const double left = 1 - done;
    const double likely = left * all.pace();
    // The mean is known to variance / count; the rest varies as what was measured: its parts are as long as ours.
    const double spread = std::sqrt(variance * (left * left / count + left * all.part / count));
    const double factor = 1.7 + 3.6 / count; // about the 90 % range of Student's distribution, for few groups
    constexpr double leastSpread = 0.03;
    const double width = std::max(factor * spread, leastSpread * likely);
    Stretch recent;
    for (size_t i = groups.size() - groups.size() / 3; i < groups.size(); ++i)
        recent = {recent.ms + groups[i].ms, recent.part + groups[i].part};
    const double asRecently = left * recent.pace(); // it may go on getting slower, or faster
    return RemainingTime{qint64(std::max(0.0, std::min(likely - width, asRecently))), qint64(likely), qint64(std::max(likely + width, asRecently))};
}

} // namespace Trainyard
