#include "models/job/jobedits.h"

#include "models/job/jobdocument.h"

#include <QTest>

using namespace Trainyard;

namespace {

using Edits = QList<std::pair<QString, QString>>;

Job jobWith(const QByteArray &parts)
{
    const JobDocument document = readJob("name: a\ncode: {directory: src, command: make}\noutputs: [{name: out, destination: out}]\n" + parts);
    return document.job;
}

} // namespace

class TestJobEdits final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void setsTheKey_data();
    void setsTheKey();
    void refusesWhatCannotBe_data();
    void refusesWhatCannotBe();
};

void TestJobEdits::setsTheKey_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<Edits>("edits");
    QTest::addColumn<QByteArray>("after");
    const auto edit = [](const char *key, const char *value) { return std::pair(QString::fromLatin1(key), QString::fromLatin1(value)); };
    QTest::newRow("a number") << QByteArray("training: {batch_size: 8, precision: fp32}") << Edits{edit("training.batch_size", "4")}
                              << QByteArray("training: {batch_size: 4, precision: fp32}");
    QTest::newRow("several, in new sections") << QByteArray() << Edits{edit("training.batch_size", "4"), edit("training.optimizer.name", "adamw8bit")}
                                              << QByteArray("training: {batch_size: 4, optimizer: {name: adamw8bit}}");
    QTest::newRow("a section") << QByteArray("training: {batch_size: 4}")
                               << Edits{edit("training.method", "lora"), edit("training.lora", "{rank: 8, alpha: 16, targets: [q_proj, v_proj]}")}
                               << QByteArray("training: {batch_size: 4, method: lora, lora: {rank: 8, alpha: 16, targets: [q_proj, v_proj]}}");
    QTest::newRow("the flavor") << QByteArray("compute: {flavor: small, nodes: 2}") << Edits{edit("compute.flavor", "large")}
                                << QByteArray("compute: {flavor: large, nodes: 2}");
    QTest::newRow("behind a reference") << QByteArray("parameters: {batch: 8, steps: 3}\ntraining: {batch_size: '${parameters.batch}'}")
                                        << Edits{edit("training.batch_size", "4")}
                                        << QByteArray("parameters: {batch: 4, steps: 3}\ntraining: {batch_size: '${parameters.batch}'}");
    QTest::newRow("another key refers to it too")
        << QByteArray("parameters: {n: 8}\ntraining: {batch_size: '${parameters.n}', gradient_accumulation: '${parameters.n}'}")
        << Edits{edit("training.batch_size", "4")}
        << QByteArray("parameters: {n: 4}\ntraining: {batch_size: '${parameters.n}', gradient_accumulation: '${parameters.n}'}");
    QTest::newRow("a parameter says the same") << QByteArray("parameters: {batch_size: 8}\ntraining: {batch_size: 8}") << Edits{edit("training.batch_size", "4")}
                                               << QByteArray("parameters: {batch_size: 4}\ntraining: {batch_size: 4}");
    QTest::newRow("a parameter says something else") << QByteArray("parameters: {batch_size: 9}\ntraining: {batch_size: 8}")
                                                     << Edits{edit("training.batch_size", "4")}
                                                     << QByteArray("parameters: {batch_size: 9}\ntraining: {batch_size: 4}");
    QTest::newRow("a reference in part") << QByteArray("parameters: {n: 1}\ntraining: {batch_size: '${parameters.n}6'}") << Edits{edit("training.batch_size", "4")}
                                         << QByteArray("parameters: {n: 1}\ntraining: {batch_size: 4}");
}

void TestJobEdits::setsTheKey()
{
    QFETCH(QByteArray, before);
    QFETCH(Edits, edits);
    QFETCH(QByteArray, after);
    const Result<Job> edited = withEdits(jobWith(before), edits);
    QVERIFY2(edited, edited ? "" : qPrintable(edited.error().message));
    QCOMPARE(writeJob(*edited), writeJob(jobWith(after)));
    QCOMPARE(*edited, jobWith(after));
    QCOMPARE(readJob(writeJob(*edited)).job, *edited);
}

void TestJobEdits::refusesWhatCannotBe_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::newRow("no number") << QStringLiteral("training.batch_size") << QStringLiteral("many");
    QTest::newRow("no key") << QStringLiteral("training.bach_size") << QStringLiteral("4");
    QTest::newRow("no choice") << QStringLiteral("training.precision") << QStringLiteral("fp8");
    QTest::newRow("no YAML") << QStringLiteral("training.batch_size") << QStringLiteral("[4");
}

void TestJobEdits::refusesWhatCannotBe()
{
    QFETCH(QString, key);
    QFETCH(QString, value);
    const Result<Job> edited = withEdits(jobWith(QByteArray()), {{key, value}});
    QVERIFY(!edited);
    QCOMPARE(edited.error().kind, Error::Kind::Invalid);
    QVERIFY(edited.error().message.contains(key));
}

QTEST_APPLESS_MAIN(TestJobEdits)
#include "tst_jobedits.moc"
