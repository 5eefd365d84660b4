#include "services/torch/forecast/forecastengine.h"
#include "services/torch/forecast/networks/networkcatalogue.h"
#include "services/torch/forecast/planfromjob.h"
#include "services/torch/forecast/recorder.h"
#include "services/torch/forecast/stepforecast.h"
#include "services/torch/forecast/stepmodel.h"

#include <QElapsedTimer>
#include <QFile>
#include <QMap>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <sys/stat.h>

using namespace Trainyard;

namespace {

constexpr qint64 GiB = qint64(1) << 30;

QByteArray gptConfig(qint64 layers, qint64 width, qint64 heads, qint64 positions, double dropout = 0.1)
{
    return QStringLiteral(R"({"model_type": "gpt2", "architectures": ["GPT2LMHeadModel"], "vocab_size": 1000, "n_positions": %4, "n_embd": %2, "n_layer": %1, "n_head": %3,
        "activation_function": "gelu", "resid_pdrop": %5, "embd_pdrop": %5, "attn_pdrop": %5})")
        .arg(layers).arg(width).arg(heads).arg(positions).arg(dropout).toUtf8();
}

QByteArray llamaConfig(qint64 layers, qint64 width = 256, qint64 words = 8000)
{
    return QStringLiteral(R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "vocab_size": %3, "max_position_embeddings": 2048, "hidden_size": %2,
        "intermediate_size": %4, "num_hidden_layers": %1, "num_attention_heads": 8, "num_key_value_heads": 2, "hidden_act": "silu", "tie_word_embeddings": false})")
        .arg(layers).arg(width).arg(words).arg(width * 8 / 3).toUtf8();
}

/// A job's folder with its config.
class JobFolder
{
public:
    explicit JobFolder(const QByteArray &config)
    {
        write(QStringLiteral("config.json"), config);
    }

    QString file(const QString &name) const { return m_folder.filePath(name); }

    ForecastRequest request(const QByteArray &training, const QByteArray &model = "transformers_config: config.json") const
    {
        ForecastRequest request;
        request.jobFile = file(QStringLiteral("job.yaml"));
        request.jobFolder = m_folder.path();
        request.jobText = "schema: trainyard/job/v1\nname: a\ncode: {directory: src, boot_file: train.py}\noutputs: [{name: out, destination: out}]\n"
                          "environment: {versions: {framework: pytorch 2.1.0, cuda: '12.1'}}\nmodel: {" + model + "}\ntraining: {" + training + "}\n";
        request.isQuick = true;
        return request;
    }

    NetworkRequest network() const
    {
        NetworkRequest request;
        request.source = NetworkRequest::Source::TransformersConfig;
        request.file = file(QStringLiteral("config.json"));
        return request;
    }

private:
    void write(const QString &name, const QByteArray &content) const
    {
        QFile target(file(name));
        if (!target.open(QIODevice::WriteOnly) || target.write(content) != content.size())
            qFatal("cannot write %s", qPrintable(name));
    }

    QTemporaryDir m_folder;
};

/// Keys below `training`, dotted, with their values.
using Settings = QMap<QByteArray, QByteArray>;

/// As the inside of a YAML mapping.
QByteArray textOf(const Settings &settings)
{
    QMap<QByteArray, QByteArrayList> sections;
    QByteArrayList entries;
    for (auto it = settings.begin(); it != settings.end(); ++it) {
        const QByteArrayList path = it.key().split('.');
        (path.size() == 1 ? entries : sections[path[0]]).append(path.last() + ": " + it.value());
    }
    for (auto it = sections.begin(); it != sections.end(); ++it)
        entries.append(it.key() + ": {" + it->join(", ") + '}');
    return entries.join(", ");
}

/// Of one step.
int samplesOf(const Settings &settings)
{
    return settings["batch_size"].toInt() * settings.value("gradient_accumulation", "1").toInt();
}

