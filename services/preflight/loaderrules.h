#pragma once

#include "services/preflight/preflight.h"
#include "services/preflight/pythonscript.h"

namespace Trainyard {

/// Loading processes against the flavor's CPUs and /dev/shm. Codes: resources.too-many-workers, memory.shared-memory.
Findings loaderRules(const PreflightContext &context, const ScriptScan &scan);

/**
 * @p needBytes of /dev/shm for @p workers loading processes on @p flavor. Code: memory.shared-memory, an error where the size is known; where it is not, a
 * warning beyond what containers have unless told otherwise (64 MiB).
 */
Findings sharedMemoryFindings(qint64 needBytes, int workers, const Flavor &flavor, const Place &where);

} // namespace Trainyard
