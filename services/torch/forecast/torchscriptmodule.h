#pragma once

#include "models/result.h"
#include "services/torch/forecast/stepplan.h"

#include <torch/script.h>

namespace Trainyard {

/**
 * Loads a TorchScript file for a forecast and puts it on @p device: parameters, buffers and other tensors of the module, tensors and
 * devices in its graphs. On meta no weight is read from the file.
 *
 * Weights that share their memory become one tensor. With bf16 or fp16 as the plan's precision floating-point tensors become that. In
 * training mode; where no parameter asks for gradients (exported for inference) all floating-point ones do.
 * Errors: NotFound, Io, Resource, Invalid (damaged, no TorchScript, no weights), Unavailable (an operator that is not known here, by name).
 */
Result<torch::jit::Module> loadTorchScript(const QString &path, Precision precision, at::Device device);

/// The parts of it. Devices and constant tensors of all graphs of @p module.
void moveGraphs(const torch::jit::Module &module, at::Device device);
/// Does a graph of @p module use one of these operators (`aten::conv2d`)?
bool usesOperator(const torch::jit::Module &module, const std::vector<std::string> &names);

/// Makes the graphs say which module runs, as ModuleScope does in C++. forgetModules(): after an exception left modules open.
void markModules(const torch::jit::Module &module);
void forgetModules();

/// Defines operators that came after LibTorch 1.13, where they can be told by older ones: models exported by PyTorch 2.x load.
void installNewerOperators();
/// How scaled_dot_product_attention is done in graphs.
void setScriptAttention(AttentionKind kind);

/// `aten::nonzero` when @p text, an exception's, says that meta tensors cannot have it; else empty.
QString operatorWithoutKernel(const QString &text);

} // namespace Trainyard
