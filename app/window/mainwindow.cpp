#include "app/window/mainwindow.h"

#include "app/appcontext.h"
#include "app/window/colorscheme.h"
#include "services/alerts/alertbell.h"
#include "services/alerts/desktopnotifier.h"
#include "app/window/dryruncontroller.h"
#include "app/window/mainmenu.h"
#include "app/window/messagelog.h"
#include "app/window/monitorcontroller.h"
#include "app/window/pagestack.h"
#include "app/window/settingscontroller.h"
#include "app/window/setupcontroller.h"
#include "app/window/startcontroller.h"
#include "app/window/windowstatusbar.h"
#include "widgets/common/activitystrip.h"
#include "widgets/common/navigationrail.h"
#include "widgets/common/noticeline.h"
#include "widgets/common/page.h"
#include "widgets/common/titlerow.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QDesktopServices>
#include <QDragEnterEvent>
#include <QHBoxLayout>
#include <QMimeData>
#include <QScreen>
#include <QUrl>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace Trainyard {

namespace {

constexpr std::chrono::seconds runsGoOnShownFor{4};
constexpr QSize homeSize(1280, 800);
constexpr QSize smallestSize(800, 500);
const QString geometryKey = QStringLiteral("window_geometry");
const QString hiddenPartsKey = QStringLiteral("window_hidden_parts");

StatusColor statusColor(Navigation::Tone tone)
{
    switch (tone) {
    case Navigation::Tone::Ok:
        return StatusColor::Ok;
    case Navigation::Tone::Warning:
        return StatusColor::Warning;
    case Navigation::Tone::Error:
        return StatusColor::Error;
    case Navigation::Tone::Info:
        break;
    }
    return StatusColor::Info;
}

} // namespace

MainWindow::MainWindow(AppContext &context)
    : m_context(context)
    , m_controllers(std::make_unique<QObject>())
    , m_rail(new NavigationRail(this))
    , m_notice(new NoticeLine(this))
    , m_title(new TitleRow(this))
    , m_pages(new PageStack(this))
    , m_activities(new ActivityStrip(this))
    , m_status(new WindowStatusBar(this))
    , m_menu(new MainMenu(*this, context.session.undoStack()))
    , m_colorScheme(new ColorScheme(this))
    , m_start(new StartController(context, m_navigation, m_controllers.get()))
    , m_settings(new SettingsController(context, m_navigation, m_controllers.get()))
{
    setAcceptDrops(true);
    setMinimumSize(smallestSize);
    buildFrame();
    registerPages();
    connectFrame();
    connectNavigation();
    connectServices();
    retranslate();
    restoreState();
    updateSessionState();
    updateChoices();
    showSetupPage(QString());
}

MainWindow::~MainWindow() = default;

void MainWindow::buildFrame()
{
    auto *column = new QVBoxLayout;
    column->setSpacing(0);
    column->addWidget(m_title);
    column->addWidget(m_notice);
    column->addWidget(m_pages, 1);
    column->addWidget(m_activities);
    auto *frame = new QWidget(this);
    auto *layout = new QHBoxLayout(frame);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_rail);
    layout->addLayout(column, 1);
    setCentralWidget(frame);
    setStatusBar(m_status);
}

void MainWindow::connectFrame()
{
    connect(m_rail, &NavigationRail::activated, this, &MainWindow::showPage);
    connect(m_menu, &MainMenu::pageRequested, this, &MainWindow::showPage);
    connect(m_menu, &MainMenu::triggered, this, [this](MainMenu::Command command) { handleCommand(int(command)); });
    connect(m_menu, &MainMenu::recentFileRequested, m_start, &StartController::openPath);
    connect(m_menu, &MainMenu::languageChosen, m_settings, &SettingsController::chooseLanguage);
    connect(m_menu, &MainMenu::themeChosen, m_settings, &SettingsController::chooseTheme);
    connect(m_status, &WindowStatusBar::languageChosen, m_settings, &SettingsController::chooseLanguage);
    connect(m_status, &WindowStatusBar::runsClicked, &m_navigation, &Navigation::showRuns);
    connect(m_status, &WindowStatusBar::profileClicked, this, [this] { showSetupPage(QStringLiteral("platform")); });
    connect(m_settings, &SettingsController::choicesChanged, this, &MainWindow::updateChoices);
    connect(m_settings, &SettingsController::reportRequested, this, &MainWindow::copyReport);
    connect(m_pages, &PageStack::chromeChanged, this, &MainWindow::updateChrome);
    connect(m_pages, &PageStack::currentPageChanged, this, [this] { updatePrimary(); });
    connect(m_activities, &ActivityStrip::cancelRequested, &m_navigation, &Navigation::cancelActivityRequested);
    m_closeTimer.setSingleShot(true);
    m_closeTimer.setInterval(runsGoOnShownFor);
    connect(&m_closeTimer, &QTimer::timeout, this, &QWidget::close);
    const auto stayOpen = [this] {
        m_closeTimer.stop();
        return std::exchange(m_saysRunsGoOn, false);
    };
    connect(m_notice, &NoticeLine::closed, this, stayOpen);
    connect(m_notice, &NoticeLine::actionTriggered, this, [this, stayOpen] {
        m_notice->hide();
        if (stayOpen())
            return;
        if (m_noticeRunId.isEmpty())
            QDesktopServices::openUrl(QUrl::fromLocalFile(m_noticeFile));
        else
            showRun(m_noticeRunId);
    });
}

