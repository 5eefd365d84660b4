#pragma once

#include "services/common/language.h"
#include "widgets/common/shortcutsdialog.h"
#include "widgets/common/theme.h"

#include <QHash>
#include <QObject>

class QAction;
class QActionGroup;
class QMainWindow;
class QMenu;
class QUndoStack;

namespace Trainyard {

/// The menu bar: File, Edit, Run, View, Help, with everything the keyboard reaches.
class MainMenu final : public QObject
{
    Q_OBJECT

public:
    enum class Command {
        NewJob, Open, OpenFolder, ClearRecent, CloseJob, Settings, Quit,
        Undo, Redo, Find,
        Primary, DryRun, CheckAgain, ShowRuns,
        Help, FullScreen, ShowRail, ShowStatusBar,
        Shortcuts, Guide, CopyReport, About
    };

    MainMenu(QMainWindow &window, QUndoStack &undoStack);

    /// A page of the View menu, Ctrl+1 and so on in the order of the calls.
    void addPage(int id);
    void setPageText(int id, const QString &text);

    QAction *action(Command command) const { return m_actions.value(command); }
    /// What Ctrl+Return does on the current page: empty text, nothing.
    void setPrimary(const QString &text, bool isEnabled);
    void setJobOpen(bool isOpen);
    /// @p language not set: as the system.
    void setChoices(std::optional<Language> language, ThemeChoice theme);
    void setRecentFiles(const QStringList &files);
    QList<ShortcutsDialog::Group> shortcutGroups() const;
    void retranslate();

Q_SIGNALS:
    void triggered(Trainyard::MainMenu::Command command);
    void pageRequested(int id);
    void recentFileRequested(const QString &path);
    void languageChosen(std::optional<Trainyard::Language> language);
    void themeChosen(Trainyard::ThemeChoice theme);

private:
    void add(QMenu *menu, Command command, const QString &iconName = QString(), const QKeySequence &shortcut = QKeySequence());
    void addChoices();
    void fillMenus();
    void updateUndoTexts();
    void updateRecentMenu();
    QString commandText(Command command) const;

    QMainWindow &m_window;
    QUndoStack &m_undoStack;
    QMenu *m_file;
    QMenu *m_edit;
    QMenu *m_run;
    QMenu *m_view;
    QMenu *m_help;
    QMenu *m_recent;
    QMenu *m_language;
    QMenu *m_theme;
    QAction *m_pagesEnd = nullptr;
    QActionGroup *m_languages;
    QActionGroup *m_themes;
    QHash<Command, QAction *> m_actions;
    QHash<int, QAction *> m_pages;
    QStringList m_recentFiles;
    QString m_primaryText;
};

} // namespace Trainyard
