#include "models/metrics/column.h"
#include "models/metrics/minmaxpyramid.h"

#include <QRandomGenerator>
#include <QTest>

#include <cmath>
#include <numeric>

using namespace Trainyard;

namespace {

constexpr size_t manyValues = 3 * Column<double>::chunkLength + 17;

/// What the pyramid must answer, the slow way.
ValueRange rangeByHand(const Column<double> &values, size_t from, size_t to)
{
    ValueRange range;
    for (size_t i = from; i < to; ++i)
        range.add(values[i]);
    return range;
}

} // namespace

class TestColumn : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsEveryValueOverManyChunks();
    void aCopyIsTheColumnAtThatMoment();
    void beyondTheBudgetChunksLieInAFile();
    void pyramidAnswersExactly();
    void pyramidFollowsATruncatedColumn();
};

void TestColumn::keepsEveryValueOverManyChunks()
{
    Column<double> column;
    for (size_t i = 0; i < manyValues; ++i)
        column.push_back(double(i));
    QCOMPARE(column.size(), manyValues);
    QCOMPARE(column.front(), 0.0);
    QCOMPARE(column.back(), double(manyValues - 1));
    QCOMPARE(std::accumulate(column.begin(), column.end(), 0.0), double(manyValues) * double(manyValues - 1) / 2);
    QCOMPARE(*std::lower_bound(column.begin(), column.end(), 99999.5), 100000.0);
}

void TestColumn::aCopyIsTheColumnAtThatMoment()
{
    Column<int> column;
    for (int i = 0; i < 100; ++i)
        column.push_back(i);
    const Column<int> before = column;
    for (int i = 100; i < 100000; ++i)
        column.push_back(i);
    QCOMPARE(before.size(), size_t(100));
    QCOMPARE(before.back(), 99);
}

void TestColumn::beyondTheBudgetChunksLieInAFile()
{
    ChunkMemory::setHeapBudget(0);
    const qint64 mappedBefore = ChunkMemory::mappedBytes();
    {
        Column<double> column;
        for (size_t i = 0; i < manyValues; ++i)
            column.push_back(double(i));
        QVERIFY(ChunkMemory::mappedBytes() - mappedBefore >= qint64(3 * Column<double>::chunkLength * sizeof(double)));
        for (size_t i = 0; i < manyValues; ++i) {
            if (column[i] != double(i))
                QFAIL(qPrintable(QStringLiteral("value %1 is %2").arg(i).arg(column[i])));
        }
    }
    QCOMPARE(ChunkMemory::mappedBytes(), mappedBefore);
    ChunkMemory::setHeapBudget(512 * 1024 * 1024);
}

void TestColumn::pyramidAnswersExactly()
{
    QRandomGenerator random(7);
    Column<double> values;
    MinMaxPyramid pyramid;
    for (int i = 0; i < 20000; ++i) {
        const quint32 kind = random.bounded(50);
        values.push_back(kind == 0 ? std::nan("") : kind == 1 ? -INFINITY : random.generateDouble() - 0.5);
        if (random.bounded(300) == 0)
            pyramid.extend(values);
    }
    for (int round = 0; round < 3000; ++round) {
        const size_t a = random.bounded(20001), b = random.bounded(20001);
        const size_t from = std::min(a, b), to = std::max(a, b);
        QCOMPARE(pyramid.range(values, from, to), rangeByHand(values, from, to));
    }
    QVERIFY(pyramid.range(values, 5, 5).isEmpty());
}

void TestColumn::pyramidFollowsATruncatedColumn()
{
    Column<double> values;
    MinMaxPyramid pyramid;
    for (int i = 0; i < 5000; ++i)
        values.push_back(i);
    pyramid.extend(values);
    values.truncate(4000);
    pyramid.truncate(4000);
    for (int i = 0; i < 2000; ++i)
        values.push_back(-i);
    pyramid.extend(values);
    for (const size_t from : {size_t(0), size_t(3999), size_t(4001), size_t(5900)})
        QCOMPARE(pyramid.range(values, from, 6000), rangeByHand(values, from, 6000));
}

QTEST_GUILESS_MAIN(TestColumn)
#include "tst_column.moc"
