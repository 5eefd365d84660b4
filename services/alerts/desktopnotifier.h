#pragma once

#include <QDBusPendingCall>

#include <optional>

class QString;

namespace Trainyard {

/// A message of the desktop (org.freedesktop.Notifications); answers at once. Nothing where there is no session bus.
std::optional<QDBusPendingCall> notifyDesktop(const QString &title, const QString &text, bool isUrgent);

} // namespace Trainyard
