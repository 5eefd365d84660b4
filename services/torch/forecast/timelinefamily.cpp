#include "services/torch/forecast/timelinefamily.h"

#include <algorithm>

namespace Trainyard {

namespace {

bool haveEqualOrder(const Timeline &a, const Timeline &b)
{
    const auto isSameEvent = [](const TimelineEvent &x, const TimelineEvent &y) { return x.block == y.block && x.isAllocation == y.isAllocation; };
    return a.blocks.size() == b.blocks.size() && std::equal(a.events.begin(), a.events.end(), b.events.begin(), b.events.end(), isSameEvent);
}

/// Lagrange's weights of the known sizes at @p x.
std::vector<long double> weightsAt(const std::vector<qint64> &sizes, qint64 x)
{
    std::vector<long double> weights;
    for (size_t i = 0; i < sizes.size(); ++i) {
        long double weight = 1;
        for (size_t j = 0; j < sizes.size(); ++j) {
            if (i != j)
                weight *= (long double)(x - sizes[j]) / (long double)(sizes[i] - sizes[j]);
        }
        weights.push_back(weight);
    }
    return weights;
}

} // namespace

std::optional<TimelineFamily> TimelineFamily::through(const std::vector<std::pair<qint64, const Timeline *>> &recordings)
{
    TimelineFamily family;
    family.m_first = recordings.front().second;
    for (const auto &[size, timeline] : recordings) {
        if (!haveEqualOrder(*family.m_first, *timeline))
            return std::nullopt;
        family.m_sizes.push_back(size);
        std::vector<qint64> &bytes = family.m_bytes.emplace_back();
        bytes.reserve(timeline->blocks.size());
        for (const TimelineBlock &block : timeline->blocks)
            bytes.push_back(block.bytes);
    }
    return family;
}

std::optional<std::vector<AllocatorEvent>> TimelineFamily::eventsAt(qint64 x) const
{
    const std::vector<long double> weights = weightsAt(m_sizes, x);
    constexpr long double mostBytes = 4.0e18L; // what a qint64 holds, with room for rounding
    std::vector<qint64> bytes(m_first->blocks.size());
    for (size_t block = 0; block < bytes.size(); ++block) {
        const qint64 atFirst = m_bytes.front()[block];
        const bool isConstant = std::all_of(m_bytes.begin(), m_bytes.end(), [&](const std::vector<qint64> &each) { return each[block] == atFirst; });
        long double sum = isConstant ? (long double)(atFirst) : 0;
        for (size_t i = 0; !isConstant && i < m_sizes.size(); ++i)
            sum += (long double)(m_bytes[i][block]) * weights[i];
        if (sum < 0.5L || sum > mostBytes)
            return std::nullopt;
        bytes[block] = qint64(sum + 0.5L);
    }
    std::vector<AllocatorEvent> events;
    events.reserve(m_first->events.size());
    for (const TimelineEvent &event : m_first->events)
        events.push_back({event.block, event.isAllocation ? bytes[event.block] : 0});
    return events;
}

} // namespace Trainyard
