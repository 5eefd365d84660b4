#include "services/torch/forecast/metaoperators.h"
#include "services/torch/forecast/network.h"
#include "services/torch/forecast/networks/networkcatalogue.h"
#include "services/torch/forecast/recorder.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <ATen/Functions.h>

using namespace Trainyard;

namespace {

qint64 countOf(const Network &network)
{
    qint64 count = 0;
    for (const NamedTensor &parameter : network.parameters())
        count += parameter.tensor.numel();
    return count;
}

QString messageOf(const Result<std::unique_ptr<Network>> &result)
{
    return result ? QString() : result.error().message;
}

} // namespace

/// The models of job.yaml's `model:` section, built without weights: sizes, a step on meta and on the CPU, and what is refused.
class TestForecastNetworks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Recorder::install(); }

    void architectureHasThePublishedParameters_data();
    void architectureHasThePublishedParameters();
    void everyArchitectureIsInTheTable();
    void configHasThePublishedParameters_data();
    void configHasThePublishedParameters();
    void everyModelTypeIsInTheTable();
    void stepOfATinyModelRunsEverywhere_data();
    void stepOfATinyModelRunsEverywhere();
    void stepOfAnArchitectureRunsOnMeta_data();
    void stepOfAnArchitectureRunsOnMeta();
    void adaptersFreezeTheRest();
    void adaptersWithoutALayerAreRefused();
    void tensorParallelDividesTheWeights();
    void sharesThatDoNotComeOutAreRefused();
    void keepsWhatTheLibraryKeeps_data();
    void keepsWhatTheLibraryKeeps();
    void checkpointingKeepsLess_data();
    void checkpointingKeepsLess();
    void selectiveCheckpointingKeepsNoScores();
    void brokenConfigIsOneMessage_data();
    void brokenConfigIsOneMessage();
    void unknownArchitectureNamesTheNearest();
    void tooLongTextIsRefused();

private:
    NetworkRequest configRequest(const QByteArray &json, const QString &task = {});
    void runStep(Network &network, qint64 batchSize, qint64 length);

    QTemporaryDir m_folder;
};

NetworkRequest TestForecastNetworks::configRequest(const QByteArray &json, const QString &task)
{
    NetworkRequest request;
    request.source = NetworkRequest::Source::TransformersConfig;
    request.file = m_folder.filePath(QStringLiteral("config.json"));
    request.task = task;
    QFile file(request.file);
    if (!file.open(QIODevice::WriteOnly) || file.write(json) != json.size())
        qFatal("cannot write the config");
    return request;
}

/// Forward and backward; each trained weight gets a gradient, the loss is a finite number where there are numbers.
void TestForecastNetworks::runStep(Network &network, qint64 batchSize, qint64 length)
{
    const NetworkBatch batch = network.makeBatch(batchSize, length);
    const NetworkOutput output = network.forward(batch);
    QVERIFY(output.loss.defined());
    QCOMPARE(output.loss.numel(), int64_t(1));
    if (!output.loss.is_meta()) {
        const double loss = output.loss.item<double>();
        QVERIFY2(std::isfinite(loss) && loss > 0, qPrintable(QString::number(loss)));
    }
    QVERIFY(!output.kept.empty());
    output.loss.backward();
    for (const NamedTensor &parameter : network.parameters()) {
        const bool isUnused = parameter.name.endsWith(QLatin1String("mask_token")); // for pre-training only
        if (parameter.tensor.requires_grad() && !isUnused)
            QVERIFY2(parameter.tensor.grad().defined(), qPrintable(parameter.name));
    }
}

void TestForecastNetworks::architectureHasThePublishedParameters_data()
{
    // "num_params" on torchvision's pages of pretrained weights; counted again with torchvision 0.14.1, auxiliary heads included.
    QTest::addColumn<qint64>("expected");
    const std::pair<const char *, qint64> rows[] = {
        {"resnet18", 11689512},
        {"resnet34", 21797672},
        {"resnet50", 25557032},
        {"resnet101", 44549160},
        {"resnet152", 60192808},
        {"wide_resnet50_2", 68883240},
        {"wide_resnet101_2", 126886696},
        {"resnext50_32x4d", 25028904},
        {"resnext101_32x8d", 88791336},
        {"resnext101_64x4d", 83455272},
        {"alexnet", 61100840},
        {"vgg11", 132863336},
        {"vgg13", 133047848},
        {"vgg16", 138357544},
        {"vgg19", 143667240},
        {"vgg11_bn", 132868840},
        {"vgg13_bn", 133053736},
        {"vgg16_bn", 138365992},
        {"vgg19_bn", 143678248},
        {"squeezenet1_0", 1248424},
        {"squeezenet1_1", 1235496},
        {"googlenet", 13004888},
        {"inception_v3", 27161264},
        {"mobilenet_v2", 3504872},
        {"mobilenet_v3_large", 5483032},
        {"mobilenet_v3_small", 2542856},
        {"efficientnet_b0", 5288548},
        {"efficientnet_b1", 7794184},
        {"efficientnet_b2", 9109994},
        {"efficientnet_b3", 12233232},
        {"efficientnet_b4", 19341616},
        {"efficientnet_b5", 30389784},
        {"efficientnet_b6", 43040704},
        {"efficientnet_b7", 66347960},
        {"efficientnet_v2_s", 21458488},
        {"efficientnet_v2_m", 54139356},
        {"efficientnet_v2_l", 118515272},
        {"densenet121", 7978856},
        {"densenet161", 28681000},
        {"densenet169", 14149480},
        {"densenet201", 20013928},
        {"vit_b_16", 86567656},
        {"vit_b_32", 88224232},
        {"vit_l_16", 304326632},
        {"vit_l_32", 306535400},
        {"vit_h_14", 632045800},
        {"swin_t", 28288354},
        {"swin_s", 49606258},
        {"swin_b", 87768224},
        {"convnext_tiny", 28589128},
        {"convnext_small", 50223688},
        {"convnext_base", 88591464},
        {"convnext_large", 197767336},
        {"fcn_resnet50", 35322218},
        {"fcn_resnet101", 54314346},
        {"deeplabv3_resnet50", 42004074},
        {"deeplabv3_resnet101", 60996202},
        {"unet", 31037698},     // github.com/milesial/Pytorch-UNet, 3 channels, 2 classes, transposed convolutions
        {"small-cnn", 50282},   // ours: 9 x 32, 32 x 64 x 9, two norms of 32 and 64, 3136 x 10 + 10
        {"lstm", 8733186},      // ours: 30000 x 256 words, 2 x (1024 x 512 + 2 x 1024), 256 x 2 + 2
    };
    for (const auto &[name, expected] : rows)
        QTest::newRow(name) << expected;
}

