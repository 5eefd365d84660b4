#include "app/window/settingscontroller.h"

#include "app/appcontext.h"
#include "app/window/navigation.h"
#include "models/common/enumtext.h"
#include "services/drafts/samplefolder.h"
#include "widgets/common/settingspage.h"

#include <QApplication>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QUrl>

namespace Trainyard {

namespace {

constexpr EnumText themeTexts{std::array{std::pair{ThemeChoice::System, "system"}, std::pair{ThemeChoice::Light, "light"},
                                         std::pair{ThemeChoice::Dark, "dark"}}};

} // namespace

SettingsController::SettingsController(AppContext &context, Navigation &navigation, QObject *parent)
    : QObject(parent)
    , m_context(context)
    , m_navigation(navigation)
{
}

Page *SettingsController::page()
{
    if (m_page)
        return m_page;
    m_page = new SettingsPage;
    connect(m_page, &Page::languageChanged, this, &SettingsController::refresh);
    connect(m_page, &SettingsPage::languageChosen, this, &SettingsController::chooseLanguage);
    connect(m_page, &SettingsPage::themeChosen, this, &SettingsController::chooseTheme);
    connect(m_page, &SettingsPage::notifiesAtEndChosen, this, [this](bool notifies) { m_context.preferences.setNotifiesAtEnd(notifies); });
    connect(m_page, &SettingsPage::openFolderRequested, this, &SettingsController::openFolder);
    connect(m_page, &SettingsPage::editProfilesRequested, this, &SettingsController::editProfiles);
    connect(m_page, &SettingsPage::reportRequested, this, &SettingsController::reportRequested);
    refresh();
    return m_page;
}

void SettingsController::refresh()
{
    if (!m_page)
        return;
    SettingsPage::Values values;
    values.language = m_context.preferences.language();
    values.theme = storedTheme(m_context);
    values.notifiesAtEnd = m_context.preferences.notifiesAtEnd();
    values.home = m_context.paths.home;
    values.projects = projectsFolder();
    const ProfilesDocument document = m_context.platforms.profiles();
    for (const Profile &profile : document.profiles) {
        const Platform *platform = m_context.platforms.platform(profile.platform);
        values.profiles << tr("%1: %2", "profile: platform").arg(profile.name, platform ? platform->displayName() : profile.platform);
    }
    for (const Finding &finding : document.findings)
        values.profiles << finding.message;
    m_page->setValues(values);
}

void SettingsController::chooseLanguage(std::optional<Language> language)
{
    m_context.preferences.setLanguage(language);
    useLanguage(m_context.preferences.effectiveLanguage());
    refresh();
    Q_EMIT choicesChanged();
}

void SettingsController::chooseTheme(ThemeChoice theme)
{
    m_context.preferences.setTheme(themeTexts.toText(theme));
    Theme::apply(*qApp, theme);
    refresh();
    Q_EMIT choicesChanged();
}

ThemeChoice SettingsController::storedTheme(const AppContext &context)
{
    return themeTexts.fromText(context.preferences.theme()).value_or(ThemeChoice::System);
}

void SettingsController::editProfiles()
{
    const QString file = m_context.paths.profilesFile();
    if (!QFileInfo::exists(file)) {
        if (const Result<> saved = m_context.platforms.saveProfiles(m_context.platforms.profiles().profiles); !saved)
            return m_navigation.showMessage(saved.error().message, Navigation::Tone::Error);
    }
    if (!QDesktopServices::openUrl(QUrl::fromLocalFile(file)))
        m_navigation.showMessage(tr("No editor is set up for this file: %1").arg(file), Navigation::Tone::Warning);
}

void SettingsController::openFolder(const QString &path)
{
    QDir().mkpath(path);
    if (!QDesktopServices::openUrl(QUrl::fromLocalFile(path)))
        m_navigation.showMessage(tr("No file manager is set up; the folder is %1").arg(path), Navigation::Tone::Warning);
}

} // namespace Trainyard
