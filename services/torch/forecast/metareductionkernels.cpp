#include "services/torch/forecast/metakernels.h"

#include <ATen/ATen.h>
#include <ATen/WrapDimUtils.h>

namespace Trainyard {

using at::IntArrayRef;
using at::OptionalIntArrayRef;
using at::Tensor;
using c10::optional;

namespace {

std::vector<int64_t> reducedSizes(const Tensor &input, OptionalIntArrayRef dimensions, bool keeps)
{
    std::vector<bool> isReduced(size_t(input.dim()), !dimensions || dimensions->empty());
    if (dimensions)
        for (const int64_t dimension : *dimensions)
            if (input.dim() > 0)
                isReduced[size_t(at::maybe_wrap_dim(dimension, input.dim()))] = true;
    std::vector<int64_t> sizes;
    for (int64_t i = 0; i < input.dim(); ++i) {
        if (!isReduced[size_t(i)])
            sizes.push_back(input.size(i));
        else if (keeps)
            sizes.push_back(1);
    }
    return sizes;
}

Tensor deviation(const Tensor &input, OptionalIntArrayRef dimensions, optional<int64_t>, bool keeps)
{
    return at::empty(reducedSizes(input, dimensions, keeps), input.options());
}

std::tuple<Tensor, Tensor> deviationAndMean(const Tensor &input, OptionalIntArrayRef dimensions, optional<int64_t> correction, bool keeps)
{
    const Tensor first = deviation(input, dimensions, correction, keeps);
    return {first, deviation(input, dimensions, correction, keeps)};
}

Tensor nanSum(const Tensor &input, OptionalIntArrayRef dimensions, bool keeps, optional<at::ScalarType> type)
{
    return at::empty(reducedSizes(input, dimensions, keeps), input.options().dtype(type.value_or(input.scalar_type())));
}

Tensor countNonzero(const Tensor &input, IntArrayRef dimensions)
{
    return at::empty(reducedSizes(input, dimensions, false), input.options().dtype(at::kLong));
}

Tensor overall(const Tensor &input)
{
    return at::empty({}, input.options());
}

Tensor overallOfTwo(const Tensor &input, const Tensor &)
{
    return at::empty({}, input.options());
}

Tensor product(const Tensor &input, optional<at::ScalarType> type)
{
    const at::ScalarType natural = at::isIntegralType(input.scalar_type(), true) ? at::kLong : input.scalar_type();
    return at::empty({}, input.options().dtype(type.value_or(natural)));
}

std::tuple<Tensor, Tensor> overallTwice(const Tensor &input)
{
    return {overall(input), overall(input)};
}

std::tuple<Tensor, Tensor> mode(const Tensor &input, int64_t dimension, bool keeps)
{
    const std::vector<int64_t> sizes = reducedSizes(input, IntArrayRef(dimension), keeps);
    return {at::empty(sizes, input.options()), at::empty(sizes, input.options().dtype(at::kLong))};
}

std::tuple<Tensor &, Tensor &> medianOut(const Tensor &input, int64_t dimension, bool keeps, Tensor &values, Tensor &indices)
{
    const std::vector<int64_t> sizes = reducedSizes(input, IntArrayRef(dimension), keeps);
    values.resize_(sizes);
    indices.resize_(sizes);
    return {values, indices};
}

std::tuple<Tensor &, Tensor &> kthValueOut(const Tensor &input, int64_t, int64_t dimension, bool keeps, Tensor &values, Tensor &indices)
{
    return medianOut(input, dimension, keeps, values, indices);
}

void cumulate(const Tensor &, Tensor &, Tensor &, int64_t) {} // both outputs are there already

Tensor histogram(const Tensor &input, int64_t bins, const at::Scalar &, const at::Scalar &)
{
    return at::empty({bins}, input.options());
}

} // namespace

void addReductionKernels(torch::Library &library)
{
    library.impl("var.correction", TORCH_FN(deviation));
    library.impl("std.correction", TORCH_FN(deviation));
    library.impl("var_mean.correction", TORCH_FN(deviationAndMean));
    library.impl("std_mean.correction", TORCH_FN(deviationAndMean));
    library.impl("nansum", TORCH_FN(nanSum));
    library.impl("count_nonzero.dim_IntList", TORCH_FN(countNonzero));
    for (const char *name : {"max", "min", "median", "nanmedian", "trace"})
        library.impl(name, TORCH_FN(overall));
    library.impl("_aminmax", TORCH_FN(overallTwice));
    library.impl("dot", TORCH_FN(overallOfTwo));
    library.impl("vdot", TORCH_FN(overallOfTwo));
    library.impl("prod", TORCH_FN(product));
    library.impl("mode", TORCH_FN(mode));
    library.impl("median.dim_values", TORCH_FN(medianOut));
    library.impl("nanmedian.dim_values", TORCH_FN(medianOut));
    library.impl("kthvalue.values", TORCH_FN(kthValueOut));
    library.impl("_cummax_helper", TORCH_FN(cumulate));
    library.impl("_cummin_helper", TORCH_FN(cumulate));
    library.impl("histc", TORCH_FN(histogram));
}

} // namespace Trainyard
