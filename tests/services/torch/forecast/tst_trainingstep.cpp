#include "services/torch/forecast/recorder.h"
#include "services/torch/forecast/stepforecast.h"
#include "services/torch/forecast/trainingstep.h"

#include <QTest>

#include <ATen/ATen.h>

using namespace Trainyard;

namespace {

constexpr int64_t width = 512; ///< a matrix of 512 x 512: 1 MiB in fp32

/// loss = sum(x W1 W2 W3): three matrices of 1 MiB.
class ThreeMatrices final : public Network
{
public:
    ThreeMatrices(at::ScalarType type, bool isFrozen = false)
    {
        for (int i = 0; i < 3; ++i) {
            const at::Tensor matrix = at::empty({width, width}, at::TensorOptions(at::kMeta).dtype(type));
            matrix.requires_grad_(!isFrozen);
            m_parameters.push_back({QStringLiteral("layers.%1.weight").arg(i), matrix});
        }
    }

    std::vector<NamedTensor> parameters() const override { return m_parameters; }
    std::vector<NamedTensor> buffers() const override { return {}; }
    bool hasSequence() const override { return false; }
    NetworkBatch makeBatch(qint64 batchSize, qint64) const override { return {at::empty({batchSize, width}, m_parameters[0].tensor.options().requires_grad(false)), {}, {}}; }
    NetworkOutput forward(const NetworkBatch &batch) override
    {
        at::Tensor x = batch.input;
        for (const NamedTensor &parameter : m_parameters)
            x = at::mm(x, parameter.tensor);
        return {x.sum(), {}};
    }

private:
    std::vector<NamedTensor> m_parameters;
};

at::ScalarType typeOf(const StepPlan &plan)
{
    switch (networkPlan(plan).precision) {
    case Precision::Fp16: return at::kHalf;
    case Precision::Bf16: return at::kBFloat16;
    default: return at::kFloat;
    }
}

StepRecording recorded(const StepPlan &plan)
{
    ThreeMatrices network(typeOf(plan));
    Result<StepRecording> recording = recordTrainingStep(network, plan, at::kMeta);
    if (!recording)
        qFatal("%s", qPrintable(recording.error().message));
    return *recording;
}

/// Bytes of one use that are alive when event number @p event starts.
qint64 aliveAt(const Timeline &timeline, quint32 event, MemoryUse use)
{
    qint64 bytes = 0;
    for (quint32 i = 0; i < event; ++i) {
        const TimelineBlock &block = timeline.blocks[timeline.events[i].block];
        if (block.use == use)
            bytes += timeline.events[i].isAllocation ? block.bytes : -block.bytes;
    }
    return bytes;
}

quint32 lastMark(const Timeline &timeline, StepPhase phase)
{
    quint32 event = 0;
    for (const TimelineMark &mark : timeline.marks)
        event = mark.phase == phase ? mark.event : event;
    return event;
}

StepPlan planOf(Precision precision, OptimizerKind optimizer = OptimizerKind::AdamW, double momentum = 0)
{
    StepPlan plan;
    plan.precision = precision;
    plan.optimizer = optimizer;
    plan.momentum = momentum;
    return plan;
}

StepPlan zeroPlan(Precision precision, int stage, int devices)
{
    StepPlan plan = planOf(precision);
    plan.zeroStage = stage;
    plan.dataParallel = devices;
    return plan;
}

} // namespace

Q_DECLARE_METATYPE(Trainyard::StepPlan)

