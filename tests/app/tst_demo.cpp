#include <QDir>
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

/// The whole route with the real programs and a real training: what a person gets from `trainyard demo`.
class TestDemo : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void walksTheWholeRoute();
};

void TestDemo::walksTheWholeRoute()
{
    QTemporaryDir folder;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char *name : {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"})
        environment.remove(QLatin1String(name));
    environment.insert(QStringLiteral("TRAINYARD_HOME"), folder.filePath(QStringLiteral("home")));
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(TRAINYARD_BIN_DIR "/trainyard"), {QStringLiteral("demo"), QStringLiteral("--output"), folder.filePath(QStringLiteral("demo")), QStringLiteral("--json")});
    QVERIFY(process.waitForFinished(550'000));
    const QByteArray out = process.readAllStandardOutput();
    QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());

    const QJsonObject report = QJsonDocument::fromJson(out).object();
    QVERIFY(report.value(QStringLiteral("ok")).toBool());
    QVERIFY(report[QStringLiteral("dry_run")][QStringLiteral("verdict")].toString() != QLatin1String("fail"));
    QCOMPARE(report[QStringLiteral("run")][QStringLiteral("state")].toString(), QStringLiteral("done"));
    QCOMPARE(report[QStringLiteral("best_metric")][QStringLiteral("phase")].toString(), QStringLiteral("eval"));
    QVERIFY(report[QStringLiteral("best_metric")][QStringLiteral("value")].toDouble() > 0.8);
    const QJsonArray pictures = report.value(QStringLiteral("pictures")).toArray();
    QVERIFY(pictures.size() >= 40);
    for (const QJsonValue picture : pictures)
        QCOMPARE(QImage(folder.filePath(QStringLiteral("demo/pictures/") + picture.toString())).size(), QSize(1280, 800));
    QVERIFY(!QImage(folder.filePath(QStringLiteral("demo/chart.png"))).isNull());
    QVERIFY(QFile::exists(folder.filePath(QStringLiteral("demo/report.json"))));
    // The job's own folder holds what init wrote, and what the run collected.
    QStringList left = QDir(folder.filePath(QStringLiteral("demo/sample"))).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    left.sort();
    QCOMPARE(left, (QStringList{QStringLiteral("README.md"), QStringLiteral("dataset"), QStringLiteral("job.yaml"), QStringLiteral("output")}));
}

QTEST_GUILESS_MAIN(TestDemo)
#include "tst_demo.moc"
