#pragma once

#include <QString>
#include <QStringList>

namespace Trainyard {

/// What a command is kept from.
struct Isolation
{
    QStringList readOnly;  ///< paths that it cannot change
    bool network = false;  ///< everything but its own localhost
};

/**
 * Isolates this process and what it starts: namespaces of its own (as root, or in a user namespace of its own), each path mounted over itself read-only, a
 * network that has localhost alone. The rest of the machine sees no difference. Only for a process with one thread.
 *
 * False where the system does not allow it; nothing has changed then.
 */
bool isolate(const Isolation &isolation);

/// Those of @p inputs that can be read-only: not the ones that hold @p writable, which the command has to write.
QStringList guardableInputs(const QStringList &inputs, const QStringList &writable);

/// Number, sizes and times of the files below @p paths, as a text that differs when one of them was changed. At most 200,000 files are looked at.
QString inputsPrint(const QStringList &paths);

} // namespace Trainyard
