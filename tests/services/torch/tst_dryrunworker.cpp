#include "drawnimages.h"

#include "services/torch/dryrunverdicts.h"
#include "services/torch/dryrunworker.h"
#include "services/torch/torchruntime.h"

#include <QCryptographicHash>
#include <QDirIterator>
#include <QFile>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

#include <caffe2/serialize/inline_container.h>

#include <limits>

using namespace Trainyard;

namespace {

/// What the worker answered, sorted by kind.
struct Answers
{
    QHash<QString, PointResult> points;
    QList<double> losses;
    QList<NotChecked> notChecked;
    QJsonObject memory;
    QJsonObject throughput;
    QStringList order; ///< names of all events but progress

    const PointResult &point(const char *name) const { return *points.find(QLatin1String(name)); }
    QStringList codes(const char *name) const
    {
        QStringList codes;
        for (const Finding &finding : point(name).findings)
            codes.append(finding.code);
        return codes;
    }
};

QByteArray hashOf(const QString &folder)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    QStringList paths;
    for (QDirIterator it(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); it.hasNext();)
        paths.append(it.next());
    paths.sort();
    for (const QString &path : paths) {
        QFile file(path);
        hash.addData(path.toUtf8());
        hash.addData(file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray());
    }
    return hash.result();
}

} // namespace

class tst_DryRunWorker : public QObject
{
    Q_OBJECT

    QTemporaryDir m_job;

    static QByteArray job(const QByteArray &code, const QByteArray &rest = {})
    {
        return "schema: trainyard/job/v1\nname: drawn\ncompute: {flavor: local.cpu}\ncode: " + code
            + "\ninputs:\n  - {name: data_url, source: dataset, format: image-folder}\noutputs:\n  - {name: train_url, destination: output}\n"
              "checkpoints: {directory: train_url, every_steps: 10}\n"
            + rest;
    }

    Answers answersTo(const QByteArray &jobText, std::optional<qint64> ramBytes = std::nullopt, int steps = 12, const QString &data = QStringLiteral("dataset"),
                      double maxSeconds = 60) const
    {
        QTemporaryDir scratch;
        DryRunRequest request;
        request.jobFile = m_job.filePath(QStringLiteral("job.yaml"));
        request.jobFolder = m_job.path();
        request.scratch = scratch.path();
        request.steps = steps;
        request.inputs = {{QStringLiteral("data_url"), m_job.filePath(data)}};
        request.maxSeconds = maxSeconds;
        request.outputs = {{QStringLiteral("train_url"), scratch.filePath(QStringLiteral("outputs/train_url"))}};
        request.ramBytes = ramBytes;
        Answers answers;
        DryRunEvents events([&](const QJsonObject &event) {
            const QString name = event.value(QStringLiteral("event")).toString();
            if (name != QLatin1String("progress"))
                answers.order.append(name);
            if (name == QLatin1String("point")) {
                const PointResult point = PointResult::fromJson(event.value(QStringLiteral("point")).toObject());
                QVERIFY(!answers.points.contains(dryRunPointToText(point.point)));
                answers.points.insert(dryRunPointToText(point.point), point);
            } else if (name == QLatin1String("loss")) {
                answers.losses.append(event.value(QStringLiteral("values")).toArray().first().toDouble());
            } else if (name == QLatin1String("not_checked")) {
                answers.notChecked.append(NotChecked::fromJson(event));
            } else if (name == QLatin1String("memory")) {
                answers.memory = event.value(QStringLiteral("memory")).toObject();
            } else if (name == QLatin1String("throughput")) {
                answers.throughput = event.value(QStringLiteral("throughput")).toObject();
            }
        });
        runDryRun(request, readJob(jobText), events);
        for (const char *point : {"data", "memory", "loss", "artifacts"}) {
            if (!answers.points.contains(QLatin1String(point)))
                qFatal("no point %s", point);
        }
        return answers;
    }

private Q_SLOTS:
    void initTestCase()
    {
        configureTorch(1);
        drawImageFolder(m_job.filePath(QStringLiteral("dataset")));
    }

