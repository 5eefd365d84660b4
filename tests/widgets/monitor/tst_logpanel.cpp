#include "services/common/logfile.h"
#include "widgets/common/theme.h"
#include "widgets/monitor/ansipalette.h"
#include "widgets/monitor/logpanel.h"
#include "widgets/monitor/logview.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <cmath>

using namespace Trainyard;

namespace {

QByteArray numberedLines(int count)
{
    QByteArray text;
    for (int i = 1; i <= count; ++i)
        text += "step " + QByteArray::number(i) + (i % 100 == 0 ? " RuntimeError: bad\n" : " loss 0.5\n");
    return text;
}

} // namespace

class TestLogPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void followingStaysAtTheEndUntilThePersonScrollsUp();
    void searchCountsAndWalksThroughMatches();
    void linesThatComeLaterAreSearchedToo();
    void aPatternIsSearchedAndABadOneIsSaid();
    void theErrorFilterKeepsTheNumbersOfTheLog();
    void filtersCombineAndSayWhatTheyHide();
    void oneRankIsShown();
    void updatesOfABarAreOneRowThatUnfolds();
    void theLastUpdateOfALiveBarIsShown();
    void hiddenBarsComeBack();
    void theFirstErrorStaysPinned();
    void aLineIsGoneToByItsNumber();
    void aLongLineIsCutAndShowsMoreOnDemand();
    void wrappedLinesKeepTheEndInView();
    void aGapIsSaidAboveItsLine();
    void binaryGarbageIsShown();
    void aNumberIsMarkedAsAMetric();
    void coloursOfALogCanBeReadInBothThemes();
    void showingAHiddenLineLiftsTheFilter();
    void copyWithoutSelectionTakesTheMarkedLine();
    void aSelectionOverSeveralLinesIsCopiedAsShown();
    void keysMoveTheMarkedLine();
    void aMillionLinesPaintQuickly();

private:
    void feed(const QByteArray &bytes);
    QAction *action(const QString &text) const;
    QString shownText();
    QToolButton *button(const QString &accessibleName) const;

    std::unique_ptr<LogPanel> m_panel;
    std::unique_ptr<LogIndexer> m_indexer;
    std::shared_ptr<LogFile> m_file;
};

void TestLogPanel::initTestCase()
{
    Theme::apply(*qApp, ThemeChoice::Light);
}

void TestLogPanel::init()
{
    m_panel = std::make_unique<LogPanel>();
    m_indexer = std::make_unique<LogIndexer>();
    m_file = *LogFile::temporary();
    m_panel->setBytes(m_file);
    m_panel->resize(700, 200);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
}

void TestLogPanel::cleanup()
{
    m_panel.reset();
}

void TestLogPanel::feed(const QByteArray &bytes)
{
    QVERIFY(m_file->append(bytes));
    m_indexer->feed(bytes);
    m_panel->append(m_indexer->take());
}

/// Of the filter's menu, by its text without mnemonics.
QAction *TestLogPanel::action(const QString &text) const
{
    for (QAction *candidate : m_panel->findChildren<QAction *>()) {
        if (candidate->text().remove(u'&').startsWith(text))
            return candidate;
    }
    return nullptr;
}

/// Every row, as copied.
QString TestLogPanel::shownText()
{
    m_panel->view()->selectAll();
    return m_panel->view()->selectedText();
}

QToolButton *TestLogPanel::button(const QString &accessibleName) const
{
    for (QToolButton *candidate : m_panel->findChildren<QToolButton *>()) {
        if (candidate->accessibleName() == accessibleName)
            return candidate;
    }
    return nullptr;
}

