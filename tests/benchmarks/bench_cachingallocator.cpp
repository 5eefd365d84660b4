#include "models/accelerator/cachingallocator.h"

#include <QElapsedTimer>

#include <cstdio>
#include <map>
#include <random>
#include <vector>

using namespace Trainyard;

namespace {

/// Steps like those of training: what forward allocates lives until backward frees it the other way round, with short-lived blocks between.
std::vector<AllocatorEvent> trainingSteps(size_t length)
{
    std::mt19937 random(1);
    std::vector<AllocatorEvent> events;
    quint32 next = 0;
    const auto temporary = [&] {
        events.push_back({next, 512 * qint64(1 + random() % 40'000)});
        events.push_back({next++, 0});
    };
    while (events.size() < length) {
        std::vector<quint32> kept;
        for (int layer = 0; layer < 1500; ++layer) {
            kept.push_back(next);
            events.push_back({next++, random() % 3 == 0 ? qint64(1 + random() % 100'000) : 4096 * qint64(1 + random() % 20'000)});
            temporary();
        }
        for (; !kept.empty(); kept.pop_back()) {
            temporary();
            const size_t late = random() % 8 == 0 ? random() % kept.size() : kept.size() - 1; // some live longer: gaps
            std::swap(kept[late], kept.back());
            events.push_back({kept.back(), 0});
        }
    }
    events.resize(length);
    return events;
}

/// How fast the machine is: the same events kept in a std::map.
double mapSeconds(const std::vector<AllocatorEvent> &events)
{
    QElapsedTimer timer;
    timer.start();
    std::map<quint32, qint64> live;
    for (const AllocatorEvent &event : events) {
        if (event.bytes > 0)
            live.emplace(event.block, event.bytes);
        else
            live.erase(event.block);
    }
    return double(timer.nsecsElapsed()) / 1e9;
}

} // namespace

int main()
{
    const auto events = trainingSteps(1'000'000);
    mapSeconds(events); // warm
    const double reference = mapSeconds(events);
    QElapsedTimer timer;
    timer.start();
    const ReplayResult result = replayAllocations(events);
    const double seconds = double(timer.nsecsElapsed()) / 1e9;
    std::printf("replay of 1,000,000 events: %.3f s, %.1f times a std::map of the blocks (%.3f s); peak reserved / allocated %.3f\n",
                seconds, seconds / reference, reference, double(result.peakReservedBytes) / double(result.peakAllocatedBytes));
    const auto step = trainingSteps(25'000);
    timer.restart();
    const qint64 capacity = smallestCapacity(step);
    std::printf("smallest capacity for 25,000 events: %.3f s (%.1f GiB)\n", double(timer.nsecsElapsed()) / 1e9, double(capacity) / double(1 << 30));
    return 0;
}
