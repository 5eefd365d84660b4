#pragma once

#include "app/window/navigation.h"
#include "models/result.h"

#include <QMainWindow>
#include <QTimer>

#include <memory>

namespace Trainyard {

class ActivityStrip;
class ColorScheme;
class DryRunController;
class MainMenu;
class MonitorController;
class NavigationRail;
class NoticeLine;
class PageStack;
class SettingsController;
class SetupController;
class StartController;
class TitleRow;
class WindowStatusBar;
struct AppContext;
struct Run;

/**
 * The workbench: menu bar, rail of pages, title row, the page, activity strip, status bar.
 *
 * Pages are made when they are shown for the first time (mainwindowpages.cpp has the list); services start after the first paint.
 */
class MainWindow final : public QMainWindow
{
    Q_OBJECT

public:
    enum PageId { StartPageId, SetupPageId, JobsPageId, DryRunPageId, RunsPageId, SettingsPageId, MonitorPageId };
    Q_ENUM(PageId)

    /// @p context must outlive the window.
    explicit MainWindow(AppContext &context);
    ~MainWindow() override;

    Navigation &navigation() { return m_navigation; }
    PageStack &pages() { return *m_pages; }
    MainMenu &menu() { return *m_menu; }
    NavigationRail &rail() { return *m_rail; }

    /// Reads what is on disk and asks the desktop; called once the window is on the screen.
    void startServices();

protected:
    bool focusNextPrevChild(bool next) override;
    void changeEvent(QEvent *event) override;
    void closeEvent(QCloseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void buildFrame();
    void registerPages();
    void connectFrame();
    void connectNavigation();
    void connectServices();
    void retranslate();
    static QString pageName(int id);

    void showPage(int id);
    /// The wizard, or the doors while no job is open.
    void showSetupPage(const QString &stepName);
    void showRun(const QString &runId);
    void openJob(const QString &path);
    void showUnreadableJob(const QString &path, const Error &error);
    void openLog(const QString &path);
    void showMessage(const QString &text, Navigation::Tone tone);
    void reportBrokenSettings();

    void handleCommand(int command);
    void triggerPrimary();
    void showAbout();
    void showGuide();
    void copyReport();

    void updateChrome(int pageId);
    void updatePrimary();
    void updateRunCount();
    void updateSessionState();
    void updateKeychain();
    void updateChoices();
    void handleRunEnded(const Run &run);
    static QString endSentence(const Run &run);
    void showRunEnd(const Run &run);
    void retellNotice();
    QString runsGoOnSentence() const;
    void sayRunsGoOn();
    int activeRuns() const;
    void restoreState();
    void storeState();

    AppContext &m_context;
    Navigation m_navigation;
    std::unique_ptr<QObject> m_controllers; ///< parent of all controllers: they go before their pages and store what those hold
    NavigationRail *m_rail;
    NoticeLine *m_notice;
    TitleRow *m_title;
    PageStack *m_pages;
    ActivityStrip *m_activities;
    WindowStatusBar *m_status;
    MainMenu *m_menu;
    ColorScheme *m_colorScheme;
    StartController *m_start;
    SettingsController *m_settings;
    DryRunController *m_dryRun = nullptr; ///< made with its page
    SetupController *m_setup = nullptr;   ///< made with its page
    MonitorController *m_monitor = nullptr; ///< made with its page
    QTimer m_closeTimer; ///< from the line that runs go on to the end of the window
    bool m_saysRunsGoOn = false;
    QString m_noticeRunId;
    QString m_noticeFile; ///< what the notice's button opens, if it opens no run
};

} // namespace Trainyard
