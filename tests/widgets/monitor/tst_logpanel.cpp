#include "widgets/common/theme.h"
#include "widgets/monitor/logpanel.h"
#include "widgets/monitor/logview.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

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
    void theErrorFilterKeepsTheNumbersOfTheLog();
    void hiddenBarsComeBack();
    void showingAHiddenLineLiftsTheFilter();
    void copyWithoutSelectionTakesTheMarkedLine();
    void aSelectionOverSeveralLinesIsCopiedAsShown();
    void keysMoveTheMarkedLine();
    void aMillionLinesPaintQuickly();

private:
    void feed(const QByteArray &bytes);
    QToolButton *button(const QString &accessibleName) const;

    std::unique_ptr<LogPanel> m_panel;
    std::unique_ptr<LogIndexer> m_indexer;
};

void TestLogPanel::initTestCase()
{
    Theme::apply(*qApp, ThemeChoice::Light);
}

void TestLogPanel::init()
{
    m_panel = std::make_unique<LogPanel>();
    m_indexer = std::make_unique<LogIndexer>();
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
    m_panel->append(m_indexer->feed(bytes));
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
    auto *count = m_panel->findChild<QLabel *>();
    m_panel->view()->setFollowing(false);
    m_panel->view()->verticalScrollBar()->setValue(0);
    QTest::keyClicks(edit, QStringLiteral("runtimeerror"));
    QTRY_COMPARE(count->text(), QStringLiteral("1 of 10"));
    QCOMPARE(m_panel->view()->currentLine(), 100);
    QTest::keyClick(edit, Qt::Key_Return);
    QCOMPARE(m_panel->view()->currentLine(), 200);
    QTest::keyClick(edit, Qt::Key_Return, Qt::ShiftModifier);
    QTest::keyClick(edit, Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(m_panel->view()->currentLine(), 1000);
    QCOMPARE(count->text(), QStringLiteral("10 of 10"));
    QTest::keyClick(edit, Qt::Key_Escape);
    QTRY_COMPARE(count->text(), QString());
}

void TestLogPanel::linesThatComeLaterAreSearchedToo()
{
    feed("loss 1\nloss");
    auto *count = m_panel->findChild<QLabel *>();
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
    QCOMPARE(m_panel->view()->text().errorCount(), 11);
}

void TestLogPanel::hiddenBarsComeBack()
{
    feed("start\n 10%|#  | 1/10\n 20%|## | 2/10\nend\n");
    button(QStringLiteral("Hide progress bars"))->click();
    m_panel->view()->selectAll();
    QCOMPARE(m_panel->view()->selectedText(), QStringLiteral("start\nend"));
    button(QStringLiteral("Hide progress bars"))->click();
    m_panel->view()->selectAll();
    QCOMPARE(m_panel->view()->selectedText().count(u'\n'), 3);
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
