#pragma once

#include <QString>
#include <QtGlobal>

#include <vector>

namespace Trainyard {

/// What a block of memory is for. Block tags that nothing sets are decided after the run: what forward allocated and backward still finds is
/// an activation, everything else a temporary.
enum class MemoryUse : quint8 { Unknown, Weights, Gradients, Optimizer, Activations, Temporaries, Workspace };
enum class StepPhase : quint8 { Build, Data, Forward, Backward, Optimizer, Idle };

/// One allocation or its end. Block numbers count up from 0 in the order of allocation.
struct TimelineEvent
{
    quint32 block = 0;
    bool isAllocation = true;
};

struct TimelineBlock
{
    qint64 bytes = 0; ///< as asked for, unrounded
    MemoryUse use = MemoryUse::Unknown;
    StepPhase phase = StepPhase::Build;
    quint16 step = 0;    ///< training step, from 0
    quint32 module = 0;  ///< index into Timeline::modules
};

struct TimelineMark
{
    quint32 event = 0; ///< index of the first event of this phase
    StepPhase phase = StepPhase::Build;
    quint16 step = 0;
};

/// What was allocated and freed, in order: recorded by a tracking allocator, replayed by CachingAllocator. Sizes in bytes.
struct Timeline
{
    std::vector<TimelineEvent> events;
    std::vector<TimelineBlock> blocks;
    std::vector<TimelineMark> marks;
    std::vector<QString> modules; ///< [0] is empty: outside of all modules
};

} // namespace Trainyard
