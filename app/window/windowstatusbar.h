#pragma once

#include "services/common/language.h"

#include <QStatusBar>

class QToolButton;

namespace Trainyard {

class LanguageSwitch;
class StatusLabel;

/// profile | active runs | keychain, only where it matters | EN 中文
class WindowStatusBar final : public QStatusBar
{
    Q_OBJECT

public:
    enum class Keychain { NotNeeded, Unknown, Persistent, SessionOnly };

    explicit WindowStatusBar(QWidget *parent = nullptr);

    void setProfile(const QString &profile);
    void setActiveRuns(int count);
    void setKeychain(Keychain keychain);
    void setLanguage(Language language);

Q_SIGNALS:
    void profileClicked();
    void runsClicked();
    void languageChosen(Trainyard::Language language);

protected:
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void retranslate();

    QString m_profileName;
    int m_activeRuns = 0;
    Keychain m_keychain = Keychain::NotNeeded;
    QToolButton *m_profile;
    QToolButton *m_runs;
    StatusLabel *m_keychainLabel;
    LanguageSwitch *m_language;
};

} // namespace Trainyard
