#include "services/credentials/keychainstore.h"

#include "services/common/async.h"

#include <qt6keychain/keychain.h>

#include <memory>

namespace Trainyard {

namespace {

const QString serviceName = QStringLiteral("trainyard");

/// The keychain works, whatever it said about this one entry. "No key store" comes as OtherError from libsecret, not as NoBackendAvailable.
bool isAnswer(QKeychain::Error error)
{
    return error == QKeychain::NoError || error == QKeychain::EntryNotFound;
}

template<typename T>
std::shared_ptr<QPromise<T>> startedPromise()
{
    auto promise = std::make_shared<QPromise<T>>();
    promise->start();
    return promise;
}

} // namespace

KeychainStore::KeychainStore(QObject *parent)
    : CredentialStore(parent)
{
}

KeychainStore::~KeychainStore() = default;

void KeychainStore::start(QKeychain::Job *job, const QString &reference, std::function<void(QKeychain::Job *)> handler)
{
    job->setKey(reference);
    job->setInsecureFallback(false);
    connect(job, &QKeychain::Job::finished, this, [this, handler = std::move(handler)](QKeychain::Job *finished) {
        setPersistent(isAnswer(finished->error()));
        handler(finished);
    });
    job->start(); // deletes itself
}

QFuture<Result<QString>> KeychainStore::read(const QString &reference)
{
    if (const auto found = m_sessionSecrets.constFind(reference); found != m_sessionSecrets.cend())
        return readyFuture<Result<QString>>(*found);
    auto promise = startedPromise<Result<QString>>();
    start(new QKeychain::ReadPasswordJob(serviceName), reference, [promise, reference](QKeychain::Job *job) {
        if (job->error() == QKeychain::NoError) {
            promise->addResult(Result<QString>(static_cast<QKeychain::ReadPasswordJob *>(job)->textData()));
        } else if (job->error() == QKeychain::EntryNotFound) {
            promise->addResult(Result<QString>(
                Error{Error::Kind::NotFound, tr("The keychain has no entry “%1”. Enter the key once more.").arg(reference), QString()}));
        } else {
            promise->addResult(Result<QString>(Error{Error::Kind::NotFound,
                                                     tr("No keychain answers on this machine, and “%1” was not entered in this session.").arg(reference),
                                                     job->errorString()}));
        }
        promise->finish();
    });
    return promise->future();
}

QFuture<Result<>> KeychainStore::write(const QString &reference, const QString &secret)
{
    auto *job = new QKeychain::WritePasswordJob(serviceName);
    job->setTextData(secret);
    auto promise = startedPromise<Result<>>();
    m_sessionSecrets.insert(reference, secret); // readable at once, and still there when the keychain refuses
    start(job, reference, [this, promise, reference, secret](QKeychain::Job *finished) {
        if (finished->error() == QKeychain::NoError && m_sessionSecrets.value(reference) == secret)
            m_sessionSecrets.remove(reference);
        promise->addResult(success());
        promise->finish();
    });
    return promise->future();
}

QFuture<Result<>> KeychainStore::remove(const QString &reference)
{
    m_sessionSecrets.remove(reference);
    auto promise = startedPromise<Result<>>();
    start(new QKeychain::DeletePasswordJob(serviceName), reference, [promise, reference](QKeychain::Job *job) {
        if (job->error() == QKeychain::CouldNotDeleteEntry || job->error() == QKeychain::AccessDenied
            || job->error() == QKeychain::AccessDeniedByUser) {
            promise->addResult(Result<>(Error{Error::Kind::Forbidden, tr("The keychain did not let go of “%1”.").arg(reference), job->errorString()}));
        } else {
            promise->addResult(success()); // gone, never there, or no keychain that could hold it
        }
        promise->finish();
    });
    return promise->future();
}

void KeychainStore::setPersistent(bool isPersistent)
{
    if (m_isPersistent == isPersistent)
        return;
    m_isPersistent = isPersistent;
    Q_EMIT persistenceChanged();
}

QString accessKeyReference(const QString &profile)
{
    return profile + QStringLiteral("/access_key");
}

QString secretKeyReference(const QString &profile)
{
    return profile + QStringLiteral("/secret_key");
}

} // namespace Trainyard
