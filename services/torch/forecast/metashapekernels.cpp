#include "services/torch/forecast/metakernels.h"

#include <ATen/ATen.h>
#include <ATen/ExpandUtils.h>
#include <ATen/WrapDimUtils.h>

namespace Trainyard {

using at::IntArrayRef;
using at::Tensor;
using c10::optional;

namespace {

/**
 * LibTorch's own kernel copies the old bytes whenever a storage has a pointer, and a recorded one has (the recorder's ticket), but no
 * bytes behind it: growing a tensor would crash.
 */
const Tensor &resize(const Tensor &self, IntArrayRef sizes, optional<at::MemoryFormat> format)
{
    at::TensorImpl *tensor = self.unsafeGetTensorImpl();
    tensor->set_sizes_contiguous(sizes);
    if (format && *format != at::MemoryFormat::Preserve)
        tensor->empty_tensor_restride(*format);
    const size_t needed = size_t(self.storage_offset() + self.numel()) * self.element_size();
    c10::StorageImpl *storage = self.storage().unsafeGetStorageImpl();
    if (needed > storage->nbytes()) {
        storage->set_data_ptr_noswap(c10::GetAllocator(c10::kMeta)->allocate(needed));
        storage->set_nbytes(needed);
    }
    return self;
}

Tensor indexSelect(const Tensor &input, int64_t dimension, const Tensor &index)
{
    std::vector<int64_t> sizes = input.sizes().vec();
    if (!sizes.empty())
        sizes[size_t(at::maybe_wrap_dim(dimension, input.dim()))] = index.numel();
    return at::empty(sizes, input.options());
}

Tensor take(const Tensor &input, const Tensor &index)
{
    return at::empty(index.sizes(), input.options());
}

Tensor unfoldBackward(const Tensor &gradient, IntArrayRef sizes, int64_t, int64_t, int64_t)
{
    return at::empty(sizes, gradient.options());
}

Tensor padded2d(const Tensor &input, IntArrayRef padding)
{
    std::vector<int64_t> sizes = input.sizes().vec();
    sizes[sizes.size() - 1] += padding[0] + padding[1];
    sizes[sizes.size() - 2] += padding[2] + padding[3];
    return at::empty(sizes, input.options(), input.dim() == 4 ? input.suggest_memory_format() : at::MemoryFormat::Contiguous);
}

/// input [batch, channels, ...], grid [batch, ..., dimensions].
Tensor sampled(const Tensor &input, const Tensor &grid, int64_t, int64_t, bool)
{
    std::vector<int64_t> sizes{input.size(0), input.size(1)};
    sizes.insert(sizes.end(), grid.sizes().begin() + 1, grid.sizes().end() - 1);
    return at::empty(sizes, input.options());
}

std::tuple<Tensor, Tensor> sampledBackward(const Tensor &, const Tensor &input, const Tensor &grid, int64_t, int64_t, bool, std::array<bool, 2> wanted)
{
    const Tensor ofInput = wanted[0] ? at::empty_like(input) : Tensor();
    return {ofInput, at::empty_like(grid)};
}

/// [batch, channels, height, width] -> [batch, channels x kernel, windows]
Tensor imageToColumns(const Tensor &image, IntArrayRef kernel, IntArrayRef dilation, IntArrayRef padding, IntArrayRef stride)
{
    int64_t windows = 1;
    for (int64_t i = 0; i < 2; ++i) {
        const int64_t rest = image.size(image.dim() - 2 + i) + 2 * padding[i] - dilation[i] * (kernel[i] - 1) - 1;
        TORCH_CHECK(rest >= 0, "the kernel is larger than the image");
        windows *= rest / stride[i] + 1;
    }
    std::vector<int64_t> sizes(image.sizes().begin(), image.sizes().end() - 3);
    sizes.insert(sizes.end(), {image.size(-3) * kernel[0] * kernel[1], windows});
    return at::empty(sizes, image.options());
}

Tensor columnsToImage(const Tensor &columns, IntArrayRef size, IntArrayRef kernel, IntArrayRef, IntArrayRef, IntArrayRef)
{
    std::vector<int64_t> sizes(columns.sizes().begin(), columns.sizes().end() - 2);
    sizes.insert(sizes.end(), {columns.size(-2) / (kernel[0] * kernel[1]), size[0], size[1]});
    return at::empty(sizes, columns.options());
}

Tensor places(const Tensor &like, bool isInt32)
{
    return at::empty(like.sizes(), like.options().dtype(isInt32 ? at::kInt : at::kLong));
}

Tensor bucketize(const Tensor &input, const Tensor &, bool isInt32, bool)
{
    return places(input, isInt32);
}

Tensor searchSorted(const Tensor &, const Tensor &input, bool isInt32, bool, optional<c10::string_view>, const optional<Tensor> &)
{
    return places(input, isInt32);
}

Tensor multinomial(const Tensor &input, int64_t samples, bool, optional<at::Generator>)
{
    std::vector<int64_t> sizes = input.sizes().vec();
    sizes.back() = samples;
    return at::empty(sizes, input.options().dtype(at::kLong));
}

Tensor &permutation(int64_t count, optional<at::Generator>, Tensor &out)
{
    out.resize_({count});
    return out;
}

Tensor stableArgsort(const Tensor &input, bool, int64_t, bool)
{
    return places(input, false);
}

Tensor repeatInterleave(const Tensor &repeats, optional<int64_t> outputSize)
{
    TORCH_CHECK_NOT_IMPLEMENTED(outputSize, "Could not run 'aten::repeat_interleave' on meta: its output's size depends on values");
    return at::empty({*outputSize}, repeats.options());
}

int64_t lowerTriangle(int64_t rows, int64_t columns, int64_t offset)
{
    int64_t count = 0;
    for (int64_t row = 0; row < rows; ++row)
        count += std::clamp<int64_t>(row + offset + 1, 0, columns);
    return count;
}

Tensor pairs(int64_t count, optional<at::ScalarType> type)
{
    return at::empty({2, count}, at::TensorOptions().device(at::kMeta).dtype(type.value_or(at::kLong)));
}

Tensor lowerIndices(int64_t rows, int64_t columns, int64_t offset, optional<at::ScalarType> type, optional<at::Layout>, optional<at::Device>, optional<bool>)
{
    return pairs(lowerTriangle(rows, columns, offset), type);
}

Tensor upperIndices(int64_t rows, int64_t columns, int64_t offset, optional<at::ScalarType> type, optional<at::Layout>, optional<at::Device>, optional<bool>)
{
    return pairs(rows * columns - lowerTriangle(rows, columns, offset - 1), type);
}

Tensor upsampledVolume(const Tensor &input, at::OptionalIntArrayRef size, optional<at::ArrayRef<double>> scales)
{
    std::vector<int64_t> sizes = input.sizes().vec();
    for (size_t i = 0; i < 3; ++i)
        sizes[i + 2] = size ? (*size)[i] : int64_t(double(sizes[i + 2]) * (*scales)[i]);
    return at::empty(sizes, input.options());
}

Tensor upsampledVolumeBackward(const Tensor &gradient, at::OptionalIntArrayRef, IntArrayRef size, optional<at::ArrayRef<double>>)
{
    return at::empty(size, gradient.options());
}

Tensor distances(const Tensor &first, const Tensor &second, double, optional<int64_t>)
{
    const auto batch = at::infer_size(first.sizes().slice(0, size_t(first.dim()) - 2), second.sizes().slice(0, size_t(second.dim()) - 2));
    std::vector<int64_t> sizes(batch.begin(), batch.end());
    sizes.insert(sizes.end(), {first.size(-2), second.size(-2)});
    return at::empty(sizes, first.options());
}

Tensor pairDistances(const Tensor &input, double)
{
    return at::empty({input.size(0) * (input.size(0) - 1) / 2}, input.options());
}

Tensor realToComplex(const Tensor &input, IntArrayRef dimensions, int64_t, bool isOneSided)
{
    std::vector<int64_t> sizes = input.sizes().vec();
    if (isOneSided)
        sizes[size_t(at::maybe_wrap_dim(dimensions.back(), input.dim()))] = input.size(dimensions.back()) / 2 + 1;
    return at::empty(sizes, input.options().dtype(c10::toComplexType(input.scalar_type())));
}

Tensor complexToReal(const Tensor &input, IntArrayRef dimensions, int64_t, int64_t lastSize)
{
    std::vector<int64_t> sizes = input.sizes().vec();
    sizes[size_t(at::maybe_wrap_dim(dimensions.back(), input.dim()))] = lastSize;
    return at::empty(sizes, input.options().dtype(c10::toRealValueType(input.scalar_type())));
}

} // namespace

void addShapeKernels(torch::Library &library)
{
    library.impl("resize_", TORCH_FN(resize));
    library.impl("index_select", TORCH_FN(indexSelect));
    library.impl("take", TORCH_FN(take));
    library.impl("unfold_backward", TORCH_FN(unfoldBackward));
    library.impl("reflection_pad2d", TORCH_FN(padded2d));
    for (const char *name : {"grid_sampler_2d", "grid_sampler_3d"})
        library.impl(name, TORCH_FN(sampled));
    for (const char *name : {"grid_sampler_2d_backward", "grid_sampler_3d_backward"})
        library.impl(name, TORCH_FN(sampledBackward));
    library.impl("im2col", TORCH_FN(imageToColumns));
    library.impl("col2im", TORCH_FN(columnsToImage));
    library.impl("bucketize.Tensor", TORCH_FN(bucketize));
    library.impl("searchsorted.Tensor", TORCH_FN(searchSorted));
    library.impl("multinomial", TORCH_FN(multinomial));
    library.impl("randperm.generator_out", TORCH_FN(permutation));
    library.impl("argsort.stable", TORCH_FN(stableArgsort));
    library.impl("repeat_interleave.Tensor", TORCH_FN(repeatInterleave));
    library.impl("tril_indices", TORCH_FN(lowerIndices));
    library.impl("triu_indices", TORCH_FN(upperIndices));
    for (const char *name : {"upsample_nearest3d.vec", "_upsample_nearest_exact3d.vec"})
        library.impl(name, TORCH_FN(upsampledVolume));
    for (const char *name : {"upsample_nearest3d_backward.vec", "_upsample_nearest_exact3d_backward.vec"})
        library.impl(name, TORCH_FN(upsampledVolumeBackward));
    library.impl("_cdist_forward", TORCH_FN(distances));
    library.impl("_pdist_forward", TORCH_FN(pairDistances));
    library.impl("_fft_r2c", TORCH_FN(realToComplex));
    library.impl("_fft_c2r", TORCH_FN(complexToReal));
}

} // namespace Trainyard
