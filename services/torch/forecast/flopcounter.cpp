#include "services/torch/forecast/flopcounter.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>

#include <algorithm>
#include <string_view>

namespace Trainyard {

namespace {

double counted = 0;

double extent(const at::Tensor &tensor, int64_t dimension)
{
    return tensor.dim() >= std::abs(dimension) ? double(tensor.size(dimension)) : 1;
}

/// [.., m, k] x [.., k, n]
double productFlops(const at::Tensor &left, const at::Tensor &right)
{
    return 2 * double(left.numel()) * extent(right, -1);
}

/// Each value of the output (of the input, when transposed) takes one product with each weight of its channel: [channels, others / groups, kernel...].
double convolutionFlops(double values, const at::Tensor &weight)
{
    const double channels = extent(weight, 0);
    return channels > 0 ? 2 * values * double(weight.numel()) / channels : 0;
}

/// Values of a convolution's output, from the arguments of aten::convolution.
double outputValues(const at::Tensor &input, const at::Tensor &weight, c10::ArrayRef<const c10::IValue> inputs)
{
    const std::vector<int64_t> stride = inputs.at(3).toIntVector(), padding = inputs.at(4).toIntVector(), dilation = inputs.at(5).toIntVector();
    double values = extent(input, 0) * extent(weight, 0);
    for (int64_t i = 2; i < input.dim(); ++i) {
        const auto of = [i](const std::vector<int64_t> &each) { return each.size() == 1 ? each[0] : each.at(size_t(i - 2)); };
        const int64_t reach = of(dilation) * (weight.size(i) - 1) + 1;
        values *= double((input.size(i) + 2 * of(padding) - reach) / std::max<int64_t>(1, of(stride)) + 1);
    }
    return values;
}

double flopsOf(std::string_view name, c10::ArrayRef<const c10::IValue> inputs)
{
    const auto tensor = [&inputs](size_t i) { return inputs.at(i).toTensor(); };
    if (name == "aten::mm" || name == "aten::bmm")
        return productFlops(tensor(0), tensor(1));
    if (name == "aten::addmm" || name == "aten::baddbmm")
        return productFlops(tensor(1), tensor(2));
    if (name == "aten::convolution") {
        const bool isTransposed = inputs.at(6).toBool();
        return convolutionFlops(isTransposed ? double(tensor(0).numel()) : outputValues(tensor(0), tensor(1), inputs), tensor(1));
    }
    if (name == "aten::convolution_backward") {
        const bool isTransposed = inputs.at(7).toBool();
        const auto mask = inputs.at(10).toBoolList(); // of input, weight, bias
        return convolutionFlops(double(tensor(isTransposed ? 1 : 0).numel()), tensor(2)) * (double(mask[0]) + double(mask[1]));
    }
    return 0;
}

std::unique_ptr<at::ObserverContext> onOperator(const at::RecordFunction &function)
{
    try {
        counted += flopsOf(function.name(), function.inputs());
    } catch (const std::exception &) {
        // a signature that is not as expected: not counted
    }
    return nullptr;
}

} // namespace

FlopCounter::FlopCounter()
    : m_handle(at::addThreadLocalCallback(at::RecordFunctionCallback(&onOperator).needsInputs(true).scopes({at::RecordScope::FUNCTION, at::RecordScope::BACKWARD_FUNCTION})))
{
    counted = 0;
}

FlopCounter::~FlopCounter()
{
    at::removeCallback(m_handle);
}

double FlopCounter::count()
{
    return counted;
}

} // namespace Trainyard
