#include "models/job/jobdocument.h"

#include <QElapsedTimer>
#include <QFile>
#include <QStringEncoder>
#include <QTest>

using namespace Trainyard;

namespace {

QString describe(const Findings &findings)
{
    QStringList lines;
    for (const Finding &finding : findings) {
        lines.append(QStringLiteral("%1 [%2:%3] %4 | %5").arg(finding.code).arg(finding.where.line.value_or(0)).arg(finding.where.key, finding.message, finding.fix));
    }
    return lines.join(u'\n');
}

QByteArray fileText(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray inUtf16(const QByteArray &utf8, QStringConverter::Encoding encoding)
{
    QStringEncoder encoder(encoding, QStringConverter::Flag::WriteBom);
    return encoder(QString::fromUtf8(utf8));
}

const QByteArray smallestJob = "name: first-run\ncode: {preset: image-classification}\noutputs:\n  - {name: train_url, destination: output}\n";

JobDocument readWith(const QByteArray &more)
{
    return readJob(smallestJob + more);
}

} // namespace

class tst_JobDocument : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsEveryKeyOfTheContract();
    void parametersStayAsWritten();
    void referencesAreResolvedInTypedFields();
    void circlesAndUnknownReferencesAreFindings();
    void doublingReferencesStayShort();
    void linesAreRightInFlowMappingsOverSeveralLines();
    void mergeKeysAndAliasesAreRead();
    void nearlyKnownNamesOfTheModelAreWarnings_data();
    void nearlyKnownNamesOfTheModelAreWarnings();
    void byteOrderMarksAndLineEndsAreReadAsIfNotThere_data();
    void byteOrderMarksAndLineEndsAreReadAsIfNotThere();
};

void tst_JobDocument::readsEveryKeyOfTheContract()
{
    const JobDocument document = readJobFile(QStringLiteral(TRAINYARD_TEST_DATA "/job/healthy/everything.yaml"));
    QVERIFY2(document.findings.isEmpty(), qPrintable(describe(document.findings)));
    const Job &job = document.job;
    QCOMPARE(job.name, QStringLiteral("fashion-mnist-first-run"));
    QCOMPARE(job.environment.versions.size(), 4);
    QCOMPARE(job.environment.versions.first(), std::pair(QStringLiteral("framework"), QStringLiteral("pytorch 2.1.0")));
    QCOMPARE(job.environment.python, QStringLiteral("3.10"));
    QCOMPARE(job.compute.spot, std::optional(false));
    QCOMPARE(job.inputs.size(), 1);
    QCOMPARE(job.inputs.first().format, QStringLiteral("image-folder"));
    QCOMPARE(job.limits.maxDuration, std::optional<Milliseconds>(std::chrono::hours(2)));
    QCOMPARE(job.model->input->shape, (QList<qint64>{1, 28, 28}));
    QCOMPARE(job.training->lora->targets, (QStringList{QStringLiteral("q_proj"), QStringLiteral("v_proj")}));
    QCOMPARE(job.training->optimizer->learningRate, std::optional(0.001));
    QCOMPARE(job.training->parallel->zeroStage, std::optional(0));
    QCOMPARE(document.lines.value(QStringLiteral("training.optimizer.name")), 52);
    QCOMPARE(document.place(QStringLiteral("inputs[0].access.unknown")).line, std::optional(29));
    QCOMPARE(readJob(writeJob(job)).job, job);
    QCOMPARE(updateJobText(fileText(QStringLiteral(TRAINYARD_TEST_DATA "/job/healthy/everything.yaml")), job),
             fileText(QStringLiteral(TRAINYARD_TEST_DATA "/job/healthy/everything.yaml")));
}

