#include "models/metrics/smoothing.h"

#include <QTest>

#include <cmath>

using namespace Trainyard;

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
};

void TestSmoothing::startsAtTheFirstValue()
{
    QCOMPARE(exponentiallySmoothed({7, 7, 7}, 0.9), (QList<double>{7, 7, 7}));
}

void TestSmoothing::followsTheWorkedExample()
{
    const QList<double> smoothed = exponentiallySmoothed({1, 3}, 0.5);
    QCOMPARE(smoothed[0], 1.0);
    QCOMPARE(smoothed[1], 7.0 / 3.0);
}

void TestSmoothing::noWeightChangesNothing()
{
    QCOMPARE(exponentiallySmoothed({1, 5, 2}, 0), (QList<double>{1, 5, 2}));
}

void TestSmoothing::passesNanThroughAndGoesOn()
{
    const QList<double> smoothed = exponentiallySmoothed({2, std::nan(""), 2}, 0.8);
    QVERIFY(std::isnan(smoothed[1]));
    QCOMPARE(smoothed[2], 2.0);
    QVERIFY(std::isnan(medianSmoothed({2, std::nan(""), 4}, 3)[1]));
}

void TestSmoothing::medianIgnoresAnOutlier()
{
    QCOMPARE(medianSmoothed({1, 1, 100, 1, 1}, 3), (QList<double>{1, 1, 1, 1, 1}));
}

void TestSmoothing::medianOfAnEvenCountIsTheMiddle()
{
    QCOMPARE(medianSmoothed({1, 3}, 4), (QList<double>{1, 2}));
}

QTEST_GUILESS_MAIN(TestSmoothing)
#include "tst_smoothing.moc"
