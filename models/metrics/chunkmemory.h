#pragma once

#include <QtGlobal>

#include <memory>

namespace Trainyard {

/**
 * A block of memory for one chunk of a column. Within a budget it is ordinary memory; beyond, it is a part of a temporary file without a
 * name, mapped, so that the system can write it out: a run of days does not fill the memory.
 *
 * The file lies in TMPDIR, else in /var/tmp (/tmp is often memory itself). Where it cannot grow, ordinary memory is taken instead.
 * Any thread may allocate; a block belongs to whoever holds it.
 */
class ChunkMemory
{
public:
    static std::shared_ptr<ChunkMemory> allocate(size_t bytes);
    ~ChunkMemory();
    Q_DISABLE_COPY_MOVE(ChunkMemory)

    void *data() const { return m_data; }
    bool isMapped() const { return m_fileOffset >= 0; }
    /// It will seldom be read from now on: a mapped block leaves the process's memory, its content stays.
    void settle();

    /// How much ordinary memory all blocks of the process may take, in bytes.
    static void setHeapBudget(qint64 bytes);
    static qint64 heapBytes();
    static qint64 mappedBytes();

private:
    ChunkMemory() = default;

    void *m_data = nullptr;
    size_t m_bytes = 0;
    qint64 m_fileOffset = -1; ///< -1: ordinary memory
};

} // namespace Trainyard
