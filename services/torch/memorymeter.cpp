#include "services/torch/memorymeter.h"

#include <QFile>

#include <c10/core/CPUAllocator.h>

#include <atomic>
#include <cstdlib>
#include <limits>

namespace Trainyard {

namespace {

std::atomic<qint64> allocated = 0, peak = 0, limit = std::numeric_limits<qint64>::max();
MemoryMeter::Observer observer;

/// Each block starts with this, in a cache line of its own: what is freed is known without a table.
struct alignas(64) BlockHead
{
    qint64 bytes = 0;
    quint64 ticket = 0; ///< of the observer
};

class MeteredAllocator final : public c10::Allocator
{
public:
    c10::DataPtr allocate(size_t bytes) const override
    {
        if (bytes == 0)
            return {nullptr, nullptr, &release, c10::Device(c10::kCPU)};
        const bool isOverLimit = bytes > size_t(limit.load()) || allocated.load() + qint64(bytes) > limit.load();
        TORCH_CHECK(!isOverLimit, "allocation limit: ", bytes, " more bytes would be over ", limit.load());
        const quint64 ticket = observer.allocated ? observer.allocated(qint64(bytes)) : 0;
        void *block = nullptr;
        TORCH_CHECK(posix_memalign(&block, sizeof(BlockHead), bytes + sizeof(BlockHead)) == 0, "can't allocate memory: ", bytes, " bytes");
        *static_cast<BlockHead *>(block) = {qint64(bytes), ticket};
        const qint64 now = allocated += qint64(bytes);
        for (qint64 most = peak; now > most && !peak.compare_exchange_weak(most, now);) {}
        void *data = static_cast<BlockHead *>(block) + 1;
        return {data, data, &release, c10::Device(c10::kCPU)};
    }

    c10::DeleterFnPtr raw_deleter() const override { return &release; } // oneDNN allocates raw

    static BlockHead *headOf(void *data) { return static_cast<BlockHead *>(data) - 1; }

    static void release(void *data)
    {
        if (!data)
            return;
        BlockHead *head = headOf(data);
        allocated -= head->bytes;
        if (head->ticket != 0)
            observer.freed(head->ticket);
        std::free(head);
    }
};

/// A value in kB of a file like /proc/self/status, in bytes.
qint64 kilobytesLine(const char *path, const char *key)
{
    QFile file(QString::fromLatin1(path));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    const QList<QByteArray> lines = file.readAll().split('\n');
    for (const QByteArray &line : lines) {
        if (line.startsWith(key))
            return line.mid(qsizetype(std::strlen(key))).simplified().split(' ').first().toLongLong() * 1024;
    }
    return 0;
}

} // namespace

void MemoryMeter::install()
{
    static MeteredAllocator allocator;
    constexpr uint8_t highestPriority = 255;
    c10::SetCPUAllocator(&allocator, highestPriority);
}

void MemoryMeter::setLimit(std::optional<qint64> bytes)
{
    limit = bytes.value_or(std::numeric_limits<qint64>::max());
}

void MemoryMeter::setObserver(Observer value)
{
    observer = value;
}

quint64 MemoryMeter::ticketOf(const c10::DataPtr &data)
{
    const bool isOurs = data.get_deleter() == &MeteredAllocator::release && data.get();
    return isOurs ? MeteredAllocator::headOf(data.get())->ticket : 0;
}

qint64 MemoryMeter::allocatedBytes()
{
    return allocated;
}

qint64 MemoryMeter::peakAllocatedBytes()
{
    return peak;
}

void MemoryMeter::resetPeak()
{
    peak = allocated.load();
}

qint64 MemoryMeter::residentBytes()
{
    return kilobytesLine("/proc/self/status", "VmRSS:");
}

qint64 MemoryMeter::peakResidentBytes()
{
    return kilobytesLine("/proc/self/status", "VmHWM:");
}

qint64 MemoryMeter::availableBytes()
{
    return kilobytesLine("/proc/meminfo", "MemAvailable:");
}

} // namespace Trainyard
