#pragma once

#include <QStringList>

namespace Trainyard {

/// Keeps this process's last warnings and errors for the diagnostic report, and passes them on to standard error as before.
void keepMessages();
/// The latest last, each with its local time.
QStringList keptMessages();
/// An error that was shown to the person.
void keepMessage(const QString &text);

} // namespace Trainyard
