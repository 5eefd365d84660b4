#include "services/common/everylanguage.h"
#include "services/dryrun/reportbuilder.h"

#include <QTest>

using namespace Trainyard;

class TestReportBuilder final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatSeveralChecksSayStandsOnce()
    {
        ReportBuilder builder([](const PointResult &) {});
        const auto say = [&builder](const QString &sentence) { builder.addResult({DryRunPoint::Data, PointStatus::Skipped, sentence, {}}, true); };
        const auto detail = [&builder] {
            const QList<PointResult> &points = builder.report().points;
            return std::find_if(points.begin(), points.end(), [](const PointResult &point) { return point.point == DryRunPoint::Data; })->detail;
        };
        say(QStringLiteral("The job has no inputs."));
        say(QStringLiteral("The job has no inputs."));
        say(QString());
        say(EveryLanguageScope::group(QStringLiteral("The job has no inputs."), QStringLiteral("another translator's words")));
        QCOMPARE(detail(), QStringLiteral("The job has no inputs."));
        say(QStringLiteral("Nothing was read."));
        QVERIFY(detail().contains(QLatin1String("no inputs")) && detail().contains(QLatin1String("Nothing was read.")));
    }

    void whatIsDisprovedNoLongerCounts()
    {
        ReportBuilder builder([](const PointResult &) {});
        const auto status = [&builder] { return builder.report().points[int(DryRunPoint::Artifacts)].status; };
        builder.addResult({DryRunPoint::Artifacts, PointStatus::Pass, QString(), {}}, true);
        builder.addFindings({warningFinding("checkpoints.too-late", {}, QString(), QString()), errorFinding("checkpoints.resume-unused", {}, QString(), QString())});
        QCOMPARE(status(), PointStatus::Fail);
        builder.removeFindings({QStringLiteral("checkpoints.resume-unused")});
        QCOMPARE(status(), PointStatus::Warn);
        builder.removeFindings({QStringLiteral("checkpoints.too-late")});
        QCOMPARE(status(), PointStatus::Pass);
        QVERIFY(builder.report().allFindings().isEmpty());
    }
};

QTEST_APPLESS_MAIN(TestReportBuilder)
#include "tst_reportbuilder.moc"
