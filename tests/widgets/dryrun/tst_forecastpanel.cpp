#include "models/accelerator/flavorfitmodel.h"
#include "models/accelerator/forecasttext.h"
#include "services/common/language.h"
#include "tests/support/sampleforecast.h"
#include "widgets/dryrun/dryrunpage.h"
#include "widgets/dryrun/evidencepanel.h"
#include "widgets/dryrun/forecastbar.h"
#include "widgets/dryrun/forecastpanel.h"
#include "widgets/dryrun/needcurve.h"
#include "widgets/dryrun/pointtile.h"
#include "widgets/dryrun/steptimeline.h"
#include "widgets/setup/sentencelabel.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace Trainyard;

namespace {

ForecastState stateOf(const MemoryForecast &forecast)
{
    return {ForecastState::Kind::Full, forecast, QString(), 8, 2048};
}

QStringList textsOf(const QWidget &widget)
{
    QStringList texts;
    for (const QLabel *label : widget.findChildren<QLabel *>()) {
        if (label->isVisibleTo(&widget))
            texts.append(label->text());
    }
    return texts;
}

QPushButton *shownButton(const QWidget &widget, const QString &text)
{
    for (QPushButton *button : widget.findChildren<QPushButton *>()) {
        if (button->text() == text && button->isVisibleTo(&widget))
            return button;
    }
    return nullptr;
}

} // namespace

class TestForecastPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysWhatIsNeededAndOfWhat();
    void theVerdictGoesByTheBand_data();
    void theVerdictGoesByTheBand();
    void withoutModelItSaysHowToGetOne();
    void aFailureCanBeTriedAgain();
    void anOldForecastStaysWhileTheNewOneComes();
    void aSuggestionIsAppliedByItsButton();
    void theChartsSayWhatIsUnderTheCrosshair();
    void theCurveSwitchesItsAxis();
    void aFlavorIsTakenFromTheTable();
    void speaksChinese();
    void thePageKnowsItBeforeTheDryRun();
    void theReportsForecastIsShownWhereThereIsNoOther();
};

void TestForecastPanel::saysWhatIsNeededAndOfWhat()
{
    ForecastPanel panel;
    panel.setState(stateOf(sampleForecast()));
    const QString all = textsOf(panel).join(u'\n');
    for (const char *words : {"Needs 27.3 GiB (26.6 GiB to 29.0 GiB), and A10 has 22.6 GiB: it does not fit.", "backward pass", "Largest batch that fits: 6.", "1,536 tokens",
                              "attention = flash", "Not forecast: Buffers of NCCL", "Saves 7.0 GiB and then needs 20.0 GiB: it fits.", "training.batch_size: 4"})
        QVERIFY2(all.contains(QLatin1String(words)), qPrintable(QLatin1String(words) + u'\n' + all));
    const auto *bar = panel.findChild<ForecastBar *>();
    QVERIFY(bar->accessibleName().contains(QStringLiteral("27.3 GiB")));
    for (const char *words : {"weights: 12.6 GiB", "activations: 12.5 GiB", "held but unused"})
        QVERIFY2(bar->accessibleDescription().contains(QLatin1String(words)), qPrintable(bar->accessibleDescription()));
}

void TestForecastPanel::theVerdictGoesByTheBand_data()
{
    QTest::addColumn<qint64>("capacity");
    QTest::addColumn<StatusColor>("status");
    constexpr qint64 gib = qint64(1) << 30;
    QTest::newRow("below the band") << 24 * gib << StatusColor::Error;
    QTest::newRow("in the band") << 28 * gib << StatusColor::Warning;
    QTest::newRow("above the band") << 32 * gib << StatusColor::Ok;
    QTest::newRow("not known") << qint64(0) << StatusColor::Info;
}

