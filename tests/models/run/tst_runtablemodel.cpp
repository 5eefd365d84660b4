#include "models/run/runtablemodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace Trainyard;

namespace {

const QDateTime start = QDateTime::fromString(QStringLiteral("2026-11-30T12:00:00.000Z"), Qt::ISODateWithMs);

Run makeRun(const QString &id, RunState state = RunState::Running)
{
    Run run;
    run.id = id;
    run.name = QStringLiteral("job ") + id;
    run.flavor = QStringLiteral("local.cpu");
    run.createdAt = start;
    run.status.state = state;
    run.status.startedAt = start.addSecs(6);
    return run;
}

} // namespace

class TestRunTableModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anUpdateChangesOnlyTheRowsThatDiffer();
    void runsThatAreGoneAreRemovedAndNewOnesInserted();
    void displayShowsTextAndSortRoleTheNumber();
    void whatIsNotKnownIsEmpty();
    void durationOfAnActiveRunFollowsTheClock();
    void starAndNoteAreEditedInPlace();
};

void TestRunTableModel::anUpdateChangesOnlyTheRowsThatDiffer()
{
    RunTableModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QList<Run> runs{makeRun(QStringLiteral("2")), makeRun(QStringLiteral("1"))};
    model.setRuns(runs);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    model.setRuns(runs);
    QCOMPARE(changed.size(), 0);
    runs[1].step = 5;
    model.setRuns(runs);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(changed.first().first().toModelIndex().row(), 1);
    QCOMPARE(reset.size(), 0);
}

void TestRunTableModel::runsThatAreGoneAreRemovedAndNewOnesInserted()
{
    RunTableModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRuns({makeRun(QStringLiteral("1")), makeRun(QStringLiteral("2")), makeRun(QStringLiteral("3"), RunState::Done)});
    QCOMPARE(model.activeCount(), 2);
    const QPersistentModelIndex third(model.index(model.rowOf(QStringLiteral("3")), 0));
    model.setRuns({makeRun(QStringLiteral("4")), makeRun(QStringLiteral("3"), RunState::Done), makeRun(QStringLiteral("1"))});
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.rowOf(QStringLiteral("2")), -1);
    QVERIFY(model.rowOf(QStringLiteral("4")) >= 0);
    QCOMPARE(third.data(RunTableModel::RunIdRole).toString(), QStringLiteral("3"));
    model.setRuns({});
    QCOMPARE(model.rowCount(), 0);
}

void TestRunTableModel::displayShowsTextAndSortRoleTheNumber()
{
    Run run = makeRun(QStringLiteral("1"), RunState::Done);
    run.status.finishedAt = run.status.startedAt.addSecs(3600);
    run.step = 235;
    run.totalSteps = 470;
    run.bestMetricName = QStringLiteral("accuracy");
    run.bestMetric = 0.87321;
    run.pricePerHour = 2.5;
    RunTableModel model;
    model.setRuns({run});
    const auto text = [&](int column) { return model.index(0, column).data().toString(); };
    const auto sort = [&](int column) { return model.index(0, column).data(RunTableModel::SortRole); };
    QCOMPARE(text(RunTableModel::Progress), QStringLiteral("235 of 470"));
    QCOMPARE(sort(RunTableModel::Progress).toDouble(), 0.5);
    QCOMPARE(text(RunTableModel::BestMetric), QStringLiteral("accuracy 0.8732"));
    QCOMPARE(sort(RunTableModel::BestMetric).toDouble(), 0.87321);
    QCOMPARE(text(RunTableModel::Duration), displayDuration(std::chrono::hours(1)));
    QCOMPARE(sort(RunTableModel::Duration).toLongLong(), 3600000);
    QCOMPARE(sort(RunTableModel::Cost).toDouble(), 2.5);
}

void TestRunTableModel::whatIsNotKnownIsEmpty()
{
    Run run = makeRun(QStringLiteral("1"), RunState::Queued);
    run.status.startedAt = {};
    RunTableModel model;
    model.setRuns({run});
    for (const int column : {RunTableModel::Progress, RunTableModel::BestMetric, RunTableModel::Duration, RunTableModel::Cost}) {
        QCOMPARE(model.index(0, column).data().toString(), QString());
        QVERIFY(!model.index(0, column).data(RunTableModel::SortRole).isValid());
    }
}

void TestRunTableModel::durationOfAnActiveRunFollowsTheClock()
{
    RunTableModel model;
    model.setRuns({makeRun(QStringLiteral("1")), makeRun(QStringLiteral("2"), RunState::Done)});
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.setNow(start.addSecs(66));
    QCOMPARE(changed.size(), 1);
    QCOMPARE(model.index(0, RunTableModel::Duration).data(RunTableModel::SortRole).toLongLong(), 60000);
}

void TestRunTableModel::starAndNoteAreEditedInPlace()
{
    RunTableModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRuns({makeRun(QStringLiteral("1"))});
    QSignalSpy star(&model, &RunTableModel::starEdited);
    QSignalSpy note(&model, &RunTableModel::noteEdited);
    QVERIFY(model.setData(model.index(0, RunTableModel::Star), Qt::Checked, Qt::CheckStateRole));
    QVERIFY(model.setData(model.index(0, RunTableModel::Note), QStringLiteral("lr halved")));
    QVERIFY(!model.setData(model.index(0, RunTableModel::Name), QStringLiteral("x")));
    QCOMPARE(star, QList<QVariantList>({{QStringLiteral("1"), true}}));
    QCOMPARE(note, QList<QVariantList>({{QStringLiteral("1"), QStringLiteral("lr halved")}}));
    QCOMPARE(model.index(0, RunTableModel::Note).data().toString(), QStringLiteral("lr halved"));
}

QTEST_GUILESS_MAIN(TestRunTableModel)
#include "tst_runtablemodel.moc"
