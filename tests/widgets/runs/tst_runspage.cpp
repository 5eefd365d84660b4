#include "models/run/runtablemodel.h"
#include "widgets/common/theme.h"
#include "widgets/runs/runspage.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace Trainyard;

namespace {

const QDateTime start = QDateTime::fromString(QStringLiteral("2026-11-30T12:00:00.000Z"), Qt::ISODateWithMs);

QList<Run> someRuns(int count)
{
    QList<Run> runs;
    for (int i = 0; i < count; ++i) {
        Run run;
        run.id = QStringLiteral("run-%1").arg(i, 3, 10, QLatin1Char('0'));
        run.name = i % 2 ? QStringLiteral("mnist") : QStringLiteral("cifar");
        run.flavor = QStringLiteral("local.cpu");
        run.createdAt = start.addSecs(i);
        run.status.startedAt = run.createdAt;
        run.status.state = i == 0 ? RunState::Running : RunState::Done;
        run.status.finishedAt = i == 0 ? QDateTime() : run.createdAt.addSecs(60 + i);
        if (i != 1)
            run.bestMetric = 0.5 + i / 1000.0;
        run.bestMetricName = QStringLiteral("accuracy");
        runs.prepend(run);
    }
    return runs;
}

QPushButton *dialogButton(const QMessageBox &box, const QString &text)
{
    for (QAbstractButton *button : box.buttons()) {
        if (button->text().remove(u'&') == text)
            return qobject_cast<QPushButton *>(button);
    }
    return nullptr;
}

} // namespace

class TestRunsPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void withoutRunsOneButtonOpensTheSample();
    void theNewestRunIsFirstAndActiveOnesAreCounted();
    void selectionAndScrollPositionSurviveAnUpdate();
    void returnAndDoubleClickOpenTheRun();
    void theFilterMatchesEveryWordAnywhere();
    void emptyCellsSortLastInBothDirections();
    void deletingAsksFirstAndNeverAnActiveRun();
    void actionsFollowTheSelection();
    void rowsAreCopiedAsText();
    void columnsAreRestored();
    void aNoteIsEditedInPlace();
    void theStarIsToggledWithMouseAndKeyboard();

private:
    void select(const QString &id);
    QAction *action(const QString &text) const;

    std::unique_ptr<RunsPage> m_page;
};

void TestRunsPage::initTestCase()
{
    Theme::apply(*qApp, ThemeChoice::Light);
}

void TestRunsPage::init()
{
    m_page = std::make_unique<RunsPage>();
    m_page->resize(1208, 400);
    m_page->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
    m_page->setRuns(someRuns(100));
}

void TestRunsPage::cleanup()
{
    m_page.reset();
}

void TestRunsPage::select(const QString &id)
{
    QTableView *table = m_page->table();
    for (int row = 0; row < table->model()->rowCount(); ++row) {
        if (table->model()->index(row, 0).data(RunTableModel::RunIdRole).toString() == id)
            table->selectRow(row);
    }
}

QAction *TestRunsPage::action(const QString &text) const
{
    for (QAction *candidate : m_page->table()->actions()) {
        if (candidate->text().remove(u'&') == text)
            return candidate;
    }
    return nullptr;
}

void TestRunsPage::withoutRunsOneButtonOpensTheSample()
{
    m_page->setRuns({});
    QSignalSpy sample(m_page.get(), &RunsPage::sampleRequested);
    for (QAbstractButton *button : m_page->findChildren<QAbstractButton *>()) {
        if (button->isVisible() && button->text().contains(QStringLiteral("sample")))
            button->click();
    }
    QCOMPARE(sample.size(), 1);
    QVERIFY(!m_page->table()->isVisible());
}

void TestRunsPage::theNewestRunIsFirstAndActiveOnesAreCounted()
{
    QCOMPARE(m_page->table()->model()->index(0, 0).data(RunTableModel::RunIdRole).toString(), QStringLiteral("run-099"));
    QCOMPARE(m_page->badgeCount(), 1);
}

void TestRunsPage::selectionAndScrollPositionSurviveAnUpdate()
{
    select(QStringLiteral("run-050"));
    QScrollBar *bar = m_page->table()->verticalScrollBar();
    bar->setValue(bar->maximum() / 2);
    const int before = bar->value();
    QList<Run> runs = someRuns(100);
    runs[99].step = 5;
    m_page->setRuns(runs);
    QCOMPARE(m_page->selectedRuns(), QStringList(QStringLiteral("run-050")));
    QCOMPARE(bar->value(), before);
}

void TestRunsPage::returnAndDoubleClickOpenTheRun()
{
    QSignalSpy opened(m_page.get(), &RunsPage::openRequested);
    select(QStringLiteral("run-099"));
    m_page->table()->setFocus();
    QTest::keyClick(m_page->table(), Qt::Key_Return);
    QCOMPARE(opened.size(), 1);
    const QModelIndex name = m_page->table()->model()->index(1, RunTableModel::Name);
    const QPoint place = m_page->table()->visualRect(name).center();
    QTest::mouseClick(m_page->table()->viewport(), Qt::LeftButton, {}, place);
    QTest::mouseDClick(m_page->table()->viewport(), Qt::LeftButton, {}, place);
    QCOMPARE(opened.size(), 2);
    QCOMPARE(opened.last().first().toString(), QStringLiteral("run-098"));
}

