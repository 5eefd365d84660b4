#include "models/accelerator/memoryforecast.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace Trainyard;

namespace {

constexpr qint64 GiB = qint64(1) << 30;

MemoryForecast fullForecast()
{
    MemoryForecast forecast;
    forecast.device = QStringLiteral("A100-40GB");
    forecast.capacityBytes = 40 * GiB;
    forecast.fits = false;
    forecast.peakAllocatedBytes = (qint64(1) << 53) + 1; // more than a double holds
    forecast.peakReservedBytes = 44 * GiB;
    forecast.smallestCapacityBytes = 43 * GiB;
    forecast.lowBytes = 42 * GiB;
    forecast.highBytes = 46 * GiB;
    forecast.breakdown = {1, 2, 3, 4, 5, 6, 7};
    forecast.peakAt = QStringLiteral("backward");
    forecast.atPeak = {7, 6, 5, 4, 3, 2, 1};
    forecast.activationsByModule = {{QStringLiteral("model.layers.0"), 12}, {QStringLiteral("lm_head"), 34}};
    forecast.largestBatch = 3;
    forecast.largestSequence = 1024;
    forecast.parameters = 6'738'415'616;
    forecast.trainableParameters = 6'738'415'616;
    forecast.resolved = {{QStringLiteral("model.attention"), QStringLiteral("flash")}, {QStringLiteral("training.zero_grad"), QStringLiteral("set-to-none")}};
    forecast.method = QStringLiteral("meta");
    forecast.notForecast = {QStringLiteral("pipeline parallelism")};
    forecast.flavors = {{QStringLiteral("gpu.a100.1"), QStringLiteral("A100"), 80 * GiB, true, 4.5, 2.5, 6.0, true, 0.5, 1.25}, {QStringLiteral("gpu.x"), QStringLiteral("X1"), {}, {}, {}, {}, {}, false}};
    forecast.suggestions = {{QStringLiteral("halve-batch"), QStringLiteral("Halve the batch size"), {{QStringLiteral("training.gradient_accumulation"), QStringLiteral("2")}, {QStringLiteral("training.batch_size"), QStringLiteral("4")}}, GiB, 42 * GiB, false}};
    forecast.curve = {{QStringLiteral("batch_size"), 1, 30 * GiB}, {QStringLiteral("sequence_length"), 512, 31 * GiB}};
    forecast.timeline = {{0.0, GiB, QStringLiteral("forward")}, {0.25, 2 * GiB, QStringLiteral("backward")}};
    forecast.host = HostNeeds{64 * GiB, GiB, 3 * GiB, 9 * GiB, 1.5e14};
    return forecast;
}

QJsonObject throughText(const QJsonObject &object)
{
    return QJsonDocument::fromJson(QJsonDocument(object).toJson()).object();
}

} // namespace

class tst_MemoryForecast : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void jsonComesBackEqual_data();
    void jsonComesBackEqual();
    void jsonHasTheKeysOfTheContract();
    void whatIsNotKnownIsNull();
    void keysBesideTheContractMayBeMissing();
    void unknownKeysArePassedOver();
    void aMissingOrWrongKeyMakesItNone_data();
    void aMissingOrWrongKeyMakesItNone();
};

void tst_MemoryForecast::jsonComesBackEqual_data()
{
    QTest::addColumn<bool>("isFull");
    QTest::newRow("everything known") << true;
    QTest::newRow("nothing known") << false;
}

void tst_MemoryForecast::jsonComesBackEqual()
{
    QFETCH(bool, isFull);
    const MemoryForecast forecast = isFull ? fullForecast() : MemoryForecast();
    const auto read = MemoryForecast::fromJson(throughText(forecast.toJson()));
    QVERIFY(read.has_value());
    QCOMPARE(*read, forecast);
    QCOMPARE(MemoryBreakdown::fromJson(throughText(forecast.breakdown.toJson())), forecast.breakdown);
}