void TestForecastPanel::theVerdictGoesByTheBand()
{
    QFETCH(qint64, capacity);
    QFETCH(StatusColor, status);
    MemoryForecast forecast = sampleForecast();
    forecast.capacityBytes = capacity > 0 ? std::optional(capacity) : std::nullopt;
    forecast.fits = capacity > 0 ? std::optional(forecast.smallestCapacityBytes <= capacity) : std::nullopt;
    ForecastPanel panel;
    panel.setState(stateOf(forecast));
    QCOMPARE(panel.findChild<SentenceLabel *>()->status(), status);
}

void TestForecastPanel::withoutModelItSaysHowToGetOne()
{
    ForecastPanel panel;
    QSignalSpy wishes(&panel, &ForecastPanel::modelRequested);
    panel.setState({});
    QVERIFY(panel.findChild<SentenceLabel *>()->text().contains(QStringLiteral("model")));
    QVERIFY(!panel.findChild<ForecastBar *>()->isVisibleTo(&panel));
    shownButton(panel, QStringLiteral("Name the model"))->click();
    QCOMPARE(wishes.size(), 1);
}

void TestForecastPanel::aFailureCanBeTriedAgain()
{
    ForecastPanel panel;
    QSignalSpy wishes(&panel, &ForecastPanel::retryRequested);
    panel.setState({ForecastState::Kind::Failed, std::nullopt, QStringLiteral("aten::nonzero is not forecast."), std::nullopt, std::nullopt});
    QVERIFY(panel.findChild<SentenceLabel *>()->text().contains(QStringLiteral("aten::nonzero")));
    shownButton(panel, QStringLiteral("Forecast again"))->click();
    QCOMPARE(wishes.size(), 1);
}

void TestForecastPanel::anOldForecastStaysWhileTheNewOneComes()
{
    ForecastPanel panel;
    ForecastState state = stateOf(sampleForecast());
    state.kind = ForecastState::Kind::Working;
    panel.setState(state);
    QVERIFY(panel.findChild<ForecastBar *>()->isVisibleTo(&panel));
    QVERIFY(!panel.findChild<QPushButton *>(QStringLiteral("apply-halve-batch"))->isEnabled());
}

void TestForecastPanel::aSuggestionIsAppliedByItsButton()
{
    ForecastPanel panel;
    QSignalSpy wishes(&panel, &ForecastPanel::applyRequested);
    panel.setState(stateOf(sampleForecast()));
    auto *button = panel.findChild<QPushButton *>(QStringLiteral("apply-activation-checkpointing"));
    QVERIFY(button->accessibleName().contains(QStringLiteral("Recompute activations")));
    button->click();
    QCOMPARE(wishes.size(), 1);
    QCOMPARE(wishes.first().first().value<MemorySuggestion>(), sampleForecast().suggestions[1]);
}

void TestForecastPanel::theChartsSayWhatIsUnderTheCrosshair()
{
    ForecastPanel panel;
    panel.resize(700, 900);
    panel.setState(stateOf(sampleForecast()));
    auto *timeline = panel.findChild<StepTimeline *>();
    QTest::keyClick(timeline, Qt::Key_Home);
    QCOMPARE(timeline->reading(), QStringLiteral("forward pass, 0 % of the step: 12.6 GiB allocated"));
    QTest::keyClick(timeline, Qt::Key_End);
    QCOMPARE(timeline->reading(), QStringLiteral("optimizer step, 100 % of the step: 12.7 GiB allocated"));
    auto *curve = panel.findChild<NeedCurve *>();
    QTest::keyClick(curve, Qt::Key_Home);
    QCOMPARE(curve->reading(), QStringLiteral("batch 1: 15.6 GiB, fits"));
    QCOMPARE(curve->accessibleDescription(), curve->reading());
    QTest::keyClick(curve, Qt::Key_End);
    QCOMPARE(curve->reading(), QStringLiteral("batch 16: 39.0 GiB, does not fit"));
}

