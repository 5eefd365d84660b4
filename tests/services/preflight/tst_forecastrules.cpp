#include "services/preflight/forecastrules.h"
#include "services/preflight/loaderrules.h"

#include <QTest>

using namespace Trainyard;

namespace {

constexpr qint64 MiB = qint64(1) << 20, GiB = qint64(1) << 30;

PreflightContext contextOf(const QByteArray &more, const Flavor &flavor)
{
    PreflightContext context;
    context.jobFolder = QStringLiteral("/tmp/job");
    context.profile.name = context.profile.platform = QStringLiteral("local");
    context.document = readJob("name: a\noutputs:\n  - {name: train_url, destination: o}\ncode: {directory: src, boot_file: train.py}\n"
                               "compute: {flavor: gpu.a10.1}\n" + more);
    context.flavors = {flavor};
    return context;
}

Flavor a10()
{
    Flavor flavor;
    flavor.name = QStringLiteral("gpu.a10.1");
    flavor.accelerator = Accelerator{QStringLiteral("A10"), 1, 24 * GiB, QStringLiteral("sm_86")};
    flavor.cpus = 8;
    flavor.ramBytes = 64 * GiB;
    flavor.diskBytes = 100 * GiB;
    flavor.sharedMemoryBytes = 64 * MiB;
    return flavor;
}

MemoryForecast needing(qint64 low, qint64 need, qint64 high)
{
    MemoryForecast forecast;
    forecast.device = QStringLiteral("A10");
    forecast.capacityBytes = 22 * GiB;
    forecast.lowBytes = low * GiB;
    forecast.smallestCapacityBytes = need * GiB;
    forecast.highBytes = high * GiB;
    forecast.fits = forecast.smallestCapacityBytes <= *forecast.capacityBytes;
    return forecast;
}

QString described(const Findings &findings)
{
    QStringList lines;
    for (const Finding &finding : findings)
        lines.append(QStringLiteral("%1 %2 %3").arg(severityToText(finding.severity), finding.code, finding.where.key.isEmpty() ? finding.where.file : finding.where.key));
    return lines.join(QStringLiteral("; "));
}

ScriptScan scanWith(const QList<ScriptLoader> &loaders)
{
    ScriptFile file;
    file.path = QStringLiteral("train.py");
    file.loaders = loaders;
    ScriptScan scan;
    scan.files = {file};
    return scan;
}

} // namespace

class tst_ForecastRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theBandDecidesOfTheCard_data();
    void theBandDecidesOfTheCard();
    void anUnknownCapacityIsNoFault();
    void theFixNamesWhatWasForecastToHelp();
    void diskHoldsWhatIsKeptAndOneMore_data();
    void diskHoldsWhatIsKeptAndOneMore();
    void hostMemoryAndSharedMemoryAreHeldAgainstTheFlavor();
    void whatIsKnownIsNotToldTwice();
    void loadersAreHeldAgainstTheFlavor_data();
    void loadersAreHeldAgainstTheFlavor();
    void loadersOfOneKindAreOneFinding();
};

void tst_ForecastRules::theBandDecidesOfTheCard_data()
{
    QTest::addColumn<qint64>("low");
    QTest::addColumn<qint64>("high");
    QTest::addColumn<QString>("expected");
    QTest::newRow("fits") << qint64(18) << qint64(22) << "";
    QTest::newRow("the upper end is over") << qint64(20) << qint64(23) << "warning memory.may-exceed-device training.batch_size";
    QTest::newRow("exactly full by the lower end") << qint64(22) << qint64(26) << "warning memory.may-exceed-device training.batch_size";
    QTest::newRow("the lower end is over") << qint64(23) << qint64(26) << "error memory.exceeds-device training.batch_size";
}