void TestForecastNetworks::architectureHasThePublishedParameters()
{
    QFETCH(qint64, expected);
    NetworkRequest request;
    request.architecture = QLatin1String(QTest::currentDataTag());
    const auto network = buildArchitectureNetwork(request, StepPlan(), at::kMeta);
    QVERIFY2(network, qPrintable(messageOf(network)));
    QCOMPARE(countOf(**network), expected);
}

void TestForecastNetworks::everyArchitectureIsInTheTable()
{
    QStringList rows;
    for (const QString &name : forecastArchitectures())
        rows.append(name);
    QVERIFY(rows.size() > 50);
    QCOMPARE(rows.removeDuplicates(), 0);
}

namespace {

struct ConfigRow
{
    const char *name, *json, *task;
    qint64 expected; ///< of transformers' class for the task, built from the same config (4.41 where nothing else is said)
};

// What a config leaves out has the library's default. The counts of the published checkpoints are the same.
const ConfigRow configRows[] = {
    {"gpt2", R"({"model_type":"gpt2"})", "causal-lm", 124439808},
    {"gpt2-xl", R"({"model_type":"gpt2","n_embd":1600,"n_layer":48,"n_head":25})", "causal-lm", 1557611200},
    {"gpt2 two classes", R"({"model_type":"gpt2"})", "sequence-classification", 124441344},
    {"santacoder", R"({"model_type":"gpt_bigcode","vocab_size":49280,"n_embd":2048,"n_layer":24,"n_head":16,"n_positions":2048})", "causal-lm", 1124886528},
    {"gpt-neo-125m", R"({"model_type":"gpt_neo","hidden_size":768,"num_layers":12,"num_heads":12})", "causal-lm", 125198592},
    {"gpt-j-6b", R"({"model_type":"gptj"})", "causal-lm", 6050882784},
    {"gpt-neox-20b", R"({"model_type":"gpt_neox"})", "causal-lm", 20554567680},
    {"pythia-160m", R"({"model_type":"gpt_neox","vocab_size":50304,"hidden_size":768,"intermediate_size":3072,"num_hidden_layers":12,"num_attention_heads":12})", "", 162322944},
    {"opt-125m", R"({"model_type":"opt"})", "", 125239296},
    {"opt-350m", R"({"model_type":"opt","hidden_size":1024,"num_hidden_layers":24,"ffn_dim":4096,"num_attention_heads":16,"do_layer_norm_before":false,"word_embed_proj_dim":512})", "", 331196416},
    {"bloom-560m", R"({"model_type":"bloom","hidden_size":1024,"n_layer":24,"n_head":16})", "", 559214592},
    {"falcon-7b", R"({"model_type":"falcon"})", "", 6921720704},
    {"falcon-40b, two layers", R"({"model_type":"falcon","hidden_size":8192,"num_hidden_layers":2,"num_attention_heads":128,"num_kv_heads":8,"new_decoder_architecture":true})", "", 1891713024},
    {"falcon-rw-1b", R"({"model_type":"falcon","vocab_size":50304,"hidden_size":2048,"num_hidden_layers":24,"num_attention_heads":32,"alibi":true,"bias":true,"multi_query":false,"parallel_attn":false})", "", 1311625216},
    {"phi-1_5", R"({"model_type":"phi"})", "", 1418270720},
    {"phi-2", R"({"model_type":"phi","hidden_size":2560,"intermediate_size":10240,"num_hidden_layers":32,"partial_rotary_factor":0.4})", "", 2779683840},
    {"phi-3-mini", R"({"model_type":"phi3"})", "", 3821079552},
    {"llama-2-7b", R"({"model_type":"llama"})", "", 6738415616},
    {"llama-3-8b", R"({"model_type":"llama","vocab_size":128256,"intermediate_size":14336,"num_key_value_heads":8})", "", 8030261248},
    {"tinyllama-1.1b", R"({"model_type":"llama","hidden_size":2048,"intermediate_size":5632,"num_hidden_layers":22,"num_key_value_heads":4})", "", 1100048384},
    {"mistral-7b", R"({"model_type":"mistral"})", "", 7241732096},
    {"qwen-7b", R"({"model_type":"qwen"})", "", 7721324544}, // the model card of Qwen-7B
    {"qwen2-0.5b", R"({"model_type":"qwen2","hidden_size":896,"intermediate_size":4864,"num_hidden_layers":24,"num_attention_heads":14,"num_key_value_heads":2,"tie_word_embeddings":true})", "", 494032768},
    {"qwen2-7b", R"({"model_type":"qwen2","vocab_size":152064,"hidden_size":3584,"intermediate_size":18944,"num_hidden_layers":28,"num_attention_heads":28,"num_key_value_heads":4})", "", 7615616512},
    {"qwen3-0.6b", R"({"model_type":"qwen3","hidden_size":1024,"intermediate_size":3072,"num_hidden_layers":28,"num_attention_heads":16,"num_key_value_heads":8,"head_dim":128,"tie_word_embeddings":true})", "", 596049920}, // its safetensors index
    {"gemma-2b", R"({"model_type":"gemma","hidden_size":2048,"intermediate_size":16384,"num_hidden_layers":18,"num_attention_heads":8,"num_key_value_heads":1})", "", 2506172416},
    {"gemma-7b", R"({"model_type":"gemma"})", "", 8537680896},
    {"gemma-2-2b", R"({"model_type":"gemma2"})", "", 2614341888}, // its safetensors index
    {"stablelm-3b-4e1t", R"({"model_type":"stablelm"})", "", 2795443200},
    {"starcoder2-3b", R"({"model_type":"starcoder2"})", "", 3030371328},
    {"olmo-1b", R"({"model_type":"olmo","hidden_size":2048,"intermediate_size":8192,"num_hidden_layers":16,"num_attention_heads":16,"tie_word_embeddings":true})", "", 1176764416},
    {"bert-base", R"({"model_type":"bert"})", "masked-lm", 109514298},
    {"bert-base, two classes", R"({"model_type":"bert"})", "sequence-classification", 109483778},
    {"bert-large, two classes", R"({"model_type":"bert","hidden_size":1024,"num_hidden_layers":24,"num_attention_heads":16,"intermediate_size":4096})", "sequence-classification", 335143938},
    {"bert-base, nine classes of tokens", R"({"model_type":"bert","num_labels":9})", "token-classification", 108898569},
    {"bert-base, answers", R"({"model_type":"bert"})", "question-answering", 108893186},
    {"roberta-base", R"({"model_type":"roberta","max_position_embeddings":514,"type_vocab_size":1})", "masked-lm", 124697433},
    {"roberta-large, two classes", R"({"model_type":"roberta","max_position_embeddings":514,"type_vocab_size":1,"hidden_size":1024,"num_hidden_layers":24,"num_attention_heads":16,"intermediate_size":4096})", "sequence-classification", 355361794},
    {"xlm-roberta-base", R"({"model_type":"xlm-roberta","max_position_embeddings":514,"type_vocab_size":1,"vocab_size":250002})", "masked-lm", 278295186},
    {"distilbert-base", R"({"model_type":"distilbert"})", "masked-lm", 66985530},
    {"distilbert-base, two classes", R"({"model_type":"distilbert"})", "sequence-classification", 66955010},
    {"electra-small", R"({"model_type":"electra"})", "masked-lm", 13546682},
    {"electra-base, two classes", R"({"model_type":"electra","embedding_size":768,"hidden_size":768,"num_attention_heads":12,"intermediate_size":3072})", "sequence-classification", 109483778},
    {"albert-base", R"({"model_type":"albert","hidden_size":768,"num_attention_heads":12,"intermediate_size":3072})", "masked-lm", 11221680},
    {"albert-base, two classes", R"({"model_type":"albert","hidden_size":768,"num_attention_heads":12,"intermediate_size":3072})", "sequence-classification", 11685122},
    {"vit-base", R"({"model_type":"vit","num_labels":1000})", "", 86567656},
    {"deit-base", R"({"model_type":"deit","num_labels":1000})", "", 86569192},
    {"dinov2-base", R"({"model_type":"dinov2","image_size":518,"patch_size":14,"num_labels":1000})", "", 88117480},
    {"dinov2-giant", R"({"model_type":"dinov2","image_size":518,"patch_size":14,"num_labels":1000,"hidden_size":1536,"num_hidden_layers":40,"num_attention_heads":24,"use_swiglu_ffn":true})", "", 1139553768},
    {"swin-tiny", R"({"model_type":"swin","num_labels":1000})", "", 28288354},
    {"swin-base", R"({"model_type":"swin","num_labels":1000,"embed_dim":128,"depths":[2,2,18,2],"num_heads":[4,8,16,32]})", "", 87768224},
    {"t5-small", R"({"model_type":"t5"})", "", 60506624},
    {"t5-base", R"({"model_type":"t5","d_model":768,"d_ff":3072,"num_layers":12,"num_heads":12})", "", 222903552},
    {"mt5-small", R"({"model_type":"mt5"})", "", 300176768},
    {"bart-base", R"({"model_type":"bart","d_model":768,"encoder_layers":6,"decoder_layers":6,"encoder_attention_heads":12,"decoder_attention_heads":12,"encoder_ffn_dim":3072,"decoder_ffn_dim":3072})", "", 139420416},
    {"bart-large", R"({"model_type":"bart"})", "", 406291456},
    {"mbart-large-50", R"({"model_type":"mbart","vocab_size":250054,"scale_embedding":true})", "", 610879488},
};

} // namespace