void tst_JobDocument::parametersStayAsWritten()
{
    const JobDocument document = readWith("parameters: {a: no, b: 1e-4, c: 007, d: 3.10, e: ~, f: null, g: , h: '~', i: [1e3, on], j: [], k: \"\", l: 0x1F}\n");
    QVERIFY2(document.findings.isEmpty(), qPrintable(describe(document.findings)));
    const auto text = [&](const char *name) { return document.job.parameter(QString(QLatin1String(name)))->text(); };
    QCOMPARE(text("a"), QStringLiteral("no"));
    QCOMPARE(text("b"), QStringLiteral("1e-4"));
    QCOMPARE(text("c"), QStringLiteral("007"));
    QCOMPARE(text("d"), QStringLiteral("3.10"));
    for (const char *flag : {"e", "f", "g"})
        QVERIFY(document.job.parameter(QString(QLatin1String(flag)))->isFlag);
    QCOMPARE(*document.job.parameter(u"h"), (Parameter{QStringLiteral("h"), {QStringLiteral("~")}, false, false}));
    QCOMPARE(*document.job.parameter(u"i"), (Parameter{QStringLiteral("i"), {QStringLiteral("1e3"), QStringLiteral("on")}, false, true}));
    QCOMPARE(*document.job.parameter(u"j"), (Parameter{QStringLiteral("j"), {}, false, true}));
    QCOMPARE(*document.job.parameter(u"k"), (Parameter{QStringLiteral("k"), {QString()}, false, false}));
    QCOMPARE(text("l"), QStringLiteral("0x1F"));
}

void tst_JobDocument::referencesAreResolvedInTypedFields()
{
    const JobDocument document = readWith("parameters: {batch: 8, twice: '${parameters.batch}${parameters.batch}', home: '${HOME}'}\n"
                                          "environment_variables: {B: 'x${parameters.batch}', P: '${PATH}'}\n"
                                          "training:\n  batch_size: ${parameters.batch}\n");
    QVERIFY2(document.findings.isEmpty(), qPrintable(describe(document.findings)));
    QCOMPARE(document.job.training->batchSize, std::optional<qint64>(8));
    QCOMPARE(resolvedValues(document.job, *document.job.parameter(u"twice")), QStringList{QStringLiteral("88")});
    QCOMPARE(resolvedValues(document.job, *document.job.parameter(u"home")), QStringList{QStringLiteral("${HOME}")});
    QCOMPARE(document.job.environmentVariables, (QList<std::pair<QString, QString>>{{QStringLiteral("B"), QStringLiteral("x8")}, {QStringLiteral("P"), QStringLiteral("${PATH}")}}));
    QCOMPARE(readJob(writeJob(document.job)).job, document.job);
    Job changed = document.job;
    changed.training->batchSize = 16; // the person changed the field: the reference no longer says it
    QVERIFY(!writeJob(changed).contains("batch_size: ${"));
    QCOMPARE(readJob(writeJob(changed)).job.training->batchSize, std::optional<qint64>(16));
}

void tst_JobDocument::circlesAndUnknownReferencesAreFindings()
{
    const JobDocument document = readWith("parameters:\n  a: ${parameters.b}\n  b: ${parameters.a}\n  epochs: 3\n"
                                          "training:\n  batch_size: ${parameters.epoch}\n");
    QCOMPARE(document.findings.size(), 4); // a, b, and the batch size: unknown, so no number
    QCOMPARE(document.findings[0].where.key, QStringLiteral("parameters.a"));
    QVERIFY(document.findings[0].message.contains(QLatin1String("itself")));
    QCOMPARE(document.findings[2].where.line, std::optional(10));
    QVERIFY(document.findings[2].fix.contains(QLatin1String("${parameters.epochs}")));
}

void tst_JobDocument::doublingReferencesStayShort()
{
    QByteArray parameters = "parameters:\n  p0: xxxxxxxxxxxxxxxx\n";
    for (int i = 1; i < 60; ++i)
        parameters += QStringLiteral("  p%1: ${parameters.p%2}${parameters.p%2}\n").arg(i).arg(i - 1).toLatin1();
    QElapsedTimer timer;
    timer.start();
    const JobDocument document = readWith(parameters);
    QVERIFY(timer.elapsed() < 1000);
    QVERIFY(!document.findings.isEmpty());
    QCOMPARE(document.findings.first().code, QStringLiteral("job.too-complex"));
}