    void aGoodPresetJobPassesAndItsFolderStaysAsItWas()
    {
        const QByteArray before = hashOf(m_job.path());
        const Answers answers = answersTo(job("{preset: image-classification}", "parameters: {epochs: 5, batch_size: 16, learning_rate: 0.02}\n"));
        for (const PointResult &point : answers.points)
            QVERIFY2(point.status == PointStatus::Pass, qPrintable(point.detail));
        QCOMPARE(answers.losses.size(), 12);
        QVERIFY(answers.losses.last() < answers.losses.first());
        QVERIFY(answers.memory.value(QStringLiteral("peak_resident_bytes")).toDouble() > 20e6);
        QVERIFY(answers.throughput.value(QStringLiteral("samples_per_second")).toDouble() > 0);
        QCOMPARE(answers.order.last(), QStringLiteral("done"));
        QVERIFY(answers.point("artifacts").detail.contains(QStringLiteral("train_url")));
        QCOMPARE(hashOf(m_job.path()), before);
    }

    void withoutAModelOnlyTheDataIsLookedAt()
    {
        const Answers answers = answersTo(job("{directory: src, boot_file: train.py}"));
        QCOMPARE(answers.point("data").status, PointStatus::Pass);
        for (const char *point : {"memory", "loss", "artifacts"})
            QCOMPARE(answers.point(point).status, PointStatus::Skipped);
        QVERIFY(answers.point("loss").detail.contains(QStringLiteral("no model section")));
    }

    void faultsOfTheModelAreFindings_data()
    {
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("point");
        QTest::newRow("missing file") << QByteArray("model: {torchscript: none.pt, input: {shape: [1, 16, 16], dtype: float32}}")
                                      << QStringLiteral("model.missing-file") << QStringLiteral("loss");
        QTest::newRow("no TorchScript") << QByteArray("model: {torchscript: dataset/train/left/000.png, input: {shape: [1, 16, 16], dtype: float32}}")
                                        << QStringLiteral("model.step-failed") << QStringLiteral("loss");
        QTest::newRow("fewer classes than folders") << QByteArray("model: {architecture: small-cnn, num_classes: 2, input: {shape: [1, 16, 16], dtype: float32}}")
                                                    << QStringLiteral("data.label-out-of-range") << QStringLiteral("loss");
        QTest::newRow("more classes than folders") << QByteArray("model: {architecture: small-cnn, num_classes: 5, input: {shape: [1, 16, 16], dtype: float32}}")
                                                   << QStringLiteral("data.class-count") << QStringLiteral("loss");
        QTest::newRow("flat input for a network of images") << QByteArray("model: {architecture: resnet18, num_classes: 3, input: {shape: [10], dtype: float32}}")
                                                            << QStringLiteral("model.step-failed") << QStringLiteral("loss");
        QTest::newRow("too small for the network") << QByteArray("model: {architecture: small-cnn, num_classes: 3, input: {shape: [1, 2, 2], dtype: float32}}")
                                                   << QStringLiteral("model.step-failed") << QStringLiteral("loss");
        QTest::newRow("input beyond all memory") << QByteArray("model: {architecture: small-cnn, num_classes: 3, input: {shape: [7, 1000000, 1000000], dtype: float32}}")
                                                 << QStringLiteral("memory.exceeds-device") << QStringLiteral("memory");
        QTest::newRow("rate far too high") << QByteArray("model: {architecture: small-cnn, num_classes: 3, input: {shape: [1, 16, 16], dtype: float32}}\n"
                                                         "training: {batch_size: 16, optimizer: {name: sgd, learning_rate: 1000}}")
                                           << QStringLiteral("training.loss-diverged") << QStringLiteral("loss");
    }

    void faultsOfTheModelAreFindings()
    {
        QFETCH(QByteArray, model);
        QFETCH(QString, code);
        QFETCH(QString, point);
        const Answers answers = answersTo(job("{directory: src, boot_file: train.py}", model + '\n'));
        QVERIFY2(answers.codes(qPrintable(point)).contains(code), qPrintable(answers.point(qPrintable(point)).detail));
    }

