#pragma once

#include <QtGlobal>

#include <limits>
#include <span>

namespace Trainyard {

/// One request to the allocator: @c bytes > 0 allocates block number @c block, 0 frees it.
struct AllocatorEvent
{
    quint32 block = 0;
    qint64 bytes = 0;
};

struct ReplayResult
{
    qint64 peakAllocatedBytes = 0; ///< torch.cuda.max_memory_allocated: live blocks, rounded and unsplit as the allocator serves them
    qint64 peakReservedBytes = 0;  ///< torch.cuda.max_memory_reserved: segments
    quint32 peakEvent = 0;         ///< index of the event that brought the allocated peak
    bool isOutOfMemory = false;
    quint32 failedEvent = 0;       ///< when out of memory
    int flushes = 0;               ///< how often cached segments were given back to serve a request
    bool operator==(const ReplayResult &) const = default;
};

/**
 * Replays @p events through the rules of PyTorch's CUDA caching allocator on a card with @p capacityBytes for it: 512-byte rounding, small
 * pool (up to 1 MiB from 2 MiB segments), 20 MiB segments below 10 MiB, else 2 MiB steps; best fit, splitting, coalescing, and before an
 * out-of-memory the return of all unused whole segments. Rules and source: docs/forecast.md. 10^6 events take well under a second.
 * Block numbers must be dense (below the number of events); a free of a block that does not live is ignored.
 */
ReplayResult replayAllocations(std::span<const AllocatorEvent> events, qint64 capacityBytes = std::numeric_limits<qint64>::max());

/**
 * The smallest capacity, to @p resolution (whole steps of 2 MiB, as segments are), on which the replay goes through.
 *
 * More memory does not always help an allocator of this kind: should the replay fail again a little above (by 1, 2, 4, 8 or 16 steps), the
 * search goes on from there. The largest number there is when the events cannot be replayed at all.
 */
qint64 smallestCapacity(std::span<const AllocatorEvent> events, qint64 resolution = 1 << 20);

} // namespace Trainyard
