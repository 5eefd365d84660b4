#pragma once

#include <QString>

#include <functional>
#include <optional>

namespace Trainyard {

/// Bytes of a file, or of all files under a folder; links are not followed. Nothing for what is not there, and when @p isCanceled says so.
std::optional<qint64> folderSize(const QString &path, const std::function<bool()> &isCanceled);

} // namespace Trainyard
