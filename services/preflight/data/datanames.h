#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace Trainyard {

/**
 * Whether scripts, object storage or other systems are known to stumble over @p name (one name, no path): blanks, control characters, anything but
 * ASCII, what is reserved in shells, addresses or on Windows, a dot or hyphen in the wrong place, too long.
 */
bool isUnsafeName(const QByteArray &name);

/// A name that everything can take, made of @p name: letters it cannot keep become their code, so that different names stay different.
QByteArray safeName(const QByteArray &name);

/// Pairs of @p names that are one name where case or the way accents are written does not count.
QList<std::pair<QByteArray, QByteArray>> caseTwins(const QList<QByteArray> &names);

/// `train`, `val`, ... when a folder of @p relativePath, or its file, is named as a split (`valid` and `validation` are `val`); empty: none.
QString splitOf(const QByteArray &relativePath);

/// As findings show a path: bytes that are no UTF-8 become the replacement character.
QString shownName(const QByteArray &path);

} // namespace Trainyard
