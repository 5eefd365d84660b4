#include "services/torch/forecast/recorder.h"

#include <QTest>

#include <ATen/ATen.h>

#include <limits>

using namespace Trainyard;

namespace {

at::Tensor floats(int64_t count, c10::DeviceType device)
{
    return at::empty({count}, at::TensorOptions().device(device));
}

/// `+16` for an allocation of 16 bytes, `-16` for its end.
QStringList changes(const Timeline &timeline)
{
    QStringList texts;
    for (const TimelineEvent &event : timeline.events)
        texts.append((event.isAllocation ? u'+' : u'-') + QString::number(timeline.blocks[event.block].bytes));
    return texts;
}

} // namespace

class tst_Recorder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Recorder::install(); }

    void cleanup()
    {
        if (Recorder::isRecording())
            Recorder::end();
        Recorder::setLimits(std::numeric_limits<quint32>::max(), std::numeric_limits<qint64>::max());
        Recorder::setCancelled({});
    }

    void allocationsAndTheirEndsAreRecordedInOrder_data()
    {
        QTest::addColumn<int>("device");
        QTest::newRow("meta") << int(c10::kMeta);
        QTest::newRow("cpu") << int(c10::kCPU);
    }

    void allocationsAndTheirEndsAreRecordedInOrder()
    {
        QFETCH(int, device);
        const auto type = c10::DeviceType(device);
        const at::Tensor before = floats(3, type);
        Recorder::begin(type);
        at::Tensor a = floats(4, type);
        const at::Tensor nothing = floats(0, type);
        const at::Tensor b = a.clone();
        QCOMPARE(Recorder::liveBytes(), 32);
        a.reset();
        QCOMPARE(Recorder::liveBytes(), 16);
        QCOMPARE(changes(Recorder::end()).join(u' '), QStringLiteral("+16 +16 -16"));
    }

    void theOtherDeviceIsNotRecorded()
    {
        Recorder::begin(c10::kMeta);
        const at::Tensor onCpu = floats(4, c10::kCPU);
        QVERIFY(Recorder::end().events.empty());
    }

    void blocksOfAnEarlierRecordingAreStrangers()
    {
        Recorder::begin(c10::kMeta);
        at::Tensor old = floats(4, c10::kMeta);
        Recorder::end();
        Recorder::begin(c10::kMeta);
        const at::Tensor fresh = floats(8, c10::kMeta);
        Recorder::tag(old, MemoryUse::Weights);
        old.reset();
        const Timeline timeline = Recorder::end();
        QCOMPARE(changes(timeline), QStringList{QStringLiteral("+32")});
        QCOMPARE(timeline.blocks[0].use, MemoryUse::Unknown);
    }

    void blocksKnowTheirUsePhaseStepAndModule()
    {
        Recorder::begin(c10::kMeta);
        const at::Tensor weight = floats(1, c10::kMeta);
        Recorder::tag(weight, MemoryUse::Weights);
        Recorder::mark(StepPhase::Forward, 1);
        at::Tensor first, second, again;
        {
            const ModuleScope model(QStringLiteral("model"));
            {
                const ModuleScope layer(QStringLiteral("layers.0"));
                first = floats(2, c10::kMeta);
            }
            second = floats(3, c10::kMeta);
        }
        {
            const ModuleScope layer(QStringLiteral("model.layers.0"));
            again = floats(4, c10::kMeta);
        }
        const Timeline timeline = Recorder::end();
        QCOMPARE(timeline.blocks[0].use, MemoryUse::Weights);
        QCOMPARE(timeline.blocks[0].phase, StepPhase::Build);
        QCOMPARE(timeline.blocks[1].phase, StepPhase::Forward);
        QCOMPARE(int(timeline.blocks[1].step), 1);
        QCOMPARE(timeline.modules[timeline.blocks[1].module], QStringLiteral("model.layers.0"));
        QCOMPARE(timeline.modules[timeline.blocks[2].module], QStringLiteral("model"));
        QCOMPARE(timeline.blocks[3].module, timeline.blocks[1].module);
        QCOMPARE(timeline.marks.size(), 1);
        QCOMPARE(timeline.marks[0].event, 1);
    }

    void absurdSizesEndInAnException()
    {
        constexpr qint64 terabyte = Q_INT64_C(1) << 40;
        Recorder::setLimits(10, terabyte);
        Recorder::begin(c10::kMeta);
        QVERIFY_THROWS_EXCEPTION(c10::Error, floats(terabyte, c10::kMeta));
        QVERIFY_THROWS_EXCEPTION(c10::Error, floats(std::numeric_limits<int64_t>::max(), c10::kMeta));
        const auto manyTensors = [] {
            for (int i = 0; i < 10; ++i)
                floats(1, c10::kMeta);
        };
        QVERIFY_THROWS_EXCEPTION(c10::Error, manyTensors());
        QVERIFY(Recorder::isRecording());
    }

    void aCancelledRecordingEndsInAnException()
    {
        Recorder::setCancelled([] { return true; });
        Recorder::begin(c10::kMeta);
        QVERIFY_THROWS_EXCEPTION(c10::Error, floats(1, c10::kMeta));
    }
};

QTEST_GUILESS_MAIN(tst_Recorder)
#include "tst_recorder.moc"
