#pragma once

#include "app/window/setupchecks.h"
#include "widgets/setup/quotaform.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace Trainyard {

class Navigation;
class Page;
class SetupPage;
struct AppContext;

/// Connects the wizard with the open job, the platform's checks, the keychain and submit.
class SetupController final : public QObject
{
    Q_OBJECT
public:
    SetupController(AppContext &context, Navigation &navigation, QObject *parent = nullptr);
    ~SetupController() override;

    Page *page();
    /// A step's name as in Navigation::showSetup(); empty: where the wizard is.
    void showStep(const QString &name);
    void showField(const QString &key);

private:
    void connectPage();
    void connectSession();
    void connectChecks();
    void handleOpened();
    void showJob(const Job &job);
    void showTextFault();
    void showDryRun();
    void showContext();
    void editJob(const Job &job, const QString &key);

    void showProfiles();
    void saveProfile();
    void askForProfile();
    void storeKeys(const QString &profile, const QString &accessKey, const QString &secretKey);
    void showKeyState();

    void updateKnown();
    void updateAdvice();
    /// Nothing while the job has changed and the new one is not forecast yet.
    std::optional<MemoryForecast> forecast() const;
    bool needsUpload() const;
    void updateReview();
    /// @p isForced: also against a run that was compared already, since code may have changed.
    void updateDrift(bool isForced = false);
    void storeState();

    void submit(const QString &overrideReason);

    AppContext &m_context;
    Navigation &m_navigation;
    QPointer<SetupPage> m_page;
    SetupChecks m_checks;
    QTimer m_profileTimer; ///< a pause in typing into the profile's fields
    QTimer m_stateTimer;
    QList<QuotaItem> m_quota;
    QString m_quotaProblem; ///< why there is no quota
    QuotaNeeds m_known;
    QString m_comparedWith; ///< the run that drift was found against
    QStringList m_drift;
    bool m_isStateLoaded = false;
};

} // namespace Trainyard
