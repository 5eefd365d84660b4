#pragma once

#include <QtGlobal>

#include <optional>

namespace c10 {
class DataPtr;
}

namespace Trainyard {

/**
 * Counts what LibTorch's tensors take on the CPU, and refuses what goes over a limit: an allocation that would push the machine into
 * swap or the program into its death ends as an error ("allocation limit") instead.
 *
 * There is one allocator a process, so all functions are static. Counted from install() on; thread-safe.
 */
class MemoryMeter
{
public:
    static void install();
    static void setLimit(std::optional<qint64> bytes);

    /// Told of every block: what @c allocated answers, a ticket, is kept with the block and given to @c freed unless it is 0.
    struct Observer
    {
        quint64 (*allocated)(qint64 bytes) = nullptr;
        void (*freed)(quint64 ticket) = nullptr;
    };
    /// Once a process, before anything is computed.
    static void setObserver(Observer observer);
    /// 0 for memory of another origin.
    static quint64 ticketOf(const c10::DataPtr &data);

    static qint64 allocatedBytes();
    /// The most since the last resetPeak().
    static qint64 peakAllocatedBytes();
    static void resetPeak();

    /// Of the whole program, from /proc; the peak is the most since its start.
    static qint64 residentBytes();
    static qint64 peakResidentBytes();
    /// What programs may still take on this machine without swapping.
    static qint64 availableBytes();
};

} // namespace Trainyard
