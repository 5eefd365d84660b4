#include "services/torch/forecast/metakernels.h"
#include "services/torch/forecast/metaoperators.h"

#include <ATen/core/dispatch/Dispatcher.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

#include <unordered_map>

namespace Trainyard {

namespace {

// LibTorch's own autocast takes CUDA, CPU and XPU tensors only. XPU's key is unused here: its kernels, boxed, cast meta tensors.
constexpr auto autocastKey = c10::DispatchKey::AutocastXPU;
const c10::DispatchKeySet belowAutocast(c10::DispatchKeySet::FULL_AFTER, autocastKey);

struct CachedCast
{
    at::Tensor source; ///< held, so that its address is not used again
    at::Tensor cast;
};

std::optional<at::ScalarType> lowType;
int depth = 0;
std::unordered_map<c10::TensorImpl *, CachedCast> castWeights; ///< lives until the outermost scope ends, as torch.autocast has it

bool isEligible(const at::Tensor &tensor)
{
    return tensor.defined() && tensor.is_meta() && tensor.is_floating_point() && tensor.scalar_type() != at::kDouble;
}

at::Tensor cast(const at::Tensor &tensor, at::ScalarType type)
{
    if (!isEligible(tensor) || tensor.scalar_type() == type)
        return tensor;
    const bool isWeight = type == lowType && tensor.scalar_type() == at::kFloat && tensor.requires_grad() && tensor.is_leaf() && !tensor.is_view();
    if (!isWeight)
        return tensor.to(type);
    CachedCast &cached = castWeights[tensor.unsafeGetTensorImpl()];
    if (!cached.cast.defined())
        cached = {tensor, tensor.to(type)};
    return cached.cast;
}

c10::IValue cast(const c10::IValue &value, at::ScalarType type)
{
    if (value.isTensor())
        return cast(value.toTensor(), type);
    if (!value.isTensorList())
        return value;
    c10::List<at::Tensor> list;
    for (const at::Tensor &tensor : value.toTensorList())
        list.push_back(cast(tensor, type));
    return list;
}

void redispatch(const c10::OperatorHandle &op, c10::DispatchKeySet keys, torch::jit::Stack *stack, std::optional<at::ScalarType> type)
{
    const c10::impl::ExcludeDispatchKeyGuard noAutocast(autocastKey);
    const size_t arguments = op.schema().arguments().size();
    for (size_t i = stack->size() - arguments; type && i < stack->size(); ++i)
        (*stack)[i] = cast((*stack)[i], *type);
    op.redispatchBoxed(keys & belowAutocast, stack);
}

void inLow(const c10::OperatorHandle &op, c10::DispatchKeySet keys, torch::jit::Stack *stack)
{
    redispatch(op, keys, stack, lowType);
}

void inFull(const c10::OperatorHandle &op, c10::DispatchKeySet keys, torch::jit::Stack *stack)
{
    redispatch(op, keys, stack, at::kFloat);
}

/// Since PyTorch 2.1 (issue 88536).
void upsampleInFull(const c10::OperatorHandle &op, c10::DispatchKeySet keys, torch::jit::Stack *stack)
{
    const bool casts = operatorFacts().framework.isNull() || operatorFacts().framework >= QVersionNumber(2, 1);
    redispatch(op, keys, stack, casts ? std::optional(at::kFloat) : std::nullopt);
}

/// The inputs stay low, the output is asked for in fp32: softmax of fp16 makes no fp32 copy of its input.
void withFullOutput(const c10::OperatorHandle &op, c10::DispatchKeySet keys, torch::jit::Stack *stack)
{
    const auto &arguments = op.schema().arguments();
    const size_t first = stack->size() - arguments.size();
    const std::optional<int> dtype = op.schema().argumentIndexWithName("dtype") ? std::optional(*op.schema().argumentIndexWithName("dtype")) : std::nullopt;
    if (dtype && isEligible((*stack)[first].toTensor()) && (*stack)[first + size_t(*dtype)].isNone())
        (*stack)[first + size_t(*dtype)] = int64_t(at::kFloat);
    redispatch(op, keys, stack, std::nullopt);
}

/// In the widest type of the inputs.
void promoted(const c10::OperatorHandle &op, c10::DispatchKeySet keys, torch::jit::Stack *stack)
{
    at::ScalarType widest = *lowType;
    const auto widen = [&widest](const at::Tensor &tensor) {
        if (isEligible(tensor) && tensor.scalar_type() == at::kFloat)
            widest = at::kFloat;
    };
    for (size_t i = stack->size() - op.schema().arguments().size(); i < stack->size(); ++i) {
        const c10::IValue &value = (*stack)[i];
        if (value.isTensor())
            widen(value.toTensor());
        else if (value.isTensorList())
            for (const at::Tensor &tensor : value.toTensorList())
                widen(tensor);
    }
    redispatch(op, keys, stack, widest);
}

// The lists of torch.cuda.amp (aten/src/ATen/autocast_mode.cpp of PyTorch 1.13; the same in 2.x but for the upsampling).
constexpr const char *lowOperators[] = {
    "_convolution", "_convolution.deprecated", "conv1d", "conv2d", "conv3d", "conv_tbc", "conv_transpose1d", "conv_transpose2d.input",
    "conv_transpose3d.input", "convolution", "prelu", "addmm", "addmv", "addr", "matmul", "einsum", "mm", "mv", "linear", "addbmm", "baddbmm",
    "bmm", "chain_matmul", "linalg_multi_dot", "lstm_cell", "gru_cell", "rnn_tanh_cell", "rnn_relu_cell", "lstm.input", "gru.input",
    "rnn_tanh.input", "rnn_relu.input"};
constexpr const char *fullOperators[] = {
    "acos", "asin", "cosh", "erfinv", "exp", "expm1", "log", "log10", "log2", "log1p", "reciprocal", "rsqrt", "sinh", "tan",
    "pow.Tensor_Scalar", "pow.Tensor_Tensor", "pow.Scalar", "softplus", "layer_norm", "native_layer_norm", "group_norm", "frobenius_norm.dim",
    "nuclear_norm", "nuclear_norm.dim", "cosine_similarity", "poisson_nll_loss", "cosine_embedding_loss", "nll_loss", "nll_loss2d",
    "hinge_embedding_loss", "kl_div", "l1_loss", "smooth_l1_loss", "huber_loss", "mse_loss", "margin_ranking_loss", "multilabel_margin_loss",
    "soft_margin_loss", "triplet_margin_loss", "multi_margin_loss", "binary_cross_entropy_with_logits", "dist", "pdist", "cdist", "renorm",
    "logsumexp", "norm.Scalar", "norm.ScalarOpt_dim"};
constexpr const char *upsampleOperators[] = {
    "upsample_nearest1d", "upsample_nearest1d.vec", "upsample_nearest2d", "upsample_nearest2d.vec", "upsample_nearest3d", "upsample_nearest3d.vec",
    "_upsample_nearest_exact1d", "_upsample_nearest_exact2d", "_upsample_nearest_exact2d.vec", "_upsample_nearest_exact3d", "upsample_linear1d",
    "upsample_linear1d.vec", "upsample_bilinear2d", "upsample_bilinear2d.vec", "_upsample_bilinear2d_aa", "_upsample_bilinear2d_aa.vec",
    "upsample_trilinear3d", "upsample_trilinear3d.vec", "upsample_bicubic2d", "upsample_bicubic2d.vec", "_upsample_bicubic2d_aa",
    "_upsample_bicubic2d_aa.vec"};
constexpr const char *fullOutputOperators[] = {
    "prod", "prod.dim_int", "softmax.int", "log_softmax.int", "cumprod", "cumsum", "linalg_vector_norm", "linalg_matrix_norm",
    "linalg_matrix_norm.str_ord", "sum", "sum.dim_IntList"};
constexpr const char *promotedOperators[] = {
    "addcdiv", "addcmul", "atan2", "bilinear", "cross", "dot", "grid_sampler", "index_put", "tensordot", "scatter_add", "vdot", "cat", "stack"};

} // namespace

void installMetaAutocast()
{
    static torch::Library fallback(torch::Library::IMPL, "_", autocastKey, __FILE__, __LINE__);
    fallback.fallback(torch::CppFunction::makeFallthrough());
    static torch::Library library(torch::Library::IMPL, "aten", autocastKey, __FILE__, __LINE__);
    const auto add = [](const auto &names, auto function) {
        for (const char *name : names)
            library.impl(name, function());
    };
    add(lowOperators, [] { return torch::CppFunction::makeFromBoxedFunction<&inLow>(); });
    add(fullOperators, [] { return torch::CppFunction::makeFromBoxedFunction<&inFull>(); });
    add(upsampleOperators, [] { return torch::CppFunction::makeFromBoxedFunction<&upsampleInFull>(); });
    add(fullOutputOperators, [] { return torch::CppFunction::makeFromBoxedFunction<&withFullOutput>(); });
    add(promotedOperators, [] { return torch::CppFunction::makeFromBoxedFunction<&promoted>(); });
}

std::optional<at::ScalarType> autocastType()
{
    return depth > 0 ? lowType : std::nullopt;
}

MetaAutocast::MetaAutocast(at::ScalarType low)
{
    lowType = low;
    if (++depth > 1)
        return;
    c10::impl::tls_set_dispatch_key_excluded(autocastKey, false); // autocast keys are excluded until somebody asks for them
    c10::impl::tls_set_dispatch_key_included(autocastKey, true);
}

MetaAutocast::~MetaAutocast()
{
    if (--depth > 0)
        return;
    c10::impl::tls_set_dispatch_key_included(autocastKey, false);
    c10::impl::tls_set_dispatch_key_excluded(autocastKey, true);
    castWeights.clear();
}

} // namespace Trainyard