void TestForecastNetworks::configHasThePublishedParameters_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("task");
    QTest::addColumn<qint64>("expected");
    for (const ConfigRow &row : configRows)
        QTest::newRow(row.name) << QByteArray(row.json) << QString(QLatin1String(row.task)) << row.expected;
}

void TestForecastNetworks::configHasThePublishedParameters()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, task);
    QFETCH(qint64, expected);
    const auto network = buildTransformersNetwork(configRequest(json, task), StepPlan(), at::kMeta);
    QVERIFY2(network, qPrintable(messageOf(network)));
    QCOMPARE(countOf(**network), expected);
}

void TestForecastNetworks::everyModelTypeIsInTheTable()
{
    QByteArray all;
    for (const ConfigRow &row : configRows)
        all += row.json;
    for (const QString &type : forecastModelTypes()) {
        if (type != QLatin1String("camembert")) // a RoBERTa by another name
            QVERIFY2(all.contains(QByteArray("\"model_type\":\"" + type.toUtf8() + '"')), qPrintable(type));
    }
}

void TestForecastNetworks::stepOfATinyModelRunsEverywhere_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("task");
    const std::pair<const char *, const char *> rows[] = {
        {R"({"model_type":"gpt2","n_embd":32,"n_layer":2,"n_head":4,"vocab_size":97})", "causal-lm"},
        {R"({"model_type":"gpt2","n_embd":32,"n_layer":2,"n_head":4,"vocab_size":97})", "sequence-classification"},
        {R"({"model_type":"gpt2","n_embd":32,"n_layer":2,"n_head":4,"vocab_size":97})", "regression"},
        {R"({"model_type":"gpt_bigcode","n_embd":32,"n_layer":2,"n_head":4,"vocab_size":97})", "causal-lm"},
        {R"({"model_type":"gpt_neo","hidden_size":32,"num_layers":2,"num_heads":4,"vocab_size":97})", "causal-lm"},
        {R"({"model_type":"gptj","n_embd":32,"n_layer":2,"n_head":4,"rotary_dim":4,"vocab_size":97})", "causal-lm"},
        {R"({"model_type":"gpt_neox","hidden_size":32,"num_hidden_layers":2,"num_attention_heads":2,"intermediate_size":64,"vocab_size":97})", "causal-lm"},
        {R"({"model_type":"opt","hidden_size":32,"num_hidden_layers":2,"num_attention_heads":4,"ffn_dim":64,"word_embed_proj_dim":16,"do_layer_norm_before":false,"vocab_size":97})", "causal-lm"},
        {R"({"model_type":"bloom","hidden_size":32,"n_layer":2,"n_head":4,"vocab_size":97})", "causal-lm"},
        {R"({"model_type":"falcon","hidden_size":32,"num_hidden_layers":2,"num_attention_heads":4,"vocab_size":97})", "causal-lm"},
        {R"({"model_type":"falcon","hidden_size":32,"num_hidden_layers":2,"num_attention_heads":4,"num_kv_heads":2,"new_decoder_architecture":true,"vocab_size":97})", "causal-lm"},
        {R"({"model_type":"falcon","hidden_size":32,"num_hidden_layers":2,"num_attention_heads":4,"alibi":true,"multi_query":false,"parallel_attn":false,"vocab_size":97})", "causal-lm"},
        {R"({"model_type":"phi","hidden_size":32,"num_hidden_layers":2,"num_attention_heads":4,"intermediate_size":64,"vocab_size":97,"qk_layernorm":true})", "causal-lm"},
        {R"({"model_type":"phi3","hidden_size":32,"num_hidden_layers":2,"num_attention_heads":4,"intermediate_size":64,"vocab_size":97})", "causal-lm"},
        {R"({"model_type":"llama","hidden_size":32,"num_hidden_layers":2,"num_attention_heads":4,"num_key_value_heads":2,"intermediate_size":64,"vocab_size":97})", "causal-lm"},
        {R"({"model_type":"mistral","hidden_size":32,"num_hidden_layers":2,"num_attention_heads":4,"num_key_value_heads":2,"intermediate_size":64,"vocab_size":97})", "token-classification"},
        {R"({"model_type":"qwen","hidden_size":32,"num_hidden_layers":2,"num_attention_heads":4,"intermediate_size":64,"vocab_size":97})", "causal-lm"},
        {R"({"model_type":"qwen2","hidden_size":32,"num_hidden_layers":2,"num_attention_heads":4,"num_key_value_heads":2,"intermediate_size":64,"vocab_size":97})", "question-answering"},
        {R"({"model_type":"qwen3","hidden_size":32,"num_hidden_layers":2,"num_attention_heads":4,"num_key_value_heads":2,"head_dim":8,"intermediate_size":64,"vocab_size":97})", "causal-lm"},
        {R"({"model_type":"gemma","hidden_size":32,"num_hidden_layers":2,"num_attention_heads":4,"num_key_value_heads":1,"head_dim":8,"intermediate_size":64,"vocab_size":97})", "causal-lm"},
        {R"({"model_type":"gemma2","hidden_size":32,"num_hidden_layers":2,"num_attention_heads":4,"num_key_value_heads":2,"head_dim":8,"intermediate_size":64,"vocab_size":97})", "causal-lm"},
        {R"({"model_type":"stablelm","hidden_size":32,"num_hidden_layers":2,"num_attention_heads":4,"num_key_value_heads":4,"intermediate_size":64,"vocab_size":97})", "causal-lm"},
        {R"({"model_type":"starcoder2","hidden_size":32,"num_hidden_layers":2,"num_attention_heads":4,"num_key_value_heads":2,"intermediate_size":64,"vocab_size":97})", "causal-lm"},
        {R"({"model_type":"olmo","hidden_size":32,"num_hidden_layers":2,"num_attention_heads":4,"intermediate_size":64,"vocab_size":97})", "causal-lm"},
        {R"({"model_type":"bert","hidden_size":32,"num_hidden_layers":2,"num_attention_heads":4,"intermediate_size":64,"vocab_size":97})", "masked-lm"},
        {R"({"model_type":"bert","hidden_size":32,"num_hidden_layers":2,"num_attention_heads":4,"intermediate_size":64,"vocab_size":97})", "question-answering"},
        {R"({"model_type":"roberta","hidden_size":32,"num_hidden_layers":2,"num_attention_heads":4,"intermediate_size":64,"vocab_size":97})", "sequence-classification"},
        {R"({"model_type":"electra","hidden_size":32,"embedding_size":16,"num_hidden_layers":2,"num_attention_heads":4,"intermediate_size":64,"vocab_size":97})", "masked-lm"},
        {R"({"model_type":"distilbert","dim":32,"n_layers":2,"n_heads":4,"hidden_dim":64,"vocab_size":97})", "sequence-classification"},
        {R"({"model_type":"albert","hidden_size":32,"embedding_size":16,"num_hidden_layers":2,"num_attention_heads":4,"intermediate_size":64,"vocab_size":97})", "masked-lm"},
        {R"({"model_type":"t5","d_model":32,"num_layers":2,"num_heads":4,"d_kv":8,"d_ff":64,"vocab_size":97})", "seq2seq"},
        {R"({"model_type":"mt5","d_model":32,"num_layers":2,"num_heads":4,"d_kv":8,"d_ff":64,"vocab_size":97})", ""},
        {R"({"model_type":"bart","d_model":32,"encoder_layers":2,"decoder_layers":2,"encoder_attention_heads":4,"decoder_attention_heads":4,"encoder_ffn_dim":64,"decoder_ffn_dim":64,"vocab_size":97})", ""},
        {R"({"model_type":"mbart","d_model":32,"encoder_layers":2,"decoder_layers":2,"encoder_attention_heads":4,"decoder_attention_heads":4,"encoder_ffn_dim":64,"decoder_ffn_dim":64,"vocab_size":97})", ""},
        {R"({"model_type":"vit","hidden_size":32,"num_hidden_layers":2,"num_attention_heads":4,"intermediate_size":64,"image_size":32,"patch_size":8})", "image-classification"},
        {R"({"model_type":"deit","hidden_size":32,"num_hidden_layers":2,"num_attention_heads":4,"intermediate_size":64,"image_size":[32,48],"patch_size":8})", ""},
        {R"({"model_type":"dinov2","hidden_size":32,"num_hidden_layers":2,"num_attention_heads":4,"image_size":32,"patch_size":8,"drop_path_rate":0.1})", ""},
        {R"({"model_type":"swin","embed_dim":16,"depths":[2,2],"num_heads":[2,4],"image_size":60,"window_size":4})", ""},
    };
    for (const auto &[json, task] : rows)
        QTest::addRow("%s %s", QByteArray(json).mid(14, 12).constData(), task) << QByteArray(json) << QString(QLatin1String(task));
}

