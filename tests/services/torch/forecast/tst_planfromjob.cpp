#include "services/torch/forecast/forecastrequest.h"
#include "services/torch/forecast/planfromjob.h"

#include <QTest>

using namespace Trainyard;

namespace {

QByteArray jobText(const QByteArray &training, const QByteArray &environment = {}, const QByteArray &model = "{transformers_config: config.json}")
{
    return "schema: trainyard/job/v1\nname: a\ncode: {directory: src, boot_file: train.py}\noutputs: [{name: out, destination: out}]\n"
           "environment: {" + environment + "}\nmodel: " + model + "\ntraining: {" + training + "}\n";
}

Result<ForecastPlan> planOf(const QByteArray &text, int computeCapability = 80)
{
    ForecastRequest request;
    request.jobFolder = QStringLiteral("/jobs");
    return planFromJob(readJob(text), request, computeCapability);
}

QString resolvedIn(const ForecastPlan &plan, const QString &key)
{
    for (const auto &[each, value] : plan.resolved) {
        if (each == key)
            return value;
    }
    return {};
}

} // namespace

class tst_PlanFromJob : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void autoIsResolvedByVersion_data()
    {
        QTest::addColumn<QByteArray>("environment");
        QTest::addColumn<QByteArray>("precision");
        QTest::addColumn<int>("capability");
        QTest::addColumn<QString>("zeroGrad");
        QTest::addColumn<QString>("implementation");
        QTest::addColumn<QString>("attention");

        QTest::newRow("1.13") << QByteArray("versions: {framework: pytorch 1.13.1}") << QByteArray("fp32") << 80 << "keep" << "for-loop" << "math";
        QTest::newRow("2.1, half") << QByteArray("versions: {framework: pytorch 2.1.0}") << QByteArray("bf16") << 80 << "set-to-none" << "foreach" << "flash";
        QTest::newRow("2.1, half on V100") << QByteArray("versions: {framework: pytorch 2.1.0}") << QByteArray("amp-fp16") << 70 << "set-to-none" << "foreach" << "efficient";
        QTest::newRow("2.1, fp32") << QByteArray("versions: {framework: pytorch 2.1.0}") << QByteArray("fp32") << 80 << "set-to-none" << "foreach" << "efficient";
        QTest::newRow("nothing said") << QByteArray() << QByteArray("fp32") << 80 << "set-to-none" << "foreach" << "efficient";
        QTest::newRow("another framework") << QByteArray("versions: {framework: mindspore 2.2}") << QByteArray("fp32") << 80 << "set-to-none" << "foreach" << "efficient";
    }

    void autoIsResolvedByVersion()
    {
        QFETCH(QByteArray, environment);
        QFETCH(QByteArray, precision);
        QFETCH(int, capability);
        const Result<ForecastPlan> plan = planOf(jobText("precision: " + precision + ", batch_size: 2", environment), capability);
        QVERIFY2(plan, plan ? "" : qPrintable(plan.error().message));
        QTEST(resolvedIn(*plan, QStringLiteral("zero_grad")), "zeroGrad");
        QTEST(resolvedIn(*plan, QStringLiteral("optimizer.implementation")), "implementation");
        QTEST(resolvedIn(*plan, QStringLiteral("attention")), "attention");
    }

    void whatIsStatedIsTaken()
    {
        const Result<ForecastPlan> plan = planOf(jobText("method: lora, lora: {rank: 16, targets: [q_proj]}, batch_size: 4, gradient_accumulation: 8, sequence_length: 512, "
                                                         "precision: amp-bf16, optimizer: {name: sgd, momentum: 0.9, weight_decay: 0.1, implementation: for-loop}, "
                                                         "zero_grad: keep, activation_checkpointing: true, parallel: {data: 4, tensor: 2, zero_stage: 2}",
                                                         "versions: {framework: pytorch 2.1.0, library: transformers 4.41.2}", "{transformers_config: config.json, attention: math, task: causal-lm}"));
        QVERIFY(plan);
        StepPlan wanted;
        wanted.batchSize = 4;
        wanted.sequenceLength = 512;
        wanted.gradientAccumulation = 8;
        wanted.precision = Precision::AmpBf16;
        wanted.optimizer = OptimizerKind::Sgd;
        wanted.implementation = OptimizerImplementation::ForLoop;
        wanted.momentum = 0.9;
        wanted.weightDecay = 0.1;
        wanted.zeroGrad = ZeroGradMode::Keep;
        wanted.checkpointing = Checkpointing::PerLayer;
        wanted.attention = AttentionKind::Math;
        wanted.attentionIsStated = true;
        wanted.lora = LoraPlan{16, 16, 0, {QStringLiteral("q_proj")}};
        wanted.dataParallel = 4;
        wanted.tensorParallel = 2;
        wanted.zeroStage = 2;
        wanted.facts.framework = QVersionNumber(2, 1, 0);
        wanted.facts.library = QVersionNumber(4, 41, 2);
        wanted.facts.meanKeepsInput = true;
        QCOMPARE(plan->step, wanted);
        QCOMPARE(plan->network.file, QStringLiteral("/jobs/config.json"));
        QCOMPARE(plan->network.task, QStringLiteral("causal-lm"));
    }

    void frameworksAreReadAsPeopleWriteThem_data()
    {
        QTest::addColumn<QByteArray>("framework");
        QTest::addColumn<QString>("version");
        QTest::addColumn<int>("passedOver");
        QTest::newRow("as here") << QByteArray("pytorch 2.1.0") << "2.1.0" << 0;
        QTest::newRow("as pip") << QByteArray("torch==2.1.0+cu121") << "2.1.0" << 0;
        QTest::newRow("as an image") << QByteArray("pytorch_2.1.0-cuda_12.1") << "2.1.0" << 0;
        QTest::newRow("as a tag") << QByteArray("'pytorch:2.1.0'") << "2.1.0" << 0;
        QTest::newRow("no version") << QByteArray("PyTorch") << "2.4" << 0;
        QTest::newRow("something built on it") << QByteArray("pytorch-lightning 2.1") << "2.4" << 1;
        QTest::newRow("another one") << QByteArray("tensorflow 2.15") << "2.4" << 1;
    }

    void frameworksAreReadAsPeopleWriteThem()
    {
        QFETCH(QByteArray, framework);
        const Result<ForecastPlan> plan = planOf(jobText("batch_size: 2", "versions: {framework: " + framework + "}"));
        QVERIFY(plan);
        QTEST(plan->step.facts.framework.toString(), "version");
        QTEST(int(plan->notForecast.size()), "passedOver");
    }

    void whatIsPassedOverIsNamed()
    {
        const Result<ForecastPlan> plan = planOf(jobText("compile: true, parallel: {pipeline: 4}"));
        QVERIFY(plan);
        QCOMPARE(plan->notForecast.size(), 2);
    }

    void faultsAreOneClearError_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("named");
        QTest::newRow("unknown optimizer") << jobText("optimizer: {name: adamax}") << "adamax";
        QTest::newRow("no model") << jobText("batch_size: 1", {}, "{num_classes: 3}") << "model";
        QTest::newRow("negative batch") << jobText("batch_size: -1") << "-1";
        QTest::newRow("a batch beyond counting") << jobText("batch_size: 9000000000000000, sequence_length: 9000000000000000") << "9000000000000000";
        QTest::newRow("a batch beyond counting, length left out") << jobText("batch_size: 9000000000000000") << "9000000000000000 samples is beyond";
        QTest::newRow("a shape beyond counting") << jobText("batch_size: 1000000000", {}, "{architecture: resnet50, input: {shape: [3, 1000000000, 1000000000]}}") << "1000000000";
        QTest::newRow("not YAML") << QByteArray("{[") << "";
    }

    void faultsAreOneClearError()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, named);
        const Result<ForecastPlan> plan = planOf(text);
        QVERIFY(!plan);
        QVERIFY2(plan.error().message.contains(named), qPrintable(plan.error().message));
    }

    void requestsAreReadAndRefused()
    {
        const Result<ForecastRequest> request = ForecastRequest::fromJson(
            R"({"id": 7, "job_file": "/a/job.yaml", "detail": "quick", "capacity_bytes": 25769803776, "image_framework": "pytorch 2.1.0",
                "flavor": {"name": "g", "type": "A10", "count": 2, "memory_bytes": 24000000000, "architecture": "sm_86", "price_per_hour": 1.5}, "flavors": [{"name": "g"}]})");
        QVERIFY(request);
        QCOMPARE(request->id, 7);
        QCOMPARE(request->jobFolder, QStringLiteral("/a"));
        QVERIFY(request->isQuick);
        QCOMPARE(request->capacityBytes.value(), 25769803776);
        QCOMPARE(request->flavor->accelerator->count, 2);
        QCOMPARE(request->flavors.size(), 1);
        for (const QByteArray line : {"", "nonsense", "[]", "{}", R"({"id": 1})", R"({"id": "x", "job_file": "a"})", R"({"id": 1, "job_file": "a", "detail": "some"})"})
            QVERIFY2(!ForecastRequest::fromJson(line), line.constData());
        QCOMPARE(ForecastRequest::idOf(R"({"id": 12, "job_file": 5})"), 12);
        QVERIFY(!ForecastRequest::idOf("nonsense"));
    }
};

QTEST_APPLESS_MAIN(tst_PlanFromJob)
#include "tst_planfromjob.moc"