void TestRunsPage::theFilterMatchesEveryWordAnywhere()
{
    auto *filter = m_page->findChild<QLineEdit *>();
    QTest::keyClicks(filter, QStringLiteral("MNIST done"));
    QCOMPARE(m_page->table()->model()->rowCount(), 50);
    QTest::keyClicks(filter, QStringLiteral(" run-051"));
    QCOMPARE(m_page->table()->model()->rowCount(), 1);
    m_page->cancelCurrent();
    QCOMPARE(m_page->table()->model()->rowCount(), 100);
}

void TestRunsPage::emptyCellsSortLastInBothDirections()
{
    QAbstractItemModel *shown = m_page->table()->model();
    for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
        m_page->table()->sortByColumn(RunTableModel::BestMetric, order);
        QCOMPARE(shown->index(99, 0).data(RunTableModel::RunIdRole).toString(), QStringLiteral("run-001"));
    }
    QCOMPARE(shown->index(0, 0).data(RunTableModel::RunIdRole).toString(), QStringLiteral("run-099"));
}

void TestRunsPage::deletingAsksFirstAndNeverAnActiveRun()
{
    QSignalSpy removed(m_page.get(), &RunsPage::removeRequested);
    select(QStringLiteral("run-000"));
    QVERIFY(!action(QStringLiteral("Delete..."))->isEnabled());
    select(QStringLiteral("run-010"));
    m_page->table()->setFocus();
    QTest::keyClick(m_page->table(), Qt::Key_Delete);
    auto *question = m_page->findChild<QMessageBox *>();
    QVERIFY(question);
    QVERIFY(question->text().contains(QStringLiteral("cifar")));
    QVERIFY(removed.isEmpty());
    dialogButton(*question, QStringLiteral("Delete"))->click();
    QCOMPARE(removed.first().first().toStringList(), QStringList(QStringLiteral("run-010")));
}

void TestRunsPage::actionsFollowTheSelection()
{
    m_page->table()->clearSelection();
    QVERIFY(!m_page->primaryAction()->isEnabled());
    QVERIFY(!m_page->primaryDisabledReason().isEmpty());
    select(QStringLiteral("run-000"));
    QVERIFY(action(QStringLiteral("Stop..."))->isEnabled());
    QVERIFY(!action(QStringLiteral("Run again"))->isEnabled());
    select(QStringLiteral("run-020"));
    QVERIFY(!action(QStringLiteral("Stop..."))->isEnabled());
    QVERIFY(action(QStringLiteral("Run again"))->isEnabled());
    QVERIFY(m_page->primaryAction()->isEnabled());
}

void TestRunsPage::rowsAreCopiedAsText()
{
    select(QStringLiteral("run-099"));
    action(QStringLiteral("Copy as text"))->trigger();
    const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 2);
    QVERIFY(lines.first().contains(QStringLiteral("Name\tState\tProgress")));
    QVERIFY(lines.last().contains(QStringLiteral("mnist\tDone\t")));
}

void TestRunsPage::columnsAreRestored()
{
    QSignalSpy changed(m_page.get(), &RunsPage::columnsChanged);
    m_page->table()->setColumnWidth(RunTableModel::Name, 333);
    m_page->table()->sortByColumn(RunTableModel::Duration, Qt::AscendingOrder);
    QVERIFY(!changed.isEmpty());
    RunsPage other;
    other.restoreColumns(m_page->columns());
    QCOMPARE(other.table()->columnWidth(RunTableModel::Name), 333);
    QCOMPARE(other.table()->horizontalHeader()->sortIndicatorSection(), int(RunTableModel::Duration));
    other.restoreColumns(QByteArrayLiteral("damaged"));
    QCOMPARE(other.table()->columnWidth(RunTableModel::Name), 333);
}

void TestRunsPage::aNoteIsEditedInPlace()
{
    QSignalSpy noted(m_page.get(), &RunsPage::noteEdited);
    QTableView *table = m_page->table();
    const QModelIndex note = table->model()->index(0, RunTableModel::Note);
    table->setCurrentIndex(note);
    table->edit(note);
    auto *editor = table->viewport()->findChild<QLineEdit *>();
    QVERIFY(editor);
    QTest::keyClicks(editor, QStringLiteral("lr halved"));
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_COMPARE(noted, QList<QVariantList>({{QStringLiteral("run-099"), QStringLiteral("lr halved")}}));
}

void TestRunsPage::theStarIsToggledWithMouseAndKeyboard()
{
    QSignalSpy starred(m_page.get(), &RunsPage::starEdited);
    QTableView *table = m_page->table();
    const QModelIndex star = table->model()->index(0, RunTableModel::Star);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(star).center());
    QCOMPARE(starred.takeLast().at(1).toBool(), true);
    table->setCurrentIndex(star);
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Space);
    QCOMPARE(starred.takeLast().at(1).toBool(), false);
}

QTEST_MAIN(TestRunsPage)
#include "tst_runspage.moc"
