#include "services/preflight/preflight.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Trainyard;

namespace {

using Files = QList<std::pair<QString, QByteArray>>;

const QByteArray script = "import argparse\nimport torch\nparser = argparse.ArgumentParser()\nparser.add_argument('--data_url')\nparser.add_argument('--train_url')\nparser.parse_known_args()\n";

void write(const QString &path, const QByteArray &text)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY2(file.open(QIODevice::WriteOnly), qPrintable(path));
    file.write(text);
}

/// Of the codes that this test is about: severity, code, and where.
QStringList found(const QString &folder, const QByteArray &job)
{
    PreflightContext context;
    context.jobFolder = folder;
    context.profile.name = context.profile.platform = u"local"_s;
    const auto flavor = [](const QString &name, const QString &type, int count, const QString &architecture) {
        Flavor made;
        made.name = name;
        made.accelerator = Accelerator{type, count, {}, architecture};
        return made;
    };
    context.flavors = {flavor(u"a100"_s, u"A100"_s, 1, u"sm_80"_s), flavor(u"a100x8"_s, u"A100"_s, 8, u"sm_80"_s), flavor(u"v100"_s, u"V100"_s, 1, u"sm_70"_s)};
    Image image;
    image.name = u"plain"_s;
    image.python = u"3.10"_s;
    image.packages = {u"torch"_s, u"transformers"_s, u"deepspeed"_s, u"opencv-python"_s, u"numpy"_s};
    image.systemPackages = QStringList{u"libc6"_s};
    context.images = {image};
    const QByteArray entry = job.contains("code:") ? QByteArray() : QByteArray("code: {directory: src, boot_file: train.py}\n");
    context.document = readJob("name: a\nenvironment: {image: plain, requirements: requirements.txt}\noutputs:\n  - {name: train_url, destination: out}\n" + entry + job);
    static const QStringList about{u"model."_s, u"training."_s, u"checkpoints.too-late"_s, u"checkpoints.signal"_s, u"checkpoints.slow"_s, u"checkpoints.world"_s, u"data.unknown"_s, u"environment.system"_s, u"job."_s};
    QStringList lines;
    for (const Finding &finding : runStaticChecks(context).findings) {
        const bool isAbout = std::any_of(about.begin(), about.end(), [&finding](const QString &start) { return finding.code.startsWith(start); });
        const QString where = finding.where.key.isEmpty() ? finding.where.file + u':' + QString::number(finding.where.line.value_or(0)) : finding.where.key;
        if (isAbout)
            lines.append(severityToText(finding.severity) + u' ' + finding.code + u' ' + where);
    }
    lines.sort();
    return lines;
}

} // namespace

class TestModelRules : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatContradictsTheModelIsFound_data();
    void whatContradictsTheModelIsFound();
};

