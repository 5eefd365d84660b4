#include "app/appcontext.h"
#include "app/window/diagnosticreport.h"
#include "app/window/messagelog.h"

#include <QApplication>
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace Trainyard;
using namespace Qt::StringLiterals;

class TestDiagnosticReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void secretsAreHidden_data();
    void secretsAreHidden();
    void ordinaryTextStays();
    void reportNamesWhatMatters();
    void messagesAreKeptButNotForEver();
};

void TestDiagnosticReport::secretsAreHidden_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("assignment") << u"secret_key=hunter2hunter2"_s;
    QTest::newRow("variable") << u"export AWS_SECRET_ACCESS_KEY='hunter2hunter2'"_s;
    QTest::newRow("JSON") << u"{\"api_key\": \"hunter2hunter2\", \"x\": 1}"_s;
    QTest::newRow("YAML") << u"  password: hunter2hunter2"_s;
    QTest::newRow("header") << u"Authorization: Bearer hunter2hunter2"_s;
    QTest::newRow("query") << u"https://host/path?x=1&X-Auth-Token=hunter2hunter2&y=2"_s;
    QTest::newRow("user info") << u"https://li:hunter2hunter2@host/repository.git"_s;
    QTest::newRow("option") << u"python train.py --hf-token hunter2hunter2 --epochs 3"_s;
}

void TestDiagnosticReport::secretsAreHidden()
{
    QFETCH(QString, text);
    QVERIFY2(!redacted(text).contains(u"hunter2"_s), qPrintable(redacted(text)));
    QVERIFY(redacted(text).contains(u"(hidden)"_s));
}

void TestDiagnosticReport::ordinaryTextStays()
{
    const QString text = u"loss: 0.41, 812 tokens/s, epoch=3, job.yaml line 12: parameters.epochs"_s;
    QCOMPARE(redacted(text), text);
    qputenv("HOME", "/home/li");
    QCOMPARE(redacted(u"/home/li/Trainyard/job.yaml"_s), u"~/Trainyard/job.yaml"_s);
}

void TestDiagnosticReport::reportNamesWhatMatters()
{
    QTemporaryDir home;
    AppPaths paths = AppPaths::standard();
    paths.home = home.path();
    QFile profiles(paths.profilesFile());
    QVERIFY(profiles.open(QIODevice::WriteOnly));
    profiles.write("profiles:\n  - {name: cloud, platform: modelarts, region: cn-north-4, credential: my-key-name}\n");
    profiles.close();
    AppContext context(paths);
    const QString report = diagnosticReport(context, {u"12:00:00 The disk is full"_s});
    for (const QString &wanted : {QStringLiteral("Trainyard " TRAINYARD_VERSION), u"Qt 6"_s, u"Profile local: local"_s, u"cn-north-4"_s, u"Runs: 0"_s, u"The disk is full"_s})
        QVERIFY2(report.contains(wanted), qPrintable(wanted + u" is missing in\n"_s + report));
    QVERIFY(!report.contains(u"my-key-name"_s));
}

void TestDiagnosticReport::messagesAreKeptButNotForEver()
{
    for (int i = 0; i < 100; ++i)
        keepMessage(QString::number(i));
    QVERIFY(keptMessages().size() <= 40);
    QVERIFY(keptMessages().last().endsWith(u"99"_s));
}

QTEST_MAIN(TestDiagnosticReport)
#include "tst_diagnosticreport.moc"
