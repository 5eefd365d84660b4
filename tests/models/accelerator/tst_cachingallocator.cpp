#include "naiveallocator.h"

#include <QTest>

#include <random>

using namespace Trainyard;

namespace {

constexpr qint64 KiB = 1024, MiB = 1024 * KiB;

using Events = std::vector<AllocatorEvent>;

AllocatorEvent freed(quint32 block)
{
    return {block, 0};
}

/// Allocates and frees sizes of all pools, with a tendency to grow and shrink again as a training step does.
Events randomTimeline(std::mt19937 &random, int length)
{
    const auto below = [&random](int limit) { return int(random() % unsigned(limit)); };
    const auto size = [&]() -> qint64 {
        switch (below(5)) {
        case 0: return 1 + below(4096);
        case 1: return 1 + below(int(2 * MiB));
        case 2: return MiB + below(int(10 * MiB));
        case 3: return 512 * (1 + below(60'000));
        default: return (1 + below(24)) * MiB; // equal sizes: the lowest address decides
        }
    };
    Events events;
    std::vector<quint32> live;
    quint32 next = 0;
    int growth = 6;
    while (int(events.size()) < length) {
        if (below(40) == 0)
            growth = 2 + below(7);
        if (live.empty() || below(10) < growth) {
            live.push_back(next);
            events.push_back({next++, size()});
        } else {
            const size_t index = random() % live.size();
            events.push_back(freed(live[index]));
            live.erase(live.begin() + long(index));
        }
    }
    return events;
}

} // namespace

Q_DECLARE_METATYPE(Events)

class tst_CachingAllocator : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void allocatedAndReservedAreThoseComputedByHand_data();
    void allocatedAndReservedAreThoseComputedByHand();
    void unusedSegmentsAreGivenBackBeforeMemoryEnds_data();
    void unusedSegmentsAreGivenBackBeforeMemoryEnds();
    void thePeakIsWhereItIsFirstReached();
    void freeingTwiceOrNothingIsPassedOver();
    void absurdSizesAreOutOfMemory();
    void anyTimelineReplaysAsTheNaiveOneDoes_data();
    void anyTimelineReplaysAsTheNaiveOneDoes();
    void smallestCapacityGoesThroughAndLessDoesNot_data();
    void smallestCapacityGoesThroughAndLessDoesNot();
    void smallestCapacityHoldsALittleAboveItToo();
    void smallestCapacityOfNothingIsNothing();
};

void tst_CachingAllocator::allocatedAndReservedAreThoseComputedByHand_data()
{
    QTest::addColumn<Events>("events");
    QTest::addColumn<qint64>("allocated");
    QTest::addColumn<qint64>("reserved");
    const auto row = [](const char *name, const Events &events, qint64 allocated, qint64 reserved) {
        QTest::newRow(name) << events << allocated << reserved;
    };
    row("nothing", {}, 0, 0);
    row("one byte is a block of 512", {{0, 1}}, 512, 2 * MiB);
    row("513 bytes are two", {{0, 513}}, 1024, 2 * MiB);
    row("1 MiB is still small: two share a segment", {{0, MiB}, {1, MiB}}, 2 * MiB, 2 * MiB);
    row("a third small one needs the next segment", {{0, MiB}, {1, MiB}, {2, 1}}, 2 * MiB + 512, 4 * MiB);
    row("above 1 MiB from a segment of 20 MiB", {{0, MiB + 1}}, MiB + 512, 20 * MiB);
    row("small ones never come from large segments", {{0, 2 * MiB}, {1, 512}}, 2 * MiB + 512, 22 * MiB);
    row("below 10 MiB twice from 20 MiB, the second with what is left over",
        {{0, 10 * MiB - 512}, {1, 10 * MiB - 512}}, 20 * MiB, 20 * MiB);
    row("10 MiB is a segment of its own", {{0, 10 * MiB}}, 10 * MiB, 10 * MiB);
    row("a rest of 1 MiB is not split off", {{0, 11 * MiB}}, 12 * MiB, 12 * MiB);
    row("a rest above 1 MiB is", {{0, 11 * MiB - 512}}, 11 * MiB - 512, 12 * MiB);
    row("16,000,000 bytes are read as 16 MiB", {{0, 16'000'000}}, 16 * MiB, 16 * MiB);
    row("a small rest of 512 bytes is split off", {{0, 2 * MiB - 512}, {1, 512}}, 2 * MiB, 20 * MiB + 2 * MiB);
    row("the smallest block that is large enough", // the 20 MiB one: 15 and 5 fit into it, and 30 are left for the last
        {{0, 30 * MiB}, {1, 20 * MiB}, freed(0), freed(1), {2, 15 * MiB}, {3, 5 * MiB}, {4, 30 * MiB}}, 50 * MiB, 50 * MiB);
    row("of equal blocks the one at the lowest address", // 12 MiB from the first segment leave 8 there; the second stays whole
        {{0, 20 * MiB}, {1, 20 * MiB}, freed(1), freed(0), {2, 12 * MiB}, {3, 20 * MiB}, {4, 8 * MiB}}, 40 * MiB, 40 * MiB);
    row("neighbours that are free become one block", {{0, 8 * MiB}, {1, 8 * MiB}, freed(0), freed(1), {2, 15 * MiB}}, 16 * MiB, 20 * MiB);
    row("what lives between keeps them apart",
        {{0, 5 * MiB}, {1, 5 * MiB}, {2, 5 * MiB}, freed(0), freed(2), {3, 12 * MiB}}, 17 * MiB, 32 * MiB);
    row("a block freed between two free ones joins both",
        {{0, 5 * MiB}, {1, 5 * MiB}, {2, 9 * MiB}, freed(0), freed(2), freed(1), {3, 20 * MiB}}, 20 * MiB, 20 * MiB);
    row("segments are never joined", {{0, 10 * MiB}, {1, 10 * MiB}, freed(0), freed(1), {2, 20 * MiB}}, 20 * MiB, 40 * MiB);
}

void tst_CachingAllocator::allocatedAndReservedAreThoseComputedByHand()
{
    QFETCH(Events, events);
    const ReplayResult result = replayAllocations(events);
    QVERIFY(!result.isOutOfMemory);
    QTEST(result.peakAllocatedBytes, "allocated");
    QTEST(result.peakReservedBytes, "reserved");
    QCOMPARE(replayNaively(events), result);
}

void tst_CachingAllocator::unusedSegmentsAreGivenBackBeforeMemoryEnds_data()
{
    QTest::addColumn<Events>("events");
    QTest::addColumn<qint64>("capacity");
    QTest::addColumn<int>("flushes");
    QTest::addColumn<int>("failedAt"); // -1: goes through
    const Events growing{{0, 20 * MiB}, freed(0), {1, 22 * MiB}};
    QTest::newRow("room for both") << growing << 42 * MiB << 0 << -1;
    QTest::newRow("room for one after the other") << growing << 42 * MiB - 1 << 1 << -1;
    QTest::newRow("just enough") << growing << 22 * MiB << 1 << -1;
    QTest::newRow("one byte too little") << growing << 22 * MiB - 1 << 1 << 2;
    const Events held{{0, 12 * MiB}, {1, 2 * MiB}, freed(0), {2, 20 * MiB}};
    QTest::newRow("a segment in use stays, the other goes") << held << 40 * MiB << 1 << -1;
    const Events split{{0, 8 * MiB}, {1, 8 * MiB}, freed(0), {2, 22 * MiB}};
    QTest::newRow("a segment of which a part lives stays") << split << 41 * MiB << 1 << 3;
    const Events small{{0, MiB}, {1, MiB}, {2, MiB}, freed(0), freed(1), freed(2), {3, 10 * MiB}};
    QTest::newRow("small segments are given back too") << small << 10 * MiB << 1 << -1;
    QTest::newRow("no memory at all") << Events{{0, 1}} << qint64(0) << 1 << 0;
    QTest::newRow("less than none") << Events{{0, 1}} << qint64(-1) << 1 << 0;
}

void tst_CachingAllocator::unusedSegmentsAreGivenBackBeforeMemoryEnds()
{
    QFETCH(Events, events);
    QFETCH(qint64, capacity);
    QFETCH(int, failedAt);
    const ReplayResult result = replayAllocations(events, capacity);
    QTEST(result.flushes, "flushes");
    QCOMPARE(result.isOutOfMemory ? int(result.failedEvent) : -1, failedAt);
    QVERIFY(result.peakReservedBytes <= std::max<qint64>(capacity, 0));
}

void tst_CachingAllocator::thePeakIsWhereItIsFirstReached()
{
    const Events events{{0, 512}, {1, 1024}, freed(1), {2, 1024}, freed(2), {3, 512}};
    QCOMPARE(replayAllocations(events).peakEvent, 1u);
}

void tst_CachingAllocator::freeingTwiceOrNothingIsPassedOver()
{
    const Events events{freed(3), {0, 512}, freed(0), freed(0), {0, 512}};
    const ReplayResult result = replayAllocations(events);
    QCOMPARE(result.peakAllocatedBytes, 512);
    QCOMPARE(result.peakReservedBytes, 2 * MiB);
}

void tst_CachingAllocator::absurdSizesAreOutOfMemory()
{
    constexpr qint64 all = std::numeric_limits<qint64>::max();
    for (const qint64 bytes : {all, all - 1, all - 2 * MiB, all / 2 + 1}) {
        const Events events{{0, bytes}, {1, bytes}};
        QVERIFY(replayAllocations(events).isOutOfMemory);
        QVERIFY(replayAllocations(events, 80 * KiB * MiB).isOutOfMemory);
        QCOMPARE(smallestCapacity(events), all);
    }
}

void tst_CachingAllocator::anyTimelineReplaysAsTheNaiveOneDoes_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 60; ++seed)
        QTest::addRow("seed %u", seed) << seed;
}

