#pragma once

#include "services/torch/forecast/stepplan.h"

#include <c10/core/ScalarType.h>
#include <torch/library.h>

#include <optional>

namespace Trainyard {

/**
 * Gives LibTorch 1.13 the Meta kernels that it lacks: shapes and types in, empty tensors out, with the temporaries that the operator
 * allocates on CUDA. Autograd's formulas then work by themselves. What depends on values (nonzero, unique, item) has none and says so.
 */
void installMetaKernels();

/// The parts of it, by what the operators do; @c library is of the Meta key.
void addLayerKernels(torch::Library &library);       ///< convolution, norms, dropout, pools, embeddings
void addLossKernels(torch::Library &library);
void addShapeKernels(torch::Library &library);       ///< indexing, padding, sampling, folding
void addReductionKernels(torch::Library &library);
void addElementwiseKernels(torch::Library &library); ///< and `_foreach_*`

/// Operators whose backward pass is told anew: softmax, mean, max, prod, dropout, lstm, gru. @c library is of the AutogradMeta key.
void addAutogradKernels(torch::Library &library);
void addRecurrentKernels(torch::Library &library);

/// Makes the Autocast key that MetaAutocast borrows work.
void installMetaAutocast();
/// What MetaAutocast casts to now, on this thread.
std::optional<at::ScalarType> autocastType();

/// Facts of the OperatorFacts that lives; the defaults when there is none.
const FrameworkFacts &operatorFacts();

} // namespace Trainyard