class tst_TrainingStep : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Recorder::install(); }

    /// Bytes for each of the P parameters, times N = 4 devices, so that the numbers are whole.
    void statesFollowTheConventions_data()
    {
        QTest::addColumn<StepPlan>("plan");
        QTest::addColumn<int>("weights");
        QTest::addColumn<int>("gradients");
        QTest::addColumn<int>("optimizer");
        QTest::newRow("fp32 adamw: 16 B") << planOf(Precision::Fp32) << 16 << 16 << 32;
        QTest::newRow("bf16 adamw: 8 B") << planOf(Precision::Bf16) << 8 << 8 << 16;
        QTest::newRow("fp32 sgd") << planOf(Precision::Fp32, OptimizerKind::Sgd) << 16 << 16 << 0;
        QTest::newRow("fp32 sgd with momentum: 12 B") << planOf(Precision::Fp32, OptimizerKind::Sgd, 0.9) << 16 << 16 << 16;
        QTest::newRow("zero 1: 4P + 12P/N") << zeroPlan(Precision::AmpFp16, 1, 4) << 8 << 8 << 12;
        QTest::newRow("zero 2: 2P + 14P/N") << zeroPlan(Precision::AmpBf16, 2, 4) << 8 << 2 << 12;
        QTest::newRow("zero 3: 16P/N") << zeroPlan(Precision::AmpBf16, 3, 4) << 2 << 2 << 12;
        QTest::newRow("zero 1 in fp32: no master weights") << zeroPlan(Precision::Fp32, 1, 4) << 16 << 16 << 8;
        QTest::newRow("zero 2 in fp32") << zeroPlan(Precision::Fp32, 2, 4) << 16 << 4 << 8;
        QTest::newRow("zero 3 in fp32") << zeroPlan(Precision::Fp32, 3, 4) << 4 << 4 << 8;
    }

    void statesFollowTheConventions()
    {
        QFETCH(StepPlan, plan);
        constexpr qint64 parameters = 3 * width * width;
        const StepStates states = recorded(plan).states;
        QCOMPARE(states.parameters, parameters);
        QCOMPARE(states.trainableParameters, parameters);
        QTEST(int(states.weights * 4 / parameters), "weights");
        QTEST(int(states.gradients * 4 / parameters), "gradients");
        QTEST(int(states.optimizer * 4 / parameters), "optimizer");
    }

    void keptGradientsLiveThroughTheNextForward()
    {
        StepPlan plan = planOf(Precision::Fp32);
        const Timeline none = recorded(plan).timeline;
        QCOMPARE(aliveAt(none, lastMark(none, StepPhase::Forward), MemoryUse::Gradients), 0);
        plan.zeroGrad = ZeroGradMode::Keep;
        const Timeline kept = recorded(plan).timeline;
        QCOMPARE(aliveAt(kept, lastMark(kept, StepPhase::Forward), MemoryUse::Gradients), qint64(3 << 20));
    }

    void ofManyAccumulatedBatchesTwoAreRun()
    {
        StepPlan plan = planOf(Precision::Fp32);
        plan.gradientAccumulation = 128;
        const StepRecording recording = recorded(plan);
        QCOMPARE(std::count_if(recording.timeline.marks.begin(), recording.timeline.marks.end(), [](const TimelineMark &mark) { return mark.phase == StepPhase::Backward; }), 4);
        QCOMPARE(aliveAt(recording.timeline, lastMark(recording.timeline, StepPhase::Forward), MemoryUse::Gradients), qint64(3 << 20));
        plan.gradientAccumulation = 1;
        QCOMPARE(recording.flops, recorded(plan).flops * 128);
    }

    void productsAreCounted()
    {
        StepPlan plan = planOf(Precision::Fp32);
        plan.batchSize = 10;
        const double product = 2.0 * 10 * width * width;
        QCOMPARE(recorded(plan).flops, product * 8); // 3 forward, 3 for the weights, 2 for what lies before
    }

    void ddpKeepsACopyOfTheGradientsInBuckets()
    {
        StepPlan plan = planOf(Precision::Fp32);
        plan.dataParallel = 2;
        const Timeline timeline = recorded(plan).timeline;
        QList<qint64> buckets;
        for (const TimelineBlock &block : timeline.blocks) {
            if (block.phase == StepPhase::Build && block.use == MemoryUse::Temporaries)
                buckets.append(block.bytes);
        }
        QCOMPARE(buckets, (QList<qint64>{1 << 20, 2 << 20})); // the first is full at 1 MiB, the second takes the rest
    }

    void zeroDropsGradientsOnceTheyAreReduced()
    {
        Timeline timeline = recorded(zeroPlan(Precision::Fp32, 2, 4)).timeline;
        settleUses(timeline);
        const quint32 optimizer = lastMark(timeline, StepPhase::Optimizer);
        QCOMPARE(aliveAt(timeline, optimizer, MemoryUse::Gradients), qint64(3 << 20) / 4);
        QCOMPARE(aliveAt(timeline, optimizer, MemoryUse::Temporaries), 0);
    }

    void stageThreeGathersTwoLayers()
    {
        Timeline timeline = recorded(zeroPlan(Precision::Fp32, 3, 4)).timeline;
        settleUses(timeline);
        QCOMPARE(aliveAt(timeline, lastMark(timeline, StepPhase::Forward), MemoryUse::Weights), qint64(3 << 20) / 4);
        QVERIFY(aliveAt(timeline, lastMark(timeline, StepPhase::Backward), MemoryUse::Temporaries) >= 2 << 20);
        QCOMPARE(aliveAt(timeline, lastMark(timeline, StepPhase::Optimizer), MemoryUse::Temporaries), 0);
    }

    void aRecordingLeavesTheModelAsItWas()
    {
        ThreeMatrices network(at::kFloat);
        const StepPlan plan = planOf(Precision::Fp32);
        const Result<StepRecording> first = recordTrainingStep(network, plan, at::kMeta), second = recordTrainingStep(network, plan, at::kMeta);
        QVERIFY(first && second);
        QCOMPARE(replayAllocations(allocatorEvents(first->timeline)), replayAllocations(allocatorEvents(second->timeline)));
        QVERIFY(!network.parameters().front().tensor.grad().defined());
    }

    void aModelWithNothingToTrainIsAnError()
    {
        ThreeMatrices network(at::kFloat, true);
        const Result<StepRecording> recording = recordTrainingStep(network, planOf(Precision::Fp32), at::kMeta);
        QVERIFY(!recording);
        QCOMPARE(recording.error().kind, Error::Kind::Invalid);
        QVERIFY(!Recorder::isRecording());
    }

    void absurdSizesEndInAnError()
    {
        ThreeMatrices network(at::kFloat);
        StepPlan plan = planOf(Precision::Fp32);
        plan.batchSize = qint64(1) << 62;
        const Result<StepRecording> recording = recordTrainingStep(network, plan, at::kMeta);
        QVERIFY(!recording);
        QCOMPARE(recording.error().kind, Error::Kind::Resource);
    }
};

QTEST_APPLESS_MAIN(tst_TrainingStep)
#include "tst_trainingstep.moc"
