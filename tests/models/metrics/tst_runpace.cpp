#include "models/metrics/runpace.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace Trainyard;

namespace {

/// A run of some thousand steps as they are: noise that lasts for a while, a slow start, evaluations, now and then a restart.
struct SimulatedRun
{
    std::vector<std::pair<qint64, double>> lines; ///< when, how much was done
    qint64 endMs = 0;

    explicit SimulatedRun(unsigned seed)
    {
        std::mt19937 random(seed);
        std::normal_distribution<double> normal;
        const auto between = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
        const int steps = between(500, 5000);
        const double stepMs = between(50, 1500);
        const double noise = between(2, 40) / 100.0;
        const int evaluationEvery = steps / between(10, 40);
        const int warmUp = steps / between(30, 200);
        const int restartAt = between(0, 2) == 0 ? between(steps / 10, steps - 1) : -1;
        double time = 1e12;
        double lasting = 0;
        bool hasRestarted = false;
        for (int step = 1; step <= steps; ++step) {
            lasting = 0.98 * lasting + 0.2 * noise * normal(random);
            time += stepMs * std::exp(lasting + noise * normal(random)) * (step < warmUp ? 3 : 1);
            if (step % evaluationEvery == 0)
                time += 20 * stepMs;
            if (step == restartAt && !std::exchange(hasRestarted, true)) {
                time += 600e3;
                step -= steps / 20;
            }
            if (step % 5 == 0)
                lines.emplace_back(qint64(time), double(step) / steps);
        }
        endMs = qint64(time);
    }
};

} // namespace

class tst_RunPace final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theRangeHoldsTheTrueEndInEightOfTenRuns_data()
    {
        QTest::addColumn<double>("at");
        for (const double at : {0.15, 0.3, 0.5, 0.8, 0.95})
            QTest::addRow("at %g", at) << at;
    }

    void theRangeHoldsTheTrueEndInEightOfTenRuns()
    {
        QFETCH(double, at);
        int held = 0;
        int asked = 0;
        double widths = 0;
        for (unsigned seed = 1; seed <= 300; ++seed) {
            const SimulatedRun run(seed);
            RunPace pace;
            size_t i = 0;
            bool isRestartAhead = false;
            for (; i < run.lines.size() && run.lines[i].second < at; ++i)
                pace.add(run.lines[i].first, run.lines[i].second);
            for (size_t later = i + 1; later < run.lines.size(); ++later)
                isRestartAhead = isRestartAhead || run.lines[later].second < run.lines[later - 1].second;
            if (isRestartAhead)
                continue; // nobody can foresee it
            const auto [now, done] = run.lines[i - 1];
            const auto remaining = pace.remaining(done);
            QVERIFY(remaining);
            QVERIFY(remaining->lowMs <= remaining->likelyMs && remaining->likelyMs <= remaining->highMs);
            ++asked;
            held += now + remaining->lowMs <= run.endMs && run.endMs <= now + remaining->highMs;
            widths += double(remaining->highMs - remaining->lowMs) / double(remaining->likelyMs);
        }
        qInfo("at %g: the range held the end in %.1f %% of %d runs; its mean width is %.0f %% of the time left", at, 100.0 * held / asked, asked, 100 * widths / asked);
        QVERIFY(held >= 0.8 * asked);
        QVERIFY2(widths / asked < 0.6, "a range that wide says nothing");
    }

    void aSteadyRunIsKnownToThreePercent()
    {
        RunPace pace;
        for (int step = 0; step <= 50; ++step)
            pace.add(1000 * step, step / 100.0);
        const auto remaining = pace.remaining(0.5);
        QCOMPARE(remaining->likelyMs, 50'000);
        QVERIFY(remaining->lowMs >= 48'000 && remaining->highMs <= 52'000);
    }

    void theTimeOfARestartIsNoPace()
    {
        RunPace pace;
        for (int step = 0; step <= 30; ++step)
            pace.add(1000 * step, step / 100.0);
        for (int step = 20; step <= 50; ++step)
            pace.add(5'000'000 + 1000 * step, step / 100.0);
        QVERIFY(std::abs(pace.remaining(0.5)->likelyMs - 50'000) < 500);
    }

    void fewLinesGiveNoForecast()
    {
        RunPace pace;
        QVERIFY(!pace.remaining(0));
        for (int step = 0; step < 3; ++step)
            pace.add(1000 * step, step / 100.0);
        QVERIFY(!pace.remaining(0.02));
    }
};

QTEST_APPLESS_MAIN(tst_RunPace)
#include "tst_runpace.moc"