void tst_JobDocument::linesAreRightInFlowMappingsOverSeveralLines()
{
    const JobDocument document = readWith("limits: {max_duration: 2h,\n  max_cost:\n    -1,\n  stop_when_idle: 5}\n");
    QCOMPARE(document.findings.size(), 2);
    QCOMPARE(document.findings[0].where, (Place{QStringLiteral("job.yaml"), 7, QStringLiteral("limits.max_cost")}));
    QCOMPARE(document.findings[1].where, (Place{QStringLiteral("job.yaml"), 8, QStringLiteral("limits.stop_when_idle")}));
}

void tst_JobDocument::mergeKeysAndAliasesAreRead()
{
    const JobDocument document = readWith("inputs:\n  - &data {name: data_url, source: dataset, format: csv}\n  - {<<: *data, name: more_url}\n");
    QVERIFY2(document.findings.isEmpty(), qPrintable(describe(document.findings)));
    QCOMPARE(document.job.inputs.size(), 2);
    QCOMPARE(document.job.inputs[1].name, QStringLiteral("more_url"));
    QCOMPARE(document.job.inputs[1].source, QStringLiteral("dataset"));
}

void tst_JobDocument::nearlyKnownNamesOfTheModelAreWarnings_data()
{
    QTest::addColumn<QByteArray>("model");
    QTest::addColumn<QString>("nearest"); // empty: fine as it is
    QTest::newRow("architecture") << QByteArray("architecture: resnet81") << QStringLiteral("resnet18");
    QTest::newRow("loss") << QByteArray("architecture: resnet18, loss: crossentropy") << QStringLiteral("cross-entropy");
    QTest::newRow("task") << QByteArray("architecture: resnet18, task: image-classifcation") << QStringLiteral("image-classification");
    QTest::newRow("upper case") << QByteArray("architecture: ResNet18") << QStringLiteral("resnet18");
    QTest::newRow("a network of one's own") << QByteArray("architecture: vit_l_16, loss: focal, task: detection") << QString();
    QTest::newRow("known ones") << QByteArray("architecture: resnet152, loss: l1, task: regression") << QString();
}

void tst_JobDocument::nearlyKnownNamesOfTheModelAreWarnings()
{
    QFETCH(QByteArray, model);
    QFETCH(QString, nearest);
    const Findings findings = readWith("model: {" + model + "}\n").findings;
    QCOMPARE(findings.size(), nearest.isEmpty() ? 0 : 1);
    if (nearest.isEmpty())
        return;
    QCOMPARE(findings.first().code, QStringLiteral("job.invalid-value"));
    QCOMPARE(findings.first().severity, Severity::Warning);
    QVERIFY(findings.first().fix.contains(QStringLiteral("“%1”").arg(nearest)));
}

void tst_JobDocument::byteOrderMarksAndLineEndsAreReadAsIfNotThere_data()
{
    QTest::addColumn<QByteArray>("text");
    const QByteArray text = fileText(QStringLiteral(TRAINYARD_TEST_DATA "/job/healthy/everything.yaml"));
    QTest::newRow("UTF-8 with a mark") << QByteArray("\xEF\xBB\xBF") + text;
    QTest::newRow("CRLF") << QByteArray(text).replace("\n", "\r\n");
    QTest::newRow("CR") << QByteArray(text).replace("\n", "\r");
    QTest::newRow("UTF-16 little endian with a mark") << inUtf16(text, QStringConverter::Utf16LE);
    QTest::newRow("UTF-16 big endian with a mark") << inUtf16(text, QStringConverter::Utf16BE);
}

void tst_JobDocument::byteOrderMarksAndLineEndsAreReadAsIfNotThere()
{
    QFETCH(QByteArray, text);
    const JobDocument plain = readJob(fileText(QStringLiteral(TRAINYARD_TEST_DATA "/job/healthy/everything.yaml")));
    const JobDocument document = readJob(text);
    QCOMPARE(describe(document.findings), QString());
    QCOMPARE(document.job, plain.job);
    QCOMPARE(document.lines, plain.lines);
}

QTEST_GUILESS_MAIN(tst_JobDocument)
#include "tst_jobdocument.moc"