void tst_CachingAllocator::anyTimelineReplaysAsTheNaiveOneDoes()
{
    QFETCH(unsigned, seed);
    std::mt19937 random(seed);
    const Events events = randomTimeline(random, 200 + int(seed) * 10);
    const ReplayResult endless = replayAllocations(events);
    QCOMPARE(endless, replayNaively(events));
    for (int percent = 50; percent <= 100; percent += 7) {
        const qint64 capacity = endless.peakReservedBytes * percent / 100;
        const ReplayResult result = replayAllocations(events, capacity);
        QCOMPARE(result, replayNaively(events, capacity));
        QVERIFY(result.peakReservedBytes <= capacity);
        QVERIFY(result.peakAllocatedBytes <= result.peakReservedBytes);
    }
}

void tst_CachingAllocator::smallestCapacityGoesThroughAndLessDoesNot_data()
{
    QTest::addColumn<Events>("events");
    QTest::addColumn<qint64>("capacity");
    QTest::newRow("one byte") << Events{{0, 1}} << 2 * MiB;
    QTest::newRow("one after the other") << Events{{0, 20 * MiB}, freed(0), {1, 22 * MiB}} << 22 * MiB;
    QTest::newRow("at once") << Events{{0, 20 * MiB}, {1, 22 * MiB}} << 42 * MiB;
    QTest::newRow("behind a split segment") << Events{{0, 8 * MiB}, {1, 8 * MiB}, freed(0), {2, 22 * MiB}} << 42 * MiB;
}

