#pragma once

#include <QString>

namespace Trainyard {

/// Is the file system of @p path full, as far as a program that writes there is concerned?
bool hasNoRoom(const QString &path);

} // namespace Trainyard
