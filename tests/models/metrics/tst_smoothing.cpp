#include "models/metrics/smoothing.h"

#include <QTest>

#include <cmath>

using namespace Trainyard;

namespace {

Column<double> columnOf(const std::vector<double> &values)
{
    Column<double> column;
    for (const double value : values)
        column.push_back(value);
    return column;
}

std::vector<double> smoothed(const std::vector<double> &values, const Smoothing &smoothing, const std::vector<quint32> &restarts = {})
{
    SmoothedColumn column(smoothing);
    column.extend(columnOf(values), restarts);
    return {column.values().begin(), column.values().end()};
}

Smoothing exponential(double weight)
{
    return {Smoothing::Kind::Exponential, weight, 0};
}

Smoothing median(int window)
{
    return {Smoothing::Kind::Median, 0, window};
}

} // namespace

Q_DECLARE_METATYPE(Trainyard::Smoothing)

class TestSmoothing : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void startsAtTheFirstValue();
    void followsTheWorkedExample();
    void noWeightChangesNothing();
    void passesNanThroughAndGoesOn();
    void medianIgnoresAnOutlier();
    void medianOfAnEvenCountIsTheMiddle();
    void gaussianKeepsALevelAndSpreadsAPeakEvenly();
    void beginsAnewAfterARestart();
    void aGrowingColumnIsSmoothedLikeAWholeOne_data();
    void aGrowingColumnIsSmoothedLikeAWholeOne();
};

void TestSmoothing::startsAtTheFirstValue()
{
    QCOMPARE(smoothed({7, 7, 7}, exponential(0.9)), (std::vector<double>{7, 7, 7}));
}

void TestSmoothing::followsTheWorkedExample()
{
    const std::vector<double> values = smoothed({1, 3}, exponential(0.5));
    QCOMPARE(values[0], 1.0);
    QCOMPARE(values[1], 7.0 / 3.0);
}

void TestSmoothing::noWeightChangesNothing()
{
    QCOMPARE(smoothed({1, 5, 2}, exponential(0)), (std::vector<double>{1, 5, 2}));
}

void TestSmoothing::passesNanThroughAndGoesOn()
{
    const std::vector<double> values = smoothed({2, std::nan(""), 2}, exponential(0.8));
    QVERIFY(std::isnan(values[1]));
    QCOMPARE(values[2], 2.0);
    QVERIFY(std::isnan(smoothed({2, std::nan(""), 4}, median(3))[1]));
    QVERIFY(std::isnan(smoothed({2, std::nan(""), 4}, {Smoothing::Kind::Gaussian, 0, 5})[1]));
}

void TestSmoothing::medianIgnoresAnOutlier()
{
    QCOMPARE(smoothed({1, 1, 100, 1, 1}, median(3)), (std::vector<double>{1, 1, 1, 1, 1}));
}

void TestSmoothing::medianOfAnEvenCountIsTheMiddle()
{
    QCOMPARE(smoothed({1, 3}, median(4)), (std::vector<double>{1, 2}));
}

void TestSmoothing::gaussianKeepsALevelAndSpreadsAPeakEvenly()
{
    const Smoothing gaussian{Smoothing::Kind::Gaussian, 0, 9};
    for (const double value : smoothed({3, 3, 3, 3, 3, 3}, gaussian))
        QCOMPARE(value, 3.0);
    const std::vector<double> peak = smoothed({0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0}, gaussian);
    QCOMPARE(peak[5], peak[7]);
    QVERIFY(peak[6] > peak[5] && peak[5] > peak[4] && peak[1] == 0);
}

void TestSmoothing::beginsAnewAfterARestart()
{
    QCOMPARE(smoothed({9, 9, 1}, exponential(0.9), {2})[2], 1.0);
    QCOMPARE(smoothed({9, 9, 1}, median(3), {2})[2], 1.0);
    QCOMPARE(smoothed({9, 9, 1, 1}, {Smoothing::Kind::Gaussian, 0, 9}, {2}), (std::vector<double>{9, 9, 1, 1}));
}

void TestSmoothing::aGrowingColumnIsSmoothedLikeAWholeOne_data()
{
    QTest::addColumn<Smoothing>("smoothing");
    QTest::addRow("exponential") << exponential(0.9);
    QTest::addRow("median") << median(11);
    QTest::addRow("gaussian") << Smoothing{Smoothing::Kind::Gaussian, 0, 21};
}

void TestSmoothing::aGrowingColumnIsSmoothedLikeAWholeOne()
{
    QFETCH(Smoothing, smoothing);
    std::vector<double> values;
    for (int i = 0; i < 500; ++i)
        values.push_back(i % 97 == 0 ? std::nan("") : std::sin(i * 0.3));
    const std::vector<quint32> restarts{130, 400};
    SmoothedColumn growing(smoothing);
    Column<double> source;
    for (size_t i = 0; i < values.size(); ++i) {
        source.push_back(values[i]);
        if (i % 7 == 0 || i + 1 == values.size())
            growing.extend(source, restarts);
    }
    const std::vector<double> whole = smoothed(values, smoothing, restarts);
    QCOMPARE(growing.values().size(), whole.size());
    for (size_t i = 0; i < whole.size(); ++i)
        QVERIFY(growing.values()[i] == whole[i] || (std::isnan(whole[i]) && std::isnan(growing.values()[i])));
    QCOMPARE(growing.pyramid().range(growing.values(), 0, whole.size()).high, *std::max_element(whole.begin(), whole.end(), [](double a, double b) {
        return (std::isnan(a) ? -9 : a) < (std::isnan(b) ? -9 : b);
    }));
}

QTEST_GUILESS_MAIN(TestSmoothing)
#include "tst_smoothing.moc"
