#include "services/torch/memorymeter.h"

#include <QFile>

#include <c10/core/CPUAllocator.h>

#include <atomic>
#include <cstdlib>
#include <limits>

namespace Trainyard {

namespace {

std::atomic<qint64> allocated = 0, peak = 0, limit = std::numeric_limits<qint64>::max();

/// Each block starts with its own size, in a cache line of its own: what is freed is known without a table.
class MeteredAllocator final : public c10::Allocator
{
public:
    c10::DataPtr allocate(size_t bytes) const override
    {
        if (bytes == 0)
            return {nullptr, nullptr, &release, c10::Device(c10::kCPU)};
        const bool isOverLimit = bytes > size_t(limit.load()) || allocated.load() + qint64(bytes) > limit.load();
        TORCH_CHECK(!isOverLimit, "allocation limit: ", bytes, " more bytes would be over ", limit.load());
        void *block = nullptr;
        TORCH_CHECK(posix_memalign(&block, header, bytes + header) == 0, "can't allocate memory: ", bytes, " bytes");
        *static_cast<qint64 *>(block) = qint64(bytes);
        const qint64 now = allocated += qint64(bytes);
        for (qint64 most = peak; now > most && !peak.compare_exchange_weak(most, now);) {}
        void *data = static_cast<char *>(block) + header;
        return {data, data, &release, c10::Device(c10::kCPU)};
    }

    c10::DeleterFnPtr raw_deleter() const override { return &release; } // oneDNN allocates raw

private:
    static constexpr size_t header = 64;

    static void release(void *data)
    {
        if (!data)
            return;
        void *block = static_cast<char *>(data) - header;
        allocated -= *static_cast<qint64 *>(block);
        std::free(block);
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
