#include "services/torch/forecast/recorder.h"

#include <QTest>

#include <torch/torch.h>

#include <functional>

using namespace Trainyard;
using torch::Tensor;
namespace F = torch::nn::functional;

namespace {

/// Makes its inputs with @c make (tensors that ask for a gradient, on meta or on the CPU) and gives a tensor to go back from.
using Make = std::function<Tensor(at::IntArrayRef)>;
using Operator = std::function<Tensor(const Make &make)>;

Tensor indices(const Tensor &near, at::IntArrayRef sizes)
{
    return at::zeros(sizes, near.options().dtype(at::kLong).requires_grad(false));
}

/// 4 to 8 bytes are numbers that the CPU's operators make tensors of.
std::vector<qint64> sizes(const Timeline &timeline)
{
    std::vector<qint64> result;
    for (const TimelineEvent &event : timeline.events) {
        const qint64 bytes = timeline.blocks[event.block].bytes;
        if (bytes > 8)
            result.push_back(event.isAllocation ? bytes : -bytes);
    }
    return result;
}

struct Outcome
{
    std::vector<std::vector<int64_t>> shapes; ///< of the result, then of the gradients
    std::vector<at::ScalarType> types;
    bool operator==(const Outcome &) const = default;
};

Outcome run(const Operator &op, c10::Device device)
{
    Outcome outcome;
    std::vector<Tensor> made;
    const Make make = [&](at::IntArrayRef shape) {
        made.push_back(at::rand(shape, at::TensorOptions().device(device)).requires_grad_());
        return made.back();
    };
    const Tensor result = op(make);
    const auto note = [&outcome](const Tensor &tensor) {
        outcome.shapes.push_back(tensor.sizes().vec());
        outcome.types.push_back(tensor.scalar_type());
    };
    note(result);
    if (result.requires_grad())
        result.sum().backward();
    for (const Tensor &tensor : made)
        note(tensor.grad().defined() ? tensor.grad() : at::empty({0}));
    return outcome;
}

} // namespace

class tst_MetaKernels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Recorder::install(); }

    void operatorsRunForwardAndBackwardWithTheShapesOfTheCpu_data();
    void operatorsRunForwardAndBackwardWithTheShapesOfTheCpu();
    void valuesAreRefusedByName_data();
    void valuesAreRefusedByName();
    void growingAMetaTensorDoesNotCrash();
    void foreachOperatorsChangeOrMakeLists();
    void dropoutKeepsOneByteAValue();
    void recurrentNetworksKeepAReserve();
    void imagesKeepTheirMemoryFormat();
};

