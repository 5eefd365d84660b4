#pragma once

#include "models/result.h"

#include <torch/script.h>

namespace Trainyard {

/**
 * Puts @p model into evaluation mode, serialises it, loads it back and runs both on @p sample: the outputs must be equal.
 *
 * The file replaces an older one only when that has succeeded. Errors: Io with the path and the system's reason.
 */
Result<> exportTorchScript(torch::jit::Module model, const QString &path, const torch::Tensor &sample);

} // namespace Trainyard