void tst_ForecastRules::theBandDecidesOfTheCard()
{
    QFETCH(qint64, low);
    QFETCH(qint64, high);
    const Findings findings = forecastFindings(needing(low, (low + high) / 2, high), contextOf("training: {batch_size: 8}\n", a10()));
    QTEST(described(findings), "expected");
    for (const Finding &finding : findings) {
        QVERIFY(!finding.fix.isEmpty());
        QVERIFY(finding.message.contains(QStringLiteral("A10")) && finding.message.contains(QStringLiteral("22.0 GiB")));
        QCOMPARE(finding.where.line, std::optional(6));
    }
}

void tst_ForecastRules::anUnknownCapacityIsNoFault()
{
    MemoryForecast forecast = needing(100, 110, 120);
    forecast.capacityBytes.reset();
    QCOMPARE(described(forecastFindings(forecast, contextOf({}, a10()))), QString());
}

void tst_ForecastRules::theFixNamesWhatWasForecastToHelp()
{
    MemoryForecast forecast = needing(30, 32, 34);
    forecast.largestBatch = 3;
    forecast.suggestions = {{QStringLiteral("amp"), QStringLiteral("Train in bf16"), {}, GiB, 31 * GiB, false},
                            {QStringLiteral("lora"), QStringLiteral("Train adapters (LoRA)"), {}, 20 * GiB, 12 * GiB, true}};
    forecast.flavors = {{QStringLiteral("gpu.a100.1"), QStringLiteral("A100"), 79 * GiB, true, {}, {}, {}, false},
                        {QStringLiteral("gpu.a10.1"), QStringLiteral("A10"), 22 * GiB, false, {}, {}, {}, false}};
    const QString fix = forecastFindings(forecast, contextOf("training: {batch_size: 8}\n", a10())).first().fix;
    QVERIFY2(fix.contains(QStringLiteral("at most 3")) && fix.contains(QStringLiteral("Train adapters (LoRA)")) && fix.contains(QStringLiteral("gpu.a100.1")), qPrintable(fix));
    QVERIFY2(!fix.contains(QStringLiteral("bf16")) && !fix.contains(QStringLiteral("gpu.a10.1")), qPrintable(fix));
    forecast.largestBatch = 0; // not even one sample
    forecast.suggestions.clear();
    forecast.flavors.clear();
    QVERIFY(!forecastFindings(forecast, contextOf({}, a10())).first().fix.isEmpty());
}

void tst_ForecastRules::diskHoldsWhatIsKeptAndOneMore_data()
{
    QTest::addColumn<qint64>("checkpointGiB");
    QTest::addColumn<int>("keep");
    QTest::addColumn<QString>("expected");
    QTest::newRow("room") << qint64(20) << 4 << "";
    QTest::newRow("none for the next one") << qint64(20) << 5 << "warning checkpoints.exceed-disk checkpoints.keep";
    QTest::newRow("not even for those kept") << qint64(20) << 6 << "error checkpoints.exceed-disk checkpoints.keep";
    QTest::newRow("larger than the disk") << qint64(200) << 1 << "error checkpoints.exceed-disk checkpoints.keep";
}

void tst_ForecastRules::diskHoldsWhatIsKeptAndOneMore()
{
    QFETCH(qint64, checkpointGiB);
    QFETCH(int, keep);
    MemoryForecast forecast = needing(1, 2, 3);
    forecast.host = HostNeeds{0, 0, checkpointGiB * GiB, checkpointGiB * GiB * (keep + 1), 0};
    const Findings findings = forecastFindings(forecast, contextOf("checkpoints: {directory: train_url, keep: " + QByteArray::number(keep) + "}\n", a10()));
    QTEST(described(findings), "expected");
    for (const Finding &finding : findings)
        QVERIFY(finding.message.contains(QString::number(keep)));
}

void tst_ForecastRules::hostMemoryAndSharedMemoryAreHeldAgainstTheFlavor()
{
    MemoryForecast forecast = needing(1, 2, 3);
    forecast.host = HostNeeds{65 * GiB, 65 * MiB, 0, 0, 0};
    const QByteArray job = "parameters: {num_workers: 4}\n";
    QCOMPARE(described(forecastFindings(forecast, contextOf(job, a10()))), QStringLiteral("warning memory.exceeds-host compute.flavor; error memory.shared-memory parameters"));
    forecast.host = HostNeeds{64 * GiB, 64 * MiB, 0, 0, 0};
    QCOMPARE(described(forecastFindings(forecast, contextOf(job, a10()))), QString());
}