void MainWindow::connectNavigation()
{
    connect(&m_navigation, &Navigation::showSetup, this, &MainWindow::showSetupPage);
    connect(&m_navigation, &Navigation::showField, this, [this](const QString &key) {
        showPage(SetupPageId);
        if (m_setup)
            m_setup->showField(key);
    });
    connect(&m_navigation, &Navigation::showJobs, this, [this] { showPage(JobsPageId); });
    connect(&m_navigation, &Navigation::showDryRun, this, [this] { showPage(DryRunPageId); });
    connect(&m_navigation, &Navigation::startDryRun, this, [this] {
        showPage(DryRunPageId);
        m_dryRun->startDryRun();
    });
    connect(&m_navigation, &Navigation::showRuns, this, [this] { showPage(RunsPageId); });
    connect(&m_navigation, &Navigation::showSettings, this, [this] { showPage(SettingsPageId); });
    connect(&m_navigation, &Navigation::showRun, this, &MainWindow::showRun);
    connect(&m_navigation, &Navigation::compareRuns, this, [this](const QStringList &runIds) {
        showRun(runIds.first());
        m_monitor->compare(runIds);
    });
    connect(&m_navigation, &Navigation::openJob, this, &MainWindow::openJob);
    connect(&m_navigation, &Navigation::openLog, this, &MainWindow::openLog);
    connect(&m_navigation, &Navigation::showStart, this, [this] {
        m_context.session.close();
        showSetupPage(QString());
    });
    connect(&m_navigation, &Navigation::showMessage, this, &MainWindow::showMessage);
    connect(&m_navigation, &Navigation::startActivity, m_activities, &ActivityStrip::start);
    connect(&m_navigation, &Navigation::updateActivity, m_activities, &ActivityStrip::setProgress);
    connect(&m_navigation, &Navigation::finishActivity, m_activities, &ActivityStrip::finish);
}

void MainWindow::connectServices()
{
    connect(&m_context.runs, &RunService::runsChanged, this, &MainWindow::updateRunCount);
    connect(&m_context.runs, &RunService::runEnded, this, &MainWindow::handleRunEnded);
    connect(&m_context.runs, &RunService::failed, this, [this](const Error &error) { showMessage(error.message, Navigation::Tone::Error); });
    connect(&m_context.session, &JobSession::opened, this, &MainWindow::updateSessionState);
    connect(&m_context.session, &JobSession::jobChanged, this, &MainWindow::updateSessionState);
    connect(&m_context.session, &JobSession::saveFailed, this,
            [this](const Error &error) { showMessage(error.message, Navigation::Tone::Error); });
    connect(m_context.credentials.get(), &CredentialStore::persistenceChanged, this, &MainWindow::updateKeychain);
    connect(m_colorScheme, &ColorScheme::prefersDarkChanged, this, [this](std::optional<bool> prefersDark) {
        m_context.preferences.setSystemDark(prefersDark);
        Theme::setSystemDark(prefersDark);
    });
}

void MainWindow::startServices()
{
    m_start->refresh();
    updateKeychain();
    m_context.runs.refresh();
    m_context.runs.startPolling();
    m_colorScheme->watch();
    reportBrokenSettings();
}

/// One sentence for the first fault of profiles.yaml or catalogue.yaml: Settings and the checks have them all.
void MainWindow::reportBrokenSettings()
{
    const Findings findings = m_context.platforms.profiles().findings + m_context.platforms.catalogue().findings;
    const auto broken = std::find_if(findings.cbegin(), findings.cend(), [](const Finding &finding) { return finding.severity == Severity::Error; });
    if (broken == findings.cend())
        return;
    const QString place = broken->where.line ? tr("%1, line %2", "file and line").arg(broken->where.file).arg(*broken->where.line) : broken->where.file;
    showMessage(tr("%1: %2 Nothing can be submitted until this is corrected.", "place, what is wrong there").arg(place, broken->message), Navigation::Tone::Error);
}

