#pragma once

#include "models/platform/flavor.h"

namespace Trainyard {

/// `sm_86`: 8 and 6.
struct ComputeCapability
{
    int major = 0;
    int minor = 0;
};

/// Of `sm_86` or `compute_86`; two-digit majors (`sm_100`) have one digit of minor as well. Nothing: no such text.
std::optional<ComputeCapability> capabilityOf(const QString &architecture);

/// Does the card compute in bfloat16? From compute capability 8.0 on. Nothing: not known.
std::optional<bool> hasBrainFloat(const Flavor &flavor);

} // namespace Trainyard
