#pragma once

#include "services/torch/forecast/timeline.h"

#include <ATen/core/Tensor.h>

#include <functional>

namespace Trainyard {

/**
 * Records what tensors allocate and free: one recording at a time in the process, on meta tensors or on the CPU.
 *
 * While none is recorded the allocators cost next to nothing. The meta allocator gives no memory, only numbers. Blocks that were allocated
 * before begin() are not seen, nor is their end. On the CPU a number that an operator makes a tensor of (`x + 1`: 4 to 8 bytes) is seen; on a
 * card it stays on the host, on meta there is none. One thread calls; LibTorch's autograd runs meta and CPU nodes on it.
 */
class Recorder
{
public:
    /// Puts the meta allocator and kernels (metakernels.h) in place; further calls do nothing.
    static void install();

    static void begin(c10::DeviceType device);
    /// Stops recording and hands out what was recorded.
    static Timeline end();
    static bool isRecording();

    static void mark(StepPhase phase, int step);
    /// Says what the storage of @p tensor is for. A tensor that was not recorded, or is not defined, is passed over.
    static void tag(const at::Tensor &tensor, MemoryUse use);
    /// Bytes that are alive now.
    static qint64 liveBytes();
    /// Ends the recording with an exception (c10::Error, "forecast limit") beyond this many events or live bytes: absurd jobs stay quick.
    static void setLimits(quint32 events, qint64 liveBytes);
    /// Asked every few thousand allocations: true ends the recorded work with an exception (c10::Error, "forecast cancelled"). Empty: never.
    static void setCancelled(std::function<bool()> check);
    /// What the check says now, for work between recordings.
    static bool isCancelled();
};

/// While it lives nothing is recorded; what is allocated meanwhile should also end meanwhile.
class RecorderPause
{
public:
    RecorderPause();
    ~RecorderPause();
    RecorderPause(const RecorderPause &) = delete;
    RecorderPause &operator=(const RecorderPause &) = delete;

private:
    bool m_wasRecording = false;
};

/// What is allocated while it lives belongs to this module; scopes nest, the names are joined by dots.
class ModuleScope
{
public:
    explicit ModuleScope(const QString &name);
    ~ModuleScope();
    ModuleScope(const ModuleScope &) = delete;
    ModuleScope &operator=(const ModuleScope &) = delete;

private:
    quint32 m_outer = 0;
};

} // namespace Trainyard