void tst_MetaKernels::operatorsRunForwardAndBackwardWithTheShapesOfTheCpu_data()
{
    QTest::addColumn<Operator>("op");
    const auto add = [](const char *name, Operator op) { QTest::newRow(name) << op; };

    add("linear", [](const Make &m) { return at::linear(m({2, 3}), m({4, 3}), m({4})); });
    add("matmul", [](const Make &m) { return at::matmul(m({2, 5, 3, 4}), m({4, 6})); });
    add("bmm", [](const Make &m) { return at::bmm(m({2, 3, 4}), m({2, 4, 5})); });
    add("baddbmm", [](const Make &m) { return at::baddbmm(m({2, 3, 5}), m({2, 3, 4}), m({2, 4, 5})); });
    add("addbmm", [](const Make &m) { return at::addbmm(m({3, 5}), m({2, 3, 4}), m({2, 4, 5})); });
    add("dot", [](const Make &m) { return at::dot(m({4}), m({4})); });
    add("einsum", [](const Make &m) { return at::einsum("bij,bkj->bik", {m({2, 3, 4}), m({2, 5, 4})}); });
    add("conv1d", [](const Make &m) { return at::conv1d(m({2, 3, 9}), m({4, 3, 3}), m({4}), 2, 1); });
    add("conv2d", [](const Make &m) { return at::conv2d(m({2, 4, 9, 8}), m({6, 2, 3, 3}), m({6}), 2, 1, 1, 2); });
    add("conv2d dilated", [](const Make &m) { return at::conv2d(m({2, 4, 9, 8}), m({6, 4, 3, 3}), {}, 1, 2, 2); });
    add("conv2d of one image", [](const Make &m) { return at::conv2d(m({4, 9, 8}), m({6, 4, 3, 3}), m({6})); });
    add("conv2d same", [](const Make &m) { return at::conv2d(m({2, 4, 9, 8}), m({6, 4, 3, 3}), m({6}), 1, "same"); });
    add("conv3d", [](const Make &m) { return at::conv3d(m({2, 3, 5, 6, 7}), m({4, 3, 3, 3, 3}), m({4}), 1, 1); });
    add("conv_transpose1d", [](const Make &m) { return at::conv_transpose1d(m({2, 3, 5}), m({3, 4, 3}), m({4}), 2, 1, 1); });
    add("conv_transpose2d", [](const Make &m) { return at::conv_transpose2d(m({2, 3, 5, 4}), m({3, 4, 2, 2}), m({4}), 2); });
    add("conv_transpose3d", [](const Make &m) { return at::conv_transpose3d(m({2, 3, 5, 4, 3}), m({3, 4, 2, 2, 2}), {}, 2); });
    add("batch_norm", [](const Make &m) { return at::batch_norm(m({2, 3, 4, 4}), m({3}), m({3}), {}, {}, true, 0.1, 1e-5, false); });
    add("batch_norm in evaluation", [](const Make &m) {
        const Tensor x = m({2, 3, 4, 4});
        return at::batch_norm(x, m({3}), m({3}), at::zeros({3}, x.options().requires_grad(false)), at::ones({3}, x.options().requires_grad(false)), false, 0.1, 1e-5, false);
    });
    add("layer_norm", [](const Make &m) { return at::layer_norm(m({2, 3, 4}), {4}, m({4}), m({4})); });
    add("layer_norm without weights", [](const Make &m) { return at::layer_norm(m({2, 3, 4}), {3, 4}); });
    add("group_norm", [](const Make &m) { return at::group_norm(m({2, 4, 3, 3}), 2, m({4}), m({4})); });
    add("instance_norm", [](const Make &m) { return at::instance_norm(m({2, 4, 3, 3}), m({4}), m({4}), {}, {}, true, 0.1, 1e-5, false); });
    add("local_response_norm", [](const Make &m) { return F::local_response_norm(m({2, 4, 5, 5}), F::LocalResponseNormFuncOptions(2)); });
    add("normalize", [](const Make &m) { return F::normalize(m({2, 4})); });
    add("embedding", [](const Make &m) { const Tensor w = m({7, 3}); return at::embedding(w, indices(w, {2, 4})); });
    add("embedding_bag", [](const Make &m) { const Tensor w = m({7, 3}); return std::get<0>(at::embedding_bag(w, indices(w, {6}), indices(w, {2}))); });
    add("embedding_bag of means", [](const Make &m) {
        const Tensor w = m({7, 3});
        return std::get<0>(at::embedding_bag(w, indices(w, {6}), indices(w, {2}), false, 1));
    });
    add("dropout", [](const Make &m) { return at::dropout(m({4, 5}), 0.5, true); });
    add("dropout2d", [](const Make &m) { return at::feature_dropout(m({2, 4, 5, 5}), 0.5, true); });
    add("alpha_dropout", [](const Make &m) { return at::alpha_dropout(m({4, 5}), 0.5, true); });
    add("adaptive_avg_pool1d", [](const Make &m) { return at::adaptive_avg_pool1d(m({2, 3, 8}), 3); });
    add("adaptive_avg_pool2d", [](const Make &m) { return at::adaptive_avg_pool2d(m({2, 3, 8, 8}), {3, 2}); });
    add("adaptive_avg_pool2d to one", [](const Make &m) { return at::adaptive_avg_pool2d(m({2, 3, 8, 8}), {1, 1}); });
    add("adaptive_avg_pool3d", [](const Make &m) { return at::adaptive_avg_pool3d(m({2, 3, 4, 8, 8}), {3, 2, 2}); });
    add("adaptive_max_pool2d", [](const Make &m) { return std::get<0>(at::adaptive_max_pool2d(m({2, 3, 8, 8}), {3, 2})); });
    add("max_pool1d", [](const Make &m) { return at::max_pool1d(m({2, 3, 8}), 2); });
    add("max_pool2d", [](const Make &m) { return at::max_pool2d(m({2, 3, 8, 8}), 3, 2, 1); });
    add("max_pool3d", [](const Make &m) { return at::max_pool3d(m({2, 3, 7, 8, 8}), 3, 2, 1, 1, true); });
    add("avg_pool1d", [](const Make &m) { return at::avg_pool1d(m({2, 3, 8}), 2); });
    add("avg_pool2d", [](const Make &m) { return at::avg_pool2d(m({2, 3, 8, 8}), 2); });
    add("avg_pool3d", [](const Make &m) { return at::avg_pool3d(m({2, 3, 4, 8, 8}), 2); });
    add("max_unpool2d", [](const Make &m) { const Tensor x = m({2, 3, 4, 4}); return at::max_unpool2d(x, indices(x, {2, 3, 4, 4}), {8, 8}); });
    add("fractional_max_pool2d", [](const Make &m) { const Tensor x = m({2, 3, 8, 8}); return std::get<0>(at::fractional_max_pool2d(x, {2, 2}, {4, 4}, at::rand({2, 3, 2}, x.options().requires_grad(false)))); });
    add("relu", [](const Make &m) { return at::relu(m({3, 4})); });
    add("relu in place", [](const Make &m) { Tensor x = m({3, 4}) * 2; return at::relu_(x); });
    add("relu6", [](const Make &m) { return at::relu6(m({3, 4})); });
    add("hardswish", [](const Make &m) { return at::hardswish(m({3, 4})); });
    add("hardsigmoid", [](const Make &m) { return at::hardsigmoid(m({3, 4})); });
    add("hardtanh", [](const Make &m) { return at::hardtanh(m({3, 4})); });
    add("prelu", [](const Make &m) { return at::prelu(m({3, 4}), m({4})); });
    add("leaky_relu", [](const Make &m) { return at::leaky_relu(m({3, 4})); });
    add("elu", [](const Make &m) { return at::elu(m({3, 4})); });
    add("selu", [](const Make &m) { return at::selu(m({3, 4})); });
    add("gelu", [](const Make &m) { return at::gelu(m({3, 4})); });
    add("gelu tanh", [](const Make &m) { return at::gelu(m({3, 4}), "tanh"); });
    add("silu", [](const Make &m) { return at::silu(m({3, 4})); });
    add("mish", [](const Make &m) { return at::mish(m({3, 4})); });
    add("glu", [](const Make &m) { return at::glu(m({3, 4})); });
    add("softplus", [](const Make &m) { return at::softplus(m({3, 4})); });
    add("logsigmoid", [](const Make &m) { return at::log_sigmoid(m({3, 4})); });
    add("softmax", [](const Make &m) { return at::softmax(m({3, 4}), -1); });
    add("log_softmax", [](const Make &m) { return at::log_softmax(m({3, 4}), -1); });
    add("logsumexp", [](const Make &m) { return at::logsumexp(m({3, 4}), 1); });
    add("where", [](const Make &m) { const Tensor x = m({3, 4}); return at::where(x > 0.5, x, m({4})); });
    add("where with a number", [](const Make &m) { const Tensor x = m({3, 4}); return at::where(x > 0.5, x, 0.0); });
    add("masked_fill", [](const Make &m) { const Tensor x = m({3, 4}); return x.masked_fill(x > 0.5, 0.0); });
    add("flip", [](const Make &m) { return at::flip(m({3, 4}), {1}); });
    add("roll", [](const Make &m) { return at::roll(m({3, 4}), {1, -1}, {0, 1}); });
    add("rot90", [](const Make &m) { return at::rot90(m({3, 4})); });
    add("tril", [](const Make &m) { return at::tril(m({3, 4})); });
    add("triu", [](const Make &m) { return at::triu(m({3, 4})); });
    add("cat", [](const Make &m) { return at::cat({m({3, 4}), m({2, 4})}); });
    add("stack", [](const Make &m) { return at::stack({m({3, 4}), m({3, 4})}); });
    add("chunk", [](const Make &m) { return m({3, 4}).chunk(2, 1)[1]; });
    add("gather", [](const Make &m) { const Tensor x = m({3, 4}); return at::gather(x, 1, indices(x, {3, 2})); });
    add("scatter_add", [](const Make &m) { const Tensor x = m({3, 4}); return at::scatter_add(x, 1, indices(x, {3, 2}), m({3, 2})); });
    add("index", [](const Make &m) { const Tensor x = m({5, 4}); return x.index({indices(x, {3})}); });
    add("index_put", [](const Make &m) { const Tensor x = m({5, 4}); return at::index_put(x, {indices(x, {3})}, m({3, 4})); });
    add("index_add", [](const Make &m) { const Tensor x = m({5, 4}); return at::index_add(x, 0, indices(x, {3}), m({3, 4})); });
    add("index_select", [](const Make &m) { const Tensor x = m({5, 4}); return at::index_select(x, 0, indices(x, {3})); });
    add("take", [](const Make &m) { const Tensor x = m({5, 4}); return at::take(x, indices(x, {3})); });
    add("unfold", [](const Make &m) { return m({3, 8}).unfold(1, 3, 2); });
    add("repeat_interleave", [](const Make &m) { return m({3, 4}).repeat_interleave(2, 1); });
    add("repeat_interleave of known size", [](const Make &m) { const Tensor x = m({3, 4}); return x.repeat_interleave(at::ones({3}, x.options().dtype(at::kLong).requires_grad(false)), 0, 3); });
    add("topk", [](const Make &m) { return std::get<0>(at::topk(m({3, 4}), 2)); });
    add("sort", [](const Make &m) { return std::get<0>(at::sort(m({3, 4}))); });
    add("argsort", [](const Make &m) { const Tensor x = m({3, 4}); return at::gather(x, 1, at::argsort(x, true, 1)); });
    add("kthvalue", [](const Make &m) { return std::get<0>(at::kthvalue(m({3, 4}), 2)); });
    add("median", [](const Make &m) { return std::get<0>(at::median(m({3, 4}), 1)); });
    add("cumsum", [](const Make &m) { return at::cumsum(m({3, 4}), 1); });
    add("cumprod", [](const Make &m) { return at::cumsum(m({3, 4}), 1); });
    add("logcumsumexp", [](const Make &m) { return at::logcumsumexp(m({3, 4}), 1).detach(); });
    add("sum", [](const Make &m) { return at::sum(m({3, 4}), at::IntArrayRef{1}); });
    add("mean", [](const Make &m) { return at::mean(m({3, 4})); });
    add("mean over a dimension", [](const Make &m) { return at::mean(m({3, 4, 5}), at::IntArrayRef{0, -1}); });
    add("mean kept", [](const Make &m) { return at::mean(m({3, 4, 5}), at::IntArrayRef{-1}, true); });
    add("max", [](const Make &m) { return at::max(m({3, 4})); });
    add("min", [](const Make &m) { return at::min(m({3, 4})); });
    add("max over a dimension", [](const Make &m) { return std::get<0>(at::max(m({3, 4}), 1)); });
    add("amax", [](const Make &m) { return at::amax(m({3, 4}), {1}); });
    add("prod", [](const Make &m) { return at::prod(m({3, 4})); });
    add("var", [](const Make &m) { return at::var(m({3, 4}), at::IntArrayRef{1}, true); });
    add("std", [](const Make &m) { return at::std(m({3, 4}), at::IntArrayRef{1}, true, true); });
    add("std of all", [](const Make &m) { return at::std(m({3, 4})); });
    add("var_mean", [](const Make &m) { return std::get<0>(at::var_mean(m({3, 4}), at::IntArrayRef{1}, true)); });
    add("std_mean", [](const Make &m) { return std::get<0>(at::std_mean(m({3, 4}), at::IntArrayRef{1}, true)); });
    add("norm", [](const Make &m) { return at::norm(m({3, 4})); });
    add("vector norm", [](const Make &m) { return at::linalg_vector_norm(m({3, 4}), 2, at::IntArrayRef{1}); });
    add("clamp", [](const Make &m) { return at::clamp(m({3, 4}), 0, 1); });
    add("maximum", [](const Make &m) { return at::maximum(m({3, 4}), m({4})); });
    add("floor_divide", [](const Make &m) { return at::floor_divide(m({3, 4}).detach(), 2); });
    add("remainder", [](const Make &m) { return at::remainder(m({3, 4}), 2); });
    add("rsub", [](const Make &m) { return at::rsub(m({3, 4}), m({4})); });
    add("addcmul", [](const Make &m) { return at::addcmul(m({3, 4}), m({3, 4}), m({4})); });
    add("addcdiv", [](const Make &m) { return at::addcdiv(m({3, 4}), m({3, 4}), m({4})); });
    add("lerp", [](const Make &m) { return at::lerp(m({3, 4}), m({3, 4}), 0.5); });
    add("isnan", [](const Make &m) { return at::isnan(m({3, 4}).detach()); });
    add("isfinite", [](const Make &m) { return at::isfinite(m({3, 4}).detach()); });
    add("nan_to_num", [](const Make &m) { return at::nan_to_num(m({3, 4})); });
    add("bucketize", [](const Make &m) { return at::bucketize(m({3, 4}).detach(), m({5}).detach()); });
    add("searchsorted", [](const Make &m) { return at::searchsorted(m({5}).detach(), m({3, 4}).detach()); });
    add("multinomial", [](const Make &m) { return at::multinomial(m({3, 4}).detach(), 2); });
    add("arange", [](const Make &m) { return at::arange(5, m({1}).options().requires_grad(false)); });
    add("linspace", [](const Make &m) { return at::linspace(0, 1, 5, m({1}).options().requires_grad(false)); });
    add("tril_indices", [](const Make &m) { return at::tril_indices(4, 3, -1, m({1}).options().dtype(at::kLong).requires_grad(false)); });
    add("triu_indices", [](const Make &m) { return at::triu_indices(4, 3, 1, m({1}).options().dtype(at::kLong).requires_grad(false)); });
    add("one_hot with a count", [](const Make &m) { const Tensor x = m({1}); Tensor hot = at::zeros({3, 4}, x.options().requires_grad(false)); return hot.scatter_(1, indices(x, {3, 1}), 1); });
    add("cdist", [](const Make &m) { return at::cdist(m({3, 4}), m({5, 4}), 1); });
    add("pairwise_distance", [](const Make &m) { return at::pairwise_distance(m({3, 4}), m({3, 4})); });
    add("cosine_similarity", [](const Make &m) { return at::cosine_similarity(m({3, 4}), m({3, 4})); });
    add("grid_sample", [](const Make &m) { return at::grid_sampler(m({2, 3, 4, 5}), m({2, 6, 7, 2}), 0, 0, false); });
    add("grid_sample of volumes", [](const Make &m) { return at::grid_sampler(m({2, 3, 4, 5, 6}), m({2, 6, 7, 8, 3}), 0, 0, false); });
    add("affine_grid", [](const Make &m) { return at::affine_grid_generator(m({2, 2, 3}), {2, 3, 4, 5}, false); });
    add("im2col", [](const Make &m) { return at::im2col(m({2, 3, 6, 7}), {3, 3}, {1, 1}, {1, 1}, {2, 2}); });
    add("col2im", [](const Make &m) { return at::col2im(m({2, 12, 9}), {6, 6}, {2, 2}, {1, 1}, {0, 0}, {2, 2}); });
    add("pixel_shuffle", [](const Make &m) { return at::pixel_shuffle(m({2, 8, 3, 3}), 2); });
    add("channel_shuffle", [](const Make &m) { return at::channel_shuffle(m({2, 8, 3, 3}), 2).detach(); });
    add("pad", [](const Make &m) { return at::constant_pad_nd(m({2, 3, 4}), {1, 2}); });
    add("reflection_pad1d", [](const Make &m) { return at::reflection_pad1d(m({2, 3, 4}), {1, 2}); });
    add("reflection_pad2d", [](const Make &m) { return at::reflection_pad2d(m({2, 3, 4, 5}), {1, 2, 2, 1}); });
    add("reflection_pad3d", [](const Make &m) { return at::reflection_pad3d(m({2, 3, 4, 5, 6}), {1, 2, 2, 1, 1, 1}); });
    add("replication_pad1d", [](const Make &m) { return at::replication_pad1d(m({2, 3, 4}), {1, 2}); });
    add("replication_pad2d", [](const Make &m) { return at::replication_pad2d(m({2, 3, 4, 5}), {1, 2, 2, 1}); });
    add("replication_pad3d", [](const Make &m) { return at::replication_pad3d(m({2, 3, 4, 5, 6}), {1, 2, 2, 1, 1, 1}); });
    add("upsample_nearest1d", [](const Make &m) { return at::upsample_nearest1d(m({2, 3, 4}), {8}); });
    add("upsample_nearest2d", [](const Make &m) { return at::upsample_nearest2d(m({2, 3, 4, 5}), {8, 9}); });
    add("upsample_nearest3d", [](const Make &m) { return F::interpolate(m({2, 3, 4, 5, 6}), F::InterpolateFuncOptions().scale_factor(std::vector<double>{2, 2, 2})); });
    add("upsample_linear1d", [](const Make &m) { return at::upsample_linear1d(m({2, 3, 4}), {8}, false); });
    add("upsample_bilinear2d", [](const Make &m) { return at::upsample_bilinear2d(m({2, 3, 4, 5}), {8, 9}, false); });
    add("upsample_bicubic2d", [](const Make &m) { return at::upsample_bicubic2d(m({2, 3, 4, 5}), {8, 9}, false); });
    add("upsample_trilinear3d", [](const Make &m) { return at::upsample_trilinear3d(m({2, 3, 4, 5, 6}), {8, 9, 10}, false); });
    add("cross_entropy", [](const Make &m) { const Tensor x = m({3, 4}); return at::cross_entropy_loss(x, indices(x, {3})); });
    add("cross_entropy smoothed", [](const Make &m) { const Tensor x = m({3, 4}); return at::cross_entropy_loss(x, indices(x, {3}), {}, 1, -100, 0.1); });
    add("cross_entropy of probabilities", [](const Make &m) { return at::cross_entropy_loss(m({3, 4}), m({3, 4}).detach()); });
    add("cross_entropy of pixels", [](const Make &m) { const Tensor x = m({2, 3, 4, 5}); return at::cross_entropy_loss(x, indices(x, {2, 4, 5})); });
    add("nll_loss", [](const Make &m) { const Tensor x = m({3, 4}); return at::nll_loss(x, indices(x, {3})); });
    add("mse_loss", [](const Make &m) { return at::mse_loss(m({3, 4}), m({3, 4})); });
    add("l1_loss", [](const Make &m) { return at::l1_loss(m({3, 4}), m({3, 4})); });
    add("smooth_l1_loss", [](const Make &m) { return at::smooth_l1_loss(m({3, 4}), m({3, 4})); });
    add("huber_loss", [](const Make &m) { return at::huber_loss(m({3, 4}), m({3, 4})); });
    add("binary_cross_entropy", [](const Make &m) { return at::binary_cross_entropy(m({3, 4}), m({3, 4}).detach()); });
    add("bce_with_logits", [](const Make &m) { return at::binary_cross_entropy_with_logits(m({3, 4}), m({3, 4}).detach()); });
    add("kl_div", [](const Make &m) { return at::kl_div(m({3, 4}), m({3, 4})); });
    add("cosine_embedding_loss", [](const Make &m) { return at::cosine_embedding_loss(m({3, 4}), m({3, 4}), m({3}).detach()); });
    add("margin_ranking_loss", [](const Make &m) { return at::margin_ranking_loss(m({3}), m({3}), m({3}).detach()); });
    add("triplet_margin_loss", [](const Make &m) { return at::triplet_margin_loss(m({3, 4}), m({3, 4}), m({3, 4})); });
    add("multi_margin_loss", [](const Make &m) { const Tensor x = m({3, 4}); return at::multi_margin_loss(x, indices(x, {3})); });
    add("multilabel_margin_loss", [](const Make &m) { const Tensor x = m({3, 4}); return at::multilabel_margin_loss(x, indices(x, {3, 4})); });
    add("ctc_loss", [](const Make &m) {
        const Tensor x = m({6, 2, 5});
        return at::ctc_loss(at::log_softmax(x, -1), indices(x, {2, 3}) + 1, at::IntArrayRef{6, 6}, at::IntArrayRef{3, 2});
    });
    add("ctc_loss with lengths in tensors", [](const Make &m) {
        const Tensor x = m({6, 2, 5}), lengths = indices(x, {2});
        return at::ctc_loss(at::log_softmax(x, -1), indices(x, {2, 3}) + 1, lengths + 6, lengths + 3);
    });
    add("fake_quantize", [](const Make &m) { return at::fake_quantize_per_tensor_affine(m({3, 4}), 0.1, 0, 0, 255); });
    add("randperm", [](const Make &m) { return at::randperm(5, m({1}).options().dtype(at::kLong).requires_grad(false)); });
    add("complex", [](const Make &m) { return at::real(at::complex(m({3, 4}), m({3, 4}))); });
    add("attention operator", [](const Make &m) { return std::get<0>(at::_scaled_dot_product_attention(m({2, 3, 4, 5}), m({2, 3, 4, 5}), m({2, 3, 4, 5}))); });
    add("fft", [](const Make &m) { return at::real(at::fft_fft2(m({2, 4, 6}))); });
    add("rfft and back", [](const Make &m) { return at::fft_irfft(at::fft_rfft(m({2, 6}))); });
    add("weight_norm", [](const Make &m) { return at::_weight_norm(m({4, 3}), m({4, 1})); });
    add("bilinear", [](const Make &m) { return at::bilinear(m({2, 3}), m({2, 4}), m({5, 3, 4}), m({5})); });
    add("meshgrid", [](const Make &m) { return at::meshgrid({m({3}), m({4})}, "ij")[0]; });
    add("outer", [](const Make &m) { return at::outer(m({3}), m({4})); });
    add("cross", [](const Make &m) { return at::linalg_cross(m({2, 3}), m({2, 3})); });
    add("lstm", [](const Make &m) {
        const std::vector<Tensor> weights{m({8, 3}), m({8, 2}), m({8}), m({8})};
        return std::get<0>(at::lstm(m({4, 5, 3}), {m({1, 5, 2}), m({1, 5, 2})}, weights, true, 1, 0, true, false, false));
    });
    add("gru, both ways, batch first", [](const Make &m) {
        const std::vector<Tensor> weights{m({6, 3}), m({6, 2}), m({6}), m({6}), m({6, 3}), m({6, 2}), m({6}), m({6})};
        return std::get<0>(at::gru(m({4, 5, 3}), m({2, 4, 2}), weights, true, 1, 0, true, true, true));
    });
    add("rnn", [](const Make &m) { return std::get<0>(at::rnn_tanh(m({4, 5, 3}), m({1, 5, 2}), {m({2, 3}), m({2, 2})}, false, 1, 0, true, false, false)); });
    add("lstm_cell", [](const Make &m) { return std::get<0>(at::lstm_cell(m({5, 3}), {m({5, 2}), m({5, 2})}, m({8, 3}), m({8, 2}), m({8}), m({8}))); });
}

