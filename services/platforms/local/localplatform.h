#pragma once

#include "services/agent/runfolder.h"
#include "services/common/apppaths.h"
#include "services/platforms/platform.h"

#include <QHash>
#include <QMutex>
#include <QThreadPool>

namespace Trainyard {

/**
 * This machine. A run is a folder with an agent (services/agent) that outlives the window; asking for a run's state also replaces an agent that died.
 *
 * Several windows may use one home folder: file locks in it decide who runs next and who supervises.
 */
class LocalPlatform final : public Platform
{
    Q_OBJECT
public:
    explicit LocalPlatform(AppPaths paths, QObject *parent = nullptr);
    ~LocalPlatform() override;

    QString id() const override { return QStringLiteral("local"); }
    QString displayName() const override { return tr("This machine"); }
    PlatformCapabilities capabilities() const override;
    PlatformFacts facts() const override;

    QFuture<Result<QList<CheckItem>>> checkAccount(const Profile &profile, const Job &job) override;
    QFuture<Result<QList<CheckItem>>> checkPermissions(const Profile &profile, const Job &job, const QString &jobFolder) override;
    QFuture<Result<QList<Flavor>>> queryFlavors(const Profile &profile) override;
    QFuture<Result<QList<Image>>> queryImages(const Profile &profile) override;
    QFuture<Result<QList<QuotaItem>>> queryQuota(const Profile &profile, const QList<Flavor> &flavors) override;
    QFuture<Result<RunStatus>> submit(const SubmitRequest &request) override;
    QFuture<Result<RunStatus>> queryStatus(const Run &run) override;
    QFuture<Result<>> stop(const Run &run, StopMode mode) override;
    QFuture<Result<>> release(const Run &run) override;
    std::unique_ptr<LogStream> openLog(const Run &run) override;
    std::unique_ptr<SampleStream> openSamples(const Run &run) override;

    /// Between SIGTERM and SIGKILL, for runs submitted from now on.
    void setGrace(Milliseconds grace) { m_grace = grace; }

private:
    Result<RunStatus> submitNow(const SubmitRequest &request);
    Result<RunStatus> statusNow(const QString &runFolder);
    Result<> stopNow(const QString &runFolder, StopMode mode);
    static RunStatus statusOfNewAgent(const RunFolder &folder, const RunStatus &old);
    /// Starts an agent unless one lives. True: one was started.
    Result<bool> ensureAgent(const QString &runFolder);

    AppPaths m_paths;
    Milliseconds m_grace = std::chrono::seconds(10);
    QMutex m_mutex;
    QHash<QString, qint64> m_agentStarts; ///< run folder -> when an agent was started last; guarded by m_mutex
    QThreadPool m_workers;
};

} // namespace Trainyard
