#include "widgets/monitor/plotrun.h"

#include <QRandomGenerator>
#include <QTest>

#include <cmath>

using namespace Trainyard;

namespace {

const SeriesKey loss{QStringLiteral("loss"), Phase::Train};

MetricPoint pointAt(qint64 step, double value, qint64 line)
{
    return {value, step, std::nullopt, 0, line};
}

/// A run of one series: steps with their values, a line each.
std::unique_ptr<PlotRun> runOf(const std::vector<std::pair<qint64, double>> &points)
{
    auto run = std::make_unique<PlotRun>(QString(), QString());
    MetricBatch batch{loss, {}};
    for (size_t i = 0; i < points.size(); ++i)
        batch.points.push_back(pointAt(points[i].first, points[i].second, qint64(i) + 1));
    run->append({batch});
    return run;
}

std::unique_ptr<PlotRun> runOf(int steps, double (*value)(int))
{
    std::vector<std::pair<qint64, double>> points;
    for (int i = 0; i < steps; ++i)
        points.emplace_back(i, value(i));
    return runOf(points);
}

qsizetype pointCount(const std::vector<CurveLine> &lines)
{
    qsizetype count = 0;
    for (const CurveLine &line : lines)
        count += line.points.size();
    return count;
}

/// A column the slow way: every point is asked.
EnvelopeColumn columnByHand(const CurveView &curve, const Stretch &stretch, AxisRange x, int columns, int column)
{
    EnvelopeColumn result{-1, 0, 0, {}};
    for (size_t i = stretch.begin; i < stretch.end; ++i) {
        if (curve.x(i) < x.low || curve.x(i) > x.high || std::min(columns - 1, int((curve.x(i) - x.low) * (columns / x.span()))) != column)
            continue;
        if (result.column < 0)
            result.first = i;
        result.column = column;
        result.last = i;
        result.range.add(curve.values[i]);
    }
    return result;
}

} // namespace

class TestEnvelope : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isExactlyWhatBruteForceFinds_data();
    void isExactlyWhatBruteForceFinds();
    void manyPointsBecomeAtMostFourAColumn();
    void everyPointIsReachedByZooming();
    void noExtremeIsLost();
    void aValueThatIsNotFiniteIsAGap();
    void aDenseHoleIsAGap();
    void onePointIsALineOfOnePoint();
    void aLineGoesOnToThePointBeyondEachEnd();
    void theCrosshairFindsEveryAttempt();
};

void TestEnvelope::isExactlyWhatBruteForceFinds_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 6; ++seed)
        QTest::addRow("seed %d", seed) << seed;
}

void TestEnvelope::isExactlyWhatBruteForceFinds()
{
    QFETCH(int, seed);
    QRandomGenerator random(quint32(seed) + 0);
    // Uneven steps, holes in them, values that are not finite, restarts.
    std::vector<std::pair<qint64, double>> points;
    qint64 step = 0;
    for (int i = 0; i < 30000; ++i) {
        step += random.bounded(4) == 0 ? 0 : random.bounded(5) + (random.bounded(2000) == 0 ? 5000 : 0);
        if (random.bounded(9000) == 0)
            step = std::max<qint64>(0, step - 8000);
        const quint32 kind = random.bounded(200);
        points.emplace_back(step, kind == 0 ? std::nan("") : kind == 1 ? INFINITY : random.generateDouble() * (kind == 2 ? 1e6 : 1));
    }
    const auto run = runOf(points);
    const CurveView curve = run->series(loss)->raw(XAxis::Step);
    const AxisRange whole = *run->range(XAxis::Step);
    for (int round = 0; round < 60; ++round) {
        const double span = whole.span() * std::pow(10.0, -4 * random.generateDouble());
        const double low = whole.low + (whole.span() - span) * random.generateDouble();
        const AxisRange x{low, low + span};
        const int columns = 1 + int(random.bounded(900));
        for (const Stretch &stretch : curve.stretches) {
            const std::vector<EnvelopeColumn> found = envelope(curve, stretch, x, columns);
            size_t next = 0;
            const int asked = int(random.bounded(quint32(columns))); // every column once in a while, all in the end
            for (int column = round % 20 == 0 ? 0 : asked; column < columns; column += round % 20 == 0 ? 1 : columns) {
                const EnvelopeColumn expected = columnByHand(curve, stretch, x, columns, column);
                while (next < found.size() && found[next].column < column)
                    ++next;
                const bool isFound = next < found.size() && found[next].column == column;
                QCOMPARE(isFound, expected.column >= 0);
                if (!isFound)
                    continue;
                QCOMPARE(found[next].first, expected.first);
                QCOMPARE(found[next].last, expected.last);
                QVERIFY(found[next].range == expected.range);
            }
        }
    }
}

