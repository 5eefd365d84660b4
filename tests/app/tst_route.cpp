// The whole route as a person clicks it, in a real window under a window manager: start page, sample, dry-run, submit, live charts, the end.
#include "app/appcontext.h"
#include "app/window/mainwindow.h"
#include "app/window/pagestack.h"
#include "services/common/language.h"
#include "tests/app/xsession.h"
#include "widgets/common/page.h"
#include "widgets/common/primarybutton.h"
#include "widgets/common/startdoor.h"
#include "widgets/common/theme.h"
#include "widgets/monitor/chartpanel.h"
#include "widgets/monitor/chartstrip.h"
#include "widgets/monitor/monitorpage.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace Trainyard;
using namespace Qt::StringLiterals;

namespace {

constexpr int mostClicks = 10;   ///< from the start page to the first chart
constexpr int patienceMs = 240'000; ///< for a dry-run or a run on a machine that does other things too

} // namespace

class TestRoute : public QObject
{
    Q_OBJECT

public:
    explicit TestRoute(const XSession &session) : m_session(session) {}

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void leadsToTheFirstChart_data();
    void leadsToTheFirstChart();

private:
    void press(QWidget *button, bool byKeyboard);
    void pressPrimary(bool byKeyboard);
    PrimaryButton *primary() const { return m_window->findChild<PrimaryButton *>(u"primaryButton"_s); }
    int pageId() const { return m_window->pages().currentId(); }
    MonitorPage *monitor() const { return qobject_cast<MonitorPage *>(m_window->pages().currentPage()); }
    bool hasLossPoint() const;
    RunState runState() const;

    const XSession &m_session;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<AppContext> m_context;
    std::unique_ptr<MainWindow> m_window;
    int m_clicks = 0;
};

void TestRoute::initTestCase()
{
    if (!m_session.isRunning())
        QSKIP(qPrintable(m_session.reason()));
}

void TestRoute::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("HOME", m_folder->path().toLocal8Bit());
    AppPaths paths = AppPaths::standard();
    paths.home = m_folder->filePath(u"state"_s);
    paths.programs = QStringLiteral(TRAINYARD_BIN_DIR);
    m_context = std::make_unique<AppContext>(paths);
    m_clicks = 0;
}

void TestRoute::cleanup()
{
    if (m_context && !m_context->runs.runs().isEmpty() && !isFinal(runState())) {
        (void)m_context->runs.stop(m_context->runs.runs().first().id, Platform::StopMode::Now);
        QTRY_VERIFY_WITH_TIMEOUT(isFinal(runState()), 30'000);
    }
    m_window.reset();
    m_context.reset();
    m_folder.reset();
}

void TestRoute::press(QWidget *button, bool byKeyboard)
{
    QVERIFY(button);
    QTRY_VERIFY_WITH_TIMEOUT(button->isVisible() && button->isEnabled(), patienceMs);
    ++m_clicks;
    if (!byKeyboard)
        return QTest::mouseClick(button, Qt::LeftButton);
    // As a person without a mouse: Tab until it has the focus.
    for (int i = 0; i < 200 && !button->hasFocus(); ++i)
        QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : m_window.get(), Qt::Key_Tab);
    QVERIFY2(button->hasFocus(), "not reachable with Tab");
    QTest::keyClick(button, Qt::Key_Space);
}

void TestRoute::pressPrimary(bool byKeyboard)
{
    PrimaryButton *button = primary();
    QVERIFY(button);
    QTRY_VERIFY_WITH_TIMEOUT(button->isVisible() && button->isEnabled(), patienceMs);
    ++m_clicks;
    if (byKeyboard)
        QTest::keyClick(m_window.get(), Qt::Key_Return, Qt::ControlModifier);
    else
        QTest::mouseClick(button, Qt::LeftButton);
}

bool TestRoute::hasLossPoint() const
{
    const MonitorPage *page = monitor();
    if (!page)
        return false;
    const QList<ChartStrip *> strips = page->charts()->strips();
    return std::any_of(strips.begin(), strips.end(), [](const ChartStrip *strip) { return strip->spec().id == "loss"_L1 && strip->hasData(); });
}

RunState TestRoute::runState() const
{
    return m_context->runs.runs().isEmpty() ? RunState::Queued : m_context->runs.runs().first().status.state;
}

void TestRoute::leadsToTheFirstChart_data()
{
    QTest::addColumn<Language>("language");
    QTest::addColumn<bool>("byKeyboard");
    QTest::addColumn<bool>("toTheEnd");
    QTest::newRow("English, mouse, to the end") << Language::English << false << true;
    QTest::newRow("Chinese, keyboard") << Language::Chinese << true << false;
}

void TestRoute::leadsToTheFirstChart()
{
    QFETCH(Language, language);
    QFETCH(bool, byKeyboard);
    QFETCH(bool, toTheEnd);
    useLanguage(language);
    Theme::apply(*qApp, ThemeChoice::Light);
    m_window = std::make_unique<MainWindow>(*m_context);
    m_window->resize(1280, 800);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get(), 30'000));
    m_window->startServices();

    QElapsedTimer clock;
    clock.start();
    press(m_window->findChildren<StartDoor *>().constFirst()->button(), byKeyboard);
    QTRY_COMPARE_WITH_TIMEOUT(pageId(), int(MainWindow::SetupPageId), 60'000);
    const qint64 sampleMs = clock.restart();

    qint64 dryRunMs = 0;
    qint64 submitMs = 0;
    while (pageId() != MainWindow::MonitorPageId) {
        QVERIFY2(m_clicks < mostClicks, "the primary actions lead in a circle");
        const int before = pageId();
        clock.restart();
        pressPrimary(byKeyboard);
        QTest::qWait(100);
        if (before == MainWindow::DryRunPageId || pageId() == MainWindow::DryRunPageId) { // it runs, or was submitted
            QTRY_VERIFY_WITH_TIMEOUT(pageId() != MainWindow::DryRunPageId || primary()->isEnabled(), patienceMs);
            dryRunMs = std::max(dryRunMs, clock.elapsed());
        }
        QTRY_VERIFY_WITH_TIMEOUT(pageId() != before || primary()->isEnabled(), patienceMs);
        submitMs = clock.elapsed();
    }
    clock.restart();
    QTRY_VERIFY_WITH_TIMEOUT(hasLossPoint(), patienceMs);
    qInfo("%d clicks to the first chart; sample %.1f s, dry-run %.1f s, submit %.1f s, first loss %.1f s after the monitor opened", m_clicks,
          double(sampleMs) / 1000, double(dryRunMs) / 1000, double(submitMs) / 1000, double(clock.elapsed()) / 1000);
    QVERIFY(m_clicks <= mostClicks);
    if (!toTheEnd)
        return;
    QTRY_VERIFY_WITH_TIMEOUT(isFinal(runState()), patienceMs);
    QCOMPARE(runState(), RunState::Done);
    const Run run = m_context->runs.runs().first();
    QVERIFY(run.bestMetric.has_value());
    qInfo("best %s %.4f", qPrintable(run.bestMetricName), *run.bestMetric);
    QVERIFY(*run.bestMetric > 0.8);
}

int main(int argc, char **argv)
{
    qunsetenv("QT_QPA_PLATFORM");
    const XSession session;
    if (!session.isRunning())
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    QCoreApplication::setApplicationName(u"trainyard"_s);
    TestRoute test(session);
    return QTest::qExec(&test, argc, argv);
}

#include "tst_route.moc"
