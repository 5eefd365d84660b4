#pragma once

#include "services/common/language.h"
#include "widgets/common/theme.h"

#include <QNetworkAccessManager>
#include <QObject>

namespace Trainyard {

class Navigation;
class Page;
class SettingsPage;
struct AlertSettings;
struct AppContext;

/// The choices that belong to the program: stored and applied at once, from the settings page and from the menus.
class SettingsController final : public QObject
{
    Q_OBJECT

public:
    SettingsController(AppContext &context, Navigation &navigation, QObject *parent);

    Page *page();
    void refresh();

    /// Not set: as the environment says.
    void chooseLanguage(std::optional<Language> language);
    void chooseTheme(ThemeChoice theme);

    static ThemeChoice storedTheme(const AppContext &context);

Q_SIGNALS:
    void choicesChanged();
    void reportRequested();

private:
    void saveAlerts(const AlertSettings &settings);
    void storeAddress(const QString &address);
    void tellAddressState();
    void testAlerts();
    void editProfiles();
    void openFolder(const QString &path);

    AppContext &m_context;
    Navigation &m_navigation;
    SettingsPage *m_page = nullptr;
    QNetworkAccessManager m_network;
};

} // namespace Trainyard