void MainWindow::retranslate()
{
    for (const PageId id : {SetupPageId, JobsPageId, DryRunPageId, RunsPageId, SettingsPageId}) {
        const QString name = pageName(id);
        m_rail->setEntryText(id, name, name);
        m_menu->setPageText(id, name);
        updateChrome(id);
    }
    m_menu->retranslate();
    updatePrimary();
    updateRunCount();
    updateSessionState();
}

void MainWindow::showMessage(const QString &text, Navigation::Tone tone)
{
    m_noticeRunId.clear();
    m_notice->showNotice(statusColor(tone), text);
    if (tone == Navigation::Tone::Error)
        keepMessage(text);
}

void MainWindow::updateChrome(int pageId)
{
    const Page *page = m_pages->existingPage(pageId);
    if (!page)
        return;
    if (pageId == DryRunPageId) {
        m_rail->setBadge(pageId, page->badgeCount(), page->isBadgeError(),
                         page->badgeCount() > 0 ? tr("%n errors", nullptr, page->badgeCount()) : QString());
    }
    if (pageId == m_pages->currentId())
        updatePrimary();
}

void MainWindow::updatePrimary()
{
    const Page *page = m_pages->currentPage();
    const QAction *primary = page ? page->primaryAction() : nullptr;
    m_menu->setPrimary(primary ? primary->text() : QString(), primary && primary->isEnabled());
}

int MainWindow::activeRuns() const
{
    const QList<Run> runs = m_context.runs.runs();
    return int(std::count_if(runs.cbegin(), runs.cend(), [](const Run &run) { return !isFinal(run.status.state); }));
}

void MainWindow::updateRunCount()
{
    const int count = activeRuns();
    m_status->setActiveRuns(count);
    m_rail->setBadge(RunsPageId, count, false, count > 0 ? tr("%n active runs", nullptr, count) : QString());
}

void MainWindow::updateSessionState()
{
    const JobSession &session = m_context.session;
    m_status->setProfile(session.isOpen() ? session.job().profileOrDefault() : QStringLiteral("local"));
    m_menu->setJobOpen(session.isOpen());
    const QString name = session.job().name.isEmpty() ? session.path() : session.job().name;
    setWindowTitle(session.isOpen() ? tr("%1 - Trainyard", "window title").arg(name) : QStringLiteral("Trainyard"));
    if (!session.isOpen() && m_pages->currentId() == SetupPageId)
        showPage(StartPageId);
}

void MainWindow::updateKeychain()
{
    const ProfilesDocument document = m_context.platforms.profiles();
    const bool isNeeded = std::any_of(document.profiles.cbegin(), document.profiles.cend(),
                                      [](const Profile &profile) { return !profile.setting(u"credential").isEmpty(); });
    const std::optional<bool> isPersistent = m_context.credentials->isPersistent();
    if (!isNeeded && !isPersistent)
        return m_status->setKeychain(WindowStatusBar::Keychain::NotNeeded);
    if (!isPersistent)
        return m_status->setKeychain(WindowStatusBar::Keychain::Unknown);
    m_status->setKeychain(*isPersistent ? WindowStatusBar::Keychain::Persistent : WindowStatusBar::Keychain::SessionOnly);
}

void MainWindow::updateChoices()
{
    m_menu->setChoices(m_context.preferences.language(), Theme::choice());
    m_status->setLanguage(currentLanguage());
    m_menu->setRecentFiles(m_context.preferences.recentFiles());
}

QString MainWindow::endSentence(const Run &run)
{
    switch (run.status.state) {
    case RunState::Done: return tr("Run %1 is done.").arg(run.name);
    case RunState::Stopped: return tr("Run %1 was stopped.").arg(run.name);
    default: return tr("Run %1 failed: %2").arg(run.name, run.status.message);
    }
}

void MainWindow::handleRunEnded(const Run &run)
{
    showRunEnd(run);
    // The run's agent rings by itself; whoever is first does.
    if (const std::optional<Alert> alert = endAlert(run.status))
        AlertBell(run.directory, m_context.paths.programs).ring(*alert);
}

void MainWindow::showRunEnd(const Run &run)
{
    m_noticeRunId = run.id;
    const RunState state = run.status.state;
    m_notice->showNotice(state == RunState::Done ? StatusColor::Ok : state == RunState::Stopped ? StatusColor::Info : StatusColor::Error, endSentence(run),
                         tr("Show the run"));
}