void tst_MetaKernels::operatorsRunForwardAndBackwardWithTheShapesOfTheCpu()
{
    QFETCH(Operator, op);
    Outcome onMeta, onCpu;
    try {
        onCpu = run(op, c10::kCPU);
        onMeta = run(op, c10::kMeta);
    } catch (const c10::Error &error) {
        QFAIL(error.what_without_backtrace());
    }
    QCOMPARE(onMeta.shapes, onCpu.shapes);
    QCOMPARE(onMeta.types, onCpu.types);
}

void tst_MetaKernels::valuesAreRefusedByName_data()
{
    QTest::addColumn<Operator>("op");
    QTest::addColumn<QString>("name");
    const auto add = [](const char *name, Operator op, const char *said) { QTest::newRow(name) << op << QString::fromLatin1(said); };
    add("item", [](const Make &m) { return at::scalar_tensor(m({1}).item<double>()); }, "aten::_local_scalar_dense");
    add("nonzero", [](const Make &m) { return at::nonzero(m({3})); }, "aten::nonzero");
    add("masked_select", [](const Make &m) { const Tensor x = m({3}); return at::masked_select(x, x > 0); }, "aten::masked_select");
    add("unique", [](const Make &m) { return std::get<0>(at::_unique2(m({3}))); }, "aten::_unique2");
    add("bincount", [](const Make &m) { return at::bincount(indices(m({3}), {3})); }, "aten::bincount");
    add("repeat_interleave", [](const Make &m) { return at::repeat_interleave(indices(m({3}), {3})); }, "aten::repeat_interleave");
}

