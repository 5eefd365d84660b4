#include "app/window/mainmenu.h"

#include <QActionGroup>
#include <QDir>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QUndoStack>
#include <QRegularExpression>

namespace Trainyard {

MainMenu::MainMenu(QMainWindow &window, QUndoStack &undoStack)
    : QObject(&window)
    , m_window(window)
    , m_undoStack(undoStack)
    , m_file(window.menuBar()->addMenu(QString()))
    , m_edit(window.menuBar()->addMenu(QString()))
    , m_run(window.menuBar()->addMenu(QString()))
    , m_view(window.menuBar()->addMenu(QString()))
    , m_help(window.menuBar()->addMenu(QString()))
    , m_recent(new QMenu(&window))
    , m_language(new QMenu(&window))
    , m_theme(new QMenu(&window))
    , m_languages(new QActionGroup(this))
    , m_themes(new QActionGroup(this))
{
    fillMenus();
    addChoices();
    connect(m_recent, &QMenu::aboutToShow, this, &MainMenu::updateRecentMenu);
    connect(&m_undoStack, &QUndoStack::canUndoChanged, action(Command::Undo), &QAction::setEnabled);
    connect(&m_undoStack, &QUndoStack::canRedoChanged, action(Command::Redo), &QAction::setEnabled);
    connect(&m_undoStack, &QUndoStack::indexChanged, this, &MainMenu::updateUndoTexts);
    action(Command::Undo)->setEnabled(m_undoStack.canUndo());
    action(Command::Redo)->setEnabled(m_undoStack.canRedo());
    action(Command::Primary)->setEnabled(false);
    for (const Command command : {Command::ShowRail, Command::ShowStatusBar, Command::FullScreen})
        action(command)->setCheckable(true);
    for (const Command command : {Command::ShowRail, Command::ShowStatusBar})
        action(command)->setChecked(true);
    action(Command::Settings)->setMenuRole(QAction::PreferencesRole);
    action(Command::Quit)->setMenuRole(QAction::QuitRole);
    action(Command::About)->setMenuRole(QAction::AboutRole);
}

void MainMenu::fillMenus()
{
    add(m_file, Command::NewJob, QStringLiteral("new"), QKeySequence::New);
    add(m_file, Command::Open, QStringLiteral("open"), QKeySequence::Open);
    add(m_file, Command::OpenFolder, QStringLiteral("folder"), Qt::CTRL | Qt::SHIFT | Qt::Key_O);
    m_file->addMenu(m_recent);
    add(nullptr, Command::ClearRecent);
    m_file->addSeparator();
    add(m_file, Command::CloseJob, QString(), Qt::CTRL | Qt::Key_W);
    m_file->addSeparator();
    add(m_file, Command::Settings, QStringLiteral("settings"), Qt::CTRL | Qt::Key_Comma);
    add(m_file, Command::Quit, QString(), Qt::CTRL | Qt::Key_Q);

    add(m_edit, Command::Undo, QStringLiteral("undo"), QKeySequence::Undo);
    add(m_edit, Command::Redo, QStringLiteral("redo"), Qt::CTRL | Qt::SHIFT | Qt::Key_Z);
    m_edit->addSeparator();
    add(m_edit, Command::Find, QStringLiteral("search"), QKeySequence::Find);

    add(m_run, Command::Primary, QString(), Qt::CTRL | Qt::Key_Return);
    m_run->addSeparator();
    add(m_run, Command::DryRun, QStringLiteral("dry-run"), Qt::CTRL | Qt::Key_D);
    add(m_run, Command::CheckAgain, QStringLiteral("refresh"), Qt::Key_F5);
    m_run->addSeparator();
    add(m_run, Command::ShowRuns, QStringLiteral("runs"));

    m_pagesEnd = m_view->addSeparator();
    m_view->addMenu(m_language);
    m_view->addMenu(m_theme);
    m_view->addSeparator();
    add(m_view, Command::Help, QString(), Qt::Key_F1);
    add(m_view, Command::ShowRail);
    add(m_view, Command::ShowStatusBar);
    m_view->addSeparator();
    add(m_view, Command::FullScreen, QString(), Qt::Key_F11);

    add(m_help, Command::Shortcuts, QStringLiteral("keyboard"), Qt::Key_Question);
    add(m_help, Command::Guide, QStringLiteral("help"));
    m_help->addSeparator();
    add(m_help, Command::CopyReport, QStringLiteral("copy"));
    m_help->addSeparator();
    add(m_help, Command::About, QStringLiteral("info"));
}

void MainMenu::add(QMenu *menu, Command command, const QString &iconName, const QKeySequence &shortcut)
{
    auto *action = new QAction(&m_window);
    action->setShortcut(shortcut);
    if (!iconName.isEmpty())
        action->setIcon(Theme::icon(iconName));
    m_actions.insert(command, action);
    if (menu)
        menu->addAction(action);
    connect(action, &QAction::triggered, this, [this, command] { Q_EMIT triggered(command); });
}

void MainMenu::addChoices()
{
    for (int i = 0; i < 3; ++i) {
        QAction *language = m_language->addAction(QString());
        QAction *theme = m_theme->addAction(QString());
        for (QAction *action : {language, theme})
            action->setCheckable(true);
        m_languages->addAction(language);
        m_themes->addAction(theme);
        connect(theme, &QAction::triggered, this, [this, i] { Q_EMIT themeChosen(ThemeChoice(i)); });
    }
    const QList<QAction *> languages = m_languages->actions();
    connect(languages[0], &QAction::triggered, this, [this] { Q_EMIT languageChosen(std::nullopt); });
    connect(languages[1], &QAction::triggered, this, [this] { Q_EMIT languageChosen(Language::English); });
    connect(languages[2], &QAction::triggered, this, [this] { Q_EMIT languageChosen(Language::Chinese); });
}

void MainMenu::addPage(int id)
{
    auto *action = new QAction(&m_window);
    action->setShortcut(QKeySequence(Qt::CTRL | Qt::Key(Qt::Key_1 + m_pages.size())));
    m_view->insertAction(m_pagesEnd, action);
    m_pages.insert(id, action);
    connect(action, &QAction::triggered, this, [this, id] { Q_EMIT pageRequested(id); });
}

void MainMenu::setPageText(int id, const QString &text)
{
    m_pages.value(id)->setText(text);
}

void MainMenu::setPrimary(const QString &text, bool isEnabled)
{
    m_primaryText = text;
    action(Command::Primary)->setText(commandText(Command::Primary));
    action(Command::Primary)->setEnabled(isEnabled);
}

void MainMenu::setJobOpen(bool isOpen)
{
    action(Command::CloseJob)->setEnabled(isOpen);
    action(Command::DryRun)->setEnabled(isOpen);
}

void MainMenu::setChoices(std::optional<Language> language, ThemeChoice theme)
{
    m_languages->actions().at(language ? 1 + int(*language) : 0)->setChecked(true);
    m_themes->actions().at(int(theme))->setChecked(true);
}

void MainMenu::setRecentFiles(const QStringList &files)
{
    m_recentFiles = files;
    m_recent->setEnabled(!files.isEmpty());
}

void MainMenu::updateRecentMenu()
{
    // The actions made here are the menu's own and go with clear(); ClearRecent is the window's and stays.
    m_recent->clear();
    const QString home = QDir::homePath() + QLatin1Char('/');
    for (int i = 0; i < m_recentFiles.size(); ++i) {
        const QString path = m_recentFiles[i];
        QString shown = path.startsWith(home) ? QStringLiteral("~/") + path.mid(home.size()) : path;
        shown.replace(QLatin1Char('&'), QLatin1String("&&"));
        QAction *action = m_recent->addAction(i < 9 ? QStringLiteral("&%1  %2").arg(i + 1).arg(shown) : shown);
        connect(action, &QAction::triggered, this, [this, path] { Q_EMIT recentFileRequested(path); });
    }
    m_recent->addSeparator();
    m_recent->addAction(action(Command::ClearRecent));
}

QList<ShortcutsDialog::Group> MainMenu::shortcutGroups() const
{
    // Chinese texts carry the letter in brackets at their end: it is for the menu only.
    const auto plainText = [](const QAction *entry) {
        static const QRegularExpression letter(QStringLiteral("\\([A-Z]\\)$"));
        return entry->iconText().remove(letter);
    };
    QList<ShortcutsDialog::Group> groups;
    for (const QMenu *menu : {m_file, m_edit, m_run, m_view, m_help}) {
        ShortcutsDialog::Group group{plainText(menu->menuAction()), {}};
        for (const QAction *entry : menu->actions()) {
            if (!entry->shortcut().isEmpty())
                group.rows.append({plainText(entry), entry->shortcut()});
        }
        if (menu == m_run)
            group.rows.append({tr("Cancel what is running on this page"), Qt::Key_Escape});
        groups.append(group);
    }
    return groups;
}

void MainMenu::updateUndoTexts()
{
    action(Command::Undo)->setText(commandText(Command::Undo));
    action(Command::Redo)->setText(commandText(Command::Redo));
}

void MainMenu::retranslate()
{
    m_file->setTitle(tr("&File"));
    m_edit->setTitle(tr("&Edit"));
    m_run->setTitle(tr("&Run"));
    m_view->setTitle(tr("&View"));
    m_help->setTitle(tr("&Help"));
    m_recent->setTitle(tr("Open &recent"));
    m_language->setTitle(tr("&Language"));
    m_theme->setTitle(tr("&Theme"));
    const QStringList languages{tr("As the &system"), QStringLiteral("&English"), QStringLiteral("简体中文(&Z)")};
    const QStringList themes{tr("As the &system"), tr("&Light"), tr("&Dark")};
    for (int i = 0; i < 3; ++i) {
        m_languages->actions().at(i)->setText(languages[i]);
        m_themes->actions().at(i)->setText(themes[i]);
    }
    for (auto it = m_actions.cbegin(); it != m_actions.cend(); ++it)
        it.value()->setText(commandText(it.key()));
}

QString MainMenu::commandText(Command command) const
{
    switch (command) {
    case Command::NewJob:
        return tr("&New job");
    case Command::Open:
        return tr("&Open...");
    case Command::OpenFolder:
        return tr("Open &folder...");
    case Command::ClearRecent:
        return tr("&Clear this list");
    case Command::CloseJob:
        return tr("&Close job");
    case Command::Settings:
        return tr("&Settings");
    case Command::Quit:
        return tr("&Quit");
    case Command::Undo:
        return m_undoStack.canUndo() ? tr("&Undo: %1").arg(m_undoStack.undoText()) : tr("&Undo");
    case Command::Redo:
        return m_undoStack.canRedo() ? tr("&Redo: %1").arg(m_undoStack.redoText()) : tr("&Redo");
    case Command::Find:
        return tr("&Find on this page");
    case Command::Primary:
        return m_primaryText.isEmpty() ? tr("&Next step of this page") : m_primaryText;
    case Command::DryRun:
        return tr("Run &dry-run");
    case Command::CheckAgain:
        return tr("Check &again");
    case Command::ShowRuns:
        return tr("Show all &runs");
    case Command::Help:
        return tr("&Help on this field");
    case Command::FullScreen:
        return tr("F&ull screen");
    case Command::ShowRail:
        return tr("&Navigation bar");
    case Command::ShowStatusBar:
        return tr("Status &bar");
    case Command::Shortcuts:
        return tr("&Keyboard shortcuts");
    case Command::Guide:
        return tr("&Guide");
    case Command::CopyReport:
        return tr("&Copy diagnostic report");
    case Command::About:
        return tr("&About Trainyard");
    }
    Q_UNREACHABLE();
}

} // namespace Trainyard