    void whatCannotBeBuiltHereIsNotChecked_data()
    {
        QTest::addColumn<QByteArray>("model");
        QTest::newRow("unknown architecture") << QByteArray("model: {architecture: vit_l_16, num_classes: 3, input: {shape: [3, 16, 16], dtype: float32}}");
        QTest::newRow("transformers") << QByteArray("model: {transformers_config: config.json}");
        QTest::newRow("unknown loss") << QByteArray("model: {architecture: small-cnn, num_classes: 3, loss: focal, input: {shape: [1, 16, 16], dtype: float32}}");
    }

    void whatCannotBeBuiltHereIsNotChecked()
    {
        QFETCH(QByteArray, model);
        const Answers answers = answersTo(job("{directory: src, boot_file: train.py}", model + '\n'));
        QCOMPARE(answers.point("loss").status, PointStatus::Skipped);
        QVERIFY(!hasErrors(answers.point("loss").findings));
        QVERIFY(!answers.notChecked.isEmpty());
    }

    void oneImageLeftAloneFailsInBatchNorm()
    {
        const QByteArray model = "model: {architecture: resnet18, num_classes: 3, input: {shape: [1, 16, 16], dtype: float32}}\ntraining: {batch_size: 7}\n"; // 120 = 17 x 7 + 1
        const Answers answers = answersTo(job("{directory: src, boot_file: train.py}", model), std::nullopt, 2);
        QVERIFY(answers.codes("loss").contains(QStringLiteral("model.batch-of-one")));
        QVERIFY(QDir(m_job.path()).mkpath(QStringLiteral("src")));
        QFile script(m_job.filePath(QStringLiteral("src/train.py")));
        QVERIFY(script.open(QIODevice::WriteOnly));
        script.write("DataLoader(train, 7, drop_last=True)\n");
        script.close();
        QVERIFY(!answersTo(job("{directory: src, boot_file: train.py}", model), std::nullopt, 2).codes("loss").contains(QStringLiteral("model.batch-of-one")));
    }

    void aBatchOverTheFlavorsMemoryFailsWithTheLargestThatFits()
    {
        const QByteArray model = "model: {architecture: small-cnn, num_classes: 3, input: {shape: [3, 64, 64], dtype: float32}}\n"
                                 "training: {batch_size: 1000000000}\n";
        QByteArray text = job("{directory: src, boot_file: train.py}", model);
        text.replace("format: image-folder", "format: numpy"); // random samples: no data limits the batch
        const Answers answers = answersTo(text, qint64(4) << 30);
        QCOMPARE(answers.codes("memory"), QStringList{QStringLiteral("memory.exceeds-device")});
        QCOMPARE(answers.memory.value(QStringLiteral("fits")).toBool(true), false);
        const double largest = answers.memory.value(QStringLiteral("largest_batch")).toDouble();
        QVERIFY(largest > 100 && largest < 10000);
        QCOMPARE(answers.point("loss").status, PointStatus::Pass); // with a batch that fits
    }

    void aMisspeltParameterOfThePresetIsAFinding()
    {
        const Answers answers = answersTo(job("{preset: image-classification}", "parameters: {epohcs: 5, batch_size: zero}\n"), std::nullopt, 4);
        QVERIFY(answers.codes("loss").contains(QStringLiteral("arguments.unrecognized")));
        QVERIFY(answers.codes("loss").contains(QStringLiteral("arguments.invalid-value")));
    }

    void aLossThatIsNoNumberProvesNothing()
    {
        const Answers answers = answersTo(job("{directory: src, boot_file: train.py}",
                                              "model: {architecture: small-cnn, num_classes: 3, input: {shape: [1, 16, 16], dtype: float32}}\n"
                                              "training: {batch_size: 16, optimizer: {name: sgd, learning_rate: 1e30}}\n"));
        QCOMPARE(answers.codes("loss"), QStringList{QStringLiteral("training.loss-diverged")});
        QVERIFY2(answers.point("loss").findings.first().fix.contains(QStringLiteral("0.01")), qPrintable(answers.point("loss").findings.first().fix));
        QCOMPARE(answers.point("artifacts").status, PointStatus::Skipped);
        QVERIFY(answers.point("artifacts").detail.contains(QStringLiteral("not proven")));
    }

