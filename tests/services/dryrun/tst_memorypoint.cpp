#include "services/dryrun/dryrunservice.h"

#include "services/common/everylanguage.h"
#include "services/common/language.h"
#include "tests/support/sampleforecast.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace Trainyard;

namespace {

constexpr qint64 gib = qint64(1) << 30;

QByteArray pointEvent(const char *name, const char *detail)
{
    return QByteArray("echo '{\"event\": \"point\", \"point\": {\"name\": \"") + name + "\", \"status\": \"pass\", \"detail\": \"" + detail + "\", \"findings\": []}}'\n";
}

/// The steps of a dry-run, all well; @p last comes before `done`.
QByteArray steps(const QByteArray &last = {})
{
    return pointEvent("data", "fine") + pointEvent("loss", "fine") + "echo '{\"event\": \"memory\", \"memory\": {\"device\": \"cpu\", \"peak_resident_bytes\": 250000000}}'\n"
        + pointEvent("memory", "measured here") + pointEvent("artifacts", "fine") + last + "echo '{\"event\": \"done\"}'\n";
}

QByteArray crossCheck(qint64 cpuBytes, qint64 metaBytes)
{
    return "echo '{\"event\": \"memory\", \"memory\": {\"cross_check\": {\"batch_size\": 2, \"cpu_bytes\": " + QByteArray::number(cpuBytes) + ", \"meta_bytes\": "
        + QByteArray::number(metaBytes) + "}}}'\n";
}

QStringList codesOf(const PointResult &point)
{
    QStringList codes;
    for (const Finding &finding : point.findings)
        codes.append(finding.code);
    return codes;
}

} // namespace

/// The memory point between what the steps measure and what is forecast. The forecast needs a GiB for each sample (tests/data/forecast/worker.py).
class TestMemoryPoint final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void thePointIsAnsweredByTheForecast_data();
    void thePointIsAnsweredByTheForecast();
    void bothFiguresAreInTheReport();
    void stepsThatDieLeaveTheForecast();
    void aForecastThatIsNotThereIsNotChecked();
    void aDifferenceFromTheRealStepIsTold_data();
    void aDifferenceFromTheRealStepIsTold();
    void aCrossCheckThatDiesTakesNothingBack();
    void cancelDoesNotWaitForTheForecast();

private:
    DryRunReport run(const QByteArray &job, const QByteArray &worker, const QString &flavor, bool cancels = false);

    QTemporaryDir m_folder;
};

void TestMemoryPoint::initTestCase()
{
    if (!QFile::exists(QStringLiteral("/usr/bin/python3")))
        QSKIP("The worker of this test is a Python script, and /usr/bin/python3 is missing.");
    QFile answer(m_folder.filePath(QStringLiteral("answer.json")));
    QVERIFY(answer.open(QIODevice::WriteOnly));
    answer.write(QJsonDocument(sampleForecast().toJson()).toJson());
    qputenv("TRAINYARD_TEST_ANSWER", answer.fileName().toUtf8());
}

