#include "services/torch/forecast/metakernels.h"

#include <ATen/NativeFunctions.h>
#include <torch/torch.h>

namespace Trainyard {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

namespace {

/// Up to PyTorch 1.10 softmax kept its input beside the output (issues 49600, 64000).
template<at::Tensor (*function)(const at::Tensor &, int64_t, bool), at::Tensor (*gradient)(const at::Tensor &, const at::Tensor &, int64_t, at::ScalarType)>
struct InputKeepingSoftmax : torch::autograd::Function<InputKeepingSoftmax<function, gradient>>
{
    static at::Tensor forward(AutogradContext *context, const at::Tensor &input, int64_t dimension, bool isWidened)
    {
        const at::AutoDispatchBelowADInplaceOrView below;
        const at::Tensor output = function(input, dimension, isWidened);
        context->save_for_backward({input, output});
        context->saved_data["dimension"] = dimension;
        return output;
    }

    static variable_list backward(AutogradContext *context, variable_list gradients)
    {
        const variable_list saved = context->get_saved_variables();
        return {gradient(gradients[0], saved[1], context->saved_data["dimension"].toInt(), saved[0].scalar_type()), {}, {}};
    }
};

/// Of fp16 input and fp32 output CUDA makes no fp32 copy of the input.
template<at::Tensor (*function)(const at::Tensor &, int64_t, bool), at::Tensor (*gradient)(const at::Tensor &, const at::Tensor &, int64_t, at::ScalarType)>
at::Tensor softmaxAsOnCuda(const at::Tensor &input, int64_t dimension, c10::optional<at::ScalarType> type)
{
    const bool isWidened = input.scalar_type() == at::kHalf && type == at::kFloat;
    const at::Tensor converted = type && !isWidened ? input.to(*type) : input;
    if (operatorFacts().softmaxKeepsInput)
        return InputKeepingSoftmax<function, gradient>::apply(converted, dimension, isWidened);
    return function(converted, dimension, isWidened);
}

/// Up to PyTorch 2.1 `mean` over dimensions kept its input; newer ones need its shape only.
struct Mean : torch::autograd::Function<Mean>
{
    static at::Tensor forward(AutogradContext *context, const at::Tensor &input, at::OptionalIntArrayRef dimensions, bool keeps, c10::optional<at::ScalarType> type)
    {
        const at::AutoDispatchBelowADInplaceOrView below;
        const at::Tensor output = at::mean(input, dimensions, keeps, type);
        if (operatorFacts().meanKeepsInput)
            context->save_for_backward({input});
        context->saved_data["sizes"] = input.sizes().vec();
        context->saved_data["type"] = input.scalar_type();
        std::vector<int64_t> reduced = dimensions && !dimensions->empty() ? dimensions->vec() : std::vector<int64_t>();
        for (int64_t &dimension : reduced)
            dimension = at::maybe_wrap_dim(dimension, input.dim());
        std::sort(reduced.begin(), reduced.end());
        context->saved_data["reduced"] = reduced;
        context->saved_data["keeps"] = keeps;
        context->saved_data["count"] = std::max<int64_t>(1, input.numel() / std::max<int64_t>(1, output.numel()));
        return output;
    }

    static variable_list backward(AutogradContext *context, variable_list gradients)
    {
        at::Tensor gradient = gradients[0];
        if (!context->saved_data["keeps"].toBool())
            for (const int64_t dimension : context->saved_data["reduced"].toIntVector())
                gradient = gradient.unsqueeze(dimension);
        gradient = gradient.expand(context->saved_data["sizes"].toIntVector()) / context->saved_data["count"].toInt();
        return {gradient.to(context->saved_data["type"].toScalarType()), {}, {}, {}};
    }
};

at::Tensor mean(const at::Tensor &input, at::OptionalIntArrayRef dimensions, bool keeps, c10::optional<at::ScalarType> type)
{
    return Mean::apply(input, dimensions, keeps, type);
}

/// CUDA keeps one byte a value; the CPU's algorithm would keep a number.
at::Tensor dropout(const at::Tensor &input, double probability, bool isTraining)
{
    if (!isTraining || probability == 0 || input.numel() == 0)
        return input;
    return std::get<0>(at::native_dropout(input, probability, true));
}

/// Largest, smallest value and product of all: LibTorch's backward asks for values unless the tensors are CUDA's.
template<at::Tensor (*function)(const at::Tensor &)>
struct Extreme : torch::autograd::Function<Extreme<function>>
{
    static at::Tensor forward(AutogradContext *context, const at::Tensor &input)
    {
        const at::AutoDispatchBelowADInplaceOrView below;
        const at::Tensor output = function(input);
        context->save_for_backward({input, output});
        return output;
    }

