#pragma once

#include "services/preflight/scriptreading.h"

#include <functional>

namespace Trainyard {

/// What a call fetches from the network by its name or address; nothing: nothing, or not known. @p isLocalFile says whether a path is in the code directory.
std::optional<QString> downloadOf(const ScriptCall &call, const std::function<bool(const QString &)> &isLocalFile);

/// The tracker that a call connects to: `wandb`; empty: none, or switched to offline by the call itself.
QString trackerOf(const ScriptCall &call);

} // namespace Trainyard
