#include "services/agent/slots.h"

#include <QDir>
#include <QFile>

namespace Trainyard {

namespace {

QString slotFile(const QString &folder, const QString &flavor, int number)
{
    return QStringLiteral("%1/%2.%3").arg(folder, flavor).arg(number);
}

QString cardFile(const QString &folder, const QString &uuid)
{
    return QStringLiteral("%1/card.%2").arg(folder, uuid);
}

} // namespace

SlotQueue::SlotQueue(const LaunchFile &launch, const QString &runId)
    : m_folder(launch.slotsFolder), m_flavor(launch.flavor), m_slotCount(launch.slotCount),
      m_allCards(launch.cardsNeeded > 0 ? launch.cards : QStringList()), m_needed(launch.cardsNeeded > 0 ? launch.cardsNeeded : 1),
      m_runId(runId),
      m_waitingFolder(QStringLiteral("%1/waiting/%2").arg(m_folder, m_allCards.isEmpty() ? m_flavor : QStringLiteral("cards")))
{
    QDir().mkpath(m_waitingFolder);
    m_place = FileLock::tryLock(m_waitingFolder + QLatin1Char('/') + m_runId);
}

SlotQueue::~SlotQueue()
{
    release();
}

bool SlotQueue::tryTake()
{
    if (!m_taken.empty())
        return true;
    m_runsBefore = countRunsBefore();
    if (m_runsBefore > 0)
        return false;
    std::vector<FileLock> taken;
    QStringList cards;
    const QStringList files = lockFiles();
    for (int index = 0; index < files.size() && int(taken.size()) < m_needed; ++index) {
        if (std::optional<FileLock> lock = FileLock::tryLock(files[index])) {
            taken.push_back(std::move(*lock));
            cards.append(m_allCards.value(index));
        }
    }
    if (int(taken.size()) < m_needed)
        return false; // all or nothing: two runs that each hold half would wait for ever
    m_taken = std::move(taken);
    m_cards = m_allCards.isEmpty() ? QStringList() : cards;
    leaveQueue();
    return true;
}

void SlotQueue::shareWithChildren()
{
    for (FileLock &lock : m_taken)
        lock.setInheritable();
}

void SlotQueue::release()
{
    m_taken.clear();
    leaveQueue();
}

void SlotQueue::leaveQueue()
{
    if (m_place)
        QFile::remove(m_waitingFolder + QLatin1Char('/') + m_runId);
    m_place.reset();
}

int SlotQueue::freeSlots(const QString &slotsFolder, const QString &flavor, int slotCount)
{
    int free = 0;
    for (int number = 0; number < slotCount; ++number)
        free += FileLock::isLocked(slotFile(slotsFolder, flavor, number)) ? 0 : 1;
    return free;
}

int SlotQueue::freeCards(const QString &slotsFolder, const QStringList &cards)
{
    int free = 0;
    for (const QString &card : cards)
        free += FileLock::isLocked(cardFile(slotsFolder, card)) ? 0 : 1;
    return free;
}

int SlotQueue::countRunsBefore() const
{
    const QDir waiting(m_waitingFolder);
    int before = 0;
    for (const QString &name : waiting.entryList(QDir::Files)) // a file nobody holds is what a killed agent left
        before += name < m_runId && FileLock::isLocked(waiting.filePath(name)) ? 1 : 0;
    return before;
}

QStringList SlotQueue::lockFiles() const
{
    QStringList files;
    for (const QString &card : m_allCards)
        files.append(cardFile(m_folder, card));
    for (int number = 0; m_allCards.isEmpty() && number < m_slotCount; ++number)
        files.append(slotFile(m_folder, m_flavor, number));
    return files;
}

} // namespace Trainyard