void tst_ForecastRules::whatIsKnownIsNotToldTwice()
{
    MemoryForecast forecast = needing(23, 24, 25);
    forecast.host = HostNeeds{65 * GiB, 65 * MiB, 0, 0, 0};
    const Findings known{errorFinding("memory.shared-memory", {}, QStringLiteral("m"), QStringLiteral("f"))};
    QCOMPARE(described(forecastFindings(forecast, contextOf("parameters: {num_workers: 4}\n", a10()), known)),
             QStringLiteral("error memory.exceeds-device training.batch_size; warning memory.exceeds-host compute.flavor"));
}

void tst_ForecastRules::loadersAreHeldAgainstTheFlavor_data()
{
    QTest::addColumn<QByteArray>("job");
    QTest::addColumn<ScriptLoader>("loader");
    QTest::addColumn<QString>("expected");
    const QByteArray images = "model: {architecture: resnet18, input: {shape: [3, 224, 224], dtype: float32}}\ntraining: {batch_size: 32}\n"; // 19 MB a batch
    QTest::newRow("few") << images << ScriptLoader{3, 1, {}} << "";
    QTest::newRow("more than shared memory") << images << ScriptLoader{3, 8, {}} << "error memory.shared-memory src/train.py";
    QTest::newRow("more than CPUs too") << images << ScriptLoader{3, 16, {}} << "warning resources.too-many-workers src/train.py; error memory.shared-memory src/train.py";
    QTest::newRow("batch not known") << QByteArray() << ScriptLoader{3, 8, {}} << "";
    QTest::newRow("a parameter decides") << QByteArray("parameters: {workers: 9}\n") << ScriptLoader{3, 4, QStringLiteral("workers")} << "warning resources.too-many-workers parameters.workers";
    QTest::newRow("a parameter with a hyphen") << QByteArray("parameters: {num-workers: 9}\n") << ScriptLoader{3, 4, QStringLiteral("num_workers")} << "warning resources.too-many-workers parameters.num-workers";
    QTest::newRow("the option's default") << QByteArray() << ScriptLoader{3, 9, QStringLiteral("workers")} << "warning resources.too-many-workers src/train.py";
    QTest::newRow("not to be read") << images << ScriptLoader{3, std::nullopt, QStringLiteral("count")} << "";
    QTest::newRow("none") << images << ScriptLoader{3, 0, {}} << "";
}

void tst_ForecastRules::loadersAreHeldAgainstTheFlavor()
{
    QFETCH(QByteArray, job);
    QFETCH(ScriptLoader, loader);
    QTEST(described(loaderRules(contextOf(job, a10()), scanWith({loader}))), "expected");
}

void tst_ForecastRules::loadersOfOneKindAreOneFinding()
{
    Flavor flavor = a10();
    flavor.accelerator->count = 4;
    flavor.sharedMemoryBytes.reset();
    PreflightContext context = contextOf("training: {batch_size: 1024, sequence_length: 4096}\n", flavor);
    context.document.job.code.command = QStringLiteral("torchrun --nproc_per_node=4 train.py");
    const Findings findings = loaderRules(context, scanWith({{3, 4, {}}, {7, 4, {}}, {9, 1, {}}})); // 4 x 4 on 8 CPUs
    QCOMPARE(described(findings), QStringLiteral("warning resources.too-many-workers src/train.py; warning memory.shared-memory src/train.py")); // size not known
    QCOMPARE(findings.first().count, 2);
    QVERIFY(findings.first().fix.contains(QStringLiteral("2")));
    QCOMPARE(findings.first().where.line, std::optional(3));
}

QTEST_GUILESS_MAIN(tst_ForecastRules)
#include "tst_forecastrules.moc"
