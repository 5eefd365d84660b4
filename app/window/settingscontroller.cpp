#include "app/window/settingscontroller.h"

#include "app/appcontext.h"
#include "app/window/navigation.h"
#include "models/common/enumtext.h"
#include "services/alerts/alertdelivery.h"
#include "services/common/async.h"
#include "services/drafts/samplefolder.h"
#include "widgets/common/alertsform.h"
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
    connect(m_page->alerts(), &AlertsForm::changed, this, &SettingsController::saveAlerts);
    connect(m_page->alerts(), &AlertsForm::addressEntered, this, &SettingsController::storeAddress);
    connect(m_page->alerts(), &AlertsForm::testRequested, this, &SettingsController::testAlerts);
    connect(m_context.credentials.get(), &CredentialStore::persistenceChanged, this, &SettingsController::tellAddressState);
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
    values.alerts = AlertSettings::read(m_context.paths.home);
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
    tellAddressState();
}

void SettingsController::saveAlerts(const AlertSettings &settings)
{
    if (const Result<> saved = settings.write(m_context.paths.home); !saved)
        m_navigation.showMessage(saved.error().message, Navigation::Tone::Error);
    refresh();
}

void SettingsController::storeAddress(const QString &address)
{
    const QUrl url(address, QUrl::StrictMode);
    const bool isUsable = url.isValid() && !url.host().isEmpty() && (url.scheme() == QLatin1String("https") || url.scheme() == QLatin1String("http"));
    if (!address.isEmpty() && !isUsable)
        return m_page->alerts()->setAddressState(tr("This is no web address: it has to begin with https:// or http:// and a host. Nothing was stored."));
    const auto handle = [this, host = url.host()](const Result<> &result) {
        if (!result)
            return m_page->alerts()->setAddressState(result.error().message);
        AlertSettings settings = AlertSettings::read(m_context.paths.home);
        settings.webhookHost = host;
        saveAlerts(settings);
    };
    onFinished(address.isEmpty() ? m_context.credentials->remove(webhookReference()) : m_context.credentials->write(webhookReference(), address), this, handle);
}

void SettingsController::tellAddressState()
{
    if (!m_page)
        return;
    QString sentence;
    if (!qEnvironmentVariableIsEmpty(webhookVariable))
        sentence = tr("The environment variable %1 is set: its address is used.").arg(QLatin1String(webhookVariable));
    else if (m_context.credentials->isPersistent() == false && !AlertSettings::read(m_context.paths.home).webhookHost.isEmpty())
        sentence = tr("No keychain answers here, so the address is forgotten when this window closes, and alerts from outside cannot use it. Set %1 in the environment instead.")
                       .arg(QLatin1String(webhookVariable));
    m_page->alerts()->setAddressState(sentence);
}

void SettingsController::testAlerts()
{
    auto *delivery = new AlertDelivery(AlertSettings::read(m_context.paths.home), *m_context.credentials, m_network, m_page);
    auto answers = std::make_shared<QStringList>();
    m_page->alerts()->setTestAnswers({tr("Trying...")});
    connect(delivery, &AlertDelivery::answered, this, [this, answers](const QString &channel, bool, const QString &answer) {
        answers->append(tr("%1: %2", "channel of an alert: its answer").arg(channel, answer));
        m_page->alerts()->setTestAnswers(*answers);
    });
    connect(delivery, &AlertDelivery::finished, delivery, &QObject::deleteLater);
    AlertContent content;
    content.runId = content.jobName = tr("test");
    content.time = QDateTime::currentDateTimeUtc();
    content.message = tr("This is how Trainyard tells what happens to a run.");
    delivery->tell(content);
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
