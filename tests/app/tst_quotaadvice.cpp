#include "app/window/quotaadvice.h"

#include <QTest>

using namespace Trainyard;

namespace {

Flavor card(const char *name, int count, qint64 gibibytes)
{
    Flavor flavor;
    flavor.name = QLatin1String(name);
    flavor.accelerator = Accelerator{QStringLiteral("A100"), count, gibibytes << 30, QString()};
    flavor.pricePerHour = 4.0;
    return flavor;
}

QuotaItem quota(const char *flavor, double hoursLeft)
{
    QuotaItem item;
    item.flavor = QLatin1String(flavor);
    item.hoursLeft = hoursLeft;
    return item;
}

Job jobOn(const char *flavor, int nodes = 1)
{
    Job job;
    job.name = QStringLiteral("large");
    job.compute.flavor = QLatin1String(flavor);
    job.compute.nodes = nodes;
    return job;
}

QString texts(const QuotaAdvice &advice)
{
    QString all;
    for (const QuotaAdvice::Line &line : advice.lines)
        all += line.text + u'\n';
    return all;
}

} // namespace

class TestQuotaAdvice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cardHoursAreNodesTimesCardsTimesHours_data()
    {
        QTest::addColumn<int>("nodes");
        QTest::addColumn<int>("cards");
        QTest::addColumn<double>("expected");
        QTest::newRow("one card") << 1 << 1 << 2.5;
        QTest::newRow("eight cards") << 1 << 8 << 20.0;
        QTest::newRow("two nodes of eight") << 2 << 8 << 40.0;
    }

    void cardHoursAreNodesTimesCardsTimesHours()
    {
        QFETCH(int, nodes);
        QFETCH(int, cards);
        QFETCH(double, expected);
        QCOMPARE(cardHours(jobOn("gpu", nodes), card("gpu", cards, 80), 2.5), expected);
    }

    void moreThanIsLeftWarnsAndDraftsARequest()
    {
        const QuotaNeeds needs{std::nullopt, std::nullopt, 10.0};
        const QuotaAdvice enough = adviseQuota(jobOn("gpu"), needs, {card("gpu", 1, 80)}, {quota("gpu", 46)}, true);
        QVERIFY(enough.requestText.isEmpty());
        QVERIFY2(texts(enough).contains(QStringLiteral("46")), qPrintable(texts(enough)));
        const QuotaAdvice tooLittle = adviseQuota(jobOn("gpu", 2), needs, {card("gpu", 8, 80)}, {quota("gpu", 46)}, true);
        QCOMPARE(tooLittle.lines.first().status, StatusColor::Warning);
        QVERIFY(tooLittle.lines.first().text.contains(QStringLiteral("160")));
        QVERIFY(tooLittle.requestText.contains(QStringLiteral("114"))); // what is missing
        QVERIFY(tooLittle.requestText.contains(QStringLiteral("large")));
    }

    void aModelIsHeldAgainstOneDeviceAndAll_data()
    {
        QTest::addColumn<double>("parameters");
        QTest::addColumn<QString>("says");
        QTest::newRow("small") << 1e9 << QStringLiteral("one device of gpu");
        QTest::newRow("spread") << 7e9 << QStringLiteral("spread");
        QTest::newRow("too large") << 70e9 << QStringLiteral("more than gpu has");
    }

    void aModelIsHeldAgainstOneDeviceAndAll()
    {
        QFETCH(double, parameters);
        QFETCH(QString, says);
        const QuotaAdvice advice = adviseQuota(jobOn("gpu"), {parameters, std::nullopt, std::nullopt}, {card("gpu", 8, 80)}, {}, true);
        QVERIFY2(texts(advice).contains(says), qPrintable(texts(advice)));
    }

    void theCostIsSaidOrWhyNot()
    {
        QVERIFY(costSentence(jobOn("gpu"), std::nullopt, 2.0).contains(QStringLiteral("Not known")));
        QVERIFY(costSentence(jobOn("gpu", 2), card("gpu", 8, 80), 2.0).contains(QStringLiteral("16.00")));
        QVERIFY(costSentence(jobOn("gpu"), card("gpu", 8, 80), std::nullopt).contains(QStringLiteral("4.00")));
        Flavor free = card("gpu", 1, 80);
        free.pricePerHour.reset();
        QVERIFY(costSentence(jobOn("gpu"), free, 2.0).contains(QStringLiteral("no price")));
    }
};

QTEST_GUILESS_MAIN(TestQuotaAdvice)
#include "tst_quotaadvice.moc"