void tst_MetaKernels::valuesAreRefusedByName()
{
    QFETCH(Operator, op);
    QFETCH(QString, name);
    QString message;
    try {
        run(op, c10::kMeta);
    } catch (const c10::Error &error) {
        message = QString::fromUtf8(error.what_without_backtrace());
    }
    QVERIFY2(message.contains(name), qPrintable(message));
}

void tst_MetaKernels::growingAMetaTensorDoesNotCrash()
{
    Recorder::begin(c10::kMeta);
    Tensor tensor = at::empty({8}, at::kMeta);
    tensor.resize_({1024});
    tensor.resize_({2, 3});
    QCOMPARE(tensor.sizes().vec(), (std::vector<int64_t>{2, 3}));
    tensor.resize_({4096});
    const Tensor out = at::empty({0}, at::kMeta);
    at::mul_out(const_cast<Tensor &>(out), tensor, tensor);
    QCOMPARE(Recorder::liveBytes(), 2 * 4 * 4096);
    const Timeline timeline = Recorder::end();
    QCOMPARE(sizes(timeline), (std::vector<qint64>{32, 4096, -32, 16384, -4096, 16384}));
}

void tst_MetaKernels::foreachOperatorsChangeOrMakeLists()
{
    const std::vector<Tensor> list{at::empty({4}, at::kMeta), at::empty({8}, at::kMeta)};
    Recorder::begin(c10::kMeta);
    at::_foreach_mul_(list, 0.9);
    at::_foreach_addcmul_(list, list, list, 0.1);
    QCOMPARE(Recorder::liveBytes(), 0);
    const std::vector<Tensor> roots = at::_foreach_sqrt(list);
    QCOMPARE(Recorder::liveBytes(), 48);
    const std::vector<Tensor> norms = at::_foreach_norm(list, 2);
    QCOMPARE(Recorder::liveBytes(), 56);
    at::_foreach_add_(roots, 1e-8);
    Recorder::end();
    QCOMPARE(roots[1].sizes().vec(), (std::vector<int64_t>{8}));
}

