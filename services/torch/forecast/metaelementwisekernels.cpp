#include "services/torch/forecast/metakernels.h"

#include <ATen/ATen.h>
#include <ATen/ExpandUtils.h>
#include <ATen/core/dispatch/Dispatcher.h>

namespace Trainyard {

using at::Tensor;
using c10::OperatorHandle;
using torch::jit::Stack;

namespace {

/// One result, of the shape and type of argument number @c position.
template<size_t position>
void likeArgument(const OperatorHandle &op, Stack *stack)
{
    const size_t arguments = op.schema().arguments().size();
    const Tensor result = at::empty_like((*stack)[stack->size() - arguments + position].toTensor());
    torch::jit::drop(stack, arguments);
    torch::jit::push(stack, result);
}

/// The first two arguments broadcast against each other.
void broadcast(const OperatorHandle &op, Stack *stack)
{
    const size_t arguments = op.schema().arguments().size();
    const Tensor first = (*stack)[stack->size() - arguments].toTensor();
    const c10::IValue &second = (*stack)[stack->size() - arguments + 1];
    const Tensor result = second.isTensor() ? at::empty(at::infer_size(first.sizes(), second.toTensor().sizes()),
                                                        first.options().dtype(at::result_type(first, second.toTensor())).device(at::kMeta))
                                            : at::empty_like(first, first.options().dtype(at::result_type(first, second.toScalar())));
    torch::jit::drop(stack, arguments);
    torch::jit::push(stack, result);
}

/// All tensors broadcast, into the last one.
void broadcastOut(const OperatorHandle &op, Stack *stack)
{
    const size_t arguments = op.schema().arguments().size();
    const Tensor out = stack->back().toTensor();
    std::vector<int64_t> sizes;
    for (size_t i = stack->size() - arguments; i + 1 < stack->size(); ++i)
        if ((*stack)[i].isTensor())
            sizes = at::infer_size(sizes, (*stack)[i].toTensor().sizes());
    out.resize_(sizes);
    torch::jit::drop(stack, arguments);
    torch::jit::push(stack, out);
}

/// `_foreach_add_` and the like change their tensors; `_foreach_add` makes one for each of its first list, `_foreach_norm` a number.
void foreach(const OperatorHandle &op, Stack *stack)
{
    const size_t arguments = op.schema().arguments().size();
    c10::List<Tensor> results;
    if (!op.schema().returns().empty()) {
        const bool isNorm = op.schema().name() == "aten::_foreach_norm";
        for (const Tensor &tensor : (*stack)[stack->size() - arguments].toTensorList())
            results.push_back(isNorm ? at::empty({}, tensor.options()) : at::empty_like(tensor));
    }
    torch::jit::drop(stack, arguments);
    if (!op.schema().returns().empty())
        torch::jit::push(stack, std::move(results));
}

void addForeachKernels(torch::Library &library)
{
    auto &dispatcher = c10::Dispatcher::singleton();
    for (const c10::OperatorName &name : dispatcher.getAllOpNames()) {
        if (name.name.rfind("aten::_foreach_", 0) != 0)
            continue;
        const auto op = dispatcher.findSchema(name);
        const bool writesOut = op && !op->schema().arguments().empty() && op->schema().arguments().back().is_out();
        if (op && !writesOut && !op->hasKernelForDispatchKey(c10::DispatchKey::Meta))
            library.impl(toString(name).substr(std::strlen("aten::")).c_str(), torch::CppFunction::makeFromBoxedFunction<&foreach>());
    }
}

Tensor isNan(const Tensor &input)
{
    return at::empty_like(input, input.options().dtype(at::kBool));
}

/// The value as if quantised, and which values were in range.
void fakeQuantize(const OperatorHandle &op, Stack *stack)
{
    const size_t arguments = op.schema().arguments().size();
    const Tensor input = (*stack)[stack->size() - arguments].toTensor();
    torch::jit::drop(stack, arguments);
    torch::jit::push(stack, at::empty_like(input), at::empty_like(input, input.options().dtype(at::kBool)));
}

void assertAsync(const Tensor &) {}

/// In TorchScript constants are compared; values there are none.
bool equal(const Tensor &first, const Tensor &second)
{
    return first.is_same(second);
}

Tensor chosen(const Tensor &condition, const Tensor &first, const Tensor &second)
{
    const auto sizes = at::infer_size(at::infer_size(condition.sizes(), first.sizes()), second.sizes());
    return at::empty(sizes, first.options().dtype(at::result_type(first, second)).device(at::kMeta));
}

std::tuple<Tensor, Tensor> prelu(const Tensor &, const Tensor &input, const Tensor &weight)
{
    const Tensor ofInput = at::empty_like(input);
    const Tensor collected = weight.numel() == 1 ? at::empty({}, weight.options()) : at::empty_like(input); // one a value, then summed
    return {ofInput, at::empty_like(weight)};
}

/// CUDA needs no buffer.
std::tuple<Tensor, Tensor> logSigmoid(const Tensor &input)
{
    return {at::empty_like(input), at::empty({0}, input.options())};
}

Tensor addBatches(const Tensor &, const Tensor &first, const Tensor &second, const at::Scalar &, const at::Scalar &)
{
    return at::empty({first.size(1), second.size(2)}, first.options());
}

} // namespace

void addElementwiseKernels(torch::Library &library)
{
    const auto add = [&library](std::initializer_list<const char *> names, auto function) {
        for (const char *name : names)
            library.impl(name, function());
    };
    add({"relu", "hardswish", "hardtanh", "prelu", "rrelu_with_noise", "angle", "logit", "_logcumsumexp", "poisson", "_standard_gamma", "_sample_dirichlet",
         "binomial", "channel_shuffle", "flip", "roll", "_masked_softmax", "_masked_softmax_backward", "_fft_c2c", "_standard_gamma_grad", "cholesky",
         "cholesky_inverse", "_dirichlet_grad",
         "linalg_matrix_exp"},
        [] { return torch::CppFunction::makeFromBoxedFunction<&likeArgument<0>>(); });
    add({"hardswish_backward", "hardtanh_backward", "glu_backward", "log_sigmoid_backward", "mse_loss_backward", "binary_cross_entropy_backward",
         "multi_margin_loss_backward", "multilabel_margin_loss_backward", "reflection_pad2d_backward", "replication_pad2d_backward",
         "replication_pad3d_backward", "_pdist_backward", "_cdist_backward", "fractional_max_pool3d_backward", "remainder.Scalar_Tensor"},
        [] { return torch::CppFunction::makeFromBoxedFunction<&likeArgument<1>>(); });
    add({"floor_divide", "rsub.Tensor", "_add_relu.Tensor", "_add_relu.Scalar", "__lshift__.Tensor", "__lshift__.Scalar", "__rshift__.Tensor",
         "__rshift__.Scalar"},
        [] { return torch::CppFunction::makeFromBoxedFunction<&broadcast>(); });
    add({"abs.out", "angle.out", "logical_and.out", "logical_or.out", "logical_xor.out", "logical_not.out", "nan_to_num.out", "conj_physical.out",
         "bernoulli.out", "floor_divide.out", "hardswish.out", "hardtanh.out", "logit.out", "mvlgamma.out", "smooth_l1_loss_backward.grad_input",
         "huber_loss_backward.out", "rrelu_with_noise.out", "where.self_out", "complex.out", "polar.out"},
        [] { return torch::CppFunction::makeFromBoxedFunction<&broadcastOut>(); });
    add({"fake_quantize_per_tensor_affine_cachemask", "_fake_quantize_per_tensor_affine_cachemask_tensor_qparams", "fake_quantize_per_channel_affine_cachemask"},
        [] { return torch::CppFunction::makeFromBoxedFunction<&fakeQuantize>(); });
    library.impl("_assert_async", TORCH_FN(assertAsync));
    library.impl("isnan", TORCH_FN(isNan));
    library.impl("equal", TORCH_FN(equal));
    library.impl("where.self", TORCH_FN(chosen));
    library.impl("prelu_backward", TORCH_FN(prelu));
    library.impl("log_sigmoid_forward", TORCH_FN(logSigmoid));
    library.impl("addbmm", TORCH_FN(addBatches));
    addForeachKernels(library);
}

} // namespace Trainyard
