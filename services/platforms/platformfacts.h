#pragma once

#include "models/platform/profile.h"
#include "models/result.h"
#include "services/platforms/platform.h"

namespace Trainyard {

/// resources/platforms/NAME.yaml -> facts. Errors: Invalid, with the key at fault.
Result<PlatformFacts> readPlatformFacts(const QByteArray &yaml);
/// The facts built into the program for @p platformId; a platform without a file has the defaults.
PlatformFacts builtInFacts(const QString &platformId);
/// @p facts with what @p profile says instead, and beside.
PlatformFacts withProfile(PlatformFacts facts, const Profile &profile);

} // namespace Trainyard