void TestEnvelope::manyPointsBecomeAtMostFourAColumn()
{
    const auto run = runOf(100000, [](int i) { return std::sin(i * 0.37); });
    const CurveView curve = run->series(loss)->raw(XAxis::Step);
    const std::vector<CurveLine> lines = curveLines(curve, {0, 99999}, 700);
    QCOMPARE(lines.size(), size_t(1));
    QVERIFY(lines.front().isDense);
    QVERIFY(lines.front().points.size() <= 4 * 700);
}

void TestEnvelope::everyPointIsReachedByZooming()
{
    const auto run = runOf(100000, [](int i) { return i % 2 ? 1.0 : 0.0; });
    const CurveView curve = run->series(loss)->raw(XAxis::Step);
    const std::vector<CurveLine> lines = curveLines(curve, {50000, 50010}, 700);
    QCOMPARE(pointCount(lines), 13); // eleven, and one beyond each end
    for (qsizetype i = 0; i < 13; ++i)
        QCOMPARE(lines.front().points.at(i), QPointF(double(49999 + i), (49999 + i) % 2 ? 1.0 : 0.0));
}

void TestEnvelope::noExtremeIsLost()
{
    const auto run = runOf(10000, [](int i) { return i == 4321 ? 99.0 : i == 8765 ? -99.0 : 1.0; });
    double low = 0;
    double high = 0;
    const std::vector<CurveLine> lines = curveLines(run->series(loss)->raw(XAxis::Step), {0, 10000}, 500);
    for (const QPointF &point : lines.front().points) {
        low = std::min(low, point.y());
        high = std::max(high, point.y());
    }
    QCOMPARE(low, -99.0);
    QCOMPARE(high, 99.0);
}

void TestEnvelope::aValueThatIsNotFiniteIsAGap()
{
    const auto run = runOf(10, [](int i) { return i == 5 ? std::nan("") : double(i); });
    const CurveView curve = run->series(loss)->raw(XAxis::Step);
    const std::vector<CurveLine> lines = curveLines(curve, {0, 9}, 100);
    QCOMPARE(lines.size(), size_t(2));
    QCOMPARE(lines.front().points.last(), QPointF(4, 4));
    QCOMPARE(lines.back().points.first(), QPointF(6, 6));
    QCOMPARE(nearestPoints(curve, 5.1).front().index, size_t(6));
}

void TestEnvelope::aDenseHoleIsAGap()
{
    const auto run = runOf(100000, [](int i) { return i > 40000 && i < 60000 ? std::nan("") : std::sin(i * 0.01); });
    const std::vector<CurveLine> lines = curveLines(run->series(loss)->raw(XAxis::Step), {0, 99999}, 500);
    QCOMPARE(lines.size(), size_t(2));
    QVERIFY(std::abs(lines.front().points.last().x() - 40000) < 250);
    QVERIFY(std::abs(lines.back().points.first().x() - 60000) < 250);
}

void TestEnvelope::onePointIsALineOfOnePoint()
{
    const auto run = runOf(1, [](int) { return 2.0; });
    const std::vector<CurveLine> lines = curveLines(run->series(loss)->raw(XAxis::Step), {0, 10}, 100);
    QCOMPARE(lines.size(), size_t(1));
    QCOMPARE(lines.front().points, QPolygonF({QPointF(0, 2)}));
}

void TestEnvelope::aLineGoesOnToThePointBeyondEachEnd()
{
    const auto run = runOf({{0, 1}, {100, 2}});
    const CurveView curve = run->series(loss)->raw(XAxis::Step);
    QCOMPARE(pointCount(curveLines(curve, {40, 60}, 100)), 2);
    QCOMPARE(pointCount(curveLines(curve, {140, 160}, 100)), 0);
}

void TestEnvelope::theCrosshairFindsEveryAttempt()
{
    std::vector<std::pair<qint64, double>> points;
    for (int step = 1; step <= 100; ++step)
        points.emplace_back(step, 10);
    for (int step = 51; step <= 150; ++step)
        points.emplace_back(step, 20);
    const auto run = runOf(points);
    QCOMPARE(run->placement().attempts(), 2);
    const CurveView curve = run->series(loss)->raw(XAxis::Step);
    const std::vector<NearPoint> both = nearestPoints(curve, 70.2);
    QCOMPARE(both.size(), size_t(2));
    QCOMPARE(curve.values[both[0].index], 20.0);
    QCOMPARE(curve.values[both[1].index], 10.0);
    QCOMPARE(nearestPoints(curve, 20).size(), size_t(1));
    QCOMPARE(nearestPoints(curve, 900).front().index, points.size() - 1);
}

QTEST_GUILESS_MAIN(TestEnvelope)
#include "tst_envelope.moc"