MemoryForecast forecastOf(ForecastEngine &engine, const ForecastRequest &request)
{
    Result<ForecastAnswer> answer = engine.forecast(request);
    if (!answer)
        qFatal("%s", qPrintable(answer.error().message));
    return answer->memory;
}

std::unique_ptr<StepModel> modelOf(const JobFolder &folder, const StepPlan &plan, at::Device device = at::kMeta)
{
    Result<std::unique_ptr<StepModel>> model = StepModel::make(folder.network(), plan, device, 0);
    if (!model)
        qFatal("%s", qPrintable(model.error().message));
    return std::move(*model);
}

} // namespace

class tst_ForecastEngine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Recorder::install(); }

    /// Korthikanti et al. 2022: a layer keeps s b h (34 + 5 a s / h) bytes in half precision with dropout. The layer norms' statistics, which it drops, are the rest.
    void activationsFollowThePublishedFormula_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("heads");
        QTest::addColumn<int>("length");
        QTest::addColumn<int>("batch");
        QTest::newRow("768") << 768 << 12 << 1024 << 8;
        QTest::newRow("1024") << 1024 << 16 << 1024 << 4;
        QTest::newRow("4096") << 4096 << 32 << 2048 << 1;
        QTest::newRow("6144") << 6144 << 64 << 2048 << 4;
        QTest::newRow("12288") << 12288 << 96 << 2048 << 1;
    }

    void activationsFollowThePublishedFormula()
    {
        QFETCH(int, width);
        QFETCH(int, heads);
        QFETCH(int, length);
        QFETCH(int, batch);
        ForecastEngine engine;
        qint64 bytes[2];
        for (const int layers : {2, 3}) {
            const JobFolder folder(gptConfig(layers, width, heads, length));
            const QByteArray training = "precision: fp16, optimizer: {name: sgd}, batch_size: " + QByteArray::number(batch) + ", sequence_length: " + QByteArray::number(length);
            bytes[layers - 2] = forecastOf(engine, folder.request(training, "transformers_config: config.json, attention: math")).breakdown.activations;
        }
        const double formula = double(length) * batch * width * (34.0 + 5.0 * heads * length / width);
        QVERIFY2(std::abs(double(bytes[1] - bytes[0]) / formula - 1) < 0.001, qPrintable(QString::number(double(bytes[1] - bytes[0]) / formula)));
    }

    void metaAndCpuAllocateTheSame_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::newRow("gpt") << gptConfig(2, 128, 4, 64, 0);
        QTest::newRow("llama") << llamaConfig(2);
    }

    void metaAndCpuAllocateTheSame()
    {
        QFETCH(QByteArray, config);
        const JobFolder folder(config);
        StepPlan plan;
        plan.facts.framework = QVersionNumber(1, 13); // that of this LibTorch
        plan.facts.meanKeepsInput = true;
        const StepSize size{2, 32};
        const auto meta = modelOf(folder, plan), cpu = modelOf(folder, plan, at::kCPU);
        const Result<const StepRecording *> onMeta = meta->recording(size), onCpu = cpu->recording(size);
        QVERIFY2(onMeta && onCpu, qPrintable(onCpu ? QString() : onCpu.error().message));
        QCOMPARE((*onMeta)->states.weights, (*onCpu)->states.weights);
        QCOMPARE(activationBytes((*onMeta)->timeline), activationBytes((*onCpu)->timeline));
        QCOMPARE(replayAllocations(allocatorEvents((*onMeta)->timeline)).peakAllocatedBytes, replayAllocations(allocatorEvents((*onCpu)->timeline)).peakAllocatedBytes);
    }

    void familiesEqualRealRuns_data()
    {
        QTest::addColumn<bool>("isMath");
        QTest::newRow("math attention grows with the square") << true;
        QTest::newRow("flash attention") << false;
    }

    void familiesEqualRealRuns()
    {
        QFETCH(bool, isMath);
        const JobFolder folder(llamaConfig(2));
        StepPlan plan;
        plan.precision = Precision::Bf16;
        plan.attention = isMath ? AttentionKind::Math : AttentionKind::Flash;
        plan.attentionIsStated = true;
        plan.facts.framework = QVersionNumber(2, 1);
        const auto learnt = modelOf(folder, plan), fresh = modelOf(folder, plan);
        QVERIFY(learnt->learnBatches({2, 256}));
        QVERIFY(learnt->learnSequences({2, 256}));
        for (const StepSize size : {StepSize{1, 256}, StepSize{7, 256}, StepSize{1000, 256}, StepSize{2, 384}, StepSize{2, 1536}}) { // 1: always run
            const Result<std::vector<AllocatorEvent>> guessed = learnt->events(size), ran = fresh->events(size);
            QVERIFY(guessed && ran);
            QCOMPARE(guessed->size(), ran->size());
            for (size_t i = 0; i < ran->size(); ++i)
                QCOMPARE((*guessed)[i].bytes, (*ran)[i].bytes);
        }
    }

    void theAnswerAddsUp()
    {
        const JobFolder folder(llamaConfig(4));
        ForecastEngine engine;
        const MemoryForecast forecast = forecastOf(engine, folder.request("batch_size: 4, sequence_length: 256, precision: amp-bf16"));
        QCOMPARE(forecast.method, QStringLiteral("meta"));
        QCOMPARE(forecast.atPeak.sum(), forecast.peakAllocatedBytes + forecast.breakdown.context);
        QVERIFY(forecast.breakdown.weights >= 4 * forecast.parameters && forecast.breakdown.weights < 4 * forecast.parameters + 4096); // and small buffers
        QCOMPARE(forecast.breakdown.optimizer, 8 * forecast.parameters);
        QVERIFY(forecast.peakReservedBytes >= forecast.peakAllocatedBytes);
        QVERIFY(forecast.smallestCapacityBytes <= forecast.peakReservedBytes + forecast.breakdown.context);
        QVERIFY(forecast.lowBytes < forecast.smallestCapacityBytes && forecast.smallestCapacityBytes < forecast.highBytes);
        QVERIFY(!forecast.capacityBytes && !forecast.fits && !forecast.largestBatch);
        qint64 activations = 0;
        for (const ModuleMemory &module : forecast.activationsByModule)
            activations += module.bytes;
        QCOMPARE(activations, forecast.breakdown.activations);
    }

    void theLargestBatchAndLengthFitAndTheNextDoNot()
    {
        const JobFolder folder(llamaConfig(4));
        ForecastEngine engine;
        const auto request = [&](qint64 batch, qint64 length) {
            ForecastRequest made = folder.request("precision: bf16, batch_size: " + QByteArray::number(batch) + ", sequence_length: " + QByteArray::number(length));
            made.capacityBytes = 4 * GiB;
            return made;
        };
        ForecastRequest full = request(2, 512);
        full.isQuick = false;
        const MemoryForecast forecast = forecastOf(engine, full);
        QVERIFY(forecast.fits.value());
        QVERIFY(forecast.largestBatch.value() > 2);
        QVERIFY(forecast.largestSequence.value() > 512);
        QVERIFY(forecastOf(engine, request(*forecast.largestBatch, 512)).fits.value());
        QVERIFY(!forecastOf(engine, request(*forecast.largestBatch + 1, 512)).fits.value());
        QVERIFY(forecastOf(engine, request(2, *forecast.largestSequence)).fits.value());
        QVERIFY(forecast.curve.size() >= 12);
        QVERIFY2(forecast.suggestions.isEmpty(), "a job with a fifth to spare gets no advice");
    }

    void suggestionsAreForecastAndHelp()
    {
        const JobFolder folder(llamaConfig(8, 512));
        ForecastEngine engine;
        ForecastRequest request = folder.request("batch_size: 16, sequence_length: 1024, parallel: {data: 4}");
        request.isQuick = false;
        request.capacityBytes = 6 * GiB;
        const MemoryForecast forecast = forecastOf(engine, request);
        QVERIFY(!forecast.fits.value());
        QStringList codes;
        for (const MemorySuggestion &suggestion : forecast.suggestions) {
            codes.append(suggestion.code);
            QVERIFY2(suggestion.savesBytes > 0, qPrintable(suggestion.change));
            QCOMPARE(suggestion.needBytes, forecast.smallestCapacityBytes - suggestion.savesBytes);
            QCOMPARE(suggestion.fits.value(), suggestion.needBytes <= *request.capacityBytes);
            QVERIFY(!suggestion.edits.isEmpty());
        }
        for (const char *code : {"halve-batch", "activation-checkpointing", "amp"})
            QVERIFY2(codes.contains(QLatin1String(code)), code);
        QVERIFY(forecast.suggestions.first().fits.value());
    }

    void suggestionsKeepWhatTheyPromise_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<Settings>("training");
        const Settings common{{"sequence_length", "256"}};
        const auto with = [&common](const Settings &more) {
            Settings all = common;
            all.insert(more);
            return all;
        };
        QTest::newRow("alone") << llamaConfig(8, 512) << with({{"batch_size", "48"}});
        QTest::newRow("with others, accumulating") << llamaConfig(8, 512) << with({{"batch_size", "36"}, {"gradient_accumulation", "2"}, {"parallel.data", "4"}});
        QTest::newRow("a batch that does not halve evenly") << gptConfig(8, 512, 8, 256) << with({{"batch_size", "45"}, {"optimizer.name", "adam"}});
        QTest::newRow("adapters") << llamaConfig(8, 512) << with({{"batch_size", "64"}, {"method", "lora"}, {"precision", "bf16"}});
        QTest::newRow("half precision") << llamaConfig(8, 512) << with({{"batch_size", "64"}, {"precision", "bf16"}});
    }

    /// Each one set in the job by hand comes to what it said.
    void suggestionsKeepWhatTheyPromise()
    {
        QFETCH(QByteArray, config);
        QFETCH(Settings, training);
        const JobFolder folder(config);
        ForecastEngine engine;
        ForecastRequest request = folder.request(textOf(training));
        const MemoryForecast plain = forecastOf(engine, request);
        request.isQuick = false;
        request.capacityBytes = plain.smallestCapacityBytes * 3 / 4;
        const MemoryForecast forecast = forecastOf(engine, request);
        QVERIFY(!forecast.suggestions.isEmpty());
        for (const MemorySuggestion &suggestion : forecast.suggestions) {
            Settings changed = training;
            for (const auto &[key, value] : suggestion.edits)
                changed.insert(key.section(u'.', 1).toUtf8(), value.toUtf8());
            const MemoryForecast applied = forecastOf(engine, folder.request(textOf(changed)));
            QVERIFY2(std::abs(applied.smallestCapacityBytes - suggestion.needBytes) <= suggestion.needBytes / 1000, qPrintable(suggestion.change));
            if (suggestion.code == QLatin1String("halve-batch"))
                QCOMPARE(samplesOf(changed), samplesOf(training));
        }
    }

    void attentionIsResolvedToWhatRan_data()
    {
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QByteArray>("precision");
        QTest::addColumn<QString>("ran"); // empty: as stated, which needs no word
        const QByteArray small = R"("hidden_size": 64, "n_embd": 64, "num_layers": 2, "n_layer": 2, "num_hidden_layers": 2, "num_heads": 4, "n_head": 4, "num_attention_heads": 4,
            "num_key_value_heads": 4, "intermediate_size": 128, "rotary_dim": 8, "vocab_size": 1000})";
        const auto of = [&small](const QByteArray &family) -> QByteArray { return "{\"model_type\": \"" + family + "\", " + small; };
        QTest::newRow("half") << QByteArray() << of("llama") << QByteArray("bf16") << "flash";
        QTest::newRow("fp32") << QByteArray() << of("llama") << QByteArray("fp32") << "efficient";
        QTest::newRow("the library has none but math") << QByteArray() << of("gptj") << QByteArray("bf16") << "math";
        QTest::newRow("soft-capped scores") << QByteArray() << of("gemma2") << QByteArray("bf16") << "math";
        QTest::newRow("stated and had") << QByteArray(", attention: math") << of("llama") << QByteArray("bf16") << "";
        QTest::newRow("stated, but not in fp32") << QByteArray(", attention: flash") << of("llama") << QByteArray("fp32") << "efficient";
    }

    void attentionIsResolvedToWhatRan()
    {
        QFETCH(QByteArray, model);
        QFETCH(QByteArray, config);
        QFETCH(QByteArray, precision);
        const JobFolder folder(config);
        ForecastEngine engine;
        const MemoryForecast forecast = forecastOf(engine, folder.request("batch_size: 2, sequence_length: 64, precision: " + precision, "transformers_config: config.json" + model));
        QString resolved;
        for (const auto &[key, value] : forecast.resolved)
            resolved = key == QLatin1String("attention") ? value : resolved;
        QTEST(resolved, "ran");
    }

    void everyFamilyTakesAdaptersWithoutTargets_data()
    {
        QTest::addColumn<QString>("family");
        for (const QString &family : forecastModelTypes())
            QTest::newRow(qPrintable(family)) << family;
    }

    void everyFamilyTakesAdaptersWithoutTargets()
    {
        QFETCH(QString, family);
        const JobFolder folder("{\"model_type\": \"" + family.toUtf8() + "\", \"num_hidden_layers\": 2}");
        StepPlan plan;
        plan.lora.emplace().targets = usualLoraTargets();
        const Result<std::unique_ptr<Network>> network = buildNetwork(folder.network(), plan, at::kMeta);
        QVERIFY2(network, network ? "" : qPrintable(network.error().message));
    }

    void adaptersThatFindNoLayerNameTheLayers()
    {
        const JobFolder folder(llamaConfig(2));
        ForecastEngine engine;
        const Result<ForecastAnswer> answer = engine.forecast(folder.request("batch_size: 2, method: lora, lora: {targets: [q_proj]}", "architecture: resnet18"));
        QVERIFY(!answer);
        QVERIFY2(answer.error().message.contains(QLatin1String("q_proj")) && answer.error().message.contains(QLatin1String("fc")), qPrintable(answer.error().message));
    }

    void aDescriptionThatIsNoFileIsRefusedAtOnce()
    {
        const JobFolder folder(llamaConfig(2));
        QCOMPARE(mkfifo(qPrintable(folder.file(QStringLiteral("pipe.json"))), 0600), 0);
        ForecastEngine engine;
        for (const char *name : {"pipe.json", "."}) {
            const Result<ForecastAnswer> answer = engine.forecast(folder.request("batch_size: 1", QByteArray("transformers_config: ") + name));
            QVERIFY(!answer);
            QVERIFY2(answer.error().message.contains(QLatin1String("no file")), qPrintable(answer.error().message));
        }
    }

    void aWarmEngineAnswersAsAColdOne()
    {
        const JobFolder folder(llamaConfig(2));
        ForecastEngine warm;
        forecastOf(warm, folder.request("batch_size: 1, sequence_length: 64"));
        forecastOf(warm, folder.request("batch_size: 2, sequence_length: 64"));
        const ForecastRequest request = folder.request("batch_size: 3, sequence_length: 64");
        ForecastEngine cold;
        QCOMPARE(forecastOf(warm, request), forecastOf(cold, request));
    }

    void absurdSizesEndQuickly_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QByteArray>("training");
        QTest::newRow("batch of 10^9") << llamaConfig(2) << QByteArray("batch_size: 1000000000, sequence_length: 128");
        QTest::newRow("batch of 10^18") << llamaConfig(2) << QByteArray("batch_size: 1000000000000000000, sequence_length: 128");
        QTest::newRow("sequence of 10^7") << llamaConfig(2) << QByteArray("batch_size: 1, sequence_length: 10000000");
        QTest::newRow("500 billion parameters") << llamaConfig(100, 20480, 128000) << QByteArray("batch_size: 1, sequence_length: 2048, precision: bf16");
        QTest::newRow("a million layers") << llamaConfig(1000000, 64) << QByteArray("batch_size: 1, sequence_length: 128");
    }

    void absurdSizesEndQuickly()
    {
        QFETCH(QByteArray, config);
        QFETCH(QByteArray, training);
        const JobFolder folder(config);
        ForecastEngine engine;
        QElapsedTimer clock;
        clock.start();
        const Result<ForecastAnswer> answer = engine.forecast(folder.request(training));
        QVERIFY2(clock.elapsed() < 10000, "far more than a second, even on a busy machine");
        if (answer)
            QVERIFY(answer->memory.smallestCapacityBytes > 0);
        else
            QVERIFY(!answer.error().message.isEmpty());
    }

    void lengthsBeyondThePositionsAreRefused()
    {
        const JobFolder folder(gptConfig(2, 64, 4, 128));
        ForecastEngine engine;
        const Result<ForecastAnswer> answer = engine.forecast(folder.request("batch_size: 1, sequence_length: 129"));
        QVERIFY(!answer);
        QCOMPARE(answer.error().kind, Error::Kind::Invalid);
        QVERIFY(answer.error().message.contains(QLatin1String("128")));
    }

    void aLeftOutLengthIsResolved()
    {
        const JobFolder folder(gptConfig(2, 64, 4, 128));
        ForecastEngine engine;
        const MemoryForecast forecast = forecastOf(engine, folder.request("batch_size: 1"));
        QVERIFY(forecast.resolved.contains(std::pair(QStringLiteral("sequence_length"), QStringLiteral("128"))));
    }

    void aNewerRequestCancels()
    {
        const JobFolder folder(llamaConfig(2));
        ForecastEngine engine;
        const Result<ForecastAnswer> answer = engine.forecast(folder.request("batch_size: 1, sequence_length: 64"), [] { return true; });
        QVERIFY(!answer);
        QCOMPARE(answer.error().kind, Error::Kind::Cancelled);
        forecastOf(engine, folder.request("batch_size: 1, sequence_length: 64")); // and goes on
    }

    void aSearchThatTakesLongLeavesTheForecast()
    {
        const JobFolder folder(llamaConfig(4));
        ForecastRequest request = folder.request("batch_size: 1, sequence_length: 64");
        request.isQuick = false;
        request.capacityBytes = GiB;
        ForecastEngine engine;
        const Result<ForecastAnswer> whole = engine.forecast(request);
        QVERIFY(whole && whole->notChecked.isEmpty() && whole->memory.largestBatch && !whole->memory.curve.isEmpty());
        engine.setPatience(std::chrono::milliseconds(0));
        const Result<ForecastAnswer> hurried = engine.forecast(request);
        QVERIFY(hurried);
        QCOMPARE(hurried->memory.smallestCapacityBytes, whole->memory.smallestCapacityBytes);
        QVERIFY(!hurried->memory.largestBatch && hurried->memory.curve.isEmpty());
        QCOMPARE(hurried->notChecked.size(), 1);
        engine.setPatience(std::chrono::minutes(1));
        QVERIFY(engine.forecast(request)->notChecked.isEmpty()); // and goes on
    }

    void packedWeightsAreSmaller()
    {
        const JobFolder folder(llamaConfig(4, 1024));
        ForecastEngine engine;
        const QByteArray rest = ", lora: {rank: 8, targets: [q_proj, v_proj]}, batch_size: 1, sequence_length: 64, precision: bf16";
        const MemoryForecast lora = forecastOf(engine, folder.request("method: lora" + rest)), qlora = forecastOf(engine, folder.request("method: qlora" + rest));
        QCOMPARE(qlora.parameters, lora.parameters);
        QVERIFY(qlora.breakdown.weights < lora.breakdown.weights * 6 / 10);
        QVERIFY(qlora.peakAllocatedBytes < lora.peakAllocatedBytes);
    }
};

QTEST_APPLESS_MAIN(tst_ForecastEngine)
#include "tst_forecastengine.moc"
