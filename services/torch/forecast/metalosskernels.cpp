#include "services/torch/forecast/metakernels.h"

#include <ATen/ATen.h>
#include <ATen/ExpandUtils.h>

namespace Trainyard {

using at::IntArrayRef;
using at::Tensor;
using c10::optional;

namespace {

/// One loss per value first, then its mean or sum: as the CUDA kernels do it.
Tensor pointwiseLoss(const Tensor &input, const Tensor &target, int64_t reduction)
{
    const at::TensorOptions options = input.options().dtype(at::result_type(input, target));
    const Tensor losses = at::empty(at::infer_size(input.sizes(), target.sizes()), options);
    return reduction == at::Reduction::None ? losses : at::empty({}, options);
}

Tensor binaryCrossEntropy(const Tensor &input, const Tensor &target, const optional<Tensor> &, int64_t reduction)
{
    return pointwiseLoss(input, target, reduction);
}

Tensor smoothLoss(const Tensor &input, const Tensor &target, int64_t reduction, double)
{
    return pointwiseLoss(input, target, reduction);
}

std::tuple<Tensor, Tensor> nllLoss2d(const Tensor &input, const Tensor &target, const optional<Tensor> &, int64_t reduction, int64_t)
{
    const Tensor loss = reduction == at::Reduction::None ? at::empty(target.sizes(), input.options()) : at::empty({}, input.options());
    return {loss, at::empty({}, input.options())};
}

Tensor nllLoss2dBackward(const Tensor &, const Tensor &input, const Tensor &, const optional<Tensor> &, int64_t, int64_t, const Tensor &)
{
    return at::empty_like(input);
}

Tensor multiMarginLoss(const Tensor &input, const Tensor &target, const at::Scalar &, const at::Scalar &, const optional<Tensor> &, int64_t reduction)
{
    return reduction == at::Reduction::None ? at::empty(target.sizes(), input.options()) : at::empty({}, input.options());
}

std::tuple<Tensor, Tensor> multilabelMarginLoss(const Tensor &input, const Tensor &target, int64_t reduction)
{
    const bool isPerSample = reduction == at::Reduction::None && target.dim() > 1;
    return {isPerSample ? at::empty({target.size(0)}, input.options()) : at::empty({}, input.options()), at::empty(target.sizes(), input.options())};
}

/// [steps, batch, classes]; the table of partial sums has 2 x longest target + 1 columns.
std::tuple<Tensor, Tensor> ctcLoss(const Tensor &probabilities, const Tensor &, IntArrayRef, IntArrayRef targetLengths, int64_t, bool)
{
    const int64_t steps = probabilities.size(0), batch = probabilities.size(1);
    const int64_t longest = targetLengths.empty() ? 0 : *std::max_element(targetLengths.begin(), targetLengths.end());
    const Tensor partialSums = at::empty({batch, steps, 2 * longest + 1}, probabilities.options());
    return {at::empty({batch}, probabilities.options()), partialSums};
}

Tensor ctcLossBackward(const Tensor &, const Tensor &probabilities, const Tensor &, IntArrayRef, IntArrayRef, const Tensor &, const Tensor &partialSums, int64_t, bool)
{
    const Tensor backwardSums = at::empty_like(partialSums);
    return at::empty_like(probabilities, at::MemoryFormat::Contiguous);
}

} // namespace

void addLossKernels(torch::Library &library)
{
    library.impl("binary_cross_entropy", TORCH_FN(binaryCrossEntropy));
    library.impl("huber_loss", TORCH_FN(smoothLoss));
    library.impl("smooth_l1_loss", TORCH_FN(smoothLoss));
    library.impl("mse_loss", TORCH_FN(pointwiseLoss));
    library.impl("nll_loss2d_forward", TORCH_FN(nllLoss2d));
    library.impl("nll_loss2d_backward", TORCH_FN(nllLoss2dBackward));
    library.impl("multi_margin_loss", TORCH_FN(multiMarginLoss));
    library.impl("multilabel_margin_loss_forward", TORCH_FN(multilabelMarginLoss));
    library.impl("_ctc_loss", TORCH_FN(ctcLoss));
    library.impl("_ctc_loss_backward", TORCH_FN(ctcLossBackward));
}

} // namespace Trainyard
