#pragma once

class QString;

namespace Trainyard {

/// A message of the desktop (org.freedesktop.Notifications), sent without waiting; nothing happens where there is no such service.
void notifyDesktop(const QString &title, const QString &text, bool isUrgent);

} // namespace Trainyard