void TestForecastNetworks::stepOfATinyModelRunsEverywhere()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, task);
    struct Case
    {
        at::Device device;
        QString framework;
        Precision precision;
        AttentionKind attention;
        Checkpointing checkpointing;
    };
    const Case cases[] = {
        {at::kCPU, QStringLiteral("1.13"), Precision::Fp32, AttentionKind::Math, Checkpointing::None},
        {at::kCPU, QStringLiteral("2.1"), Precision::Fp32, AttentionKind::Efficient, Checkpointing::PerLayer},
        {at::kMeta, QStringLiteral("2.5"), Precision::Bf16, AttentionKind::Flash, Checkpointing::None},
        {at::kMeta, QStringLiteral("2.8"), Precision::Fp16, AttentionKind::Math, Checkpointing::PerLayer},
        {at::kCPU, QStringLiteral("2.1"), Precision::Fp32, AttentionKind::Math, Checkpointing::Selective},
    };
    for (const Case &each : cases) {
        StepPlan plan;
        plan.facts.framework = QVersionNumber::fromString(each.framework);
        plan.facts.library = QVersionNumber(4, 41);
        plan.precision = each.precision;
        plan.attention = each.attention;
        plan.attentionIsStated = true;
        plan.checkpointing = each.checkpointing;
        const auto network = buildTransformersNetwork(configRequest(json, task), plan, each.device);
        QVERIFY2(network, qPrintable(messageOf(network)));
        runStep(**network, 3, 16);
    }
}

