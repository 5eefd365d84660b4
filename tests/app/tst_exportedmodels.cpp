#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace {

struct Answer
{
    int status = -1;
    QJsonObject document;
    QByteArray errors;
};

Answer ask(const QString &command, const QString &job)
{
    QProcess program;
    program.start(QStringLiteral(TRAINYARD_BIN_DIR "/trainyard"), {command, job, QStringLiteral("--json")});
    program.waitForFinished(120'000);
    return {program.exitCode(), QJsonDocument::fromJson(program.readAllStandardOutput()).object(), program.readAllStandardError()};
}

} // namespace

/// Models as PyTorch's torch.jit.script and torch.jit.trace write them (tests/data/torch/make_models.py) through the commands.
class TestExportedModels final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void forecastAndDryRun_data()
    {
        QTest::addColumn<QByteArray>("description");
        QTest::addColumn<qint64>("parameters");
        const QByteArray image = "task: image-classification, num_classes: 1000, input: {shape: [3, 64, 64], dtype: float32}";
        const QByteArray words = "task: causal-lm, input: {shape: [64], dtype: int64}";
        QTest::newRow("resnet18-scripted") << image << qint64(11'689'512);
        QTest::newRow("resnet18-traced") << image << qint64(11'689'512);
        QTest::newRow("gpt-scripted") << words << qint64(168'192);
        QTest::newRow("gpt-traced") << words << qint64(168'192);
    }

    void forecastAndDryRun()
    {
        QFETCH(QByteArray, description);
        QFETCH(qint64, parameters);
        const QTemporaryDir folder;
        const QByteArray file = QByteArray(QTest::currentDataTag()) + ".pt";
        QVERIFY(QFile::copy(QStringLiteral(TRAINYARD_TEST_DATA "/torch/") + QString::fromLatin1(file), folder.filePath(QString::fromLatin1(file))));
        QFile job(folder.filePath(QStringLiteral("job.yaml")));
        QVERIFY(job.open(QIODevice::WriteOnly));
        job.write("name: exported\ncode: {directory: ., command: \"true\"}\noutputs: [{name: out, destination: output, pass: none}]\n"
                  "compute: {flavor: local.cpu}\nmodel: {torchscript: " + file + ", " + description + ", loss: cross-entropy}\n"
                  "training: {batch_size: 2, optimizer: {name: adamw, learning_rate: 0.001}}\n");
        job.close();

        const Answer forecast = ask(QStringLiteral("forecast"), job.fileName());
        QVERIFY2(forecast.status == 0, forecast.errors.constData());
        const QJsonObject memory = forecast.document.value(QStringLiteral("memory")).toObject();
        QCOMPARE(memory.value(QStringLiteral("method")).toString(), QStringLiteral("meta"));
        QCOMPARE(memory.value(QStringLiteral("parameters")).toInteger(), parameters);
        QVERIFY(memory.value(QStringLiteral("peak_allocated_bytes")).toInteger() > 16 * parameters); // weights, gradients, two states

        const Answer dryRun = ask(QStringLiteral("dry-run"), job.fileName());
        QVERIFY2(dryRun.status == 0, qPrintable(QString::fromUtf8(dryRun.errors + QJsonDocument(dryRun.document).toJson())));
        QVERIFY(dryRun.document.value(QStringLiteral("loss")).toArray().size() > 1);
        QCOMPARE(dryRun.document.value(QStringLiteral("memory")).toObject().value(QStringLiteral("parameters")).toInteger(), parameters);
    }
};

QTEST_GUILESS_MAIN(TestExportedModels)
#include "tst_exportedmodels.moc"
