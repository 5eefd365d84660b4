#pragma once

#include "services/credentials/credentialstore.h"

#include <QHash>

#include <functional>

namespace QKeychain {
class Job;
}

namespace Trainyard {

/**
 * The keychain of the desktop (Secret Service, KWallet) through QtKeychain, service name `trainyard`.
 *
 * Where there is none, or it refuses, secrets are kept in memory until the program ends: write() still succeeds and isPersistent() is false.
 * A locked keychain asks the person by itself and answers when they have; nothing here blocks.
 */
class KeychainStore final : public CredentialStore
{
    Q_OBJECT
public:
    explicit KeychainStore(QObject *parent = nullptr);
    ~KeychainStore() override;

    QFuture<Result<QString>> read(const QString &reference) override;
    QFuture<Result<>> write(const QString &reference, const QString &secret) override;
    QFuture<Result<>> remove(const QString &reference) override;
    std::optional<bool> isPersistent() const override { return m_isPersistent; }

private:
    void start(QKeychain::Job *job, const QString &reference, std::function<void(QKeychain::Job *)> handler);
    void setPersistent(bool isPersistent);

    QHash<QString, QString> m_sessionSecrets;
    std::optional<bool> m_isPersistent;
};

/// The references under which a profile's key pair lies in the store: `PROFILE/access_key`, `PROFILE/secret_key`.
QString accessKeyReference(const QString &profile);
QString secretKeyReference(const QString &profile);

} // namespace Trainyard
