#include "widgets/common/actionbutton.h"
#include "widgets/common/activitystrip.h"
#include "widgets/common/elidedlabel.h"
#include "widgets/common/navigationrail.h"
#include "widgets/common/noticeline.h"
#include "widgets/common/page.h"
#include "widgets/common/primarybutton.h"
#include "widgets/common/railbutton.h"
#include "widgets/common/startpage.h"
#include "widgets/common/statuslabel.h"
#include "widgets/common/titlerow.h"

#include <QAction>
#include <QApplication>
#include <QProgressBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace Trainyard;

namespace {

class TestPage : public Page
{
public:
    TestPage()
        : m_run(new QAction(QStringLiteral("&Run it"), this))
        , m_copy(new QAction(QStringLiteral("Copy"), this))
    {
        setTitle(QStringLiteral("A page"));
        setPrimaryAction(m_run);
        setSecondaryActions({m_copy});
    }
    using Page::setPrimaryDisabledReason;
    using Page::setTitle;
    QAction *m_run;
    QAction *m_copy;
};

} // namespace

class TestChrome : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void titleRowShowsThePage();
    void disabledPrimaryActionSaysWhy();
    void buttonStaysWhenItsActionChanges();
    void railMarksTheCurrentPage();
    void railIsReachedByKeyboard();
    void badgeIsSaidInWords();
    void activityIsShownOnlyWhileItWorks();
    void cancelIsAskedOnce();
    void lateProgressIsIgnored();
    void noticeStaysUntilItIsClosed();
    void longTextIsElidedAndWholeInTheToolTip();
    void startPageOffersRecentFiles();
};

void TestChrome::titleRowShowsThePage()
{
    TestPage page;
    TitleRow row;
    row.setPage(&page);
    row.resize(800, 48);
    row.show();
    QCOMPARE(row.findChild<ElidedLabel *>()->text(), QStringLiteral("A page"));
    auto *primary = row.findChild<PrimaryButton *>();
    QCOMPARE(primary->text(), QStringLiteral("&Run it"));
    QSignalSpy triggered(page.m_run, &QAction::triggered);
    primary->click();
    QCOMPARE(triggered.size(), 1);
    page.setTitle(QStringLiteral("Another title"));
    QCOMPARE(row.findChild<ElidedLabel *>()->text(), QStringLiteral("Another title"));
    row.setPage(nullptr);
    QVERIFY(!primary->isVisible());
}

void TestChrome::disabledPrimaryActionSaysWhy()
{
    TestPage page;
    page.setPrimaryDisabledReason(QStringLiteral("Choose a folder first."));
    TitleRow row;
    row.setPage(&page);
    row.resize(800, 48);
    row.show();
    auto *primary = row.findChild<PrimaryButton *>();
    QVERIFY(primary->accessibleDescription().isEmpty());
    page.m_run->setEnabled(false);
    QVERIFY(!primary->isEnabled());
    QCOMPARE(primary->accessibleDescription(), QStringLiteral("Choose a folder first."));
}

void TestChrome::buttonStaysWhenItsActionChanges()
{
    TestPage page;
    TitleRow row;
    row.setPage(&page);
    row.show();
    auto *button = row.findChild<ActionButton *>();
    page.m_copy->setText(QStringLiteral("Copied"));
    page.setTitle(QStringLiteral("Changed"));
    QCOMPARE(row.findChild<ActionButton *>(), button);
    QCOMPARE(button->text(), QStringLiteral("Copied"));
}

void TestChrome::railMarksTheCurrentPage()
{
    NavigationRail rail;
    rail.addEntry(3, QStringLiteral("setup"));
    rail.addEntry(7, QStringLiteral("runs"));
    rail.setCurrent(7);
    QCOMPARE(rail.current(), 7);
    rail.setCurrent(3);
    QCOMPARE(rail.current(), 3);
    rail.setCurrent(-1);
    QCOMPARE(rail.current(), -1);
}

void TestChrome::railIsReachedByKeyboard()
{
    NavigationRail rail;
    for (int id = 0; id < 3; ++id)
        rail.addEntry(id, QStringLiteral("setup"));
    rail.setCurrent(0);
    rail.show();
    QVERIFY(QTest::qWaitForWindowActive(&rail));
    QSignalSpy activated(&rail, &NavigationRail::activated);
    QTest::keyClick(&rail, Qt::Key_Tab);
    QVERIFY(qobject_cast<RailButton *>(QApplication::focusWidget()));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
    QCOMPARE(rail.current(), 1);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
    QCOMPARE(rail.current(), 2);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Up);
    QCOMPARE(rail.current(), 1);
    QVERIFY(activated.size() >= 3);
}

