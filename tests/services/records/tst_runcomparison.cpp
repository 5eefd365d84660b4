#include "services/common/files.h"
#include "services/records/runcomparison.h"

#include <QTemporaryDir>
#include <QTest>

using namespace Trainyard;

class tst_RunComparison final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyWhatDiffersIsListedBesideTheOutcome()
    {
        const Run first = run("a", "learning_rate: 0.01, epochs: 5", "2.1", "1111");
        const Run second = run("b", "learning_rate: 0.02, epochs: 5", "2.2", "1111");
        const QList<ComparisonRow> rows = compareRuns({first, second}, QDateTime::currentDateTimeUtc());
        QCOMPARE(rows.size(), 5 + 2);
        QCOMPARE(rows.at(1).values, (QStringList{QStringLiteral("loss 0.5000"), QStringLiteral("loss 0.5000")}));
        QCOMPARE(rows.at(5), (ComparisonRow{QStringLiteral("parameters.learning_rate"), {QStringLiteral("0.01"), QStringLiteral("0.02")}}));
        QCOMPARE(rows.at(6), (ComparisonRow{QStringLiteral("torch"), {QStringLiteral("2.1"), QStringLiteral("2.2")}}));
    }

    void aKeyThatOneRunLacksIsEmptyThere()
    {
        const Run first = run("c", "epochs: 5", "2.1", "1111");
        const Run second = run("d", "epochs: 5, warmup: 10", "2.1", "2222");
        const QList<ComparisonRow> rows = compareRuns({first, second}, QDateTime::currentDateTimeUtc());
        QCOMPARE(rows.at(5), (ComparisonRow{QStringLiteral("parameters.warmup"), {QString(), QStringLiteral("10")}}));
        QCOMPARE(rows.at(6).values, (QStringList{QStringLiteral("1111"), QStringLiteral("2222")}));
    }

private:
    Run run(const char *id, const char *parameters, const char *torch, const char *hash)
    {
        Run run;
        run.id = QLatin1String(id);
        run.directory = m_folder.filePath(run.id);
        run.bestMetricName = QStringLiteral("loss");
        run.bestMetric = 0.5;
        run.record.versions = {{QStringLiteral("torch"), QLatin1String(torch), true}};
        run.record.codeHash = QLatin1String(hash);
        const QByteArray job = QByteArray("name: job\ncode: {directory: src, boot_file: train.py}\nparameters: {") + parameters
            + "}\noutputs:\n  - {name: out, destination: output}\n";
        if (!writeFileAtomically(run.directory + QStringLiteral("/job.yaml"), job))
            qFatal("job.yaml cannot be written");
        return run;
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(tst_RunComparison)
#include "tst_runcomparison.moc"
