#pragma once

#include "models/accelerator/cachingallocator.h"
#include "services/torch/forecast/timeline.h"

#include <optional>
#include <utility>
#include <vector>

namespace Trainyard {

/**
 * The timelines of one training step over all batch sizes, or all sequence lengths.
 *
 * What is allocated and freed in which order does not depend on the batch size, and each block grows with it by a polynomial: degree 1 in the
 * batch size, 2 in the sequence length (attention scores). So a few recordings give every other size without running the model.
 */
class TimelineFamily
{
public:
    /// Not set when the recordings differ in their order of events: then only running the model tells. @p recordings: size -> timeline, at least two.
    static std::optional<TimelineFamily> through(const std::vector<std::pair<qint64, const Timeline *>> &recordings);

    /// The events at size @p x; not set where a block would be beyond counting, or below zero.
    std::optional<std::vector<AllocatorEvent>> eventsAt(qint64 x) const;

private:
    std::vector<qint64> m_sizes;
    const Timeline *m_first = nullptr;
    std::vector<std::vector<qint64>> m_bytes; ///< by recording, by block
};

} // namespace Trainyard
