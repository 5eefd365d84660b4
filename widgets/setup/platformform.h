#pragma once

#include "models/platform/profile.h"
#include "widgets/setup/form.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;

namespace Trainyard {

/// An access key and its secret as a downloaded credentials.csv holds them; nothing for any other text.
std::optional<std::pair<QString, QString>> keysFromCsv(const QByteArray &text);

/// The job's profile, and the profile's own settings. Secrets leave through keysEntered() and are forgotten here.
class PlatformForm final : public Form
{
    Q_OBJECT
public:
    explicit PlatformForm(QWidget *parent = nullptr);

    void setProfiles(const QList<Profile> &profiles, const QStringList &interpreters);
    /// Whether the shown profile's keys are stored, and where: not known, in the keychain, for this session only.
    enum class KeyState { None, InKeychain, InSession };
    void setKeyState(KeyState state);
    const Profile &profile() const { return m_profile; }

Q_SIGNALS:
    void profileEdited(const Trainyard::Profile &profile);
    void newProfileRequested();
    void keysEntered(const QString &profile, const QString &accessKey, const QString &secretKey);

protected:
    void handleJobShown() override;
    void retranslate() override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    FieldBox *addProfileSetting(const QString &key, const QString &setting);
    QWidget *makeKeyRows();
    void showProfile();
    void reportProfile();
    void storeKeys();

    QList<Profile> m_profiles;
    Profile m_profile;
    bool m_isShowingProfile = false;
    KeyState m_keyState = KeyState::None;
    bool m_isReplacing = false;

    FieldBox *m_profileBox;
    QPushButton *m_new;
    FieldBox *m_interpreter;
    QList<std::pair<QString, FieldBox *>> m_settings;
    QWidget *m_cloudRows;
    QWidget *m_keyFields;
    QLineEdit *m_accessKey;
    QLineEdit *m_secretKey;
    QToolButton *m_showSecret;
    QPushButton *m_store;
    QWidget *m_storedRow;
    QLabel *m_storedText;
    QPushButton *m_replace;
    QLabel *m_dropHint;
};

} // namespace Trainyard
