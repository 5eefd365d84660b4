#include "models/accelerator/cachingallocator.h"

#include <cstdio>
#include <ctime>
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

/// Processor time: what else the machine does is no part of it.
double secondsOf(const auto &work)
{
    const std::clock_t start = std::clock();
    work();
    return double(std::clock() - start) / CLOCKS_PER_SEC;
}

/// How fast the machine is: the same events kept in a std::map.
void keepInMap(const std::vector<AllocatorEvent> &events)
{
    std::map<quint32, qint64> live;
    for (const AllocatorEvent &event : events) {
        if (event.bytes > 0)
            live.emplace(event.block, event.bytes);
        else
            live.erase(event.block);
    }
}

} // namespace

int main()
{
    const auto events = trainingSteps(1'000'000);
    keepInMap(events); // warm
    const double reference = secondsOf([&] { keepInMap(events); });
    ReplayResult result;
    const double seconds = secondsOf([&] { result = replayAllocations(events); });
    std::printf("replay of 1,000,000 events: %.3f s, %.1f times a std::map of the blocks (%.3f s); peak reserved / allocated %.3f\n",
                seconds, seconds / reference, reference, double(result.peakReservedBytes) / double(result.peakAllocatedBytes));
    const auto step = trainingSteps(25'000);
    qint64 capacity = 0;
    const double search = secondsOf([&] { capacity = smallestCapacity(step); });
    std::printf("smallest capacity for 25,000 events: %.3f s (%.1f GiB)\n", search, double(capacity) / double(1 << 30));
    return 0;
}
