#pragma once

#include "services/platforms/platform.h"

namespace Trainyard {

/// A platform whose facts are known to the checks, but that this version cannot reach: no capability, every wish is answered with Unavailable.
class FactsOnlyPlatform final : public Platform
{
    Q_OBJECT
public:
    FactsOnlyPlatform(QString id, QString displayName, QObject *parent = nullptr);

    QString id() const override { return m_id; }
    QString displayName() const override { return m_displayName; }
    PlatformCapabilities capabilities() const override { return {}; }
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

private:
    Error unavailable() const;

    QString m_id;
    QString m_displayName;
};

} // namespace Trainyard