void TestForecastNetworks::stepOfAnArchitectureRunsOnMeta_data()
{
    QTest::addColumn<Checkpointing>("checkpointing");
    for (const QString &name : forecastArchitectures())
        QTest::newRow(qPrintable(name)) << Checkpointing::None;
    QTest::newRow("resnet18") << Checkpointing::PerLayer;
    QTest::newRow("swin_t") << Checkpointing::PerLayer;
}

void TestForecastNetworks::stepOfAnArchitectureRunsOnMeta()
{
    QFETCH(Checkpointing, checkpointing);
    NetworkRequest request;
    request.architecture = QLatin1String(QTest::currentDataTag());
    StepPlan plan;
    plan.checkpointing = checkpointing;
    const auto network = buildArchitectureNetwork(request, plan, at::kMeta);
    QVERIFY2(network, qPrintable(messageOf(network)));
    runStep(**network, 2, 0);
}

void TestForecastNetworks::adaptersFreezeTheRest()
{
    StepPlan plan;
    plan.precision = Precision::Bf16;
    plan.lora = LoraPlan{.rank = 8, .dropout = 0.05, .targets = {QStringLiteral("q_proj"), QStringLiteral("v_proj"), QStringLiteral("lm_head")}};
    const auto network = buildTransformersNetwork(configRequest(R"({"model_type":"llama","num_hidden_layers":2})"), plan, at::kMeta);
    QVERIFY2(network, qPrintable(messageOf(network)));
    qint64 trained = 0;
    for (const NamedTensor &parameter : (*network)->parameters()) {
        QCOMPARE(parameter.tensor.requires_grad(), parameter.name.contains(QLatin1String("lora_")));
        QCOMPARE(parameter.tensor.scalar_type(), at::kBFloat16);
        trained += parameter.tensor.requires_grad() ? parameter.tensor.numel() : 0;
    }
    QCOMPARE(trained, qint64(2 * 2 * 8 * (4096 + 4096) + 8 * (4096 + 32000)));
    runStep(**network, 1, 64);

    plan.checkpointing = Checkpointing::PerLayer;
    const auto again = buildTransformersNetwork(configRequest(R"({"model_type":"llama","num_hidden_layers":2})"), plan, at::kMeta);
    QVERIFY2(again, qPrintable(messageOf(again)));
    runStep(**again, 1, 64);
}

void TestForecastNetworks::adaptersWithoutALayerAreRefused()
{
    StepPlan plan;
    plan.lora = LoraPlan{.targets = {QStringLiteral("query_key_value")}};
    const auto network = buildTransformersNetwork(configRequest(R"({"model_type":"llama","num_hidden_layers":2})"), plan, at::kMeta);
    QVERIFY(!network);
    QCOMPARE(network.error().kind, Error::Kind::Invalid);
    QVERIFY2(network.error().message.contains(QLatin1String("q_proj, k_proj")), qPrintable(network.error().message));
}

void TestForecastNetworks::tensorParallelDividesTheWeights()
{
    // Llama-2 7B on two devices, as Megatron divides it: all matrices and the words halved, norms whole.
    StepPlan plan;
    plan.tensorParallel = 2;
    const auto network = buildTransformersNetwork(configRequest(R"({"model_type":"llama"})"), plan, at::kMeta);
    QVERIFY2(network, qPrintable(messageOf(network)));
    constexpr qint64 norms = 65 * 4096;
    QCOMPARE(countOf(**network), (6738415616 - norms) / 2 + norms);
    runStep(**network, 1, 64);
}

void TestForecastNetworks::sharesThatDoNotComeOutAreRefused()
{
    StepPlan plan;
    plan.tensorParallel = 3;
    const auto network = buildTransformersNetwork(configRequest(R"({"model_type":"llama"})"), plan, at::kMeta);
    QVERIFY(!network);
    QCOMPARE(network.error().kind, Error::Kind::Invalid);
    QVERIFY2(network.error().message.contains(QLatin1String("num_attention_heads")), qPrintable(network.error().message));
}