void TestModelRules::whatContradictsTheModelIsFound_data()
{
    QTest::addColumn<Files>("files");
    QTest::addColumn<QByteArray>("job");
    QTest::addColumn<QStringList>("expected");

    const QByteArray model = "model: {transformers_config: m/config.json}\n";
    const QByteArray gpt = "{\n\"model_type\": \"gpt2\",\n\"vocab_size\": 4,\n\"n_positions\": 64\n}";
    const QByteArray tokenizer = R"({"model": {"vocab": {"a": 0, "b": 3}}, "added_tokens": [{"id": 4, "content": "<pad>"}]})";
    const auto row = [](const char *name, const Files &files, const QByteArray &job, const QStringList &expected) { QTest::newRow(name) << files << job << expected; };
    row("an added token without a row", {{u"m/config.json"_s, gpt}, {u"m/tokenizer.json"_s, tokenizer}}, model, {u"error model.vocabulary m/config.json:3"_s});
    row("as many rows as tokens", {{u"m/config.json"_s, QByteArray(gpt).replace("4,", "5,")}, {u"m/tokenizer.json"_s, tokenizer}}, model, {});
    row("more rows than tokens", {{u"m/config.json"_s, QByteArray(gpt).replace("4,", "64,")}, {u"m/tokenizer.json"_s, tokenizer}}, model, {});
    row("the script resizes", {{u"m/config.json"_s, gpt}, {u"m/tokenizer.json"_s, tokenizer}, {u"src/train.py"_s, script + "model.resize_token_embeddings(5)\n"}}, model, {});
    row("vocab.json and added tokens", {{u"m/config.json"_s, gpt}, {u"m/vocab.json"_s, R"({"a": 0, "b": 3})"}, {u"m/added_tokens.json"_s, R"({"<x>": 9})"}}, model, {u"error model.vocabulary m/config.json:3"_s});
    row("vocab.txt", {{u"m/config.json"_s, gpt}, {u"m/vocab.txt"_s, "a\nb\nc\nd\ne\n"}}, model, {u"error model.vocabulary m/config.json:3"_s});
    row("unigram pieces", {{u"m/config.json"_s, gpt}, {u"m/tokenizer.json"_s, R"({"model": {"vocab": [["a", 0], ["b", 0], ["c", 0], ["d", 0], ["e", 0]]}})"}}, model, {u"error model.vocabulary m/config.json:3"_s});
    row("a tokenizer that is no JSON", {{u"m/config.json"_s, gpt}, {u"m/tokenizer.json"_s, "{{{"}}, model, {});
    row("loaded by the script from its own folder", {{u"src/m/config.json"_s, gpt}, {u"src/m/tokenizer.json"_s, tokenizer},
        {u"src/train.py"_s, "import transformers\n" + script + "model = transformers.AutoModel.from_pretrained('m')\n"}}, "", {u"error model.vocabulary src/m/config.json:3"_s});

    row("longer than the table", {{u"m/config.json"_s, gpt}}, model + "training: {sequence_length: 65}\n", {u"error model.sequence-too-long training.sequence_length"_s});
    row("as long as the table", {{u"m/config.json"_s, gpt}}, model + "training: {sequence_length: 64}\n", {});
    row("a parameter says how long", {{u"m/config.json"_s, gpt}}, model + "parameters: {max-seq-length: 128}\n", {u"error model.sequence-too-long parameters.max-seq-length"_s});
    const QByteArray llama = R"({"model_type": "llama", "vocab_size": 9, "max_position_embeddings": 64, "torch_dtype": "bfloat16"})";
    row("rotary positions", {{u"m/config.json"_s, llama}}, model + "training: {sequence_length: 65}\n", {u"warning model.sequence-too-long training.sequence_length"_s});
    row("rotary positions that are scaled", {{u"m/config.json"_s, QByteArray(llama).replace("\"vocab_size\": 9", R"("rope_scaling": {"type": "linear", "factor": 2.0})")}},
        model + "training: {sequence_length: 128}\n", {});
    row("a bias knows no limit", {{u"m/config.json"_s, QByteArray(llama).replace("llama", "bloom")}}, model + "training: {sequence_length: 1000}\n", {});
    row("RoBERTa keeps two rows to itself", {{u"m/config.json"_s, R"({"model_type": "roberta", "max_position_embeddings": 66})"}}, model + "training: {sequence_length: 65}\n", {u"error model.sequence-too-long training.sequence_length"_s});

    row("fp16 for weights made in bf16", {{u"m/config.json"_s, llama}}, model + "training: {precision: amp-fp16}\ncompute: {flavor: a100}\n", {u"warning training.precision-overflow training.precision"_s});
    row("bf16 for them", {{u"m/config.json"_s, llama}}, model + "training: {precision: amp-bf16}\ncompute: {flavor: a100}\n", {});
    row("the Trainer's switch", {{u"m/config.json"_s, llama}}, model + "parameters: {fp16: true}\n", {u"warning training.precision-overflow parameters.fp16"_s});
    row("the Trainer's switch is off", {{u"m/config.json"_s, llama}}, model + "parameters: {fp16: false}\n", {});
    row("fp16 for T5", {{u"m/config.json"_s, R"({"model_type": "t5"})"}}, model + "training: {precision: fp16}\n", {u"warning training.precision-overflow training.precision"_s});
    row("bf16 on an old card", {}, "training: {precision: amp-bf16}\ncompute: {flavor: v100}\n", {u"warning training.precision-unsupported training.precision"_s});

    const QByteArray deepspeed = "import deepspeed\n" + script + "deepspeed.initialize(config='ds.json')\n";
    const auto config = [](int all, int each, int steps) { return QByteArray("{\n\"train_batch_size\": %1,\n\"train_micro_batch_size_per_gpu\": %2,\n\"gradient_accumulation_steps\": %3\n}").replace("%1", QByteArray::number(all)).replace("%2", QByteArray::number(each)).replace("%3", QByteArray::number(steps)); };
    row("a product that is not", {{u"src/ds.json"_s, config(256, 4, 8)}, {u"src/train.py"_s, deepspeed}}, "compute: {flavor: a100}\n", {u"error training.global-batch src/ds.json:2"_s});
    row("a product over eight cards", {{u"src/ds.json"_s, config(256, 4, 8)}, {u"src/train.py"_s, deepspeed}}, "compute: {flavor: a100x8}\n", {});
    row("auto is no number", {{u"src/ds.json"_s, config(256, 4, 8).replace("256", "\"auto\"")}, {u"src/train.py"_s, deepspeed}}, "compute: {flavor: a100}\n", {});
    row("two of the three", {{u"src/ds.json"_s, R"({"train_batch_size": 30, "train_micro_batch_size_per_gpu": 4})"}, {u"src/train.py"_s, deepspeed}}, "compute: {flavor: a100}\n", {u"error training.global-batch src/ds.json:1"_s});
    row("the Trainer is told otherwise", {{u"src/ds.json"_s, R"({"train_micro_batch_size_per_gpu": 4})"}}, "parameters: {deepspeed: ds.json, per_device_train_batch_size: 8}\ncompute: {flavor: a100}\n", {u"error training.global-batch src/ds.json:1"_s});
    row("a configuration that nobody reads", {{u"src/ds.json"_s, config(256, 4, 8)}}, "compute: {flavor: a100}\n", {});

    row("the first checkpoint after the last step", {}, "parameters: {max_steps: 100}\ncheckpoints: {directory: train_url, every_steps: 500, resume: never}\n", {u"warning checkpoints.too-late checkpoints.every_steps"_s});
    row("on a spot machine", {}, "parameters: {max_steps: 100}\ncompute: {flavor: a100, spot: true}\ncheckpoints: {directory: train_url, every_steps: 500, resume: never}\n", {u"error checkpoints.too-late checkpoints.every_steps"_s});
    row("early enough", {}, "parameters: {max_steps: 500}\ncheckpoints: {directory: train_url, every_steps: 500, resume: never}\n", {});
    const QByteArray lines = "inputs:\n  - {name: data_url, source: d, format: jsonl}\nparameters: {epochs: 2, batch_size: 2}\ncheckpoints: {directory: train_url, every_steps: 5, resume: never}\n";
    row("two epochs of two batches", {{u"d/train.jsonl"_s, "{}\n{}\n\n{}\n"}}, lines, {u"warning checkpoints.too-late checkpoints.every_steps"_s});
    row("two epochs of three batches", {{u"d/train.jsonl"_s, "{}\n{}\n{}\n{}\n{}\n"}}, lines, {});

    const QByteArray saver = "import signal\n" + script + "signal.signal(signal.SIGTERM, print)\n";
    const QByteArray boot = "code: {directory: src, boot_file: boot.sh}\n";
    row("a shell keeps the signal", {{u"src/train.py"_s, saver}, {u"src/boot.sh"_s, "set -e\npython train.py \"$@\"\n"}}, boot, {u"warning checkpoints.signal-lost src/boot.sh:2"_s});
    row("exec gives way to the trainer", {{u"src/train.py"_s, saver}, {u"src/boot.sh"_s, "exec python train.py \"$@\"\n"}}, boot, {});
    row("trap hands it on", {{u"src/train.py"_s, saver}, {u"src/boot.sh"_s, "trap 'kill -TERM $pid' TERM\npython train.py \"$@\" &\npid=$!\nwait\n"}}, boot, {});
    row("a script that waits for no signal", {{u"src/boot.sh"_s, "python train.py \"$@\"\n"}}, boot, {});

    const QByteArray resumed = "checkpoints: {directory: train_url, every_steps: 5, resume: auto}\n";
    row("batches that are read to be skipped", {{u"src/train.py"_s, script + "torch.load('x')\nfor i, batch in enumerate(train_loader):\n    if i < resume_step:\n        continue\n    print(batch)\n"}}, resumed, {u"warning checkpoints.slow-resume src/train.py:8"_s});
    row("a warm-up is no resume", {{u"src/train.py"_s, script + "torch.load('x')\nfor i, batch in enumerate(train_loader):\n    if i < 5:\n        continue\n    print(batch)\n"}}, resumed, {});

    const Files parts{{u"src/ck/global_step5/zero_pp_rank_0_mp_rank_00_optim_states.pt"_s, "x"}, {u"src/ck/global_step5/zero_pp_rank_1_mp_rank_00_optim_states.pt"_s, "x"}};
    row("two parts for one card", parts, "parameters: {resume_from_checkpoint: ck}\ncompute: {flavor: a100}\n", {u"error checkpoints.world-size parameters.resume_from_checkpoint"_s});
    row("a checkpoint in one file", {{u"src/ck/model.pt"_s, "x"}}, "parameters: {resume_from_checkpoint: ck}\ncompute: {flavor: a100x8}\n", {});

    const QByteArray registry = R"({"alpaca_zh": {"file_name": "a.json"}, "gone": {"file_name": "b.json"}, "hub": {"hf_hub_url": "x/y"}})";
    const Files registered{{u"src/data/dataset_info.json"_s, registry}, {u"src/data/a.json"_s, "[]"}};
    row("a dataset that the registry does not know", registered, "parameters: {dataset: \"alpaca_cn,hub\"}\n", {u"error data.unknown-dataset parameters.dataset"_s});
    row("a dataset whose file is missing", registered, "parameters: {dataset: gone}\n", {u"error data.unknown-dataset src/data/dataset_info.json:1"_s});
    row("datasets that are there", registered, "parameters: {dataset: \"alpaca_zh, hub\"}\n", {});

    row("a package without its libraries", {{u"src/train.py"_s, "import cv2\n" + script}}, "", {u"warning environment.system-library src/train.py:1"_s});
    row("required without its libraries", {{u"src/requirements.txt"_s, "# none\nopencv-python==4.9\n"}}, "", {u"warning environment.system-library src/requirements.txt:2"_s});
    row("the headless one", {{u"src/requirements.txt"_s, "opencv-python-headless\n"}}, "", {});
}

void TestModelRules::whatContradictsTheModelIsFound()
{
    QFETCH(const Files, files);
    QFETCH(const QByteArray, job);
    QFETCH(const QStringList, expected);
    QTemporaryDir folder;
    write(folder.filePath(u"src/train.py"_s), script);
    for (const auto &[path, text] : files)
        write(folder.filePath(path), text);
    QCOMPARE(found(folder.path(), job), expected);
}

QTEST_GUILESS_MAIN(TestModelRules)
#include "tst_modelrules.moc"
