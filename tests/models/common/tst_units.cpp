#include "models/common/units.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace Trainyard;

class tst_Units : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sizesNeedTheirUnit_data();
    void sizesNeedTheirUnit();
    void durationsNeedTheirUnit_data();
    void durationsNeedTheirUnit();
    void everyWrittenSizeAndDurationReadsBackEqual();
    void numbersAreShownWithFourDigits_data();
    void numbersAreShownWithFourDigits();
    void distancesCountSwapsAsOne_data();
    void distancesCountSwapsAsOne();
    void theNearestWordIsOneThatCanBeMeant();
};

void tst_Units::sizesNeedTheirUnit_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("bytes"); // -1: refused
    QTest::newRow("GiB") << "24GiB" << qint64(24) * 1073741824;
    QTest::newRow("blank before the unit") << "1 MB" << qint64(1000000);
    QTest::newRow("fraction") << "1.5KiB" << qint64(1536);
    QTest::newRow("bytes") << "0B" << qint64(0);
    for (const char *refused : {"24", "24Gi", "24gib", "-1GiB", "GiB", "", "1e3GiB", "inf GiB", "9999999TiB", "1..5MB"})
        QTest::newRow(refused) << QString::fromLatin1(refused) << qint64(-1);
}

void tst_Units::sizesNeedTheirUnit()
{
    QFETCH(QString, text);
    QFETCH(qint64, bytes);
    QCOMPARE(parseSize(text).value_or(-1), bytes);
}

void tst_Units::durationsNeedTheirUnit_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("milliseconds"); // -1: refused
    QTest::newRow("seconds") << "90s" << qint64(90'000);
    QTest::newRow("minutes") << "15m" << qint64(900'000);
    QTest::newRow("fraction of an hour") << "1.5h" << qint64(5'400'000);
    QTest::newRow("days") << "1d" << qint64(86'400'000);
    for (const char *refused : {"90", "90min", "0s", "-5m", "", "h", "ninety minutes", "1h30m"})
        QTest::newRow(refused) << QString::fromLatin1(refused) << qint64(-1);
}

void tst_Units::durationsNeedTheirUnit()
{
    QFETCH(QString, text);
    QFETCH(qint64, milliseconds);
    QCOMPARE(parseDuration(text).value_or(Milliseconds(-1)).count(), milliseconds);
}

void tst_Units::everyWrittenSizeAndDurationReadsBackEqual()
{
    for (qint64 value = 1; value < qint64(1) << 52; value = value * 3 + 1) {
        QCOMPARE(parseSize(sizeToText(value)), std::optional(value));
        QCOMPARE(parseSize(sizeToText(value * 1024)), std::optional(value * 1024));
        if (value < qint64(1) << 40)
            QCOMPARE(parseDuration(durationToText(Milliseconds(value))), std::optional(Milliseconds(value)));
    }
    QCOMPARE(durationToText(std::chrono::hours(2)), QStringLiteral("2h"));
    QCOMPARE(durationToText(Milliseconds(1500)), QStringLiteral("1.5s"));
    QCOMPARE(sizeToText(qint64(24) << 30), QStringLiteral("24GiB"));
}

void tst_Units::numbersAreShownWithFourDigits_data()
{
    QTest::addColumn<double>("number");
    QTest::addColumn<QString>("text");
    QTest::newRow("below one") << 0.41234 << "0.4123";
    QTest::newRow("tiny") << 1.5e-5 << "1.5e-05";
    QTest::newRow("zero") << 0.0 << "0";
    QTest::newRow("not a number") << std::nan("") << "nan";
    QTest::newRow("minus infinity") << -std::numeric_limits<double>::infinity() << "-inf";
}

void tst_Units::numbersAreShownWithFourDigits()
{
    QFETCH(double, number);
    QFETCH(QString, text);
    QCOMPARE(displayNumber(number), text);
}

void tst_Units::distancesCountSwapsAsOne_data()
{
    QTest::addColumn<QString>("a");
    QTest::addColumn<QString>("b");
    QTest::addColumn<int>("distance");
    QTest::newRow("equal") << "epochs" << "epochs" << 0;
    QTest::newRow("swap") << "epcohs" << "epochs" << 1;
    QTest::newRow("missing letter") << "paramters" << "parameters" << 1;
    QTest::newRow("against nothing") << "" << "abc" << 3;
    QTest::newRow("other word") << "kitten" << "sitting" << 3;
}

void tst_Units::distancesCountSwapsAsOne()
{
    QFETCH(QString, a);
    QFETCH(QString, b);
    QTEST(editDistance(a, b), "distance");
    QCOMPARE(editDistance(b, a), editDistance(a, b));
}

void tst_Units::theNearestWordIsOneThatCanBeMeant()
{
    const QStringList known{QStringLiteral("epochs"), QStringLiteral("every_steps"), QStringLiteral("keep")};
    QCOMPARE(nearestWord(u"every_step", known), QStringLiteral("every_steps"));
    QCOMPARE(nearestWord(u"EPOCHS", known), QStringLiteral("epochs"));
    QCOMPARE(nearestWord(u"destination", known), QString());
    QCOMPARE(nearestWord(QString(1000, u'x'), known), QString());
}

QTEST_GUILESS_MAIN(tst_Units)
#include "tst_units.moc"
