#pragma once

#include "services/preflight/preflight.h"

namespace Trainyard {

/// The code directory, its entry, shell scripts and size. Codes: code.*, environment.requirements-missing.
CheckReport codeRules(const PreflightContext &context);

} // namespace Trainyard
