#include "models/accelerator/cachingallocator.h"

#include <algorithm>
#include <compare>
#include <memory_resource>
#include <set>
#include <vector>

namespace Trainyard {
namespace {

// The names and numbers of c10/cuda/CUDACachingAllocator.cpp, with its options at their defaults: nothing is too large to be split
// (so that release_available_cached_blocks does nothing), no garbage collection, no expandable segments, one stream.
constexpr qint64 minimumBlock = 512;       // kMinBlockSize
constexpr qint64 smallSize = 1 << 20;      // kSmallSize
constexpr qint64 smallSegment = 2 << 20;   // kSmallBuffer
constexpr qint64 largeSegment = 20 << 20;  // kLargeBuffer
constexpr qint64 minimumOwnSegment = 10 << 20; // kMinLargeAlloc
constexpr qint64 segmentStep = 2 << 20;    // kRoundLarge
constexpr qint64 maximumRequest = std::numeric_limits<qint64>::max() - 2 * segmentStep; // rounded up twice, to a block and to a segment

constexpr qint64 roundedUp(qint64 bytes, qint64 step)
{
    return (bytes + step - 1) / step * step;
}

constexpr qint64 segmentSize(qint64 size)
{
    if (size <= smallSize)
        return smallSegment;
    return size < minimumOwnSegment ? largeSegment : roundedUp(size, segmentStep);
}

constexpr quint32 none = std::numeric_limits<quint32>::max();

/// What best fit goes by: the smallest that is large enough, of equal ones that at the lowest address.
struct FreeBlock
{
    qint64 size = 0;
    quint64 address = 0;
    quint32 block = none;
    auto operator<=>(const FreeBlock &) const = default;
};

using Pool = std::pmr::set<FreeBlock>;

/// A piece of a segment; its neighbours are the pieces beside it in the same segment.
struct Block
{
    quint64 address = 0;
    qint64 size = 0;
    quint32 previous = none, next = none;
    bool isSmall = false;
    bool isFree = false;
    Pool::iterator place; ///< in its pool, while it is free

    bool isWholeSegment() const { return previous == none && next == none; }
};

class CachingAllocator
{
public:
    CachingAllocator(qint64 capacity, size_t requests) : m_capacity(capacity), m_live(requests, none) {}

    bool allocate(quint32 number, qint64 bytes)
    {
        if (bytes > maximumRequest)
            return false;
        const qint64 size = roundedUp(bytes, minimumBlock);
        const bool isSmall = size <= smallSize;
        Pool &pool = poolOf(isSmall);
        const auto fit = pool.lower_bound(FreeBlock{size, 0, 0});
        const quint32 index = fit != pool.end() ? fit->block : newSegment(segmentSize(size), isSmall);
        if (index == none)
            return false;
        if (fit != pool.end())
            takeFromPool(index);
        splitBehind(index, size);
        m_live[number] = index;
        m_allocated += m_blocks[index].size;
        return true;
    }

    void free(quint32 number)
    {
        const quint32 index = std::exchange(m_live[number], none);
        if (index == none)
            return;
        m_allocated -= m_blocks[index].size;
        if (const quint32 previous = m_blocks[index].previous; previous != none && m_blocks[previous].isFree) {
            takeFromPool(previous);
            m_blocks[index].address = m_blocks[previous].address;
            m_blocks[index].size += m_blocks[previous].size;
            join(m_blocks[previous].previous, index);
            m_unused.push_back(previous);
        }
        if (const quint32 next = m_blocks[index].next; next != none && m_blocks[next].isFree) {
            takeFromPool(next);
            m_blocks[index].size += m_blocks[next].size;
            join(index, m_blocks[next].next);
            m_unused.push_back(next);
        }
        putIntoPool(index);
    }

    bool isLive(quint32 number) const { return m_live[number] != none; }
    qint64 allocatedBytes() const { return m_allocated; }
    qint64 reservedBytes() const { return m_reserved; }
    int flushes() const { return m_flushes; }

private:
    Pool &poolOf(bool isSmall) { return isSmall ? m_smallPool : m_largePool; }

    quint32 newBlock(const Block &block)
    {
        if (m_unused.empty()) {
            m_blocks.push_back(block);
            return quint32(m_blocks.size() - 1);
        }
        const quint32 index = m_unused.back();
        m_unused.pop_back();
        m_blocks[index] = block;
        return index;
    }

    void join(quint32 left, quint32 right)
    {
        if (left != none)
            m_blocks[left].next = right;
        if (right != none)
            m_blocks[right].previous = left;
    }