namespace {

struct KeptRow
{
    const char *name, *model, *task;
    qint64 length; ///< of 4 texts; 0: pictures
    bool isHalf;
    qint64 keptBytes;
    const char *adapters = "";
};

/// What autograd keeps of one forward pass, and the logits, beside weights and batch: counted by saved_tensors_hooks under PyTorch 1.13.1 with the
/// eager modules of transformers 4.41.2 (gemma2: 4.44.2; adapters: peft 0.11.1; without dropout, 4 samples) and of torchvision 0.14.1 (2 pictures).
const KeptRow keptRows[] = {
    {"gpt2", R"({"model_type":"gpt2","n_embd":64,"n_layer":3,"n_head":4,"vocab_size":500,"attn_pdrop":0,"resid_pdrop":0,"embd_pdrop":0})", "causal-lm", 32, false, 3527160},
    {"gpt_neo", R"({"model_type":"gpt_neo","hidden_size":64,"num_layers":2,"num_heads":4,"vocab_size":500})", "causal-lm", 32, false, 2542036},
    {"gptj", R"({"model_type":"gptj","n_embd":64,"n_layer":3,"n_head":4,"rotary_dim":8,"vocab_size":500})", "causal-lm", 32, false, 3339512},
    {"gpt_neox", R"({"model_type":"gpt_neox","hidden_size":64,"num_hidden_layers":3,"num_attention_heads":4,"intermediate_size":256,"vocab_size":500})", "causal-lm", 32, false, 2251940},
    {"bloom", R"({"model_type":"bloom","hidden_size":64,"n_layer":3,"n_head":4,"vocab_size":500})", "causal-lm", 32, false, 2385060},
    {"falcon", R"({"model_type":"falcon","hidden_size":64,"num_hidden_layers":3,"num_attention_heads":4,"vocab_size":500})", "causal-lm", 32, false, 2159852},
    {"falconnew", R"({"model_type":"falcon","hidden_size":64,"num_hidden_layers":3,"num_attention_heads":4,"num_kv_heads":2,"new_decoder_architecture":true,"vocab_size":500})", "causal-lm", 32, false, 2261228},
    {"phi", R"({"model_type":"phi","hidden_size":64,"num_hidden_layers":3,"num_attention_heads":4,"intermediate_size":256,"vocab_size":500})", "causal-lm", 32, false, 3333380},
    {"phibf16", R"({"model_type":"phi","hidden_size":64,"num_hidden_layers":3,"num_attention_heads":4,"intermediate_size":256,"vocab_size":500})", "causal-lm", 32, true, 2214148},
    {"phi3", R"({"model_type":"phi3","hidden_size":64,"num_hidden_layers":3,"num_attention_heads":4,"intermediate_size":256,"vocab_size":500})", "causal-lm", 32, false, 3601084},
    {"llama", R"({"model_type":"llama","hidden_size":64,"num_hidden_layers":3,"num_attention_heads":4,"num_key_value_heads":2,"intermediate_size":192,"vocab_size":500})", "causal-lm", 32, false, 3207868},
    {"llamabf16", R"({"model_type":"llama","hidden_size":64,"num_hidden_layers":3,"num_attention_heads":4,"num_key_value_heads":2,"intermediate_size":192,"vocab_size":500})", "causal-lm", 32, true, 2284220},
    {"mistral", R"({"model_type":"mistral","hidden_size":64,"num_hidden_layers":3,"num_attention_heads":4,"num_key_value_heads":2,"intermediate_size":192,"vocab_size":500})", "causal-lm", 32, false, 3207868},
    {"qwen2bf16", R"({"model_type":"qwen2","hidden_size":64,"num_hidden_layers":3,"num_attention_heads":4,"num_key_value_heads":2,"intermediate_size":192,"vocab_size":500})", "causal-lm", 32, true, 2284220},
    {"gemma", R"({"model_type":"gemma","hidden_size":64,"num_hidden_layers":3,"num_attention_heads":4,"num_key_value_heads":1,"head_dim":32,"intermediate_size":192,"vocab_size":500})", "causal-lm", 32, false, 3615168},
    {"gemmabf16", R"({"model_type":"gemma","hidden_size":64,"num_hidden_layers":3,"num_attention_heads":4,"num_key_value_heads":1,"head_dim":32,"intermediate_size":192,"vocab_size":500})", "causal-lm", 32, true, 2603454},
    {"stablelm", R"({"model_type":"stablelm","hidden_size":64,"num_hidden_layers":3,"num_attention_heads":4,"num_key_value_heads":4,"intermediate_size":192,"vocab_size":500})", "causal-lm", 32, false, 2743484},
    {"starcoder2", R"({"model_type":"starcoder2","hidden_size":64,"num_hidden_layers":3,"num_attention_heads":4,"num_key_value_heads":2,"intermediate_size":192,"vocab_size":500})", "causal-lm", 32, false, 2162876},
    {"olmo", R"({"model_type":"olmo","hidden_size":64,"num_hidden_layers":3,"num_attention_heads":4,"intermediate_size":192,"vocab_size":500})", "causal-lm", 32, false, 2752700},
    {"bert mlm", R"({"model_type":"bert","hidden_size":64,"num_hidden_layers":3,"num_attention_heads":4,"intermediate_size":256,"vocab_size":500,"hidden_dropout_prob":0,"attention_probs_dropout_prob":0})", "masked-lm", 32, false, 2453532},
    {"bert seq", R"({"model_type":"bert","hidden_size":64,"num_hidden_layers":3,"num_attention_heads":4,"intermediate_size":256,"vocab_size":500,"hidden_dropout_prob":0,"attention_probs_dropout_prob":0})", "sequence-classification", 32, false, 1843292},
    {"roberta", R"({"model_type":"roberta","hidden_size":64,"num_hidden_layers":3,"num_attention_heads":4,"intermediate_size":256,"vocab_size":500,"hidden_dropout_prob":0,"attention_probs_dropout_prob":0})", "sequence-classification", 32, false, 1844316},
    {"distilbert", R"({"model_type":"distilbert","dim":64,"n_layers":3,"n_heads":4,"hidden_dim":256,"vocab_size":500,"dropout":0,"attention_dropout":0,"seq_classif_dropout":0})", "sequence-classification", 32, false, 1843676},
    {"electra", R"({"model_type":"electra","hidden_size":64,"embedding_size":32,"num_hidden_layers":3,"num_attention_heads":4,"intermediate_size":256,"vocab_size":500,"hidden_dropout_prob":0,"attention_probs_dropout_prob":0})", "masked-lm", 32, false, 2404380},
    {"albert", R"({"model_type":"albert","hidden_size":64,"embedding_size":32,"num_hidden_layers":3,"num_attention_heads":4,"intermediate_size":256,"vocab_size":500,"hidden_dropout_prob":0,"attention_probs_dropout_prob":0})", "masked-lm", 32, false, 3633276},
    {"vit", R"({"model_type":"vit","hidden_size":64,"num_hidden_layers":3,"num_attention_heads":4,"intermediate_size":256,"image_size":64,"patch_size":8})", "image-classification", 0, false, 4153852},
    {"deit", R"({"model_type":"deit","hidden_size":64,"num_hidden_layers":3,"num_attention_heads":4,"intermediate_size":256,"image_size":64,"patch_size":8})", "image-classification", 0, false, 4230428},
    {"dinov2", R"({"model_type":"dinov2","hidden_size":64,"num_hidden_layers":3,"num_attention_heads":4,"image_size":64,"patch_size":8})", "image-classification", 0, false, 4555260},
    {"swin", R"({"model_type":"swin","embed_dim":32,"depths":[2,2],"num_heads":[2,4],"image_size":64,"window_size":4,"drop_path_rate":0.1})", "image-classification", 0, false, 7263428},
    {"t5", R"({"model_type":"t5","d_model":64,"num_layers":3,"num_heads":4,"d_kv":16,"d_ff":256,"vocab_size":500,"dropout_rate":0})", "seq2seq", 32, false, 5322252},
    {"bart", R"({"model_type":"bart","d_model":64,"encoder_layers":3,"decoder_layers":3,"encoder_attention_heads":4,"decoder_attention_heads":4,"encoder_ffn_dim":256,"decoder_ffn_dim":256,"vocab_size":500,"dropout":0})", "seq2seq", 32, false, 4989020},
    {"mbart", R"({"model_type":"mbart","d_model":64,"encoder_layers":3,"decoder_layers":3,"encoder_attention_heads":4,"decoder_attention_heads":4,"encoder_ffn_dim":256,"decoder_ffn_dim":256,"vocab_size":500,"dropout":0})", "seq2seq", 32, false, 5056604},
    {"resnet18", "resnet18", "", 0, false, 43209860},
    {"resnet50", "resnet50", "", 0, false, 170843268},
    {"resnext50_32x4d", "resnext50_32x4d", "", 0, false, 223488132},
    {"vgg11", "vgg11", "", 0, false, 96550532},
    {"vgg11_bn", "vgg11_bn", "", 0, false, 155980932},
    {"mobilenet_v2", "mobilenet_v2", "", 0, false, 155869060},
    {"mobilenet_v3_large", "mobilenet_v3_large", "", 0, false, 87513604},
    {"efficientnet_b0", "efficientnet_b0", "", 0, false, 175869708},
    {"densenet121", "densenet121", "", 0, false, 259869060},
    {"vit_b_16", "vit_b_16", "", 0, false, 279614260},
    {"swin_t", "swin_t", "", 0, false, 212381364},
    {"convnext_tiny", "convnext_tiny", "", 0, false, 217424588},
    {"gemma2", R"({"model_type":"gemma2","hidden_size":64,"num_hidden_layers":3,"num_attention_heads":4,"num_key_value_heads":2,"head_dim":32,"intermediate_size":192,"vocab_size":500})", "causal-lm", 32, false, 4662272},
    {"gemma2bf16", R"({"model_type":"gemma2","hidden_size":64,"num_hidden_layers":3,"num_attention_heads":4,"num_key_value_heads":2,"head_dim":32,"intermediate_size":192,"vocab_size":500})", "causal-lm", 32, true, 3424254},
    {"llama with adapters", R"({"model_type":"llama","hidden_size":64,"num_hidden_layers":3,"num_attention_heads":4,"num_key_value_heads":2,"intermediate_size":192,"vocab_size":500})", "causal-lm", 32, true, 2009356, "q_proj,v_proj,down_proj,lm_head"},
};

} // namespace

