#include "naiveallocator.h"

#include <algorithm>
#include <list>
#include <stdexcept>

namespace Trainyard {

namespace {

constexpr qint64 KiB = 1024, MiB = 1024 * KiB;

struct Piece
{
    qint64 size = 0;
    bool isFree = false;
    quint32 owner = 0; ///< block number, unless free
};

struct Segment
{
    bool isSmall = false;
    qint64 size = 0;
    std::list<Piece> pieces;
};

struct Card
{
    std::list<Segment> segments; ///< the order is that of their addresses
    qint64 capacity = 0;

    qint64 reserved() const
    {
        qint64 sum = 0;
        for (const Segment &segment : segments)
            sum += segment.size;
        return sum;
    }

    qint64 allocated() const
    {
        qint64 sum = 0;
        for (const Segment &segment : segments) {
            qint64 pieces = 0;
            for (const Piece &piece : segment.pieces) {
                pieces += piece.size;
                sum += piece.isFree ? 0 : piece.size;
            }
            if (pieces != segment.size)
                throw std::logic_error("a segment lost bytes");
        }
        return sum;
    }

    bool place(qint64 size, bool isSmall, quint32 owner)
    {
        Segment *bestSegment = nullptr;
        std::list<Piece>::iterator best;
        for (Segment &segment : segments) {
            for (auto piece = segment.pieces.begin(); segment.isSmall == isSmall && piece != segment.pieces.end(); ++piece) {
                if (piece->isFree && piece->size >= size && (!bestSegment || piece->size < best->size)) {
                    bestSegment = &segment;
                    best = piece;
                }
            }
        }
        if (!bestSegment)
            return false;
        const qint64 rest = best->size - size;
        if (isSmall ? rest >= 512 : rest > MiB) {
            best->size = size;
            bestSegment->pieces.insert(std::next(best), {rest, true, 0});
        }
        best->isFree = false;
        best->owner = owner;
        return true;
    }

    void addSegment(qint64 size, bool isSmall)
    {
        segments.push_back({isSmall, size, {{size, true, 0}}});
    }

    void flush()
    {
        segments.remove_if([](const Segment &segment) { return segment.pieces.size() == 1 && segment.pieces.front().isFree; });
    }

    void release(quint32 owner)
    {
        for (Segment &segment : segments) {
            for (Piece &piece : segment.pieces) {
                if (!piece.isFree && piece.owner == owner)
                    piece.isFree = true;
            }
            for (auto piece = segment.pieces.begin(); piece != segment.pieces.end();) {
                const auto next = std::next(piece);
                if (next != segment.pieces.end() && piece->isFree && next->isFree) {
                    piece->size += next->size;
                    segment.pieces.erase(next);
                } else {
                    piece = next;
                }
            }
        }
    }
};

qint64 ceiling(qint64 bytes, qint64 step)
{
    return bytes % step == 0 ? bytes : (bytes / step + 1) * step;
}

} // namespace

ReplayResult replayNaively(std::span<const AllocatorEvent> events, qint64 capacityBytes)
{
    Card card;
    card.capacity = capacityBytes;
    ReplayResult result;
    for (size_t i = 0; i < events.size(); ++i) {
        if (events[i].bytes == 0) {
            card.release(events[i].block);
            continue;
        }
        const qint64 size = ceiling(events[i].bytes, 512);
        const bool isSmall = size <= MiB;
        if (!card.place(size, isSmall, events[i].block)) {
            const qint64 segment = isSmall ? 2 * MiB : size < 10 * MiB ? 20 * MiB : ceiling(size, 2 * MiB);
            if (card.reserved() + segment > card.capacity) {
                card.flush();
                ++result.flushes;
            }
            if (card.reserved() + segment > card.capacity) {
                result.isOutOfMemory = true;
                result.failedEvent = quint32(i);
                break;
            }
            card.addSegment(segment, isSmall);
            if (!card.place(size, isSmall, events[i].block))
                throw std::logic_error("a new segment is too small");
        }
        if (card.reserved() > card.capacity)
            throw std::logic_error("more than there is");
        if (card.allocated() > result.peakAllocatedBytes) {
            result.peakAllocatedBytes = card.allocated();
            result.peakEvent = quint32(i);
        }
        result.peakReservedBytes = std::max(result.peakReservedBytes, card.reserved());
    }
    return result;
}

} // namespace Trainyard
