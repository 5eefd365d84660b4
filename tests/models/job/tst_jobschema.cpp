#include "models/job/jobschema.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace Trainyard;

class tst_JobSchema : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void documentationListsTheKeysInTheirOrder();
    void documentationListsEveryChoice();
    void keysOfListEntriesAreFoundByIndex();
    void expectedTextNamesTheRange_data();
    void expectedTextNamesTheRange();
    void scalarsAreReadAsTheirTypeWants_data();
    void scalarsAreReadAsTheirTypeWants();

private:
    QList<std::pair<QString, QString>> documentedRows() const;
};

/// Key and what it holds, from the table in docs/job-yaml.md.
QList<std::pair<QString, QString>> tst_JobSchema::documentedRows() const
{
    QFile file(QStringLiteral(TRAINYARD_TEST_DATA "/../../docs/job-yaml.md"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    static const QRegularExpression row(QStringLiteral("^\\| `([^`]+)` \\| ([^|]*) \\|"), QRegularExpression::MultilineOption);
    QList<std::pair<QString, QString>> rows;
    QRegularExpressionMatchIterator matches = row.globalMatch(QString::fromUtf8(file.readAll()));
    while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        rows.append({match.captured(1), match.captured(2)});
    }
    return rows;
}

void tst_JobSchema::documentationListsTheKeysInTheirOrder()
{
    QStringList documented, known;
    for (const auto &[key, holds] : documentedRows())
        documented.append(key);
    for (const SchemaKey &key : jobSchema().allKeys())
        known.append(key.path);
    QCOMPARE(documented, known);
}

void tst_JobSchema::documentationListsEveryChoice()
{
    for (const auto &[key, holds] : documentedRows()) {
        const std::optional<SchemaKey> rule = jobKey(key);
        QVERIFY(rule);
        for (const QString &choice : rule->isOpen ? QStringList() : rule->choices)
            QVERIFY2(holds.contains(u'`' + choice + u'`'), qPrintable(key + u' ' + choice));
        QCOMPARE(holds.contains(QLatin1String("required")), rule->isRequired);
    }
}

void tst_JobSchema::keysOfListEntriesAreFoundByIndex()
{
    QVERIFY(jobKey(QStringLiteral("inputs[3].format"))->choices.contains(QStringLiteral("csv")));
    QCOMPARE(jobKey(QStringLiteral("training.batch_size"))->type, SchemaKey::Type::Integer);
    QVERIFY(!jobKey(QStringLiteral("training.batch")));
}

void tst_JobSchema::expectedTextNamesTheRange_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("expected");
    QTest::newRow("at least") << "compute.nodes" << "a whole number of at least 1";
    QTest::newRow("from to") << "training.parallel.zero_stage" << "a whole number from 0 to 3";
    QTest::newRow("above") << "limits.max_cost" << "a number above 0";
    QTest::newRow("below one") << "training.lora.dropout" << "a number from 0 up to, but not, 1";
    QTest::newRow("choices") << "training.method" << "one of full, lora, qlora";
    QTest::newRow("suggestions") << "checkpoints.resume" << "a text, such as auto, never";
    QTest::newRow("duration") << "limits.max_duration" << "a duration with its unit, such as 90s, 15m, 2h or 1d";
}

void tst_JobSchema::expectedTextNamesTheRange()
{
    QFETCH(QString, key);
    QFETCH(QString, expected);
    QCOMPARE(expectedText(*jobKey(key)), expected);
}

void tst_JobSchema::scalarsAreReadAsTheirTypeWants_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isFine");
    const auto row = [](const char *key, const char *text, bool isFine) {
        QTest::newRow(QByteArray(key).append(" = ").append(text).constData()) << QString::fromLatin1(key) << QString::fromLatin1(text) << isFine;
    };
    row("compute.nodes", "1", true);
    row("compute.nodes", "007", true);
    row("compute.nodes", "0", false);
    row("compute.nodes", "1.0", false);
    row("compute.nodes", "1e3", false);
    row("compute.nodes", "99999999999999999999", false);
    row("compute.spot", "true", true);
    row("compute.spot", "Yes", true);
    row("compute.spot", "1", false);
    row("limits.max_cost", "1e2", true);
    row("limits.max_cost", "0", false);
    row("limits.max_cost", "inf", false);
    row("limits.max_cost", "0x10", false);
    row("limits.max_duration", "90s", true);
    row("limits.max_duration", "1.5h", true);
    row("limits.max_duration", "90", false);
    row("limits.max_duration", "-1h", false);
    row("limits.max_duration", "0s", false);
    row("training.lora.dropout", "0", true);
    row("training.lora.dropout", "1", false);
    row("training.precision", "bf16", true);
    row("training.precision", "BF16", false);
    row("model.task", "anything", true);
}

void tst_JobSchema::scalarsAreReadAsTheirTypeWants()
{
    QFETCH(QString, key);
    QFETCH(QString, text);
    QFETCH(bool, isFine);
    const std::optional<ScalarValue> value = parseScalar(*jobKey(key), text);
    QCOMPARE(value.has_value(), isFine);
    if (value)
        QCOMPARE(parseScalar(*jobKey(key), scalarText(*jobKey(key), *value)), value);
}

QTEST_GUILESS_MAIN(tst_JobSchema)
#include "tst_jobschema.moc"
