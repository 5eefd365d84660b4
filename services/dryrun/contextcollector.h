#pragma once

#include "services/preflight/preflight.h"

#include <QFuture>

namespace Trainyard {

class PlatformRegistry;

/// Everything that checks of @p document go by: its profile, the platform's facts, flavors and images, the person's own catalogue. What a platform
/// does not answer stays empty. @p registry must outlive the answer.
QFuture<PreflightContext> collectContext(const JobDocument &document, const QString &jobFolder, PlatformRegistry &registry);

} // namespace Trainyard