void TestForecastPanel::theCurveSwitchesItsAxis()
{
    ForecastPanel panel;
    panel.setState(stateOf(sampleForecast()));
    panel.findChild<QComboBox *>()->setCurrentIndex(1);
    auto *curve = panel.findChild<NeedCurve *>();
    QTest::keyClick(curve, Qt::Key_Home);
    QCOMPARE(curve->reading(), QStringLiteral("256 tokens: 15.8 GiB, fits"));
}

void TestForecastPanel::aFlavorIsTakenFromTheTable()
{
    FlavorFitModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setForecast(sampleForecast());
    QCOMPARE(model.index(0, FlavorFitModel::FitColumn).data().toString(), QStringLiteral("fits, 70 % used"));
    QCOMPARE(model.index(0, FlavorFitModel::HoursColumn).data().toString(), QStringLiteral("9 to 13 h"));
    QCOMPARE(model.index(1, FlavorFitModel::FitColumn).data().toString(), QStringLiteral("does not fit"));

    ForecastPanel panel;
    QSignalSpy wishes(&panel, &ForecastPanel::flavorRequested);
    panel.setState(stateOf(sampleForecast()));
    auto *table = panel.findChild<QTableView *>();
    QCOMPARE(table->model()->index(0, 0).data().toString(), QStringLiteral("gpu.a100.40"));
    table->setCurrentIndex(table->model()->index(0, 0));
    shownButton(panel, QStringLiteral("Use gpu.a100.40"))->click();
    QCOMPARE(wishes.size(), 1);
    QCOMPARE(wishes.first().first().toString(), QStringLiteral("gpu.a100.40"));
}

void TestForecastPanel::speaksChinese()
{
    DryRunPage page;
    page.setJobName(QStringLiteral("job"));
    page.setForecast(stateOf(sampleForecast()));
    useLanguage(Language::Chinese);
    QCoreApplication::processEvents();
    const QString all = textsOf(page.evidence().forecastPanel()).join(u'\n');
    useLanguage(Language::English);
    QVERIFY2(all.contains(QStringLiteral("放不下")), qPrintable(all));
    QVERIFY2(all.contains(QStringLiteral("权重")), qPrintable(all));
    QVERIFY2(!all.contains(QStringLiteral("Largest batch")), qPrintable(all));
}

void TestForecastPanel::thePageKnowsItBeforeTheDryRun()
{
    DryRunPage page;
    page.setJobName(QStringLiteral("job"));
    page.setForecast(stateOf(sampleForecast()));
    const auto *tile = page.findChildren<PointTile *>().at(int(DryRunPoint::Memory));
    QVERIFY2(tile->text().contains(QStringLiteral("does not fit")), qPrintable(tile->text()));
    const QModelIndex current = page.findChild<QListView *>()->currentIndex(); // it is what there is to worry about
    QCOMPARE(current.data().toString(), QStringLiteral("Memory"));
    QVERIFY(current.data(DryRunRowModel::DetailRole).toString().startsWith(QStringLiteral("Needs 27.3 GiB")));
    QVERIFY(page.evidence().forecastPanel().isVisibleTo(&page));
}

void TestForecastPanel::theReportsForecastIsShownWhereThereIsNoOther()
{
    DryRunPage page;
    page.setJobName(QStringLiteral("job"));
    DryRunReport report;
    for (const DryRunPoint point : allDryRunPoints)
        report.points.append(PointResult{point, PointStatus::Pass, QStringLiteral("fine"), {}});
    report.memory = sampleForecast().toJson();
    page.setReport(report, false);
    auto *list = page.findChild<QListView *>();
    for (int row = 0; row < list->model()->rowCount(); ++row) {
        if (list->model()->index(row, 0).data().toString() == QLatin1String("Memory"))
            list->setCurrentIndex(list->model()->index(row, 0));
    }
    const ForecastPanel &panel = page.evidence().forecastPanel();
    QVERIFY(panel.isVisibleTo(&page));
    QVERIFY(panel.findChild<ForecastBar *>()->accessibleName().contains(QStringLiteral("27.3 GiB")));
}

QTEST_MAIN(TestForecastPanel)
#include "tst_forecastpanel.moc"
