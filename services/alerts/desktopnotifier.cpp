#include "app/window/desktopnotifier.h"

#include "app/window/colorscheme.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QVariantMap>

namespace Trainyard {

void notifyDesktop(const QString &title, const QString &text, bool isUrgent)
{
    if (!hasSessionBus())
        return;
    QDBusMessage message = QDBusMessage::createMethodCall(QStringLiteral("org.freedesktop.Notifications"),
                                                          QStringLiteral("/org/freedesktop/Notifications"),
                                                          QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("Notify"));
    const QVariantMap hints{{QStringLiteral("urgency"), QVariant::fromValue(uchar(isUrgent ? 2 : 1))},
                            {QStringLiteral("desktop-entry"), QStringLiteral("org.trainyard.Trainyard")}};
    constexpr int serversOwnTimeout = -1;
    // The body may be read as markup.
    message << QStringLiteral("Trainyard") << uint(0) << QStringLiteral("org.trainyard.Trainyard") << title << text.toHtmlEscaped()
            << QStringList() << hints << serversOwnTimeout;
    QDBusConnection::sessionBus().send(message);
}

} // namespace Trainyard