void TestForecastNetworks::keepsWhatTheLibraryKeeps_data()
{
    QTest::addColumn<QByteArray>("model");
    QTest::addColumn<QString>("task");
    QTest::addColumn<qint64>("length");
    QTest::addColumn<bool>("isHalf");
    QTest::addColumn<qint64>("keptBytes");
    QTest::addColumn<QString>("adapters");
    for (const KeptRow &row : keptRows)
        QTest::newRow(row.name) << QByteArray(row.model) << QString(QLatin1String(row.task)) << row.length << row.isHalf << row.keptBytes << QString(QLatin1String(row.adapters));
}

void TestForecastNetworks::keepsWhatTheLibraryKeeps()
{
    QFETCH(QByteArray, model);
    QFETCH(QString, task);
    QFETCH(qint64, length);
    QFETCH(bool, isHalf);
    QFETCH(qint64, keptBytes);
    QFETCH(QString, adapters);
    StepPlan plan;
    plan.facts.framework = QVersionNumber(1, 13);
    plan.facts.library = QVersionNumber(4, 41);
    plan.facts.meanKeepsInput = true;
    plan.attentionIsStated = true;
    plan.precision = isHalf ? Precision::Bf16 : Precision::Fp32;
    if (!adapters.isEmpty())
        plan.lora = LoraPlan{.targets = adapters.split(u',')};
    const OperatorFacts facts(plan.facts);
    NetworkRequest architecture;
    architecture.architecture = QString::fromLatin1(model);
    const bool isConfig = model.startsWith('{');
    const auto network = isConfig ? buildTransformersNetwork(configRequest(model, task), plan, at::kMeta) : buildArchitectureNetwork(architecture, plan, at::kMeta);
    QVERIFY2(network, qPrintable(messageOf(network)));
    const NetworkBatch batch = (*network)->makeBatch(isConfig ? 4 : 2, length);
    Recorder::begin(c10::DeviceType::Meta);
    const NetworkOutput output = (*network)->forward(batch);
    const qint64 live = Recorder::liveBytes();
    Recorder::end();
    constexpr double tolerance = 0.003; // small helpers: masks, positions, cosines
    QVERIFY2(std::abs(double(live - keptBytes)) <= tolerance * double(keptBytes), qPrintable(QStringLiteral("%1 for %2").arg(live).arg(keptBytes)));
}

void TestForecastNetworks::checkpointingKeepsLess_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("llama") << QByteArray(R"({"model_type":"llama","num_hidden_layers":8})");
    QTest::newRow("bert") << QByteArray(R"({"model_type":"bert"})");
    QTest::newRow("t5") << QByteArray(R"({"model_type":"t5"})");
}

void TestForecastNetworks::checkpointingKeepsLess()
{
    QFETCH(QByteArray, json);
    qint64 kept[2] = {};
    for (const Checkpointing checkpointing : {Checkpointing::None, Checkpointing::PerLayer}) {
        StepPlan plan;
        plan.checkpointing = checkpointing;
        const auto network = buildTransformersNetwork(configRequest(json), plan, at::kMeta);
        QVERIFY2(network, qPrintable(messageOf(network)));
        const NetworkBatch batch = (*network)->makeBatch(2, 128);
        Recorder::begin(c10::DeviceType::Meta);
        const NetworkOutput output = (*network)->forward(batch);
        kept[checkpointing == Checkpointing::PerLayer] = Recorder::liveBytes();
        Recorder::end();
    }
    QVERIFY2(kept[1] < kept[0] / 3, qPrintable(QStringLiteral("%1 of %2").arg(kept[1]).arg(kept[0])));
}