DryRunReport TestMemoryPoint::run(const QByteArray &job, const QByteArray &worker, const QString &flavor, bool cancels)
{
    QFile program(m_folder.filePath(QStringLiteral("trainyard-torch")));
    program.remove();
    if (!program.open(QIODevice::WriteOnly))
        return {};
    program.write("#!/bin/bash\nif [ \"$1\" = forecast ]; then exec /usr/bin/python3 " TRAINYARD_TEST_DATA "/forecast/worker.py; fi\ncat > /dev/null\n" + worker);
    program.close();
    program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);

    PreflightContext context;
    const QByteArray text = "name: " + job + "\ncode: {directory: ., command: \"true\"}\noutputs: [{name: out, destination: out}]\ncompute: {flavor: " + flavor.toUtf8() + "}\n";
    QFile file(m_folder.filePath(QStringLiteral("job.yaml")));
    if (!file.open(QIODevice::WriteOnly))
        return {};
    file.write(text);
    file.close();
    context.document = readJob(text);
    context.jobFolder = m_folder.path();
    context.profile.name = context.profile.platform = QStringLiteral("local");
    context.profileNames = {QStringLiteral("local")};
    Flavor card, cpu;
    card.name = QStringLiteral("gpu");
    card.accelerator = Accelerator{QStringLiteral("A10"), 1, 24 * gib, QString()};
    cpu.name = QStringLiteral("cpu");
    cpu.ramBytes = 64 * gib;
    context.flavors = {card, cpu};

    DryRunTask task(context, AppPaths{m_folder.filePath(QStringLiteral("home")), m_folder.path()}, {});
    std::optional<DryRunReport> report;
    connect(&task, &DryRunTask::finished, this, [&report](const DryRunReport &finished) { report = finished; });
    task.start();
    if (cancels)
        QTimer::singleShot(500, &task, &DryRunTask::cancel);
    if (!QTest::qWaitFor([&report] { return report.has_value(); }, 30'000))
        return {};
    for (PointResult &point : report->points)
        point.detail = inLanguage(point.detail, Language::English);
    return *report;
}

void TestMemoryPoint::thePointIsAnsweredByTheForecast_data()
{
    QTest::addColumn<QByteArray>("job");
    QTest::addColumn<QString>("flavor");
    QTest::addColumn<PointStatus>("status");
    QTest::addColumn<QStringList>("codes");
    QTest::addColumn<QString>("words");
    QTest::newRow("fits the card") << QByteArray("A10\nmodel: {architecture: resnet18}\ntraining: {batch_size: 8}") << QStringLiteral("gpu") << PointStatus::Pass
                                   << QStringList() << QStringLiteral("Needs 8.0 GiB");
    QTest::newRow("too large for the card") << QByteArray("A10\nmodel: {architecture: resnet18}\ntraining: {batch_size: 48}") << QStringLiteral("gpu") << PointStatus::Fail
                                            << QStringList{QStringLiteral("memory.exceeds-device")} << QStringLiteral("does not fit");
    QTest::newRow("no model") << QByteArray("A10\ntraining: {batch_size: 48}") << QStringLiteral("gpu") << PointStatus::Pass << QStringList() << QStringLiteral("measured here");
}

void TestMemoryPoint::thePointIsAnsweredByTheForecast()
{
    QFETCH(QByteArray, job);
    QFETCH(QString, flavor);
    QFETCH(PointStatus, status);
    QFETCH(QStringList, codes);
    QFETCH(QString, words);
    const DryRunReport report = run(job, steps(), flavor);
    QCOMPARE(report.points.size(), 5);
    const PointResult memory = report.points[int(DryRunPoint::Memory)];
    QCOMPARE(memory.status, status);
    QCOMPARE(codesOf(memory), codes);
    QVERIFY2(memory.detail.contains(words), qPrintable(memory.detail));
    QVERIFY2(memory.detail.contains(QStringLiteral("measured here")), qPrintable(memory.detail));
}

void TestMemoryPoint::bothFiguresAreInTheReport()
{
    const DryRunReport report = run("A10\nmodel: {architecture: resnet18}\ntraining: {batch_size: 8}", steps(), QStringLiteral("gpu"));
    QCOMPARE(report.memory.value(QStringLiteral("peak_resident_bytes")).toInteger(), 250000000);
    const auto forecast = MemoryForecast::fromJson(report.memory);
    QVERIFY(forecast);
    QCOMPARE(forecast->smallestCapacityBytes, 8 * gib);
}

void TestMemoryPoint::stepsThatDieLeaveTheForecast()
{
    const DryRunReport report = run("A10\nmodel: {architecture: resnet18}\ntraining: {batch_size: 8}", "kill -SEGV $$\n", QStringLiteral("gpu"));
    QCOMPARE(report.verdict, Verdict::Fail);
    const PointResult memory = report.points[int(DryRunPoint::Memory)];
    QCOMPARE(memory.status, PointStatus::Pass);
    QVERIFY2(memory.detail.contains(QStringLiteral("Needs 8.0 GiB")), qPrintable(memory.detail));
}

void TestMemoryPoint::aForecastThatIsNotThereIsNotChecked()
{
    const DryRunReport report = run("refuses\nmodel: {architecture: resnet18}", steps(), QStringLiteral("gpu"));
    const PointResult memory = report.points[int(DryRunPoint::Memory)];
    QCOMPARE(memory.status, PointStatus::Skipped); // measured on a CPU says nothing of the card
    const auto isToldSo = [](const NotChecked &entry) { return entry.why.contains(QStringLiteral("aten::nonzero")); };
    QVERIFY(std::any_of(report.notChecked.begin(), report.notChecked.end(), isToldSo));
    const DryRunReport onCpu = run("refuses\nmodel: {architecture: resnet18}", steps(), QStringLiteral("cpu"));
    QCOMPARE(onCpu.points[int(DryRunPoint::Memory)].status, PointStatus::Pass);
}

void TestMemoryPoint::aDifferenceFromTheRealStepIsTold_data()
{
    QTest::addColumn<qint64>("meta");
    QTest::addColumn<QStringList>("codes");
    QTest::newRow("equal") << qint64(1000000) << QStringList();
    QTest::newRow("1.9 % less") << qint64(981000) << QStringList();
    QTest::newRow("5 % less") << qint64(950000) << QStringList{QStringLiteral("memory.forecast-differs")};
    QTest::newRow("3 % more") << qint64(1030000) << QStringList{QStringLiteral("memory.forecast-differs")};
}

void TestMemoryPoint::aDifferenceFromTheRealStepIsTold()
{
    QFETCH(qint64, meta);
    QFETCH(QStringList, codes);
    const DryRunReport report = run("A10\nmodel: {architecture: resnet18}\ntraining: {batch_size: 8}", steps(crossCheck(1000000, meta)), QStringLiteral("gpu"));
    QCOMPARE(codesOf(report.points[int(DryRunPoint::Memory)]), codes);
    QCOMPARE(report.points[int(DryRunPoint::Memory)].status, PointStatus::Pass); // worth knowing, no fault of the job
    QCOMPARE(report.memory.value(QStringLiteral("cross_check")).toObject().value(QStringLiteral("meta_bytes")).toInteger(), meta);
}

void TestMemoryPoint::aCrossCheckThatDiesTakesNothingBack()
{
    const DryRunReport report = run("A10\nmodel: {architecture: resnet18}\ntraining: {batch_size: 8}", steps("kill -KILL $$\n"), QStringLiteral("gpu"));
    for (const PointResult &point : report.points)
        QVERIFY2(point.status == PointStatus::Pass || point.point == DryRunPoint::Data, qPrintable(point.detail));
    const auto isTold = [](const NotChecked &entry) { return inLanguage(entry.what, Language::English).contains(QStringLiteral("against a real step")); };
    QVERIFY(std::any_of(report.notChecked.begin(), report.notChecked.end(), isTold));
}

void TestMemoryPoint::cancelDoesNotWaitForTheForecast()
{
    const DryRunReport report = run("hangs\nmodel: {architecture: resnet18}", steps(), QStringLiteral("gpu"), true);
    QCOMPARE(report.points.size(), 5);
    QVERIFY(report.seconds < 10);
}

QTEST_GUILESS_MAIN(TestMemoryPoint)
#include "tst_memorypoint.moc"
