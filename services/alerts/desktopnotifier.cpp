#include "services/alerts/desktopnotifier.h"

#include "services/alerts/alertsettings.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QVariantMap>

namespace Trainyard {

std::optional<QDBusPendingCall> notifyDesktop(const QString &title, const QString &text, bool isUrgent)
{
    if (!hasSessionBus())
        return std::nullopt;
    QDBusMessage message = QDBusMessage::createMethodCall(QStringLiteral("org.freedesktop.Notifications"),
                                                          QStringLiteral("/org/freedesktop/Notifications"),
                                                          QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("Notify"));
    const QVariantMap hints{{QStringLiteral("urgency"), QVariant::fromValue(uchar(isUrgent ? 2 : 1))},
                            {QStringLiteral("desktop-entry"), QStringLiteral("org.trainyard.Trainyard")}};
    constexpr int serversOwnTimeout = -1;
    // The body may be read as markup.
    message << QStringLiteral("Trainyard") << uint(0) << QStringLiteral("org.trainyard.Trainyard") << title << text.toHtmlEscaped()
            << QStringList() << hints << serversOwnTimeout;
    return QDBusConnection::sessionBus().asyncCall(message);
}

} // namespace Trainyard
