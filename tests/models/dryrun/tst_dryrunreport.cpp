#include "models/dryrun/dryrunreport.h"

#include <QTest>

using namespace Trainyard;

namespace {

PointResult point(DryRunPoint point, PointStatus status, const Findings &findings = {})
{
    return {point, status, QStringLiteral("evidence"), findings};
}

} // namespace

class tst_DryRunReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findingsBelongToTheirPoint_data();
    void findingsBelongToTheirPoint();
    void theWorstPointDecidesTheVerdict_data();
    void theWorstPointDecidesTheVerdict();
    void jsonComesBackEqual();
    void whatIsNoReportIsNone();
};

void tst_DryRunReport::findingsBelongToTheirPoint_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("name");
    const auto row = [](const char *code, const char *name) { QTest::newRow(code) << QString::fromLatin1(code) << QString::fromLatin1(name); };
    row("data.empty-file", "data");
    row("memory.exceeds-device", "memory");
    row("resources.too-many-workers", "memory");
    row("model.step-failed", "loss");
    row("training.loss-diverged", "loss");
    row("logs.no-metric", "loss");
    row("checkpoints.missing", "artifacts");
    row("serving.package", "artifacts");
    row("paths.outside-output", "artifacts");
    row("paths.local", "environment");
    row("job.invalid-value", "environment");
}

void tst_DryRunReport::findingsBelongToTheirPoint()
{
    QFETCH(QString, code);
    QTEST(dryRunPointToText(pointOf(code)), "name");
}

void tst_DryRunReport::theWorstPointDecidesTheVerdict_data()
{
    QTest::addColumn<QList<PointResult>>("points");
    QTest::addColumn<QString>("verdict");
    const Findings warning{warningFinding("checkpoints.missing", {}, QStringLiteral("m"), QStringLiteral("f"))};
    const Findings error{errorFinding("code.secret", {}, QStringLiteral("m"), QStringLiteral("f"))};
    const Findings info{infoFinding("preflight.not-checked", {}, QStringLiteral("m"))};
    QTest::newRow("all pass") << QList{point(DryRunPoint::Data, PointStatus::Pass, info)} << "pass";
    QTest::newRow("skipped changes nothing") << QList{point(DryRunPoint::Data, PointStatus::Skipped), point(DryRunPoint::Loss, PointStatus::Pass)} << "pass";
    QTest::newRow("a warning") << QList{point(DryRunPoint::Data, PointStatus::Pass, warning)} << "warn";
    QTest::newRow("an error wins over a warning") << QList{point(DryRunPoint::Data, PointStatus::Warn, warning), point(DryRunPoint::Loss, PointStatus::Pass, error)} << "fail";
    QTest::newRow("a failed point") << QList{point(DryRunPoint::Memory, PointStatus::Fail)} << "fail";
}

void tst_DryRunReport::theWorstPointDecidesTheVerdict()
{
    QFETCH(QList<PointResult>, points);
    QTEST(verdictToText(DryRunReport::verdictOf(points)), "verdict");
}

void tst_DryRunReport::jsonComesBackEqual()
{
    DryRunReport report;
    report.verdict = Verdict::Warn;
    for (const DryRunPoint each : allDryRunPoints)
        report.points.append(point(each, PointStatus::Pass, {warningFinding("checkpoints.missing", {QStringLiteral("job.yaml"), 3, QStringLiteral("compute.spot")}, QStringLiteral("m"), QStringLiteral("f"))}));
    report.memory = {{QStringLiteral("device"), QStringLiteral("cpu")}};
    report.loss = {2.5, 1.25};
    report.throughput = {{QStringLiteral("steps"), 20}};
    report.notChecked = {{QStringLiteral("what"), QStringLiteral("why")}};
    report.seconds = 12.5;
    QCOMPARE(DryRunReport::fromJson(report.toJson()), std::optional(report));
    QCOMPARE(report.allFindings().size(), 5);
}

void tst_DryRunReport::whatIsNoReportIsNone()
{
    QCOMPARE(DryRunReport::fromJson({}), std::optional<DryRunReport>());
    QCOMPARE(DryRunReport::fromJson({{QStringLiteral("verdict"), QStringLiteral("maybe")}}), std::optional<DryRunReport>());
}

QTEST_GUILESS_MAIN(tst_DryRunReport)
#include "tst_dryrunreport.moc"