void TestLogPanel::followingStaysAtTheEndUntilThePersonScrollsUp()
{
    QScrollBar *bar = m_panel->view()->verticalScrollBar();
    feed(numberedLines(500));
    QCOMPARE(bar->value(), bar->maximum());
    QVERIFY(m_panel->view()->isFollowing());
    bar->setValue(10);
    QVERIFY(!m_panel->view()->isFollowing());
    feed("one more\n");
    QCOMPARE(bar->value(), 10);
    QTest::keyClick(m_panel->view(), Qt::Key_End);
    QVERIFY(m_panel->view()->isFollowing());
    QCOMPARE(bar->value(), bar->maximum());
}

void TestLogPanel::searchCountsAndWalksThroughMatches()
{
    feed(numberedLines(1000));
    auto *edit = m_panel->findChild<QLineEdit *>();
    auto *count = m_panel->tools()->findChild<QLabel *>();
    m_panel->view()->setFollowing(false);
    m_panel->view()->verticalScrollBar()->setValue(0);
    QTest::keyClicks(edit, QStringLiteral("runtimeerror"));
    QTRY_COMPARE(count->text(), QStringLiteral("1 of 10"));
    QCOMPARE(m_panel->view()->currentLine(), 100);
    QTest::keyClick(edit, Qt::Key_Return);
    QCOMPARE(m_panel->view()->currentLine(), 200);
    QTest::keyClick(edit, Qt::Key_F3, Qt::ShiftModifier);
    QTest::keyClick(m_panel->view(), Qt::Key_F3, Qt::ShiftModifier);
    QCOMPARE(m_panel->view()->currentLine(), 1000);
    QCOMPARE(count->text(), QStringLiteral("10 of 10"));
    QTest::keyClick(edit, Qt::Key_Escape);
    QTRY_COMPARE(count->text(), QString());
}

void TestLogPanel::linesThatComeLaterAreSearchedToo()
{
    feed("loss 1\nloss");
    auto *count = m_panel->tools()->findChild<QLabel *>();
    QTest::keyClicks(m_panel->findChild<QLineEdit *>(), QStringLiteral("loss"));
    QTRY_VERIFY(count->text().contains(QStringLiteral("2")));
    feed(" 2\nnothing\nloss 3\n");
    QTRY_VERIFY2(count->text().contains(QStringLiteral("3")), qPrintable(count->text()));
}

void TestLogPanel::theErrorFilterKeepsTheNumbersOfTheLog()
{
    feed(numberedLines(1000));
    button(QStringLiteral("Show error lines only"))->click();
    m_panel->view()->setFollowing(false);
    m_panel->view()->verticalScrollBar()->setValue(0);
    QCOMPARE(m_panel->view()->firstVisibleLine(), 100);
    feed(numberedLines(100));
    button(QStringLiteral("Show error lines only"))->click();
    QCOMPARE(m_panel->view()->text().count(LineKind::Error), 11);
}

void TestLogPanel::aPatternIsSearchedAndABadOneIsSaid()
{
    feed(numberedLines(1000));
    auto *edit = m_panel->findChild<QLineEdit *>();
    auto *count = m_panel->tools()->findChild<QLabel *>();
    button(QStringLiteral("Search for a regular expression"))->click();
    QTest::keyClicks(edit, QStringLiteral("step \\d+00 Run"));
    QTRY_VERIFY2(count->text().contains(QStringLiteral("10")), qPrintable(count->text()));
    edit->setText(QStringLiteral("step (\\d+"));
    QTRY_VERIFY2(count->text().startsWith(QStringLiteral("Character 9")), qPrintable(count->text()));
    QVERIFY(!count->toolTip().isEmpty());
    edit->setText(QStringLiteral("step (\\d+)"));
    QTRY_VERIFY2(count->text().contains(QStringLiteral("1,000")), qPrintable(count->text()));
}

