#include "models/run/runforecast.h"

#include <QTest>

using namespace Trainyard;
using Limit = RunForecast::Limit;

Q_DECLARE_METATYPE(RunForecast::Limit)

class tst_RunForecast final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void limitsAreComparedWithTheEnd_data()
    {
        QTest::addColumn<int>("hours"); // limits.max_duration; 0: none
        QTest::addColumn<double>("money");
        QTest::addColumn<Limit>("duration");
        QTest::addColumn<Limit>("cost");
        // The run started an hour ago and has two to four hours left, likely three: it ends after four hours, five at most, at 10 an hour.
        QTest::newRow("no limits") << 0 << 0.0 << Limit::None << Limit::None;
        QTest::newRow("wide") << 6 << 60.0 << Limit::None << Limit::None;
        QTest::newRow("within the range") << 5 << 45.0 << Limit::None << Limit::MayReach;
        QTest::newRow("too short") << 3 << 39.0 << Limit::Reaches << Limit::Reaches;
    }

    void limitsAreComparedWithTheEnd()
    {
        QFETCH(int, hours);
        QFETCH(double, money);
        Job::Limits limits;
        if (hours > 0)
            limits.maxDuration = std::chrono::hours(hours);
        if (money > 0)
            limits.maxCost = money;
        const auto forecast = forecastRun(running(), limits, left(), now());
        QVERIFY(forecast);
        QTEST(forecast->duration, "duration");
        QTEST(forecast->cost, "cost");
        QCOMPARE(forecast->likely, now().addSecs(3 * 3600));
        QCOMPARE(*forecast->costLow, 30.0);
        QCOMPARE(*forecast->costHigh, 50.0);
        const bool isLimited = forecast->duration != Limit::None || forecast->cost != Limit::None;
        QCOMPARE(forecastText(*forecast).contains(QStringLiteral("limits.max_")), isLimited);
    }

    void aFlavorWithoutPriceHasNoCost()
    {
        Run run = running();
        run.pricePerHour.reset();
        const auto forecast = forecastRun(run, {}, left(), now());
        QVERIFY(!forecast->costLow && !forecast->costHigh);
        QVERIFY(!forecastText(*forecast).contains(QStringLiteral("cost")));
    }

    void onlyARunThatGoesOnHasOne()
    {
        Run run = running();
        run.status.state = RunState::Done;
        QVERIFY(!forecastRun(run, {}, left(), now()));
        QVERIFY(!forecastRun(Run(), {}, left(), now()));
    }

private:
    static QDateTime now() { return QDateTime(QDate(2026, 1, 1), QTime(12, 0), Qt::UTC); }
    static RemainingTime left() { return {2 * 3600'000, 3 * 3600'000, 4 * 3600'000}; }

    static Run running()
    {
        Run run;
        run.status.state = RunState::Running;
        run.status.startedAt = now().addSecs(-3600);
        run.pricePerHour = 10;
        return run;
    }
};

QTEST_APPLESS_MAIN(tst_RunForecast)
#include "tst_runforecast.moc"