void TestChrome::badgeIsSaidInWords()
{
    NavigationRail rail;
    rail.addEntry(0, QStringLiteral("runs"));
    rail.setEntryText(0, QStringLiteral("Runs"), QStringLiteral("Runs"));
    rail.setBadge(0, 2, false, QStringLiteral("2 active runs"));
    auto *button = rail.findChild<RailButton *>();
    QCOMPARE(button->accessibleName(), QStringLiteral("Runs"));
    QCOMPARE(button->accessibleDescription(), QStringLiteral("2 active runs"));
    QCOMPARE(button->badgeCount(), 2);
}

void TestChrome::activityIsShownOnlyWhileItWorks()
{
    ActivityStrip strip;
    QVERIFY(!strip.isVisible());
    strip.start(QStringLiteral("a"), QStringLiteral("Copying"), false);
    strip.start(QStringLiteral("b"), QStringLiteral("Checking"), true);
    QVERIFY(strip.isVisible());
    strip.setProgress(QStringLiteral("a"), QStringLiteral("Copying"), 0.25);
    QCOMPARE(strip.findChildren<QProgressBar *>().first()->value(), 250);
    strip.finish(QStringLiteral("a"));
    QVERIFY(strip.isVisible());
    strip.finish(QStringLiteral("b"));
    QVERIFY(!strip.isVisible());
}

void TestChrome::cancelIsAskedOnce()
{
    ActivityStrip strip;
    QSignalSpy cancelled(&strip, &ActivityStrip::cancelRequested);
    strip.start(QStringLiteral("dry-run"), QStringLiteral("Checking"), true);
    auto *cancel = strip.findChild<QToolButton *>();
    QVERIFY(!cancel->accessibleName().isEmpty());
    cancel->click();
    cancel->click();
    QCOMPARE(cancelled.size(), 1);
    QCOMPARE(cancelled.first().first().toString(), QStringLiteral("dry-run"));
}

void TestChrome::lateProgressIsIgnored()
{
    ActivityStrip strip;
    strip.setProgress(QStringLiteral("gone"), QStringLiteral("Late"), 0.5);
    strip.finish(QStringLiteral("gone"));
    QVERIFY(!strip.isVisible());
}

void TestChrome::noticeStaysUntilItIsClosed()
{
    NoticeLine line;
    QVERIFY(!line.isVisible());
    line.showNotice(StatusColor::Error, QStringLiteral("The disk is full."), QStringLiteral("Show"));
    QVERIFY(line.isVisible());
    QCOMPARE(line.text(), QStringLiteral("The disk is full."));
    QSignalSpy closed(&line, &NoticeLine::closed);
    line.findChild<QToolButton *>()->click();
    QCOMPARE(closed.size(), 1);
    QVERIFY(!line.isVisible());
}

void TestChrome::longTextIsElidedAndWholeInTheToolTip()
{
    ElidedLabel label;
    label.setText(QString(200, QLatin1Char('x')));
    label.resize(100, 20);
    label.grab();
    QCOMPARE(label.toolTip(), label.text());
    label.setText(QStringLiteral("x"));
    label.grab();
    QVERIFY(label.toolTip().isEmpty());
    QVERIFY(label.minimumSizeHint().width() < 60);
}

void TestChrome::startPageOffersRecentFiles()
{
    StartPage page;
    page.setRecentFiles({QStringLiteral("/data/a/job.yaml"), QStringLiteral("/data/b/train.log")});
    page.setPlaces({{QStringLiteral("local"), QStringLiteral("This machine")}});
    page.resize(1208, 708);
    page.show();
    QSignalSpy wished(&page, &StartPage::fileRequested);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    const QList<QToolButton *> rows = page.findChildren<QToolButton *>();
    QCOMPARE(rows.size(), 3);
    for (QToolButton *row : rows) {
        QVERIFY(!row->text().isEmpty());
        if (row->text() == QStringLiteral("b/train.log"))
            row->click();
    }
    QCOMPARE(wished.size(), 1);
    QCOMPARE(wished.first().first().toString(), QStringLiteral("/data/b/train.log"));
}

QTEST_MAIN(TestChrome)
#include "tst_chrome.moc"
