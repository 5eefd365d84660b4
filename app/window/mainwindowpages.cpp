// Which pages there are, how they are made, and the ways between them.
#include "app/appcontext.h"
#include "app/window/dryruncontroller.h"
#include "app/window/jobscontroller.h"
#include "app/window/mainmenu.h"
#include "app/window/mainwindow.h"
#include "app/window/monitorcontroller.h"
#include "app/window/pagestack.h"
#include "app/window/runscontroller.h"
#include "app/window/settingscontroller.h"
#include "app/window/setupcontroller.h"
#include "app/window/startcontroller.h"
#include "widgets/common/navigationrail.h"
#include "widgets/common/noticeline.h"
#include "widgets/common/page.h"
#include "widgets/common/titlerow.h"

namespace Trainyard {

void MainWindow::registerPages()
{
    m_pages->registerPage(StartPageId, [this] { return m_start->page(); });
    m_pages->registerPage(SetupPageId, [this] {
        m_setup = new SetupController(m_context, m_navigation, m_controllers.get());
        return m_setup->page();
    });
    m_pages->registerPage(JobsPageId, [this] { return (new JobsController(m_context, m_navigation, m_controllers.get()))->page(); });
    m_pages->registerPage(DryRunPageId, [this] {
        m_dryRun = new DryRunController(m_context, m_navigation, m_controllers.get());
        return m_dryRun->page();
    });
    m_pages->registerPage(RunsPageId, [this] { return (new RunsController(m_context, m_navigation, m_controllers.get()))->page(); });
    m_pages->registerPage(MonitorPageId, [this] {
        m_monitor = new MonitorController(m_context, m_navigation, m_controllers.get());
        return m_monitor->page();
    });
    m_pages->registerPage(SettingsPageId, [this] { return m_settings->page(); });

    const auto addToRail = [this](PageId id, const char *icon, bool atBottom = false) {
        m_rail->addEntry(id, QLatin1String(icon), atBottom);
        m_menu->addPage(id);
    };
    addToRail(SetupPageId, "setup");
    addToRail(JobsPageId, "jobs");
    addToRail(DryRunPageId, "dry-run");
    addToRail(RunsPageId, "runs");
    addToRail(SettingsPageId, "settings", true);
}

QString MainWindow::pageName(int id)
{
    switch (id) {
    case StartPageId:
    case SetupPageId:
        return tr("Setup");
    case JobsPageId:
        return tr("Jobs");
    case DryRunPageId:
        return tr("Dry-run");
    case RunsPageId:
    case MonitorPageId:
        return tr("Runs");
    case SettingsPageId:
        return tr("Settings");
    }
    return QString();
}

void MainWindow::showPage(int id)
{
    if (id == SetupPageId && !m_context.session.isOpen())
        id = StartPageId;
    if (id == StartPageId)
        m_start->refresh();
    m_pages->showPage(id);
    m_title->setPage(m_pages->currentPage());
    const int current = m_pages->currentId();
    m_rail->setCurrent(current == StartPageId ? int(SetupPageId) : current == MonitorPageId ? int(RunsPageId) : current);
    if (Page *page = m_pages->currentPage(); page && isVisible())
        page->focusFirst();
}

void MainWindow::showSetupPage(const QString &stepName)
{
    showPage(SetupPageId);
    if (m_setup)
        m_setup->showStep(stepName);
}

void MainWindow::showRun(const QString &runId)
{
    showPage(MonitorPageId);
    m_monitor->showRun(runId);
}

void MainWindow::openJob(const QString &path)
{
    if (const Result<> opened = m_context.session.open(path); !opened)
        return showUnreadableJob(path, opened.error());
    m_notice->hide();
    m_context.preferences.addRecentFile(path);
    updateChoices();
    showSetupPage(QString());
    reportBrokenSettings(); // what was told of them has just been hidden
}

/// A person who mends a job opens it again and again: it is a recent file like any other.
void MainWindow::showUnreadableJob(const QString &path, const Error &error)
{
    showMessage(error.message, Navigation::Tone::Error);
    if (error.kind != Error::Kind::Invalid)
        return;
    m_noticeFile = path;
    m_notice->showNotice(StatusColor::Error, error.message, tr("Open the file"));
    m_context.preferences.addRecentFile(path);
    m_start->refresh();
    updateChoices();
}

void MainWindow::openLog(const QString &path)
{
    m_context.preferences.addRecentFile(path);
    updateChoices();
    showPage(MonitorPageId);
    m_monitor->showLog(path);
}

} // namespace Trainyard
