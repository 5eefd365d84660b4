#include "widgets/common/theme.h"
#include "widgets/dryrun/dryrunpage.h"
#include "widgets/dryrun/evidencepanel.h"
#include "widgets/dryrun/pointtile.h"
#include "widgets/dryrun/verdicttile.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace Trainyard;

namespace {

Finding finding(const QString &code, Severity severity, const QString &message, const Place &where = {})
{
    Finding finding;
    finding.code = code;
    finding.severity = severity;
    finding.message = message;
    finding.where = where;
    finding.fix = QStringLiteral("Do something about it.");
    return finding;
}

DryRunReport report(const Findings &dataFindings = {})
{
    DryRunReport report;
    for (const DryRunPoint point : allDryRunPoints)
        report.points.append(PointResult{point, PointStatus::Pass, dryRunPointToText(point) + QStringLiteral(" is fine."), {}});
    report.points[1].findings = dataFindings;
    if (!dataFindings.isEmpty())
        report.points[1].status = hasErrors(dataFindings) ? PointStatus::Fail : PointStatus::Warn;
    report.loss = {2.3, 2.1, 1.8};
    report.notChecked = {{QStringLiteral("The script"), QStringLiteral("nobody asked for it")}};
    report.verdict = DryRunReport::verdictOf(report.points);
    return report;
}

QStringList rowsOf(const DryRunPage &page)
{
    QStringList rows;
    const auto *model = page.findChild<QListView *>()->model();
    for (int row = 0; row < model->rowCount(); ++row)
        rows.append(model->index(row, 0).data().toString());
    return rows;
}

QPushButton *button(const DryRunPage &page, const QString &text)
{
    for (QPushButton *candidate : page.findChildren<QPushButton *>()) {
        if (candidate->text().remove(u'&') == text)
            return candidate;
    }
    return nullptr;
}

} // namespace

class TestDryRunPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutJobOffersTheSample();
    void beforeTheFirstDryRunTilesSayWhatTheyProve();
    void tilesSettleOneByOne();
    void worstFindingIsSelectedFirst();
    void tileFiltersButNotCheckedStays();
    void whatWasSkippedIsSaidOnceAndCounted();
    void passMakesSubmitTheNextStep();
    void failNeedsAReasonToSubmit();
    void badgeCountsErrors();
    void cancelKeepsWhatWasFound();
    void findingAsksForItsSourceAndField();
    void modelKeepsItsPromises();
};

void TestDryRunPage::withoutJobOffersTheSample()
{
    DryRunPage page;
    QSignalSpy sample(&page, &DryRunPage::openSampleRequested);
    QVERIFY(!page.primaryAction()->isEnabled());
    QVERIFY(!page.primaryDisabledReason().isEmpty());
    QTest::mouseClick(button(page, QStringLiteral("Open the sample project")), Qt::LeftButton);
    QCOMPARE(sample.size(), 1);
}

void TestDryRunPage::beforeTheFirstDryRunTilesSayWhatTheyProve()
{
    DryRunPage page;
    page.setJobName(QStringLiteral("first-run"));
    QVERIFY(page.primaryAction()->isEnabled());
    QCOMPARE(page.primaryAction()->text(), QStringLiteral("Run dry-run"));
    QCOMPARE(rowsOf(page).size(), 5);
    for (const PointTile *tile : page.findChildren<PointTile *>()) {
        QVERIFY(tile->text().contains(QLatin1String("not run yet")));
        QCOMPARE(tile->accessibleDescription(), promiseOf(tile->point()));
    }
}

void TestDryRunPage::tilesSettleOneByOne()
{
    DryRunPage page;
    page.setJobName(QStringLiteral("first-run"));
    page.setRunning();
    QVERIFY(page.isRunning());
    QVERIFY(!page.primaryAction()->isEnabled());
    page.setProgress(QStringLiteral("Reading 64 images"), 0.5);
    page.setPoint(report().points[0]);
    const QList<PointTile *> tiles = page.findChildren<PointTile *>();
    QVERIFY(tiles[0]->text().contains(QLatin1String("pass")));
    QVERIFY(tiles[1]->text().contains(QLatin1String("checking")));
    page.setReport(report(), false);
    for (const PointTile *tile : tiles)
        QVERIFY(tile->text().contains(QLatin1String("pass")));
}

void TestDryRunPage::worstFindingIsSelectedFirst()
{
    DryRunPage page;
    page.setJobName(QStringLiteral("first-run"));
    page.setReport(report({finding(QStringLiteral("data.leak"), Severity::Warning, QStringLiteral("A warning.")),
                           finding(QStringLiteral("data.empty-file"), Severity::Error, QStringLiteral("An error."))}), false);
    QCOMPARE(rowsOf(page).mid(0, 2), (QStringList{QStringLiteral("An error."), QStringLiteral("A warning.")}));
    QCOMPARE(page.findChild<QListView *>()->currentIndex().row(), 0);
}

