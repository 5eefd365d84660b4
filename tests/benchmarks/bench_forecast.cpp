#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

#include <cstdio>
#include <sys/resource.h>

namespace {

QString program(const char *name)
{
    return QDir(QStringLiteral(TRAINYARD_BIN_DIR)).filePath(QLatin1String(name));
}

void write(const QString &path, const QByteArray &content)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write %s", qPrintable(path));
}

QByteArray jobText(const QByteArray &model, const QByteArray &training)
{
    return "schema: trainyard/job/v1\nname: bench\ncode: {directory: src, boot_file: train.py}\noutputs: [{name: out, destination: out}]\n"
           "environment: {versions: {framework: pytorch 2.1.0, cuda: '12.1'}}\nmodel: {" + model + "}\ntraining: {" + training + "}\n";
}

const QByteArray llamaConfig = R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "vocab_size": 32000, "hidden_size": 4096, "intermediate_size": 11008,
    "num_hidden_layers": 32, "num_attention_heads": 32, "max_position_embeddings": 4096, "hidden_act": "silu"})";

struct Bench
{
    const char *name;
    QByteArray model, training;
};

/// The whole command, from the start of the process to its end; the largest process of it.
void runCold(const Bench &bench, const QString &folder, const QStringList &options)
{
    write(folder + QStringLiteral("/job.yaml"), jobText(bench.model, bench.training));
    QProcess process;
    process.setWorkingDirectory(folder);
    QElapsedTimer clock;
    clock.start();
    process.start(program("trainyard"), QStringList{QStringLiteral("forecast"), QStringLiteral("job.yaml"), QStringLiteral("--json")} + options);
    process.waitForFinished(120000);
    const double seconds = double(clock.elapsed()) / 1000;
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    std::printf("%-22s cold%-20s %6.2f s, exit %d; largest process so far %ld MB\n", bench.name, qPrintable(u' ' + options.join(u' ')), seconds, process.exitCode(),
                usage.ru_maxrss / 1000);
}

/// Another batch size each time, as somebody who types.
void runWarm(const Bench &bench, const QString &folder)
{
    QProcess worker;
    worker.start(program("trainyard-torch"), {QStringLiteral("forecast")});
    double worst = 0;
    for (int batch = 1; batch <= 8; ++batch) {
        const QByteArray text = jobText(bench.model, QByteArray(bench.training).replace("batch_size: 1", QByteArray("batch_size: " + QByteArray::number(batch))));
        const QJsonObject request{{QStringLiteral("id"), batch},
                                  {QStringLiteral("job_text"), QString::fromUtf8(text)},
                                  {QStringLiteral("job_folder"), folder},
                                  {QStringLiteral("detail"), QStringLiteral("quick")}};
        QElapsedTimer clock;
        clock.start();
        worker.write(QJsonDocument(request).toJson(QJsonDocument::Compact) + '\n');
        while (!worker.canReadLine() && worker.waitForReadyRead(60000)) { }
        if (!worker.readLine().contains("\"forecast\""))
            qFatal("%s: no forecast", bench.name);
        if (batch > 1)
            worst = std::max(worst, double(clock.nsecsElapsed()) / 1e6);
    }
    worker.closeWriteChannel();
    worker.waitForFinished();
    std::printf("%-22s warm, quick, worst of 7     %6.0f ms\n", bench.name, worst);
}

} // namespace

int main()
{
    const QTemporaryDir folder;
    qputenv("TRAINYARD_HOME", folder.filePath(QStringLiteral("home")).toLocal8Bit());
    qputenv("QT_QPA_PLATFORM", "offscreen");
    write(folder.filePath(QStringLiteral("config.json")), llamaConfig);
    QDir(folder.path()).mkdir(QStringLiteral("src"));
    write(folder.filePath(QStringLiteral("src/train.py")), "");
    QFile::copy(QStringLiteral(TRAINYARD_TEST_DATA "/torch/resnet18-scripted.pt"), folder.filePath(QStringLiteral("model.pt")));
    const Bench benches[] = {
        {"Llama-7B", "transformers_config: config.json", "batch_size: 1, sequence_length: 2048, precision: bf16"},
        {"ResNet-50", "architecture: resnet50", "batch_size: 1, optimizer: {name: sgd, momentum: 0.9}"},
        {"TorchScript ResNet-18", "torchscript: model.pt, task: image-classification, num_classes: 10, input: {shape: [3, 64, 64]}", "batch_size: 1"},
    };
    for (const Bench &bench : benches) {
        runCold(bench, folder.path(), {});
        runCold(bench, folder.path(), {QStringLiteral("--capacity"), QStringLiteral("80GiB")});
        runWarm(bench, folder.path());
    }
    return 0;
}
