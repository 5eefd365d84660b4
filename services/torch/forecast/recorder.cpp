#include "services/torch/forecast/recorder.h"

#include "services/torch/forecast/metakernels.h"
#include "services/torch/memorymeter.h"

#include <QHash>

#include <c10/core/Allocator.h>

#include <atomic>
#include <limits>
#include <mutex>

namespace Trainyard {

namespace {

/**
 * A ticket names a recorded block: the recording's number in the upper half, the block's number + 1 in the lower one. 0: not recorded.
 * It is all that the allocators keep of a block, so that a block which outlives its recording is known as a stranger.
 */
using Ticket = quint64;

std::mutex mutex; // threads of LibTorch's own operators may free what the recording thread allocated
std::atomic<bool> isOn = false;
c10::DeviceType recordedDevice = c10::kMeta;
quint64 recordingNumber = 0;
Timeline timeline;
QHash<QString, quint32> moduleNumbers;
quint32 currentModule = 0;
TimelineMark now;
qint64 live = 0;
quint32 mostEvents = std::numeric_limits<quint32>::max();
qint64 mostLive = std::numeric_limits<qint64>::max();
std::function<bool()> cancelCheck;

void checkLimits(qint64 bytes)
{
    constexpr size_t eventsBetweenLooks = 2048;
    TORCH_CHECK(timeline.events.size() < mostEvents, "forecast limit: more than ", mostEvents, " allocations");
    TORCH_CHECK(bytes <= mostLive - live, "forecast limit: more than ", mostLive, " bytes");
    if (timeline.events.size() % eventsBetweenLooks == 0)
        TORCH_CHECK(!Recorder::isCancelled(), "forecast cancelled");
}

Ticket recordAllocation(qint64 bytes)
{
    const std::scoped_lock lock(mutex);
    if (!isOn || bytes == 0)
        return 0;
    checkLimits(bytes);
    const quint32 block = quint32(timeline.blocks.size());
    timeline.blocks.push_back({bytes, MemoryUse::Unknown, now.phase, now.step, currentModule});
    timeline.events.push_back({block, true});
    live += bytes;
    return recordingNumber << 32 | (block + 1);
}

bool isOfThisRecording(Ticket ticket)
{
    return isOn && ticket != 0 && ticket >> 32 == recordingNumber;
}

quint32 blockOf(Ticket ticket)
{
    return quint32(ticket) - 1;
}

void recordEnd(Ticket ticket)
{
    const std::scoped_lock lock(mutex);
    if (!isOfThisRecording(ticket))
        return;
    timeline.events.push_back({blockOf(ticket), false});
    live -= timeline.blocks[blockOf(ticket)].bytes;
}

/// Gives no memory: the context of its pointers is the ticket.
class MetaAllocator final : public c10::Allocator
{
public:
    c10::DataPtr allocate(size_t bytes) const override
    {
        TORCH_CHECK(bytes <= size_t(std::numeric_limits<qint64>::max()), "forecast limit: a tensor of ", bytes, " bytes");
        const Ticket ticket = isOn && recordedDevice == c10::kMeta ? recordAllocation(qint64(bytes)) : 0;
        return {nullptr, reinterpret_cast<void *>(ticket), &release, c10::Device(c10::kMeta)};
    }

    static void release(void *context) { recordEnd(Ticket(context)); }
};

Ticket ticketIn(const c10::DataPtr &data)
{
    return data.get_deleter() == &MetaAllocator::release ? Ticket(data.get_context()) : MemoryMeter::ticketOf(data);
}

} // namespace

void Recorder::install()
{
    static const bool isInstalled = [] {
        static MetaAllocator allocator;
        constexpr uint8_t highestPriority = 255;
        c10::SetAllocator(c10::kMeta, &allocator, highestPriority);
        installMetaKernels();
        MemoryMeter::install();
        MemoryMeter::setObserver({[](qint64 bytes) { return isOn && recordedDevice == c10::kCPU ? recordAllocation(bytes) : 0; }, &recordEnd});
        return true;
    }();
    Q_UNUSED(isInstalled);
}

void Recorder::begin(c10::DeviceType device)
{
    Q_ASSERT(!isOn);
    const std::scoped_lock lock(mutex);
    timeline = {};
    timeline.modules.emplace_back();
    moduleNumbers.clear();
    currentModule = 0;
    now = {};
    live = 0;
    recordedDevice = device;
    recordingNumber = (recordingNumber + 1) & 0x7fffffff;
    isOn = true;
}

Timeline Recorder::end()
{
    const std::scoped_lock lock(mutex);
    isOn = false;
    return std::exchange(timeline, {});
}

bool Recorder::isRecording()
{
    return isOn;
}

void Recorder::mark(StepPhase phase, int step)
{
    const std::scoped_lock lock(mutex);
    if (!isOn)
        return;
    now = {quint32(timeline.events.size()), phase, quint16(step)};
    timeline.marks.push_back(now);
}

void Recorder::tag(const at::Tensor &tensor, MemoryUse use)
{
    if (!isOn || !tensor.defined() || !tensor.has_storage())
        return;
    const std::scoped_lock lock(mutex);
    if (const Ticket ticket = ticketIn(tensor.storage().data_ptr()); isOfThisRecording(ticket))
        timeline.blocks[blockOf(ticket)].use = use;
}

qint64 Recorder::liveBytes()
{
    return live;
}

void Recorder::setLimits(quint32 events, qint64 liveBytes)
{
    mostEvents = events;
    mostLive = liveBytes;
}

void Recorder::setCancelled(std::function<bool()> check)
{
    cancelCheck = std::move(check);
}

bool Recorder::isCancelled()
{
    return cancelCheck && cancelCheck();
}

RecorderPause::RecorderPause()
    : m_wasRecording(isOn.exchange(false))
{
}

RecorderPause::~RecorderPause()
{
    isOn = m_wasRecording;
}

ModuleScope::ModuleScope(const QString &name)
    : m_outer(currentModule)
{
    if (!isOn)
        return;
    const QString &outer = timeline.modules[m_outer];
    const QString full = outer.isEmpty() ? name : outer + u'.' + name;
    const auto known = moduleNumbers.constFind(full);
    if (known != moduleNumbers.constEnd()) {
        currentModule = *known;
        return;
    }
    currentModule = quint32(timeline.modules.size());
    timeline.modules.push_back(full);
    moduleNumbers.insert(full, currentModule);
}

ModuleScope::~ModuleScope()
{
    currentModule = m_outer < timeline.modules.size() ? m_outer : 0; // the recording may have ended inside
}

} // namespace Trainyard