void TestDryRunPage::tileFiltersButNotCheckedStays()
{
    DryRunPage page;
    page.setJobName(QStringLiteral("first-run"));
    page.setReport(report({finding(QStringLiteral("data.leak"), Severity::Warning, QStringLiteral("A warning."))}), false);
    QCOMPARE(rowsOf(page).size(), 7);
    PointTile *loss = page.findChildren<PointTile *>()[3];
    loss->click();
    QCOMPARE(rowsOf(page), (QStringList{QStringLiteral("Loss"), QStringLiteral("Not checked: The script")}));
    loss->click();
    QCOMPARE(rowsOf(page).size(), 7);
}

void TestDryRunPage::whatWasSkippedIsSaidOnceAndCounted()
{
    DryRunPage page;
    page.setJobName(QStringLiteral("first-run"));
    DryRunReport partly = report();
    for (const DryRunPoint point : {DryRunPoint::Memory, DryRunPoint::Loss}) {
        partly.points[int(point)].status = PointStatus::Skipped;
        partly.points[int(point)].detail = QStringLiteral("There is no model.");
    }
    partly.notChecked.append({QStringLiteral("Memory and loss"), QStringLiteral("There is no model.")});
    page.setReport(partly, false);
    QCOMPARE(rowsOf(page).size(), 6);
    QVERIFY(page.findChild<VerdictTile *>()->accessibleDescription().contains(QLatin1String("not checked: 2")));
}

void TestDryRunPage::passMakesSubmitTheNextStep()
{
    DryRunPage page;
    page.setJobName(QStringLiteral("first-run"));
    page.setReport(report(), false);
    QSignalSpy submit(&page, &DryRunPage::submitRequested);
    QSignalSpy again(&page, &DryRunPage::runRequested);
    page.primaryAction()->trigger();
    QCOMPARE(submit.size(), 1);
    page.checkAgain();
    QCOMPARE(again.size(), 1);
}

void TestDryRunPage::failNeedsAReasonToSubmit()
{
    DryRunPage page;
    page.setJobName(QStringLiteral("first-run"));
    page.setReport(report({finding(QStringLiteral("data.empty-file"), Severity::Error, QStringLiteral("An error."))}), false);
    QCOMPARE(page.primaryAction()->text(), QStringLiteral("Run again"));
    QSignalSpy overridden(&page, &DryRunPage::overrideRequested);
    button(page, QStringLiteral("Ignore with a reason..."))->click();
    auto *dialog = page.findChild<QInputDialog *>();
    QVERIFY(dialog);
    dialog->setTextValue(QStringLiteral("  "));
    dialog->accept();
    QCOMPARE(overridden.size(), 0);
    button(page, QStringLiteral("Ignore with a reason..."))->click();
    page.findChildren<QInputDialog *>().last()->setTextValue(QStringLiteral("the file is not used"));
    page.findChildren<QInputDialog *>().last()->accept();
    QCOMPARE(overridden.size(), 1);
    page.setOverrideReason(overridden.first().first().toString());
    QCOMPARE(page.primaryAction()->text(), QStringLiteral("Review and submit"));
}

void TestDryRunPage::badgeCountsErrors()
{
    DryRunPage page;
    page.setJobName(QStringLiteral("first-run"));
    QCOMPARE(page.badgeCount(), 0);
    page.setReport(report({finding(QStringLiteral("data.empty-file"), Severity::Error, QStringLiteral("An error."))}), false);
    QCOMPARE(page.badgeCount(), 1);
    QVERIFY(page.isBadgeError());
}

void TestDryRunPage::cancelKeepsWhatWasFound()
{
    DryRunPage page;
    page.setJobName(QStringLiteral("first-run"));
    page.setRunning();
    QSignalSpy cancelled(&page, &DryRunPage::cancelRequested);
    page.cancelCurrent();
    QCOMPARE(cancelled.size(), 1);
    page.setReport(report({finding(QStringLiteral("data.leak"), Severity::Warning, QStringLiteral("A warning."))}), true);
    QVERIFY(rowsOf(page).contains(QLatin1String("A warning.")));
    QCOMPARE(page.primaryAction()->text(), QStringLiteral("Run again"));
}

void TestDryRunPage::findingAsksForItsSourceAndField()
{
    DryRunPage page;
    page.setJobName(QStringLiteral("first-run"));
    QSignalSpy source(&page.evidence(), &EvidencePanel::sourceRequested);
    QSignalSpy field(&page.evidence(), &EvidencePanel::fieldRequested);
    const Place place{QStringLiteral("job.yaml"), 12, QStringLiteral("inputs[0].source")};
    page.setReport(report({finding(QStringLiteral("data.missing-source"), Severity::Error, QStringLiteral("An error."), place)}), false);
    QVERIFY(!source.isEmpty());
    QCOMPARE(source.last().first().toString(), QStringLiteral("job.yaml"));
    button(page, QStringLiteral("Go to the field"))->click();
    QCOMPARE(field.size(), 1);
    QCOMPARE(field.first().first().toString(), place.key);
}

void TestDryRunPage::modelKeepsItsPromises()
{
    DryRunRowModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setReport(report({finding(QStringLiteral("data.leak"), Severity::Warning, QStringLiteral("A warning."))}), {DryRunPoint::Data});
    model.setFilter(DryRunPoint::Data);
    model.setFilter(std::nullopt);
    QCOMPARE(model.rowCount(), 7);
}

QTEST_MAIN(TestDryRunPage)
#include "tst_dryrunpage.moc"
