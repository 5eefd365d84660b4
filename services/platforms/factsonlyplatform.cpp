#include "services/platforms/factsonlyplatform.h"

#include "services/common/async.h"
#include "services/platforms/platformfacts.h"

#include <utility>

namespace Trainyard {

namespace {

// Both fail in the next turn of the event loop: whoever opened them can still connect.

class FailedLog final : public LogStream
{
public:
    explicit FailedLog(Error error) : m_error(std::move(error)) {}
    void start(qint64 /*offset*/) override
    {
        QMetaObject::invokeMethod(this, [this] { Q_EMIT failed(m_error); }, Qt::QueuedConnection);
    }

private:
    Error m_error;
};

class FailedSamples final : public SampleStream
{
public:
    explicit FailedSamples(Error error) : m_error(std::move(error)) {}
    void start() override
    {
        QMetaObject::invokeMethod(this, [this] { Q_EMIT failed(m_error); }, Qt::QueuedConnection);
    }

private:
    Error m_error;
};

} // namespace

FactsOnlyPlatform::FactsOnlyPlatform(QString id, QString displayName, QObject *parent)
    : Platform(parent), m_id(std::move(id)), m_displayName(std::move(displayName))
{
}

PlatformFacts FactsOnlyPlatform::facts() const
{
    return builtInFacts(m_id);
}

Error FactsOnlyPlatform::unavailable() const
{
    return {Error::Kind::Unavailable,
            tr("%1 cannot be reached by this version of Trainyard: it checks jobs for it, but submits only to this machine.").arg(m_displayName),
            QString()};
}

QFuture<Result<QList<CheckItem>>> FactsOnlyPlatform::checkAccount(const Profile & /*profile*/, const Job & /*job*/)
{
    return readyFuture(Result<QList<CheckItem>>(unavailable()));
}

QFuture<Result<QList<CheckItem>>> FactsOnlyPlatform::checkPermissions(const Profile & /*profile*/, const Job & /*job*/, const QString & /*jobFolder*/)
{
    return readyFuture(Result<QList<CheckItem>>(unavailable()));
}

QFuture<Result<QList<Flavor>>> FactsOnlyPlatform::queryFlavors(const Profile & /*profile*/)
{
    return readyFuture(Result<QList<Flavor>>(unavailable()));
}

QFuture<Result<QList<Image>>> FactsOnlyPlatform::queryImages(const Profile & /*profile*/)
{
    return readyFuture(Result<QList<Image>>(unavailable()));
}

QFuture<Result<QList<QuotaItem>>> FactsOnlyPlatform::queryQuota(const Profile & /*profile*/, const QList<Flavor> & /*flavors*/)
{
    return readyFuture(Result<QList<QuotaItem>>(unavailable()));
}

QFuture<Result<RunStatus>> FactsOnlyPlatform::submit(const SubmitRequest & /*request*/)
{
    return readyFuture(Result<RunStatus>(unavailable()));
}

QFuture<Result<RunStatus>> FactsOnlyPlatform::queryStatus(const Run & /*run*/)
{
    return readyFuture(Result<RunStatus>(unavailable()));
}

QFuture<Result<>> FactsOnlyPlatform::stop(const Run & /*run*/, StopMode /*mode*/)
{
    return readyFuture(Result<>(unavailable()));
}

QFuture<Result<>> FactsOnlyPlatform::release(const Run & /*run*/)
{
    return readyFuture(Result<>(unavailable()));
}

std::unique_ptr<LogStream> FactsOnlyPlatform::openLog(const Run & /*run*/)
{
    return std::make_unique<FailedLog>(unavailable());
}

std::unique_ptr<SampleStream> FactsOnlyPlatform::openSamples(const Run & /*run*/)
{
    return std::make_unique<FailedSamples>(unavailable());
}

} // namespace Trainyard