void TestForecastNetworks::selectiveCheckpointingKeepsNoScores()
{
    // Korthikanti et al. 2022: s b h (34 + 5 a s / h) bytes a layer become 34 s b h, here beside the output of the core (2 s b h) that is an input too.
    constexpr qint64 batch = 2, length = 512, width = 256, heads = 8;
    const auto keptOf = [&](int layers, Checkpointing checkpointing) {
        StepPlan plan;
        plan.precision = Precision::Fp16;
        plan.checkpointing = checkpointing;
        plan.attentionIsStated = true;
        const QByteArray json = QByteArrayLiteral("{\"model_type\":\"gpt2\",\"activation_function\":\"gelu\",\"vocab_size\":97,\"n_embd\":256,\"n_head\":8,\"n_layer\":")
                                + QByteArray::number(layers) + '}';
        const auto network = buildTransformersNetwork(configRequest(json), plan, at::kMeta);
        const NetworkBatch input = (*network)->makeBatch(batch, length);
        Recorder::begin(c10::DeviceType::Meta);
        const NetworkOutput output = (*network)->forward(input);
        const qint64 live = Recorder::liveBytes();
        Recorder::end();
        return live;
    };
    const qint64 all = keptOf(3, Checkpointing::None) - keptOf(2, Checkpointing::None);
    const qint64 selected = keptOf(3, Checkpointing::Selective) - keptOf(2, Checkpointing::Selective);
    constexpr qint64 plane = batch * length * width, scores = batch * heads * length * length;
    QVERIFY2(std::abs(all - (34 * plane + 5 * scores)) < plane / 5, qPrintable(QString::number(double(all) / plane)));
    QVERIFY2(std::abs(selected - 34 * plane) < plane / 5, qPrintable(QString::number(double(selected) / plane)));
}

void TestForecastNetworks::brokenConfigIsOneMessage_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<Error::Kind>("kind");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, const QByteArray &json, Error::Kind kind, const char *says) {
        QTest::newRow(name) << json << kind << QString(QLatin1String(says));
    };
    row("empty", "", Error::Kind::Invalid, "line 1");
    row("cut off", "{\"model_type\": \"llama\",\n\"hidden_size\": 40", Error::Kind::Invalid, "line 2");
    row("list", "[1, 2]", Error::Kind::Invalid, "model_type");
    row("no model type", R"({"hidden_size": 64})", Error::Kind::Invalid, "model_type");
    row("model type is a number", R"({"model_type": 7})", Error::Kind::Invalid, "model_type: 7");
    row("unknown", R"({"model_type": "lama"})", Error::Kind::Unavailable, "did you mean llama");
    row("far from all", R"({"model_type": "wav2vec2"})", Error::Kind::Unavailable, "TorchScript");
    row("experts", R"({"model_type": "mixtral"})", Error::Kind::Unavailable, "Mixture-of-experts");
    row("experts by key", R"({"model_type": "qwen2", "num_experts": 60})", Error::Kind::Unavailable, "Mixture-of-experts");
    row("text for a number", R"({"model_type": "llama", "hidden_size": "4096"})", Error::Kind::Invalid, "hidden_size: 4096");
    row("fraction", R"({"model_type": "llama", "num_hidden_layers": 2.5})", Error::Kind::Invalid, "num_hidden_layers: 2.5");
    row("zero", R"({"model_type": "gpt2", "n_head": 0})", Error::Kind::Invalid, "n_head: 0");
    row("negative", R"({"model_type": "gpt2", "n_layer": -1})", Error::Kind::Invalid, "n_layer: -1");
    row("absurd", R"({"model_type": "llama", "hidden_size": 1e18})", Error::Kind::Invalid, "hidden_size");
    row("beyond a double", R"({"model_type": "llama", "vocab_size": 1e400})", Error::Kind::Invalid, "");
    row("heads do not divide", R"({"model_type": "bert", "hidden_size": 100})", Error::Kind::Invalid, "heads");
    row("key-value heads do not divide", R"({"model_type": "llama", "num_key_value_heads": 7})", Error::Kind::Invalid, "key-value heads");
    row("dropout of everything", R"({"model_type": "gpt2", "attn_pdrop": 1.5})", Error::Kind::Invalid, "attn_pdrop");
    row("flag is a text", R"({"model_type": "llama", "attention_bias": "no"})", Error::Kind::Invalid, "attention_bias: no");
    row("unknown activation", R"({"model_type": "llama", "hidden_act": "sillu"})", Error::Kind::Invalid, "did you mean silu");
    row("lists of unequal length", R"({"model_type": "swin", "depths": [2, 2, 2], "num_heads": [3, 6]})", Error::Kind::Invalid, "num_heads");
    row("patch larger than the image", R"({"model_type": "vit", "image_size": 8})", Error::Kind::Invalid, "patch");
    row("not a text model's task", R"({"model_type": "vit", "architectures": ["ViTForMaskedLM"]})", Error::Kind::Unavailable, "image-classification");
    row("labels without end", R"({"model_type": "bert", "num_labels": 1e12})", Error::Kind::Invalid, "num_labels");
}

void TestForecastNetworks::brokenConfigIsOneMessage()
{
    QFETCH(QByteArray, json);
    QFETCH(Error::Kind, kind);
    QFETCH(QString, says);
    NetworkRequest request = configRequest(json);
    if (QByteArray(QTest::currentDataTag()) == "labels without end")
        request.task = QStringLiteral("sequence-classification");
    const auto network = buildTransformersNetwork(request, StepPlan(), at::kMeta);
    QVERIFY(!network);
    QVERIFY2(network.error().message.contains(says), qPrintable(network.error().message));
    QCOMPARE(network.error().kind, kind);
}

void TestForecastNetworks::unknownArchitectureNamesTheNearest()
{
    NetworkRequest request;
    request.architecture = QStringLiteral("ResNet-50");
    const auto network = buildArchitectureNetwork(request, StepPlan(), at::kMeta);
    QVERIFY(!network);
    QCOMPARE(network.error().kind, Error::Kind::Unavailable);
    QVERIFY2(network.error().message.contains(QLatin1String("did you mean resnet50")), qPrintable(network.error().message));
}

void TestForecastNetworks::tooLongTextIsRefused()
{
    const auto network = buildTransformersNetwork(configRequest(R"({"model_type":"gpt2","n_layer":1})"), StepPlan(), at::kMeta);
    QVERIFY2(network, qPrintable(messageOf(network)));
    QCOMPARE((*network)->longestSequence(), qint64(1024));
    QVERIFY_THROWS_EXCEPTION(c10::Error, (*network)->makeBatch(1, 1025));
}

QTEST_GUILESS_MAIN(TestForecastNetworks)
#include "tst_forecastnetworks.moc"
