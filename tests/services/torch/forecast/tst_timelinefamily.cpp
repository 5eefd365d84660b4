#include "services/torch/forecast/stepforecast.h"
#include "services/torch/forecast/timelinefamily.h"

#include <QTest>

using namespace Trainyard;

namespace {

/// Weights, an input, an activation that grows with the square, and a temporary: in the order of a step.
Timeline stepAt(qint64 x)
{
    Timeline timeline;
    timeline.modules = {QString(), QStringLiteral("layers.3.mlp")};
    timeline.blocks = {{1000, MemoryUse::Weights, StepPhase::Build, 0, 0},
                       {8 * x, MemoryUse::Unknown, StepPhase::Data, 0, 0},
                       {3 * x * x + 5, MemoryUse::Unknown, StepPhase::Forward, 0, 1},
                       {2048, MemoryUse::Unknown, StepPhase::Forward, 0, 1},
                       {4 * x, MemoryUse::Unknown, StepPhase::Backward, 0, 0}};
    timeline.events = {{0, true}, {1, true}, {2, true}, {3, true}, {3, false}, {4, true}, {2, false}, {4, false}, {1, false}};
    timeline.marks = {{0, StepPhase::Build, 0}, {1, StepPhase::Data, 0}, {2, StepPhase::Forward, 0}, {5, StepPhase::Backward, 0}, {8, StepPhase::Idle, 0}};
    return timeline;
}

QList<qint64> bytesOf(const std::vector<AllocatorEvent> &events)
{
    QList<qint64> bytes;
    for (const AllocatorEvent &event : events)
        bytes.append(event.bytes);
    return bytes;
}

} // namespace

class tst_TimelineFamily : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void threeRecordingsGiveEverySizeExactly()
    {
        const Timeline a = stepAt(16), b = stepAt(32), c = stepAt(64);
        const auto family = TimelineFamily::through({{16, &a}, {32, &b}, {64, &c}});
        QVERIFY(family);
        for (const qint64 x : {1, 17, 64, 5000, 1 << 20})
            QCOMPARE(bytesOf(family->eventsAt(x).value()), bytesOf(allocatorEvents(stepAt(x))));
    }

    void recordingsOfAnotherOrderAreNoFamily()
    {
        const Timeline a = stepAt(1);
        Timeline b = stepAt(2);
        std::swap(b.events[6], b.events[7]);
        QVERIFY(!TimelineFamily::through({{1, &a}, {2, &b}}));
    }

    void sizesBeyondCountingAreRefused()
    {
        const Timeline a = stepAt(16), b = stepAt(32), c = stepAt(64);
        const auto family = TimelineFamily::through({{16, &a}, {32, &b}, {64, &c}});
        QVERIFY(!family->eventsAt(qint64(1) << 40));
        const auto line = TimelineFamily::through({{16, &a}, {32, &b}}); // a line through a parabola goes below zero
        QVERIFY(!line->eventsAt(1));
    }

    void usesAreSettledByWhatBackwardFinds()
    {
        Timeline timeline = stepAt(100);
        settleUses(timeline);
        QList<MemoryUse> uses;
        for (const TimelineBlock &block : timeline.blocks)
            uses.append(block.use);
        QCOMPARE(uses, (QList<MemoryUse>{MemoryUse::Weights, MemoryUse::Activations, MemoryUse::Activations, MemoryUse::Temporaries, MemoryUse::Temporaries}));
        QCOMPARE(activationBytes(timeline), qint64(800 + 30005));
        QCOMPARE(activationsByModule(timeline), (QList<ModuleMemory>{{QStringLiteral("layers.3"), 30005}, {QString(), 800}}));
    }

    void thePeakAddsUp()
    {
        Timeline timeline = stepAt(100);
        settleUses(timeline);
        const ReplayResult endless = replayAllocations(allocatorEvents(timeline));
        const MemoryBreakdown live = liveAt(timeline, endless.peakEvent, endless.peakAllocatedBytes);
        QCOMPARE(live.sum(), endless.peakAllocatedBytes);
        QCOMPARE(live.weights, qint64(1024));
        QCOMPARE(phaseAt(timeline, endless.peakEvent), QStringLiteral("forward"));
    }

    void theChartKeepsThePeakAndThePhases()
    {
        Timeline timeline = stepAt(100);
        const QList<MemoryTimelinePoint> chart = chartOf(timeline, 4);
        qint64 highest = 0;
        QStringList phases;
        for (const MemoryTimelinePoint &point : chart) {
            highest = std::max(highest, point.bytes);
            if (!phases.contains(point.phase))
                phases.append(point.phase);
        }
        QCOMPARE(highest, replayAllocations(allocatorEvents(timeline)).peakAllocatedBytes);
        QCOMPARE(phases, (QStringList{QStringLiteral("forward"), QStringLiteral("backward"), QStringLiteral("optimizer")}));
        QVERIFY(chart.first().position >= 0 && chart.last().position <= 1);
    }
};

QTEST_APPLESS_MAIN(tst_TimelineFamily)
#include "tst_timelinefamily.moc"
