#pragma once

#include "models/accelerator/cachingallocator.h"
#include "models/accelerator/memoryforecast.h"
#include "services/torch/forecast/timeline.h"

#include <vector>

namespace Trainyard {

/// The timeline as CachingAllocator replays it.
std::vector<AllocatorEvent> allocatorEvents(const Timeline &timeline);

/// Decides what blocks without a tag are for: what forward allocated and the next backward still finds is an activation, all else a temporary.
void settleUses(Timeline &timeline);

/// Bytes alive when the last backward pass starts.
qint64 activationBytes(const Timeline &timeline);
/// The same by module, largest first: `model.layers.0`, to the first number of its name.
QList<ModuleMemory> activationsByModule(const Timeline &timeline);

/// What is alive at event @p peakEvent, by use, as the allocator serves it: adds up to @p peakAllocatedBytes.
MemoryBreakdown liveAt(const Timeline &timeline, quint32 peakEvent, qint64 peakAllocatedBytes);
/// forward, backward, optimizer: where event number @p event lies.
QString phaseAt(const Timeline &timeline, quint32 event);
/// Allocated bytes through the last step, at most about @p mostPoints of them: in each stretch the lowest and the highest.
QList<MemoryTimelinePoint> chartOf(const Timeline &timeline, int mostPoints = 400);

} // namespace Trainyard