void tst_MemoryForecast::jsonHasTheKeysOfTheContract()
{
    const QJsonObject json = fullForecast().toJson();
    const QStringList contract{QStringLiteral("device"), QStringLiteral("capacity_bytes"), QStringLiteral("fits"), QStringLiteral("peak_allocated_bytes"),
        QStringLiteral("peak_reserved_bytes"), QStringLiteral("smallest_capacity_bytes"), QStringLiteral("low_bytes"), QStringLiteral("high_bytes"),
        QStringLiteral("breakdown"), QStringLiteral("peak_at"), QStringLiteral("at_peak"), QStringLiteral("largest_batch"), QStringLiteral("largest_sequence"),
        QStringLiteral("parameters"), QStringLiteral("trainable_parameters"), QStringLiteral("resolved"), QStringLiteral("method"),
        QStringLiteral("not_forecast"), QStringLiteral("flavors"), QStringLiteral("suggestions"), QStringLiteral("curve")};
    for (const QString &key : contract)
        QVERIFY2(json.contains(key), qPrintable(key));
    QCOMPARE(json.value(QStringLiteral("breakdown")).toObject().keys(),
             (QStringList{QStringLiteral("activations"), QStringLiteral("context"), QStringLiteral("gradients"), QStringLiteral("optimizer"),
                          QStringLiteral("temporaries"), QStringLiteral("weights"), QStringLiteral("workspace")}));
    const QJsonObject suggestion = json.value(QStringLiteral("suggestions")).toArray().at(0).toObject();
    QCOMPARE(suggestion.value(QStringLiteral("change")).toString(), QStringLiteral("Halve the batch size"));
    QCOMPARE(suggestion.value(QStringLiteral("saves_bytes")).toInteger(), GiB);
    QCOMPARE(suggestion.value(QStringLiteral("fits")).toBool(true), false);
    QCOMPARE(suggestion.value(QStringLiteral("edits")).toArray().at(0).toObject().value(QStringLiteral("key")).toString(),
             QStringLiteral("training.gradient_accumulation")); // in order, not by name
    QCOMPARE(json.value(QStringLiteral("resolved")).toObject().value(QStringLiteral("model.attention")).toString(), QStringLiteral("flash"));
}

void tst_MemoryForecast::whatIsNotKnownIsNull()
{
    const QJsonObject json = MemoryForecast().toJson();
    for (const char *key : {"capacity_bytes", "fits", "largest_batch", "largest_sequence", "host"})
        QVERIFY2(json.value(QLatin1String(key)).isNull(), key);
}

void tst_MemoryForecast::keysBesideTheContractMayBeMissing()
{
    QJsonObject json = fullForecast().toJson();
    for (const char *key : {"activations_by_module", "timeline", "host"})
        json.remove(QLatin1String(key));
    const auto read = MemoryForecast::fromJson(json);
    QVERIFY(read.has_value());
    QVERIFY(read->timeline.isEmpty() && read->activationsByModule.isEmpty() && !read->host);
}

void tst_MemoryForecast::unknownKeysArePassedOver()
{
    QJsonObject json = fullForecast().toJson();
    json.insert(QStringLiteral("weather"), QStringLiteral("fine"));
    QCOMPARE(MemoryForecast::fromJson(json), std::optional(fullForecast()));
}

void tst_MemoryForecast::aMissingOrWrongKeyMakesItNone_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QJsonValue>("value");
    const QJsonObject json = fullForecast().toJson();
    const QStringList further{QStringLiteral("activations_by_module"), QStringLiteral("timeline"), QStringLiteral("host")};
    for (auto it = json.begin(); it != json.end(); ++it) {
        if (!further.contains(it.key()))
            QTest::newRow(qPrintable(it.key() + QStringLiteral(" missing"))) << it.key() << QJsonValue(QJsonValue::Undefined);
        QTest::newRow(qPrintable(it.key() + QStringLiteral(" of the wrong type")))
            << it.key() << (it->isString() ? QJsonValue(17) : QJsonValue(QStringLiteral("seventeen")));
    }
    QTest::newRow("a fraction of a byte") << QStringLiteral("low_bytes") << QJsonValue(0.5);
    QTest::newRow("a size beyond 64 bits") << QStringLiteral("low_bytes") << QJsonValue(1e30);
    QTest::newRow("a list entry of the wrong type") << QStringLiteral("not_forecast") << QJsonValue(QJsonArray{1});
    QTest::newRow("a list entry without its keys") << QStringLiteral("curve") << QJsonValue(QJsonArray{QJsonObject()});
    QTest::newRow("a breakdown without its keys") << QStringLiteral("breakdown") << QJsonValue(QJsonObject());
    QTest::newRow("a resolved value that is no text") << QStringLiteral("resolved") << QJsonValue(QJsonObject{{QStringLiteral("a"), 1}});
}

void tst_MemoryForecast::aMissingOrWrongKeyMakesItNone()
{
    QFETCH(QString, key);
    QFETCH(QJsonValue, value);
    QJsonObject json = fullForecast().toJson();
    if (value.isUndefined())
        json.remove(key);
    else
        json.insert(key, value);
    QVERIFY(!MemoryForecast::fromJson(json));
}

QTEST_APPLESS_MAIN(tst_MemoryForecast)
#include "tst_memoryforecast.moc"
