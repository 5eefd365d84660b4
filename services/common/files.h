#pragma once

#include "models/result.h"

#include <QByteArray>
#include <QString>

namespace Trainyard {

/// Writes the whole file or leaves the old one as it was (QSaveFile); makes the folder. Errors: Io with the path and the system's reason.
Result<> writeFileAtomically(const QString &path, const QByteArray &content);
/// Errors: NotFound, Io; Resource for a file over @p maximumBytes.
Result<QByteArray> readFile(const QString &path, qint64 maximumBytes = qint64(64) << 20);

} // namespace Trainyard
