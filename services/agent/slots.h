#pragma once

#include "services/agent/filelock.h"
#include "services/agent/launchfile.h"

#include <QStringList>

#include <optional>
#include <vector>

namespace Trainyard {

/**
 * A run's place in the queue of its flavor, and the slot it gets: file locks in one folder, so that every window and agent agrees without a
 * server and a killed holder frees what it held.
 *
 *     FLAVOR.N           one of the runs that may run at once
 *     card.UUID          one accelerator; flavors of one and of four cards share them
 *     waiting/QUEUE/RUN  a living agent waits; the smallest run id, which is the oldest, is first
 */
class SlotQueue
{
public:
    SlotQueue(const LaunchFile &launch, const QString &runId);
    ~SlotQueue();
    SlotQueue(const SlotQueue &) = delete;
    SlotQueue &operator=(const SlotQueue &) = delete;

    /// Takes the slot when it is this run's turn. Once true it stays true.
    bool tryTake();
    /// Runs that wait and came earlier, as of the last tryTake().
    int runsBefore() const { return m_runsBefore; }
    /// The accelerators taken, by UUID.
    QStringList cards() const { return m_cards; }
    /// The slot now belongs to the programs started from here on as well.
    void shareWithChildren();
    /// Gives up this process's share.
    void release();

    /// How many slots of a flavor, or which of @p cards, are free now: for the quota table.
    static int freeSlots(const QString &slotsFolder, const QString &flavor, int slotCount);
    static int freeCards(const QString &slotsFolder, const QStringList &cards);

private:
    int countRunsBefore() const;
    QStringList lockFiles() const;
    void leaveQueue();

    QString m_folder;
    QString m_flavor;
    int m_slotCount;
    QStringList m_allCards;
    int m_needed; ///< locks
    QString m_runId;
    QString m_waitingFolder;
    std::optional<FileLock> m_place;
    std::vector<FileLock> m_taken;
    QStringList m_cards;
    int m_runsBefore = 0;
};

} // namespace Trainyard
