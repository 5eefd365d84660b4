// What the menus do.
#include "app/appcontext.h"
#include "app/window/diagnosticreport.h"
#include "app/window/mainmenu.h"
#include "app/window/mainwindow.h"
#include "app/window/messagelog.h"
#include "app/window/pagestack.h"
#include "app/window/settingscontroller.h"
#include "app/window/startcontroller.h"
#include "app/window/windowstatusbar.h"
#include "widgets/common/navigationrail.h"
#include "widgets/common/page.h"

#include <QAction>
#include <QClipboard>
#include <QDesktopServices>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMessageBox>
#include <QUndoStack>
#include <QUrl>

namespace Trainyard {

namespace {

/// The guide in the window's language: installed, or in the source folder that the program was built in. Empty: neither.
QString guideFile(const QString &programs)
{
    const QStringList names = currentLanguage() == Language::Chinese ? QStringList{QStringLiteral("README.zh_CN.md"), QStringLiteral("README.md")}
                                                                     : QStringList{QStringLiteral("README.md")};
    for (const QString &folder : {QStringLiteral("/../share/doc/trainyard/"), QStringLiteral("/../../")}) {
        for (const QString &name : names) {
            if (QFileInfo file(programs + folder + name); file.exists())
                return file.canonicalFilePath();
        }
    }
    return QString();
}

} // namespace

void MainWindow::handleCommand(int command)
{
    using Command = MainMenu::Command;
    Page *page = m_pages->currentPage();
    QAction *action = m_menu->action(Command(command));
    switch (Command(command)) {
    case Command::NewJob:
    case Command::CloseJob:
        return m_navigation.showStart();
    case Command::Open:
        return m_start->chooseFile();
    case Command::OpenFolder:
        return m_start->chooseFolder();
    case Command::ClearRecent:
        m_context.preferences.clearRecentFiles();
        m_start->refresh();
        return updateChoices();
    case Command::Settings:
        return showPage(SettingsPageId);
    case Command::Quit:
        close();
        return;
    case Command::Undo:
        return m_context.session.undoStack().undo();
    case Command::Redo:
        return m_context.session.undoStack().redo();
    case Command::Find:
        return page->startSearch();
    case Command::Primary:
        return triggerPrimary();
    case Command::DryRun:
        return m_navigation.startDryRun();
    case Command::CheckAgain:
        return page->checkAgain();
    case Command::ShowRuns:
        return m_navigation.showRuns();
    case Command::Help:
        return page->toggleHelp();
    case Command::FullScreen:
        return setWindowState(windowState().setFlag(Qt::WindowFullScreen, action->isChecked()));
    case Command::ShowRail:
        return m_rail->setVisible(action->isChecked());
    case Command::ShowStatusBar:
        return m_status->setVisible(action->isChecked());
    case Command::Shortcuts: {
        auto *dialog = new ShortcutsDialog(m_menu->shortcutGroups(), this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        return dialog->open();
    }
    case Command::Guide:
        return showGuide();
    case Command::CopyReport:
        return copyReport();
    case Command::About:
        return showAbout();
    }
}

void MainWindow::triggerPrimary()
{
    if (QAction *action = m_pages->currentPage()->primaryAction(); action && action->isEnabled())
        action->trigger();
}

void MainWindow::showAbout()
{
    auto *box = new QMessageBox(this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(tr("About Trainyard"));
    box->setIconPixmap(Theme::applicationIcon().pixmap(QSize(64, 64), devicePixelRatioF()));
    box->setText(tr("Trainyard %1").arg(QLatin1String(TRAINYARD_VERSION)));
    box->setInformativeText(tr("A workbench for training models on rented compute: what would have failed in the cloud fails here first, "
                               "in a minute, for free, with the fix beside it.\n\nFree software under the GNU General Public License, version 3 or later. "
                               "Built with Qt %1.").arg(QLatin1String(qVersion())));
    box->setStandardButtons(QMessageBox::Close);
    box->open();
}

void MainWindow::showGuide()
{
    const QString file = guideFile(m_context.paths.programs);
    if (file.isEmpty())
        return showMessage(tr("The guide is not installed. \"trainyard --help\" lists the commands, F1 explains a field."), Navigation::Tone::Warning);
    if (!QDesktopServices::openUrl(QUrl::fromLocalFile(file)))
        showMessage(tr("No viewer is set up for the guide; it is the file %1").arg(file), Navigation::Tone::Warning);
}

void MainWindow::copyReport()
{
    QGuiApplication::clipboard()->setText(diagnosticReport(m_context, keptMessages()));
    showMessage(tr("The diagnostic report is on the clipboard. It holds no secrets; look at it before you send it."), Navigation::Tone::Ok);
}

} // namespace Trainyard
