#include "services/torch/forecast/network.h"
#include "services/torch/forecast/recorder.h"
#include "services/torch/memorymeter.h"
#include "services/torch/torchruntime.h"

#include <QElapsedTimer>
#include <QFile>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <ATen/ATen.h>

#include <cmath>

using namespace Trainyard;

namespace {

QString dataFile(const QString &name)
{
    return QStringLiteral(TRAINYARD_TEST_DATA "/torch/") + name;
}

NetworkRequest requestFor(const QString &name, const QList<qint64> &shape, const QString &type = QStringLiteral("float32"))
{
    NetworkRequest request;
    request.source = NetworkRequest::Source::TorchScript;
    request.file = name.startsWith(u'/') ? name : dataFile(name);
    request.inputShape = shape;
    request.inputType = type;
    return request;
}

StepPlan planOf(qint64 batchSize = 2)
{
    StepPlan plan;
    plan.batchSize = batchSize;
    plan.attention = AttentionKind::Efficient;
    return plan;
}

qint64 parameterCount(const Network &network)
{
    qint64 count = 0;
    for (const NamedTensor &parameter : network.parameters())
        count += parameter.tensor.numel();
    return count;
}

std::vector<qint64> stepOf(Network &network, c10::DeviceType device)
{
    Recorder::begin(device);
    {
        const NetworkBatch batch = network.makeBatch(2, 0);
        network.forward(batch).loss.backward();
    }
    std::vector<qint64> changes;
    const Timeline timeline = Recorder::end();
    for (const TimelineEvent &event : timeline.events) {
        const qint64 bytes = timeline.blocks[event.block].bytes;
        if (bytes <= 8) // numbers that the CPU's operators make tensors of
            continue;
        if (!event.isAllocation && !changes.empty() && changes.back() == bytes)
            changes.pop_back(); // scratch of one kernel: the CPU's layer norm has some, CUDA's has none
        else
            changes.push_back(event.isAllocation ? bytes : -bytes);
    }
    return changes;
}

QByteArray bytesOf(const QString &name)
{
    QFile file(dataFile(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class tst_TorchScriptNetwork : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        configureTorch();
        Recorder::install();
    }

    void exportsRunATrainingStepOnMeta_data();
    void exportsRunATrainingStepOnMeta();
    void metaAndCpuTellTheSameTimeline();
    void weightsAreNotRead();
    void heldBackFilesEndInOneSentence_data();
    void heldBackFilesEndInOneSentence();
    void stepsThatCannotRunSayWhy_data();
    void stepsThatCannotRunSayWhy();
    void choicesByValuesRunOnTheCpu();
    void anyCutAndAnyChangedByteIsSurvived();
    void auxiliaryHeadsCountWithFourTenths();
    void languageModelsGuessTheNextWord();
    void halfPrecisionIsThatOfTheWeights();
    void absurdBatchesBuildAllTheSame();
    void activationsKnowTheirModule_data();
    void activationsKnowTheirModule();
    void buildingLeavesNothingButWeightsInARecording();

private:
    QString written(const QByteArray &bytes)
    {
        const QString path = m_folder.filePath(QStringLiteral("model.pt"));
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? path : QString();
    }

    QTemporaryDir m_folder;
};

void tst_TorchScriptNetwork::exportsRunATrainingStepOnMeta_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QList<qint64>>("shape");
    QTest::addColumn<QString>("type");
    QTest::addColumn<qint64>("parameters");
    QTest::addColumn<bool>("hasConvolutions");
    const QString floats = QStringLiteral("float32"), words = QStringLiteral("int64");
    const QList<qint64> image{3, 64, 64}, sentence{64};
    QTest::newRow("resnet18, scripted") << QStringLiteral("resnet18-scripted.pt") << image << floats << qint64(11689512) << true;
    QTest::newRow("resnet18, traced") << QStringLiteral("resnet18-traced.pt") << image << floats << qint64(11689512) << true;
    const qint64 gpt = 2 * 500 * 64 + 64 * 64 + 2 * (12 * 64 * 64 + 13 * 64) + 2 * 64;
    QTest::newRow("gpt, scripted") << QStringLiteral("gpt-scripted.pt") << sentence << words << gpt << false;
    QTest::newRow("gpt, traced") << QStringLiteral("gpt-traced.pt") << sentence << words << gpt << false;
    QTest::newRow("tied weights count once") << QStringLiteral("tied.pt") << sentence << words << qint64(100 * 32) << false;
    QTest::newRow("two heads") << QStringLiteral("segmenter.pt") << image << floats << qint64(3 * 8 * 9 + 8 + 2 * (8 * 5 + 5)) << true;
    QTest::newRow("a module that reads its tensors while it is loaded") << QStringLiteral("rebuilt.pt") << QList<qint64>{8} << floats << qint64(8 * 4 + 4) << false;
    QTest::newRow("attention of PyTorch 2.5") << QStringLiteral("attention-2.5.pt") << QList<qint64>{16, 64} << floats << qint64(64 * 192 + 192) << false;
}

void tst_TorchScriptNetwork::exportsRunATrainingStepOnMeta()
{
    QFETCH(QString, file);
    QFETCH(QList<qint64>, shape);
    QFETCH(QString, type);
    QFETCH(qint64, parameters);
    QFETCH(bool, hasConvolutions);
    const auto network = buildTorchScriptNetwork(requestFor(file, shape, type), planOf(), at::kMeta);
    QVERIFY2(network, network ? "" : qPrintable(network.error().message + network.error().detail));
    QCOMPARE(parameterCount(**network), parameters);
    QCOMPARE((*network)->hasConvolutions(), hasConvolutions);
    QCOMPARE((*network)->hasSequence(), type == QLatin1String("int64"));
    QCOMPARE((*network)->usualSequence(), (*network)->hasSequence() ? shape[0] : 0);
    for (const qint64 size : {2, 5}) {
        const NetworkBatch batch = (*network)->makeBatch(size, 0);
        QCOMPARE(batch.target.size(0), size);
        const NetworkOutput output = (*network)->forward(batch);
        QVERIFY(output.loss.is_meta());
        QVERIFY(!output.kept.empty());
        output.loss.backward();
    }
    for (const NamedTensor &parameter : (*network)->parameters())
        QVERIFY2(parameter.tensor.grad().defined(), qPrintable(parameter.name));
}

void tst_TorchScriptNetwork::metaAndCpuTellTheSameTimeline()
{
    const NetworkRequest request = requestFor(QStringLiteral("gpt-traced.pt"), {64}, QStringLiteral("int64"));
    const auto onMeta = buildTorchScriptNetwork(request, planOf(), at::kMeta), onCpu = buildTorchScriptNetwork(request, planOf(), at::kCPU);
    QVERIFY(onMeta && onCpu);
    const std::vector<qint64> meta = stepOf(**onMeta, c10::kMeta), cpu = stepOf(**onCpu, c10::kCPU);
    for (size_t i = 0; i < std::min(meta.size(), cpu.size()); ++i)
        QVERIFY2(meta[i] == cpu[i], qPrintable(QStringLiteral("change %1: %2 on meta, %3 on the CPU").arg(i).arg(meta[i]).arg(cpu[i])));
    QCOMPARE(meta.size(), cpu.size());
}

void tst_TorchScriptNetwork::weightsAreNotRead()
{
    const qint64 before = MemoryMeter::allocatedBytes();
    MemoryMeter::resetPeak();
    QElapsedTimer clock;
    clock.start();
    const auto network = buildTorchScriptNetwork(requestFor(QStringLiteral("resnet18-scripted.pt"), {3, 224, 224}), planOf(), at::kMeta);
    QVERIFY(network);
    const qint64 weights = 4 * parameterCount(**network);
    QVERIFY2(MemoryMeter::peakAllocatedBytes() - before < weights / 20, qPrintable(QString::number(MemoryMeter::peakAllocatedBytes() - before)));
    qInfo("resnet18 was there after %lld ms", clock.elapsed());
}

void tst_TorchScriptNetwork::heldBackFilesEndInOneSentence_data()
{
    QTest::addColumn<QByteArray>("bytes"); // empty: no such file
    QTest::addColumn<QList<qint64>>("shape");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("part"); // of the message
    const QList<qint64> words{16, 64};
    const QByteArray attention = bytesOf(QStringLiteral("attention-2.5.pt"));
    const auto add = [](const char *name, const QByteArray &bytes, const QList<qint64> &shape, Error::Kind kind, const char *part) {
        QTest::newRow(name) << bytes << shape << int(kind) << QString::fromLatin1(part);
    };
    add("missing", {}, words, Error::Kind::NotFound, "does not exist");
    add("text", "no model at all\n", words, Error::Kind::Invalid, "not an archive");
    add("cut off", attention.left(attention.size() / 2), words, Error::Kind::Invalid, "damaged or cut off");
    add("only its beginning", "PK", words, Error::Kind::Invalid, "damaged or cut off");
    add("weights without a model", bytesOf(QStringLiteral("state-dict.pt")), words, Error::Kind::Invalid, "state_dict");
    add("an unknown operator", bytesOf(QStringLiteral("unknown-operator.pt")), words, Error::Kind::Unavailable, "aten::brand_new");
    add("no shape", attention, {}, Error::Kind::Invalid, "model.input.shape");
}

void tst_TorchScriptNetwork::heldBackFilesEndInOneSentence()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QList<qint64>, shape);
    QFETCH(int, kind);
    QFETCH(QString, part);
    const QString path = bytes.isEmpty() ? QStringLiteral("/nowhere/model.pt") : written(bytes);
    const auto network = buildTorchScriptNetwork(requestFor(path, shape), planOf(), at::kMeta);
    QVERIFY(!network);
    QCOMPARE(int(network.error().kind), kind);
    QVERIFY2(network.error().message.contains(part), qPrintable(network.error().message));
    QVERIFY(!network.error().message.contains(u'\n'));
}