/// In the new language, where it is known what the notice was made from; other notices go, the diagnostic report has the errors.
void MainWindow::retellNotice()
{
    if (!m_notice->isVisible())
        return;
    const std::optional<Run> run = m_noticeRunId.isEmpty() ? std::nullopt : m_context.runs.run(m_noticeRunId);
    if (run)
        showRunEnd(*run);
    else if (m_saysRunsGoOn)
        sayRunsGoOn();
    else
        m_notice->hide();
}

void MainWindow::restoreState()
{
    const QScreen *screen = this->screen();
    resize(screen ? homeSize.boundedTo(screen->availableSize()) : homeSize);
    restoreGeometry(m_context.preferences.bytes(geometryKey));
    const QByteArray hidden = m_context.preferences.bytes(hiddenPartsKey);
    m_menu->action(MainMenu::Command::ShowRail)->setChecked(!hidden.contains("rail"));
    m_menu->action(MainMenu::Command::ShowStatusBar)->setChecked(!hidden.contains("status"));
    m_menu->action(MainMenu::Command::FullScreen)->setChecked(isFullScreen());
    m_rail->setVisible(!hidden.contains("rail"));
    m_status->setVisible(!hidden.contains("status"));
}

void MainWindow::storeState()
{
    QByteArray hidden;
    if (!m_menu->action(MainMenu::Command::ShowRail)->isChecked())
        hidden += "rail ";
    if (!m_menu->action(MainMenu::Command::ShowStatusBar)->isChecked())
        hidden += "status";
    m_context.preferences.setBytes(geometryKey, saveGeometry());
    m_context.preferences.setBytes(hiddenPartsKey, hidden);
}

/// Part by part in reading order: pages are made when they are shown, so in Qt's own chain they come after the status bar.
bool MainWindow::focusNextPrevChild(bool next)
{
    const std::initializer_list<QWidget *> parts{m_rail, m_title, m_notice, m_pages, m_activities, m_status};
    QList<QWidget *> order;
    for (const QWidget *part : parts) {
        for (QWidget *widget = nextInFocusChain(); widget != this; widget = widget->nextInFocusChain()) {
            const bool takesFocus = (widget->focusPolicy() & Qt::TabFocus) && !widget->focusProxy() && widget->isVisible() && widget->isEnabled();
            if (takesFocus && part->isAncestorOf(widget))
                order.append(widget);
        }
    }
    const qsizetype current = order.indexOf(focusWidget());
    if (current < 0)
        return QMainWindow::focusNextPrevChild(next);
    order.at((current + (next ? 1 : order.size() - 1)) % order.size())->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return true;
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        updateChoices();
        retellNotice();
        m_context.forecasts.refresh(); // its sentences come from the worker
    }
}

QString MainWindow::runsGoOnSentence() const
{
    return tr("%n runs go on without the window. Open Trainyard again, or use the command \"trainyard runs\", to see them.", nullptr, activeRuns());
}

void MainWindow::sayRunsGoOn()
{
    m_noticeRunId.clear();
    m_notice->showNotice(StatusColor::Info, runsGoOnSentence(), tr("Keep the window open"));
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (const Result<> saved = m_context.session.saveNow(); !saved && !m_notice->isVisible()) {
        // What could not be written stays on the screen once; closing again gives it up.
        showMessage(saved.error().message, Navigation::Tone::Error);
        event->ignore();
        return;
    }
    const bool hasRuns = activeRuns() > 0;
    if (hasRuns && !m_saysRunsGoOn && !qApp->isSavingSession()) {
        // No question: the line can be read, then the window closes by itself; closing again closes at once.
        m_saysRunsGoOn = true;
        sayRunsGoOn();
        m_closeTimer.start();
        event->ignore();
        return;
    }
    storeState();
    if (hasRuns) {
        notifyDesktop(tr("Trainyard was closed"), runsGoOnSentence(), false);
        std::fprintf(stderr, "%s\n", qUtf8Printable(runsGoOnSentence()));
    }
    QMainWindow::closeEvent(event);
}

void MainWindow::keyPressEvent(QKeyEvent *event)
{
    // Reaches the window only when no field, popup or dialog wanted it.
    if (event->key() == Qt::Key_Escape && m_pages->currentPage())
        m_pages->currentPage()->cancelCurrent();
    else
        QMainWindow::keyPressEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (!urls.isEmpty() && urls.first().isLocalFile())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    event->acceptProposedAction();
    m_navigation.openPath(event->mimeData()->urls().first().toLocalFile());
}

} // namespace Trainyard
