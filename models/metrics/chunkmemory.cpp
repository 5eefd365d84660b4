#include "models/metrics/chunkmemory.h"

#include <atomic>
#include <cstdlib>
#include <fcntl.h>
#include <map>
#include <mutex>
#include <new>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace Trainyard {

namespace {

constexpr size_t pageSize = 64 * 1024;

std::atomic<qint64> heapBudget{512LL * 1024 * 1024};
std::atomic<qint64> heapUsed{0};
std::atomic<qint64> mappedUsed{0};

int openNameless(const char *folder)
{
    const int file = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file >= 0)
        return file;
    std::string name = std::string(folder) + "/trainyard-XXXXXX"; // a file system without O_TMPFILE
    const int named = mkostemp(name.data(), O_CLOEXEC);
    if (named >= 0)
        unlink(name.c_str());
    return named;
}

/// The file behind all mapped blocks. Its places are used again.
class SpillFile
{
public:
    /// -1: the disk is full, or there is no folder to write to.
    qint64 take(size_t bytes)
    {
        const std::lock_guard lock(m_mutex);
        if (const auto free = m_free.find(bytes); free != m_free.end()) {
            const qint64 offset = free->second;
            m_free.erase(free);
            return posix_fallocate(m_file, offset, off_t(bytes)) == 0 ? offset : -1;
        }
        if (m_file < 0 && !open())
            return -1;
        // Taken now: a full disk would otherwise end the process at the first write to the mapping.
        if (posix_fallocate(m_file, m_end, off_t(bytes)) != 0)
            return -1;
        const qint64 offset = m_end;
        m_end += qint64(bytes);
        return offset;
    }

    void giveBack(qint64 offset, size_t bytes)
    {
        const std::lock_guard lock(m_mutex);
        (void)fallocate(m_file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, offset, off_t(bytes)); // only a saving
        m_free.emplace(bytes, offset);
    }

    int file() const { return m_file; }

private:
    bool open()
    {
        const char *chosen = std::getenv("TMPDIR");
        for (const char *folder : {chosen ? chosen : "/var/tmp", "/var/tmp", "/tmp"}) {
            if ((m_file = openNameless(folder)) >= 0)
                return true;
        }
        return false;
    }

    std::mutex m_mutex;
    int m_file = -1;
    qint64 m_end = 0;
    std::multimap<size_t, qint64> m_free;
};

/// Never destroyed: blocks may outlive every other static object.
SpillFile &spillFile()
{
    static auto *file = new SpillFile;
    return *file;
}

} // namespace

std::shared_ptr<ChunkMemory> ChunkMemory::allocate(size_t bytes)
{
    std::shared_ptr<ChunkMemory> memory(new ChunkMemory);
    memory->m_bytes = bytes;
    if (bytes >= pageSize && heapUsed + qint64(bytes) > heapBudget) {
        const size_t rounded = (bytes + pageSize - 1) / pageSize * pageSize;
        const qint64 offset = spillFile().take(rounded);
        void *mapped = offset < 0 ? MAP_FAILED : mmap(nullptr, rounded, PROT_READ | PROT_WRITE, MAP_SHARED, spillFile().file(), offset);
        if (mapped != MAP_FAILED) {
            memory->m_data = mapped;
            memory->m_bytes = rounded;
            memory->m_fileOffset = offset;
            mappedUsed += qint64(rounded);
            return memory;
        }
        if (offset >= 0)
            spillFile().giveBack(offset, rounded);
    }
    memory->m_data = ::operator new(bytes);
    heapUsed += qint64(bytes);
    return memory;
}

ChunkMemory::~ChunkMemory()
{
    if (!m_data)
        return;
    if (isMapped()) {
        munmap(m_data, m_bytes);
        spillFile().giveBack(m_fileOffset, m_bytes);
        mappedUsed -= qint64(m_bytes);
    } else {
        ::operator delete(m_data);
        heapUsed -= qint64(m_bytes);
    }
}

void ChunkMemory::settle()
{
    if (isMapped())
        (void)madvise(m_data, m_bytes, MADV_DONTNEED); // of a shared file mapping: the pages stay in the file's cache
}

void ChunkMemory::setHeapBudget(qint64 bytes)
{
    heapBudget = bytes;
}

qint64 ChunkMemory::heapBytes()
{
    return heapUsed;
}

qint64 ChunkMemory::mappedBytes()
{
    return mappedUsed;
}

} // namespace Trainyard