void tst_TorchScriptNetwork::stepsThatCannotRunSayWhy_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QList<qint64>>("shape");
    QTest::addColumn<qint64>("batchSize");
    QTest::addColumn<QString>("part"); // of the message
    QTest::newRow("a choice by values") << QStringLiteral("chooser.pt") << QList<qint64>{8} << qint64(2) << QStringLiteral("Could not run 'aten::item'");
    QTest::newRow("samples of another shape") << QStringLiteral("attention-2.5.pt") << QList<qint64>{16, 32} << qint64(2) << QStringLiteral("[2, 16, 32]");
    QTest::newRow("an absurd batch") << QStringLiteral("segmenter.pt") << QList<qint64>{3, 64, 64} << qint64(1000000000) << QStringLiteral("forecast limit");
}

void tst_TorchScriptNetwork::stepsThatCannotRunSayWhy()
{
    QFETCH(QString, file);
    QFETCH(QList<qint64>, shape);
    QFETCH(qint64, batchSize);
    QFETCH(QString, part);
    const auto network = buildTorchScriptNetwork(requestFor(file, shape), planOf(), at::kMeta);
    QVERIFY2(network, network ? "" : qPrintable(network.error().message));
    QVERIFY(!(*network)->parameters().empty()); // its states can be told all the same
    constexpr qint64 manyBytes = qint64(1) << 45;
    Recorder::setLimits(1000000, manyBytes);
    Recorder::begin(c10::kMeta);
    QString message;
    try {
        (*network)->forward((*network)->makeBatch(batchSize, 0));
    } catch (const c10::Error &error) {
        message = QString::fromUtf8(error.what_without_backtrace());
    }
    Recorder::end();
    Recorder::setLimits(std::numeric_limits<quint32>::max(), std::numeric_limits<qint64>::max());
    QVERIFY2(message.contains(part), qPrintable(message));
    QVERIFY(!message.contains(u'\n'));
}

