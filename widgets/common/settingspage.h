#pragma once

#include "services/alerts/alertsettings.h"
#include "services/common/language.h"
#include "widgets/common/page.h"
#include "widgets/common/theme.h"

class QComboBox;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace Trainyard {

class AlertsForm;
class MutedLabel;

/// Language, appearance, alerts, folders and platform profiles. Every change counts at once; there is nothing to confirm.
class SettingsPage : public Page
{
    Q_OBJECT

public:
    struct Values
    {
        std::optional<Language> language; ///< not set: as the system
        ThemeChoice theme = ThemeChoice::System;
        AlertSettings alerts;
        QString home;     ///< where state is kept
        QString projects; ///< where the sample and drafts are made
        QStringList profiles; ///< one line each
        bool operator==(const Values &) const = default;
    };

    explicit SettingsPage(QWidget *parent = nullptr);

    void setValues(const Values &values);
    AlertsForm *alerts() const { return m_alerts; }

Q_SIGNALS:
    void languageChosen(std::optional<Trainyard::Language> language);
    void themeChosen(Trainyard::ThemeChoice theme);
    void openFolderRequested(const QString &path);
    void editProfilesRequested();
    void reportRequested();

protected:
    void retranslate() override;

private:
    QLabel *addSection(QVBoxLayout *layout);
    QLabel *addRow(QVBoxLayout *layout, QWidget *field);
    void connectWishes();
    void showValues();

    Values m_values;
    QLabel *m_appearanceTitle;
    QLabel *m_languageLabel;
    QComboBox *m_language;
    QLabel *m_themeLabel;
    QComboBox *m_theme;
    QLabel *m_alertsTitle;
    AlertsForm *m_alerts;
    QLabel *m_profilesTitle;
    QLabel *m_profiles;
    MutedLabel *m_profilesHelp;
    QPushButton *m_editProfiles;
    QLabel *m_foldersTitle;
    QLabel *m_home;
    QPushButton *m_openHome;
    QLabel *m_projects;
    QPushButton *m_openProjects;
    QLabel *m_helpTitle;
    MutedLabel *m_reportHelp;
    QPushButton *m_report;
};

} // namespace Trainyard