void TestLogPanel::filtersCombineAndSayWhatTheyHide()
{
    feed("one\nUserWarning: two\nRuntimeError: three\n 5%|#\nfive\n");
    action(QStringLiteral("Warnings"))->setChecked(true);
    QCOMPARE(shownText(), QStringLiteral("UserWarning: two"));
    button(QStringLiteral("Show error lines only"))->click();
    QCOMPARE(shownText(), QStringLiteral("UserWarning: two\nRuntimeError: three"));
    const auto hidden = [this] {
        for (const QLabel *label : m_panel->findChildren<QLabel *>()) {
            if (label->isVisible() && label->text().startsWith(QLatin1String("The filter hides")))
                return label->text();
        }
        return QString();
    };
    QCOMPARE(hidden(), QStringLiteral("The filter hides 3 of 5 lines."));
    feed("six\n");
    QCOMPARE(hidden(), QStringLiteral("The filter hides 4 of 6 lines."));
    for (QToolButton *all : m_panel->findChildren<QToolButton *>()) {
        if (all->text().remove(u'&') == QLatin1String("Show all"))
            all->click();
    }
    QCOMPARE(hidden(), QString());
    QCOMPARE(m_panel->view()->rowCount(), 6);
}

void TestLogPanel::oneRankIsShown()
{
    QByteArray text;
    for (int i = 0; i < 3000; ++i)
        text += "[rank" + QByteArray::number(i % 3) + "]: step " + QByteArray::number(i) + '\n';
    feed(text);
    QAction *rank = action(QStringLiteral("Rank 1"));
    QVERIFY(rank);
    rank->trigger();
    QTRY_COMPARE(m_panel->view()->rowCount(), 1000);
    feed("[rank1]: step 3000\n[rank2]: step 3001\n");
    QTRY_COMPARE(m_panel->view()->rowCount(), 1001);
    m_panel->showLine(3001);
    QCOMPARE(m_panel->view()->currentLine(), 3001);
    QCOMPARE(m_panel->view()->rowCount(), 1001);
}

void TestLogPanel::updatesOfABarAreOneRowThatUnfolds()
{
    feed("start\n 10%|#\n 20%|##\n 30%|###\nend\n1%|a\r2%|b\r3%|c\n");
    QCOMPARE(shownText(), QStringLiteral("start\n 30%|###\nend\n3%|c"));
    m_panel->showLine(4);
    QTest::keyClick(m_panel->view(), Qt::Key_Space);
    m_panel->showLine(6);
    QTest::keyClick(m_panel->view(), Qt::Key_Space);
    QCOMPARE(shownText(), QStringLiteral("start\n 10%|#\n 20%|##\n 30%|###\nend\n1%|a\n2%|b\n3%|c"));
    m_panel->showLine(4);
    QTest::keyClick(m_panel->view(), Qt::Key_Space);
    QCOMPARE(shownText(), QStringLiteral("start\n 30%|###\nend\n1%|a\n2%|b\n3%|c"));
}

void TestLogPanel::theLastUpdateOfALiveBarIsShown()
{
    feed("start\n");
    for (int percent = 1; percent <= 100; ++percent) {
        feed(QByteArray::number(percent) + "%|#\n");
        QCOMPARE(m_panel->view()->rowCount(), 2);
    }
    QCOMPARE(shownText(), QStringLiteral("start\n100%|#"));
    QCOMPARE(m_panel->view()->text().lineCount(), 101);
}

void TestLogPanel::hiddenBarsComeBack()
{
    feed("start\n 10%|#  | 1/10\n 20%|## | 2/10\nend\n");
    action(QStringLiteral("Hide progress bars"))->trigger();
    QCOMPARE(shownText(), QStringLiteral("start\nend"));
    action(QStringLiteral("Show every update"))->trigger();
    QCOMPARE(shownText().count(u'\n'), 3);
}

void TestLogPanel::theFirstErrorStaysPinned()
{
    const auto pinned = [this] {
        for (const QLabel *label : m_panel->findChildren<QLabel *>()) {
            if (label->isVisible() && label->text().startsWith(QLatin1String("First error")))
                return label->text();
        }
        return QString();
    };
    feed(numberedLines(99));
    QCOMPARE(pinned(), QString());
    feed("CUDA Error: out of memory\nRuntimeError: later\n");
    QCOMPARE(pinned(), QStringLiteral("First error, line 100: CUDA Error: out of memory"));
    button(QStringLiteral("Hide this line"))->click();
    QCOMPARE(pinned(), QString());
    m_panel->jumpToFirstError();
    QCOMPARE(m_panel->view()->currentLine(), 100);
}

