#pragma once

#include "models/preflight/finding.h"
#include "services/common/apppaths.h"
#include "services/preflight/preflight.h"
#include "widgets/setup/setupstep.h"

#include <QFutureWatcher>
#include <QObject>
#include <QTimer>

#include <array>
#include <optional>

namespace Trainyard {

struct AppContext;

/**
 * The wizard's real checks of the open job: account, permissions, quota, what the job's files say. Each runs again a moment after what it goes
 * by has changed; an answer to an older question is dropped.
 */
class SetupChecks final : public QObject
{
    Q_OBJECT
public:
    /// @p context must outlive the checks.
    explicit SetupChecks(AppContext &context, QObject *parent = nullptr);
    ~SetupChecks() override;

    /// Everything, now: another job is open.
    void restart();
    /// One step's checks, now.
    void run(SetupStep step);
    /// The profile's own settings changed, or the language that the answers speak.
    void checkAgain();
    const PreflightContext &preflight() const { return m_preflight; }

Q_SIGNALS:
    void contextChanged();
    void started(Trainyard::SetupStep step);
    void finished(Trainyard::SetupStep step, const QList<Trainyard::CheckItem> &items);
    void failed(Trainyard::SetupStep step, const Trainyard::Error &error);
    void quotaFound(const QList<Trainyard::QuotaItem> &items);
    void findingsFound(const Trainyard::Findings &findings);
    /// Not set: the data place cannot be measured.
    void dataMeasured(std::optional<qint64> bytes);

private:
    void runChanged();
    void collect();
    void checkAccount();
    void checkPermissions();
    void queryQuota();
    void checkJob();
    void measureData();
    int ask(SetupStep step);
    bool isLatest(SetupStep step, int question) const;

    AppContext &m_context;
    PreflightContext m_preflight;
    QTimer m_delay;
    std::array<int, allSetupSteps.size()> m_questions{};
    Job m_checkedJob; ///< as of the last checks
    QString m_measuredPlace;
    QFutureWatcher<std::optional<qint64>> *m_measuring = nullptr;
};

} // namespace Trainyard