void tst_CachingAllocator::smallestCapacityGoesThroughAndLessDoesNot()
{
    QFETCH(Events, events);
    QTEST(smallestCapacity(events), "capacity");
}

void tst_CachingAllocator::smallestCapacityHoldsALittleAboveItToo()
{
    std::mt19937 random(7);
    for (int round = 0; round < 30; ++round) {
        const Events events = randomTimeline(random, 400);
        const qint64 capacity = smallestCapacity(events);
        QVERIFY(capacity >= replayAllocations(events).peakAllocatedBytes);
        QVERIFY(capacity <= replayAllocations(events).peakReservedBytes);
        QVERIFY(replayAllocations(events, capacity - 1).isOutOfMemory);
        for (const int steps : {0, 1, 2, 4, 8, 16})
            QVERIFY(!replayAllocations(events, capacity + steps * 2 * MiB).isOutOfMemory);
        const qint64 coarse = smallestCapacity(events, 64 * MiB);
        QCOMPARE(coarse % (64 * MiB), 0);
        QVERIFY(!replayAllocations(events, coarse).isOutOfMemory);
    }
}

void tst_CachingAllocator::smallestCapacityOfNothingIsNothing()
{
    QCOMPARE(smallestCapacity({}), 0);
}

QTEST_APPLESS_MAIN(tst_CachingAllocator)
#include "tst_cachingallocator.moc"