void tst_TorchScriptNetwork::choicesByValuesRunOnTheCpu()
{
    const auto network = buildTorchScriptNetwork(requestFor(QStringLiteral("chooser.pt"), {8}), planOf(), at::kCPU);
    QVERIFY(network);
    (*network)->forward((*network)->makeBatch(2, 0)).loss.backward();
}

void tst_TorchScriptNetwork::anyCutAndAnyChangedByteIsSurvived()
{
    const QByteArray whole = bytesOf(QStringLiteral("attention-2.5.pt"));
    QRandomGenerator random(7);
    for (int i = 0; i < 45; ++i) {
        QByteArray bytes = whole;
        if (i % 3 == 0)
            bytes.truncate(random.bounded(int(whole.size())));
        else
            bytes[random.bounded(int(whole.size()))] = char(random.bounded(256));
        const auto network = buildTorchScriptNetwork(requestFor(written(bytes), {16, 64}), planOf(), at::kMeta);
        QVERIFY(network || !network.error().message.isEmpty());
    }
}

void tst_TorchScriptNetwork::auxiliaryHeadsCountWithFourTenths()
{
    const auto network = buildTorchScriptNetwork(requestFor(QStringLiteral("segmenter.pt"), {3, 8, 8}), planOf(), at::kCPU);
    QVERIFY(network);
    const NetworkBatch batch = (*network)->makeBatch(2, 0);
    QCOMPARE(batch.target.sizes().vec(), (std::vector<int64_t>{2, 8, 8}));
    const NetworkOutput output = (*network)->forward(batch); // weights of zero: five classes, equally likely
    QVERIFY(std::abs(output.loss.item<double>() - 1.4 * std::log(5.0)) < 1e-5);
    QCOMPARE(output.kept.size(), 2);
}

