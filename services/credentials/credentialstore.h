#pragma once

#include "models/result.h"

#include <QFuture>
#include <QObject>
#include <QString>

#include <optional>

namespace Trainyard {

/**
 * Secrets, in the system's keychain and nowhere else (QtKeychain, insecure fallback off). Without a keychain they live in memory for this session,
 * and isPersistent() says so.
 */
class CredentialStore : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// Errors: NotFound when there is none under @p reference.
    virtual QFuture<Result<QString>> read(const QString &reference) = 0;
    virtual QFuture<Result<>> write(const QString &reference, const QString &secret) = 0;
    virtual QFuture<Result<>> remove(const QString &reference) = 0;

    /// Not known before the first answer.
    virtual std::optional<bool> isPersistent() const = 0;

Q_SIGNALS:
    void persistenceChanged();
};

} // namespace Trainyard
