#pragma once

#include "models/result.h"
#include "services/alerts/alert.h"

#include <QList>

namespace Trainyard {

/**
 * Of what a person wants to be told, and how: `settings.ini`, group `alerts`.
 *
 * The web address is a secret as a whole, since most carry a token: it lies in the keychain under webhookReference(), or comes from the
 * environment variable TRAINYARD_WEBHOOK_URL. In settings.ini is only that there is one, and its host.
 */
struct AlertSettings
{
    QList<AlertEvent> events{allAlertEvents.begin(), allAlertEvents.end()};
    bool notifiesDesktop = true;
    QString command;     ///< for /bin/sh; empty: none
    QString webhookHost; ///< empty: there is no address in the keychain

    static AlertSettings read(const QString &home);
    /// Errors: Io.
    Result<> write(const QString &home) const;

    bool wants(AlertEvent event) const { return events.contains(event); }
    /// Is there a way to tell anything, here and now? Needs no keychain.
    bool hasChannel() const;
    bool hasWebhook() const;
    bool operator==(const AlertSettings &) const = default;
};

inline constexpr const char *webhookVariable = "TRAINYARD_WEBHOOK_URL";
QString webhookReference();

/// There is a session bus to connect to without starting one.
bool hasSessionBus();

} // namespace Trainyard