    void aFileThatIsNoWholeModelIsToldForWhatItIs_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("says");
        std::string archive;
        {
            caffe2::serialize::PyTorchStreamWriter writer([&archive](const void *data, size_t size) {
                archive.append(static_cast<const char *>(data), size);
                return size;
            });
            writer.writeRecord("data.pkl", "weights", 7);
            writer.writeRecord("version", "3", 1);
            writer.writeEndOfFile();
        }
        QTest::newRow("weights alone") << QByteArray::fromStdString(archive) << QStringLiteral("state_dict");
        QTest::newRow("cut off") << QByteArray::fromStdString(archive).left(qsizetype(archive.size() / 2)) << QStringLiteral("cut off");
    }

    void aFileThatIsNoWholeModelIsToldForWhatItIs()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, says);
        QFile file(m_job.filePath(QStringLiteral("model.pt")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
        file.close();
        const Answers answers = answersTo(job("{directory: src, boot_file: train.py}", "model: {torchscript: model.pt, input: {shape: [1, 16, 16], dtype: float32}}\n"));
        const Finding finding = answers.point("loss").findings.value(0);
        QVERIFY2(finding.message.contains(says), qPrintable(finding.message));
        QVERIFY2(finding.fix.contains(QStringLiteral("torch.jit.script")), qPrintable(finding.fix));
    }

    void aBatchLargerThanTheDataIsSaid()
    {
        const Answers answers = answersTo(job("{preset: image-classification}", "parameters: {epochs: 5, batch_size: 1000000}\n"), std::nullopt, 2);
        QVERIFY(std::any_of(answers.notChecked.begin(), answers.notChecked.end(), [](const NotChecked &entry) { return entry.what.contains(QStringLiteral("1000000")); }));
    }

    void randomStepsSayWhatIsWrongWithTheData()
    {
        QByteArray text = job("{directory: src, boot_file: train.py}", "model: {architecture: small-cnn, num_classes: 3, input: {shape: [1, 16, 16], dtype: float32}}\n");
        const Answers answers = answersTo(text, std::nullopt, 2, QStringLiteral("dataset/train/left"));
        QVERIFY(std::any_of(answers.notChecked.begin(), answers.notChecked.end(), [](const NotChecked &entry) {
            return entry.why.contains(QStringLiteral("wrong with the data")) && !entry.why.contains(QStringLiteral("only folders of images"));
        }));
    }

    void aSlowMachineKeepsToTheTime()
    {
        const Answers answers = answersTo(job("{preset: image-classification}", "parameters: {epochs: 5, batch_size: 16}\n"), std::nullopt, 12, QStringLiteral("dataset"), 0.001);
        for (const char *point : {"memory", "loss", "artifacts"})
            QCOMPARE(answers.point(point).status, PointStatus::Skipped);
    }

    void lossesAreJudged_data()
    {
        QTest::addColumn<QList<double>>("losses");
        QTest::addColumn<QString>("code");
        QTest::newRow("falling") << QList<double>{2.3, 2.0, 1.5, 1.1} << QString();
        QTest::newRow("falling over rounds, not over steps") << QList<double>{2.3, 1.0, 2.1, 0.9} << QString();
        QTest::newRow("flat") << QList<double>{2.3, 2.3, 2.3, 2.3} << QStringLiteral("training.loss-not-falling");
        QTest::newRow("rising") << QList<double>{2.3, 2.4, 2.5, 2.6} << QStringLiteral("training.loss-not-falling");
        QTest::newRow("nan") << QList<double>{2.3, 2.1, std::numeric_limits<double>::quiet_NaN()} << QStringLiteral("training.loss-diverged");
        QTest::newRow("ten times its start") << QList<double>{2.3, 2.1, 24.0, 1.0} << QStringLiteral("training.loss-diverged");
        QTest::newRow("too few to tell") << QList<double>{2.3} << QString();
    }

    void lossesAreJudged()
    {
        QFETCH(QList<double>, losses);
        QFETCH(QString, code);
        const Findings findings = lossFindings({losses, 2, true, 0.1, {}});
        QCOMPARE(findings.isEmpty() ? QString() : findings.first().code, code);
    }
};

QTEST_GUILESS_MAIN(tst_DryRunWorker)
#include "tst_dryrunworker.moc"