void tst_TorchScriptNetwork::languageModelsGuessTheNextWord()
{
    NetworkRequest request = requestFor(QStringLiteral("gpt-scripted.pt"), {}, QString());
    request.task = QStringLiteral("causal-lm");
    StepPlan plan = planOf();
    plan.sequenceLength = 32;
    const auto network = buildTorchScriptNetwork(request, plan, at::kMeta);
    QVERIFY2(network, network ? "" : qPrintable(network.error().message));
    const NetworkBatch batch = (*network)->makeBatch(3, 48);
    QCOMPARE(batch.input.sizes().vec(), (std::vector<int64_t>{3, 48}));
    QCOMPARE(batch.input.scalar_type(), at::kLong);
    QCOMPARE(batch.target.sizes().vec(), (std::vector<int64_t>{3, 48}));
    (*network)->forward(batch).loss.backward();
}

void tst_TorchScriptNetwork::halfPrecisionIsThatOfTheWeights()
{
    StepPlan plan = planOf();
    plan.precision = Precision::Bf16;
    const auto network = buildTorchScriptNetwork(requestFor(QStringLiteral("resnet18-scripted.pt"), {3, 64, 64}), plan, at::kMeta);
    QVERIFY2(network, network ? "" : qPrintable(network.error().message));
    for (const NamedTensor &parameter : (*network)->parameters())
        QCOMPARE(parameter.tensor.scalar_type(), at::kBFloat16);
    QCOMPARE((*network)->makeBatch(2, 0).input.scalar_type(), at::kBFloat16);
}

void tst_TorchScriptNetwork::absurdBatchesBuildAllTheSame()
{
    const auto network = buildTorchScriptNetwork(requestFor(QStringLiteral("segmenter.pt"), {3, 64, 64}), planOf(1000000000), at::kMeta);
    QVERIFY2(network, network ? "" : qPrintable(network.error().message));
}

void tst_TorchScriptNetwork::activationsKnowTheirModule_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("module");
    QTest::newRow("scripted") << QStringLiteral("gpt-scripted.pt") << QStringLiteral("blocks.1.qkv");
    QTest::newRow("traced") << QStringLiteral("gpt-traced.pt") << QStringLiteral("blocks.1.qkv");
}

void tst_TorchScriptNetwork::activationsKnowTheirModule()
{
    QFETCH(QString, file);
    QFETCH(QString, module);
    const auto network = buildTorchScriptNetwork(requestFor(file, {64}, QStringLiteral("int64")), planOf(), at::kMeta);
    QVERIFY(network);
    Recorder::begin(c10::kMeta);
    const NetworkOutput output = (*network)->forward((*network)->makeBatch(2, 0));
    const Timeline timeline = Recorder::end();
    const auto named = std::find(timeline.modules.begin(), timeline.modules.end(), module);
    QVERIFY(named != timeline.modules.end());
    const quint32 number = quint32(named - timeline.modules.begin());
    const auto isItsOutput = [number](const TimelineBlock &block) { return block.module == number && block.bytes == 4 * 2 * 64 * 3 * 64; };
    QVERIFY(std::any_of(timeline.blocks.begin(), timeline.blocks.end(), isItsOutput));
    QCOMPARE(timeline.blocks.back().module, 0); // the loss is outside of all modules
}

void tst_TorchScriptNetwork::buildingLeavesNothingButWeightsInARecording()
{
    Recorder::begin(c10::kMeta);
    const auto network = buildTorchScriptNetwork(requestFor(QStringLiteral("segmenter.pt"), {3, 64, 64}), planOf(), at::kMeta);
    const Timeline timeline = Recorder::end();
    QVERIFY(network);
    QCOMPARE(timeline.events.size(), (*network)->parameters().size());
}

QTEST_GUILESS_MAIN(tst_TorchScriptNetwork)
#include "tst_torchscriptnetwork.moc"