void TestLogPanel::aLineIsGoneToByItsNumber()
{
    feed(numberedLines(1000));
    QTest::keyClick(m_panel->view(), Qt::Key_G, Qt::ControlModifier);
    auto *dialog = m_panel->findChild<QInputDialog *>();
    QVERIFY(dialog);
    dialog->setIntValue(777);
    dialog->accept();
    QCOMPARE(m_panel->view()->currentLine(), 777);
    QVERIFY(m_panel->view()->firstVisibleLine() > 700);
}

void TestLogPanel::aLongLineIsCutAndShowsMoreOnDemand()
{
    feed("first\n" + QByteArray(5'000'000, 'x') + "\nlast\n");
    LogView *view = m_panel->view();
    view->setWrapping(true);
    view->setFollowing(false);
    view->verticalScrollBar()->setValue(1);
    QElapsedTimer timer;
    timer.start();
    view->viewport()->grab();
    QVERIFY2(timer.elapsed() < 500, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(shownText().size(), qsizetype(5 + 1 + LogText::usualCharacters + 1 + 4));
    // The end of the cut line is the link: it stands above the last line.
    view->setFollowing(true);
    const int lineHeight = view->fontMetrics().height() + 1;
    for (int x = 60; x < view->viewport()->width() && shownText().size() < 5000; x += 30)
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, QPoint(x, view->viewport()->height() - lineHeight - lineHeight / 2));
    QVERIFY2(shownText().size() > 30'000, qPrintable(QString::number(shownText().size())));
}

void TestLogPanel::wrappedLinesKeepTheEndInView()
{
    feed(numberedLines(100) + QByteArray("long ").repeated(400) + '\n');
    LogView *view = m_panel->view();
    view->setWrapping(true);
    QVERIFY(view->isFollowing());
    QCOMPARE(view->verticalScrollBar()->value(), view->verticalScrollBar()->maximum());
    QCOMPARE(view->horizontalScrollBar()->maximum(), 0);
    feed(numberedLines(3));
    QVERIFY(view->isFollowing());
    QWheelEvent up(QPointF(100, 50), view->viewport()->mapToGlobal(QPointF(100, 50)), {}, QPoint(0, 120), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(view->viewport(), &up);
    QVERIFY(!view->isFollowing());
    QWheelEvent down(QPointF(100, 50), view->viewport()->mapToGlobal(QPointF(100, 50)), {}, QPoint(0, -120), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(view->viewport(), &down);
    QVERIFY(view->isFollowing());
}

void TestLogPanel::aGapIsSaidAboveItsLine()
{
    feed(numberedLines(3));
    const QImage before = m_panel->view()->viewport()->grab().toImage();
    const QDateTime now = QDateTime::currentDateTime();
    m_panel->setGaps({LogGap{2, now.addSecs(-60), now, false}});
    QVERIFY(m_panel->view()->viewport()->grab().toImage() != before);
    QCOMPARE(m_panel->view()->rowCount(), 3); // a gap is no line
    m_panel->clear();
    QCOMPARE(m_panel->view()->rowCount(), 0);
}

void TestLogPanel::binaryGarbageIsShown()
{
    QByteArray garbage;
    for (int i = 0; i < 100'000; ++i)
        garbage += char(i * 7919 % 256);
    feed(garbage + '\0');
    m_panel->view()->viewport()->grab();
    QVERIFY(shownText().contains(QChar(QChar::ReplacementCharacter)));
}

void TestLogPanel::aNumberIsMarkedAsAMetric()
{
    feed("step 12 my_score=0.75 done\n");
    LogView *view = m_panel->view();
    QSignalSpy marked(view, &LogView::numberMarked);
    QTimer::singleShot(0, view, [view] {
        for (QAction *entry : view->findChild<QMenu *>()->actions()) {
            if (entry->text().contains(QLatin1String("metric")))
                entry->trigger();
        }
        view->findChild<QMenu *>()->close();
    });
    const int column = int(QStringLiteral("step 12 my_score=0").size());
    const int gutter = 3 * view->fontMetrics().horizontalAdvance(u'0') + 12 + 12 + 6;
    const QPoint place(gutter + column * view->fontMetrics().horizontalAdvance(u'0'), 5);
    QContextMenuEvent event(QContextMenuEvent::Mouse, place, view->viewport()->mapToGlobal(place));
    QCoreApplication::sendEvent(view->viewport(), &event);
    QCOMPARE(marked.size(), 1);
    QCOMPARE(marked.first(), (QVariantList{QStringLiteral("step 12 my_score=0.75 done"), 17, 4}));
}

void TestLogPanel::coloursOfALogCanBeReadInBothThemes()
{
    const auto luminance = [](const QColor &color) {
        const auto linear = [](double part) { return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4); };
        return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
    };
    for (const bool isDark : {false, true}) {
        const QPalette palette = Theme::palette(isDark);
        const double base = luminance(palette.color(QPalette::Base));
        for (quint32 index = 0; index < 256; ++index) {
            TextStyle style;
            style.foreground = {AnsiColor::Kind::Indexed, index};
            const QTextCharFormat format = ansiFormat(style, palette.color(QPalette::Text), palette.color(QPalette::Base));
            const double own = luminance(format.foreground().color());
            QVERIFY2((std::max(own, base) + 0.05) / (std::min(own, base) + 0.05) >= 4.5, qPrintable(QString::number(index)));
        }
    }
}

void TestLogPanel::showingAHiddenLineLiftsTheFilter()
{
    feed(numberedLines(300));
    QToolButton *errors = button(QStringLiteral("Show error lines only"));
    errors->click();
    m_panel->showLine(200);
    QVERIFY(errors->isChecked());
    m_panel->showLine(150);
    QVERIFY(!errors->isChecked());
    QCOMPARE(m_panel->view()->currentLine(), 150);
}

void TestLogPanel::copyWithoutSelectionTakesTheMarkedLine()
{
    feed("one\n\x1b[31mtwo\x1b[0m\nthree\n");
    m_panel->showLine(2);
    m_panel->view()->copy();
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("two"));
}

void TestLogPanel::aSelectionOverSeveralLinesIsCopiedAsShown()
{
    feed("one\n 5%|#\r10%|##\nthree\n");
    m_panel->view()->selectAll();
    m_panel->view()->copy();
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("one\n10%|##\nthree"));
}

void TestLogPanel::keysMoveTheMarkedLine()
{
    feed(numberedLines(50));
    m_panel->showLine(10);
    QSignalSpy activated(m_panel.get(), &LogPanel::lineActivated);
    QTest::keyClick(m_panel->view(), Qt::Key_Down);
    QCOMPARE(activated.takeLast().first().toLongLong(), 11);
    QTest::keyClick(m_panel->view(), Qt::Key_Up);
    QTest::keyClick(m_panel->view(), Qt::Key_Home);
    QCOMPARE(activated.takeLast().first().toLongLong(), 1);
}

void TestLogPanel::aMillionLinesPaintQuickly()
{
    const QByteArray block = numberedLines(1000);
    for (int i = 0; i < 1000; ++i)
        feed(block);
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < 20; ++i) {
        m_panel->view()->verticalScrollBar()->setValue(i * 50'000);
        m_panel->view()->viewport()->grab();
    }
    qInfo("a screen of a million lines: %.1f ms", double(timer.elapsed()) / 20);
    QVERIFY(timer.elapsed() / 20 < 100);
}

QTEST_MAIN(TestLogPanel)
#include "tst_logpanel.moc"