void tst_MetaKernels::dropoutKeepsOneByteAValue()
{
    const Tensor input = at::empty({1000}, at::TensorOptions().device(at::kMeta).dtype(at::kHalf)).requires_grad_();
    Recorder::begin(c10::kMeta);
    const Tensor output = at::dropout(input, 0.1, true);
    QCOMPARE(Recorder::liveBytes(), 2000 + 1000);
    QVERIFY(at::dropout(input, 0.1, false).is_same(input));
    Recorder::end();
}

void tst_MetaKernels::recurrentNetworksKeepAReserve()
{
    const auto parameter = [](at::IntArrayRef sizes) { return at::empty(sizes, at::kMeta).requires_grad_(); };
    const Tensor input = at::empty({7, 5, 3}, at::kMeta), state = at::empty({1, 5, 2}, at::kMeta);
    const std::vector<Tensor> weights{parameter({8, 3}), parameter({8, 2})};
    Recorder::begin(c10::kMeta);
    const auto results = at::lstm(input, {state, state}, weights, false, 1, 0, true, false, false);
    const qint64 output = 7 * 5 * 2, states = 2 * 5 * 2, reserve = 6 * 7 * 5 * 2; // four gates, cell and output of each step
    QCOMPARE(Recorder::liveBytes(), 4 * (output + states + reserve));
    Recorder::end();
}

void tst_MetaKernels::imagesKeepTheirMemoryFormat()
{
    const Tensor image = at::empty({2, 4, 8, 8}, at::TensorOptions().device(at::kMeta), at::MemoryFormat::ChannelsLast);
    const Tensor weight = at::empty({4, 4, 3, 3}, at::kMeta);
    const Tensor x = at::relu(at::batch_norm(at::conv2d(image, weight), {}, {}, {}, {}, true, 0.1, 1e-5, true));
    QVERIFY(x.is_contiguous(at::MemoryFormat::ChannelsLast));
}

QTEST_GUILESS_MAIN(tst_MetaKernels)
#include "tst_metakernels.moc"