    void putIntoPool(quint32 index)
    {
        Block &block = m_blocks[index];
        block.isFree = true;
        block.place = poolOf(block.isSmall).insert({block.size, block.address, index}).first;
    }

    void takeFromPool(quint32 index)
    {
        Block &block = m_blocks[index];
        block.isFree = false;
        poolOf(block.isSmall).erase(block.place);
    }

    /// A new segment as one block, if need be in place of unused ones; none: the card has no room for it.
    quint32 newSegment(qint64 size, bool isSmall)
    {
        if (size > m_capacity - m_reserved) {
            ++m_flushes;
            releaseUnusedSegments();
        }
        if (size > m_capacity - m_reserved)
            return none;
        m_reserved += size;
        Block segment;
        segment.address = m_nextAddress;
        segment.size = size;
        segment.isSmall = isSmall;
        m_nextAddress += quint64(size);
        return newBlock(segment);
    }

    void splitBehind(quint32 index, qint64 size)
    {
        const Block whole = m_blocks[index];
        const qint64 rest = whole.size - size;
        if (whole.isSmall ? rest < minimumBlock : rest <= smallSize)
            return;
        Block tail;
        tail.address = whole.address + quint64(size);
        tail.size = rest;
        tail.isSmall = whole.isSmall;
        const quint32 tailIndex = newBlock(tail);
        m_blocks[index].size = size;
        join(tailIndex, whole.next);
        join(index, tailIndex);
        putIntoPool(tailIndex);
    }

    void releaseUnusedSegments()
    {
        for (Pool *pool : {&m_largePool, &m_smallPool}) {
            std::erase_if(*pool, [this](const FreeBlock &free) {
                if (!m_blocks[free.block].isWholeSegment())
                    return false;
                m_reserved -= free.size;
                m_unused.push_back(free.block);
                return true;
            });
        }
    }

    std::pmr::unsynchronized_pool_resource m_memory; // nodes of both pools, beside each other and used again
    Pool m_smallPool{&m_memory}, m_largePool{&m_memory};
    std::vector<Block> m_blocks;
    std::vector<quint32> m_unused; // entries of m_blocks
    qint64 m_capacity;
    std::vector<quint32> m_live;   // by block number: the block that serves it
    qint64 m_reserved = 0, m_allocated = 0;
    quint64 m_nextAddress = 0;
    int m_flushes = 0;
};

} // namespace

ReplayResult replayAllocations(std::span<const AllocatorEvent> events, qint64 capacityBytes)
{
    CachingAllocator allocator(std::max<qint64>(capacityBytes, 0), events.size());
    ReplayResult result;
    for (size_t i = 0; i < events.size(); ++i) {
        const AllocatorEvent &event = events[i];
        Q_ASSERT(event.block < events.size());
        if (event.bytes <= 0) {
            allocator.free(event.block);
            continue;
        }
        Q_ASSERT(!allocator.isLive(event.block));
        if (!allocator.allocate(event.block, event.bytes)) {
            result.isOutOfMemory = true;
            result.failedEvent = quint32(i);
            break;
        }
        if (allocator.allocatedBytes() > result.peakAllocatedBytes) {
            result.peakAllocatedBytes = allocator.allocatedBytes();
            result.peakEvent = quint32(i);
        }
        result.peakReservedBytes = std::max(result.peakReservedBytes, allocator.reservedBytes());
    }
    result.flushes = allocator.flushes();
    return result;
}

qint64 smallestCapacity(std::span<const AllocatorEvent> events, qint64 resolution)
{
    const ReplayResult endless = replayAllocations(events);
    if (endless.isOutOfMemory)
        return std::numeric_limits<qint64>::max();
    const qint64 step = roundedUp(std::max(resolution, segmentStep), segmentStep); // segments are whole steps: nothing is between them
    const auto fits = [&](qint64 steps) { return !replayAllocations(events, steps * step).isOutOfMemory; };

    // More memory does not always help: fewer flushes leave other gaps. So what bisection finds has to hold a little above it too.
    qint64 fails = (endless.peakAllocatedBytes - 1) / step;
    const qint64 enough = roundedUp(endless.peakReservedBytes, step) / step;
    for (;;) {
        qint64 works = enough;
        while (works - fails > 1) {
            const qint64 middle = fails + (works - fails) / 2;
            (fits(middle) ? works : fails) = middle;
        }
        const auto higher = {works + 1, works + 2, works + 4, works + 8, works + 16};
        const auto failing = std::find_if(higher.begin(), higher.end(), [&](qint64 steps) { return steps < enough && !fits(steps); });
        if (failing == higher.end())
            return works * step;
        fails = *failing;
    }
}

} // namespace Trainyard
