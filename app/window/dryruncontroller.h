#pragma once

#include "models/dryrun/dryrunreport.h"
#include "models/job/job.h"

#include <QObject>
#include <QPointer>

#include <memory>

namespace Trainyard {

struct AppContext;
struct PreflightContext;
class DryRunPage;
class DryRunTask;
class Navigation;
class Page;

/// Runs the dry-run of the open job and shows it on its page.
class DryRunController final : public QObject
{
    Q_OBJECT

public:
    DryRunController(AppContext &context, Navigation &navigation, QObject *parent = nullptr);
    ~DryRunController() override;

    Page *page();
    /// Starts a dry-run of the open job, unless one is running.
    /// @p rehearse: starts the person's own script as well.
    void startDryRun(bool rehearse = false);

private:
    void connectPage();
    void connectTask();
    void showSession();
    void lookForStoredReport();
    void start(const PreflightContext &preflight, bool rehearse);
    void handleFinished(const DryRunReport &report);
    void cancel();
    void sendSource(const QString &file);
    void loadSamples();
    void editJob(const QList<std::pair<QString, QString>> &edits, const QString &description);

    AppContext &m_context;
    Navigation &m_navigation;
    QPointer<DryRunPage> m_page; ///< the window owns it once it is shown
    std::unique_ptr<DryRunTask> m_task;
    bool m_isStarting = false;
    bool m_isCancelled = false;
    std::optional<DryRunReport> m_cancelledReport; ///< what the last dry-run had found until it was cancelled
    Job m_job;                ///< the one that is dry-run
    QByteArray m_fingerprint;
};

} // namespace Trainyard
