#include "services/torch/forecast/optimizerstep.h"
#include "services/torch/forecast/recorder.h"

#include <QRegularExpression>
#include <QTest>

#include <ATen/ATen.h>

using namespace Trainyard;

namespace {

QString changes(const Timeline &timeline)
{
    QStringList texts;
    for (const TimelineEvent &event : timeline.events)
        texts.append((event.isAllocation ? u'+' : u'-') + QString::number(timeline.blocks[event.block].bytes));
    return texts.join(u' ');
}

template<typename Work>
Timeline recorded(Work work)
{
    Recorder::begin(c10::kMeta);
    work();
    return Recorder::end();
}

StepPlan planOf(OptimizerKind optimizer, OptimizerImplementation implementation, double weightDecay = 0, double momentum = 0, QVersionNumber framework = QVersionNumber(2, 1))
{
    StepPlan plan;
    plan.facts.framework = framework;
    plan.optimizer = optimizer;
    plan.implementation = implementation;
    plan.weightDecay = weightDecay;
    plan.momentum = momentum;
    return plan;
}

constexpr auto forLoop = OptimizerImplementation::ForLoop, foreach = OptimizerImplementation::Foreach, fused = OptimizerImplementation::Fused;

} // namespace

Q_DECLARE_METATYPE(Trainyard::StepPlan)

/// Two parameters: [10, 100] and [500], 4000 and 2000 bytes in fp32.
class tst_OptimizerStep : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Recorder::install(); }

    void aStepAllocatesWhatTheOptimizerDoes_data()
    {
        QTest::addColumn<StepPlan>("plan");
        QTest::addColumn<QString>("states");
        QTest::addColumn<QString>("step");

        const QString two = QStringLiteral("+4000 +4000 +2000 +2000"), one = QStringLiteral("+4000 +2000");
        QTest::newRow("adam, for-loop: root and quotient of one parameter") << planOf(OptimizerKind::Adam, forLoop) << two << "+4000 +4000 -4000 -4000 +2000 +2000 -2000 -2000";
        QTest::newRow("adam with weight decay copies the gradient") << planOf(OptimizerKind::Adam, forLoop, 0.1) << two
                                                                    << "+4000 +4000 +4000 -4000 -4000 -4000 +2000 +2000 +2000 -2000 -2000 -2000";
        QTest::newRow("adamw decays in place") << planOf(OptimizerKind::AdamW, forLoop, 0.1) << two << "+4000 +4000 -4000 -4000 +2000 +2000 -2000 -2000";
        QTest::newRow("adamw, foreach: one copy of all") << planOf(OptimizerKind::AdamW, foreach, 0.1) << two << "+4000 +2000 -4000 -2000";
        QTest::newRow("adam, foreach, weight decay: one after another") << planOf(OptimizerKind::Adam, foreach, 0.1) << two << "+4000 +2000 -4000 -2000 +4000 +2000 -4000 -2000";
        QTest::newRow("adamw, foreach, 2.0: root and sum") << planOf(OptimizerKind::AdamW, foreach, 0.1, 0, QVersionNumber(2, 0, 1)) << two
                                                          << "+4000 +2000 +4000 +2000 -4000 -2000 -4000 -2000";
        QTest::newRow("adam, foreach, weight decay, 2.0: three") << planOf(OptimizerKind::Adam, foreach, 0.1, 0, QVersionNumber(2, 0)) << two
                                                                << "+4000 +2000 +4000 +2000 +4000 +2000 -4000 -2000 -4000 -2000 -4000 -2000";
        QTest::newRow("adam, fused: none") << planOf(OptimizerKind::Adam, fused, 0.1) << two << "";
        QTest::newRow("sgd keeps nothing") << planOf(OptimizerKind::Sgd, foreach) << "" << "";
        QTest::newRow("sgd with momentum and weight decay, for-loop") << planOf(OptimizerKind::Sgd, forLoop, 0.1, 0.9) << one << "+4000 -4000 +2000 -2000";
        QTest::newRow("sgd with weight decay, foreach") << planOf(OptimizerKind::Sgd, foreach, 0.1) << "" << "+4000 +2000 -4000 -2000";
        QTest::newRow("rmsprop, for-loop") << planOf(OptimizerKind::RmsProp, forLoop) << one << "+4000 -4000 +2000 -2000";
        QTest::newRow("adafactor: rows and columns, three temporaries") << planOf(OptimizerKind::Adafactor, forLoop) << "+40 +400 +2000"
                                                                        << "+4000 +4000 -4000 +4000 -4000 +4000 -4000 -4000 +2000 +2000 -2000 +2000 -2000 +2000 -2000 -2000";
        QTest::newRow("8-bit adam keeps fp32 below 4096 values") << planOf(OptimizerKind::AdamW8bit, forLoop) << two << "";
    }

    void aStepAllocatesWhatTheOptimizerDoes()
    {
        QFETCH(StepPlan, plan);
        QFETCH(QString, states);
        QFETCH(QString, step);
        const std::vector<at::Tensor> parameters{at::empty({10, 100}, at::kMeta), at::empty({500}, at::kMeta)};
        OptimizerStep optimizer(plan);
        const Timeline first = recorded([&] { optimizer.run(parameters); });
        QCOMPARE(changes(first), QStringList({states, step}).filter(QRegularExpression(QStringLiteral("."))).join(u' '));
        QCOMPARE(changes(recorded([&] { optimizer.run(parameters); })), step);
    }

    void statesAreTaggedAndCounted()
    {
        const std::vector<at::Tensor> parameters{at::empty({64, 128}, at::kMeta)};
        OptimizerStep optimizer(planOf(OptimizerKind::AdamW8bit, forLoop));
        const Timeline timeline = recorded([&] { optimizer.run(parameters); });
        QCOMPARE(changes(timeline), QStringLiteral("+8192 +16 +8192 +16")); // one byte a value, one scale for 2048
        for (const TimelineBlock &block : timeline.blocks)
            QCOMPARE(block.use, MemoryUse::Optimizer);
        QCOMPARE(optimizer.stateBytes(), qint64(2 * (8192 + 16)));
    }

    void statesHaveThePrecisionOfTheParameters()
    {
        const std::vector<at::Tensor> parameters{at::empty({1000}, at::TensorOptions(at::kMeta).dtype(at::kBFloat16))};
        OptimizerStep optimizer(planOf(OptimizerKind::AdamW, forLoop));
        recorded([&] { optimizer.run(parameters); });
        QCOMPARE(optimizer.stateBytes(), qint64(2 * 2000));
    }
};

QTEST_APPLESS_MAIN(tst_OptimizerStep)
#include "tst_optimizerstep.moc"