    static variable_list backward(AutogradContext *context, variable_list gradients)
    {
        const variable_list saved = context->get_saved_variables();
        const at::Tensor isExtreme = at::logical_or(at::isnan(saved[0]), saved[0] == saved[1]);
        return {isExtreme * (gradients[0] / isExtreme.sum())};
    }
};

struct Product : torch::autograd::Function<Product>
{
    static at::Tensor forward(AutogradContext *context, const at::Tensor &input, c10::optional<at::ScalarType> type)
    {
        const at::AutoDispatchBelowADInplaceOrView below;
        const at::Tensor output = at::prod(input, type);
        context->save_for_backward({input, output});
        return output;
    }

    static variable_list backward(AutogradContext *context, variable_list gradients)
    {
        const variable_list saved = context->get_saved_variables();
        return {gradients[0] * (saved[1] / saved[0]), {}};
    }
};

template<at::Tensor (*function)(const at::Tensor &)>
at::Tensor extreme(const at::Tensor &input)
{
    return Extreme<function>::apply(input);
}

at::Tensor product(const at::Tensor &input, c10::optional<at::ScalarType> type)
{
    return Product::apply(input, type);
}

/// LibTorch 1.13 takes the labels that count out of the smoothed loss by value; newer ones sum over all.
at::Tensor crossEntropy(const at::Tensor &input, const at::Tensor &target, const c10::optional<at::Tensor> &weight, int64_t reduction, int64_t ignored, double smoothing)
{
    if (smoothing == 0 || target.is_floating_point())
        return at::native::cross_entropy_loss(input, target, weight, reduction, ignored, smoothing);
    const int64_t classDimension = input.dim() == 1 ? 0 : 1;
    const at::Tensor logProbabilities = at::log_softmax(input, classDimension);
    const at::Tensor likelihood = at::nll_loss_nd(logProbabilities, target, weight, reduction, ignored);
    const at::Tensor isIgnored = target == ignored;
    at::Tensor smooth = -logProbabilities.sum(classDimension).masked_fill(isIgnored, 0);
    if (reduction == at::Reduction::Sum)
        smooth = smooth.sum();
    else if (reduction == at::Reduction::Mean)
        smooth = smooth.sum() / isIgnored.logical_not().sum();
    return likelihood * (1 - smoothing) + smooth * (smoothing / double(input.size(classDimension)));
}

/// The lengths, which are values, at their longest. log probabilities [steps, batch, classes], targets [batch, length] or all in a row.
at::Tensor ctcLoss(const at::Tensor &logProbabilities, const at::Tensor &targets, const at::Tensor &, const at::Tensor &, int64_t blank, int64_t reduction,
                   bool zeroesInfinity)
{
    const size_t batch = size_t(logProbabilities.dim() == 3 ? logProbabilities.size(1) : 1);
    const std::vector<int64_t> steps(batch, logProbabilities.size(0));
    const std::vector<int64_t> lengths(batch, targets.dim() == 2 ? targets.size(1) : targets.numel() / int64_t(batch));
    return at::ctc_loss(logProbabilities, targets, steps, lengths, blank, reduction, zeroesInfinity);
}

/// The size of the output is known without the values.
at::Tensor repeatEach(const at::Tensor &input, int64_t repeats, c10::optional<int64_t> dimension, c10::optional<int64_t>)
{
    const at::Tensor values = dimension ? input : input.flatten();
    const int64_t at = at::maybe_wrap_dim(dimension.value_or(0), values.dim());
    std::vector<int64_t> sizes = values.sizes().vec();
    sizes.insert(sizes.begin() + at + 1, repeats);
    return values.unsqueeze(at + 1).expand(sizes).clone(at::MemoryFormat::Contiguous).flatten(at, at + 1);
}

} // namespace

void addAutogradKernels(torch::Library &library)
{
    library.impl("softmax.int", TORCH_FN((softmaxAsOnCuda<at::_softmax, at::_softmax_backward_data>)));
    library.impl("log_softmax.int", TORCH_FN((softmaxAsOnCuda<at::_log_softmax, at::_log_softmax_backward_data>)));
    library.impl("mean.dim", TORCH_FN(mean));
    library.impl("dropout", TORCH_FN(dropout));
    library.impl("max", TORCH_FN(extreme<at::max>));
    library.impl("min", TORCH_FN(extreme<at::min>));
    library.impl("prod", TORCH_FN(product));
    library.impl("cross_entropy_loss", TORCH_FN(crossEntropy));
    library.impl("ctc_loss.Tensor", TORCH_FN(ctcLoss));
    library.impl("repeat_interleave.self_int", TORCH_FN(repeatEach));
}

} // namespace Trainyard
