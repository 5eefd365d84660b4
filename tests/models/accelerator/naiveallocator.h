#pragma once

#include "models/accelerator/cachingallocator.h"

namespace Trainyard {

/**
 * The same rules as replayAllocations(), written to be obviously right and slow: a list of segments, each a list of pieces, searched from
 * end to end for every request. Throws std::logic_error when it ever holds more than the capacity or loses a byte.
 */
ReplayResult replayNaively(std::span<const AllocatorEvent> events, qint64 capacityBytes = std::numeric_limits<qint64>::max());

} // namespace Trainyard
