#include "services/torch/forecast/metaoperators.h"
#include "services/torch/forecast/recorder.h"

#include <QTest>

#include <torch/torch.h>

using namespace Trainyard;
using torch::Tensor;

namespace {

at::TensorOptions on(c10::DeviceType device, at::ScalarType type = at::kFloat)
{
    return at::TensorOptions().device(device).dtype(type);
}

/// `+64`, `-64`: what was allocated and freed, without the numbers (up to 8 bytes) that the CPU's operators make tensors of.
std::vector<qint64> changes(const Timeline &timeline)
{
    std::vector<qint64> result;
    for (const TimelineEvent &event : timeline.events) {
        const qint64 bytes = timeline.blocks[event.block].bytes;
        if (bytes > 8)
            result.push_back(event.isAllocation ? bytes : -bytes);
    }
    return result;
}

/// Without the scratch of single kernels, which is freed before anything else happens: the CPU's layer norm has some, CUDA's has none.
std::vector<qint64> withoutScratch(const std::vector<qint64> &changes)
{
    std::vector<qint64> result;
    for (const qint64 change : changes) {
        if (!result.empty() && result.back() == -change && change < 0)
            result.pop_back();
        else
            result.push_back(change);
    }
    return result;
}

struct BlockShape
{
    int64_t batch = 2, sequence = 16, width = 32, heads = 4, keyHeads = 4;
    bool isLlama = false;
};

/// One block of a transformer out of plain operators, its weights made by @c weight.
struct Block
{
    explicit Block(const BlockShape &shape, at::TensorOptions options) : shape(shape), options(options)
    {
        const int64_t width = shape.width, keys = width / shape.heads * shape.keyHeads;
        q = weight({width, width}), k = weight({keys, width}), v = weight({keys, width}), o = weight({width, width});
        up = weight({4 * width, width}), gate = weight({4 * width, width}), down = weight({width, 4 * width});
        firstNorm = weight({width}), secondNorm = weight({width});
    }

    Tensor weight(at::IntArrayRef sizes) { return at::rand(sizes, options).requires_grad_(); }

    Tensor heads(const Tensor &x, int64_t count) const
    {
        return x.view({shape.batch, shape.sequence, count, shape.width / shape.heads}).transpose(1, 2);
    }

    Tensor norm(const Tensor &x, const Tensor &scale) const
    {
        if (!shape.isLlama)
            return at::layer_norm(x, {shape.width}, scale, scale);
        return scale * (x * at::rsqrt(x.pow(2).mean(-1, true) + 1e-6));
    }

    /// Halves turned against each other: the cost of a rotary embedding.
    Tensor rotated(const Tensor &x) const
    {
        const std::vector<Tensor> halves = x.chunk(2, -1);
        return x * angles + at::cat({-halves[1], halves[0]}, -1) * angles;
    }

    Tensor forward(const Tensor &x, const AttentionOptions &attentionOptions)
    {
        const Tensor normed = norm(x, firstNorm);
        Tensor queries = heads(at::linear(normed, q), shape.heads), keys = heads(at::linear(normed, k), shape.keyHeads);
        if (shape.isLlama) {
            angles = at::ones({shape.sequence, shape.width / shape.heads}, options);
            queries = rotated(queries), keys = rotated(keys);
        }
        const Tensor mixed = attention(queries, keys, heads(at::linear(normed, v), shape.keyHeads), attentionOptions);
        const Tensor y = x + at::linear(mixed.transpose(1, 2).reshape(x.sizes()), o);
        const Tensor again = norm(y, secondNorm);
        if (shape.isLlama)
            return y + at::linear(at::silu(at::linear(again, gate)) * at::linear(again, up), down);
        return y + at::linear(at::gelu(at::linear(again, up), "tanh"), down);
    }

    BlockShape shape;
    at::TensorOptions options;
    Tensor q, k, v, o, up, gate, down, firstNorm, secondNorm, angles;
};

Timeline stepOf(const BlockShape &shape, const AttentionOptions &options, c10::DeviceType device)
{
    torch::manual_seed(1);
    Recorder::begin(device);
    {
        Block block(shape, on(device));
        const Tensor input = at::rand({shape.batch, shape.sequence, shape.width}, on(device));
        Tensor hidden = block.forward(input, options);
        const Tensor logits = at::linear(hidden, block.down.transpose(0, 1));
        hidden.reset();
        at::cross_entropy_loss(logits.view({-1, logits.size(-1)}), at::zeros({shape.batch * shape.sequence}, on(device, at::kLong))).backward();
    }
    return Recorder::end();
}

/// What lives after attention() beside its inputs.
qint64 kept(const AttentionOptions &options, at::ScalarType type, int64_t heads, int64_t keyHeads, int64_t sequence, int64_t size)
{
    const auto make = [&](int64_t count) { return at::empty({2, count, sequence, size}, on(c10::kMeta, type)).requires_grad_(); };
    const Tensor q = make(heads), k = make(keyHeads), v = make(keyHeads);
    Recorder::begin(c10::kMeta);
    const Tensor output = attention(q, k, v, options);
    const qint64 bytes = Recorder::liveBytes();
    Recorder::end();
    return bytes;
}

} // namespace

class tst_MetaOperators : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Recorder::install(); }

    void metaAndCpuTellTheSameTimeline_data()
    {
        QTest::addColumn<bool>("isLlama");
        QTest::addColumn<int>("keyHeads");
        QTest::addColumn<bool>("isCausal");
        QTest::newRow("gpt") << false << 4 << true;
        QTest::newRow("gpt without a mask") << false << 4 << false;
        QTest::newRow("llama with grouped queries") << true << 2 << true;
    }

    void metaAndCpuTellTheSameTimeline()
    {
        QFETCH(bool, isLlama);
        QFETCH(int, keyHeads);
        QFETCH(bool, isCausal);
        BlockShape shape;
        shape.isLlama = isLlama;
        shape.keyHeads = keyHeads;
        AttentionOptions options;
        options.isCausal = isCausal;
        FrameworkFacts asOnTheCpu; // LibTorch 1.13's own `mean` keeps its input
        asOnTheCpu.meanKeepsInput = true;
        const OperatorFacts facts(asOnTheCpu);
        const auto onMeta = withoutScratch(changes(stepOf(shape, options, c10::kMeta))), onCpu = withoutScratch(changes(stepOf(shape, options, c10::kCPU)));
        for (size_t i = 0; i < std::min(onMeta.size(), onCpu.size()); ++i)
            QVERIFY2(onMeta[i] == onCpu[i], qPrintable(QStringLiteral("event %1: %2 on meta, %3 on the CPU").arg(i).arg(onMeta[i]).arg(onCpu[i])));
        QCOMPARE(onMeta.size(), onCpu.size());
    }

    void attentionKeepsWhatItsKindKeeps()
    {
        const qint64 heads = 4, sequence = 48, size = 16, half = 2, full = 4;
        const qint64 rows = 2 * heads * sequence, values = rows * size, scores = rows * sequence;
        AttentionOptions options;
        options.isCausal = true;
        QCOMPARE(kept(options, at::kHalf, heads, heads, sequence, size), half * (scores + values)); // probabilities, output
        options.dropout = 0.1;
        QCOMPARE(kept(options, at::kHalf, heads, heads, sequence, size), half * (2 * scores + values) + scores); // and what is left of them, and the mask
        options.softmaxInFp32 = true;
        QCOMPARE(kept(options, at::kHalf, heads, heads, sequence, size), full * scores + half * (scores + values) + scores);
        options.softmaxInFp32 = false;
        options.kind = AttentionKind::Flash;
        QCOMPARE(kept(options, at::kHalf, heads, heads, sequence, size), half * values + full * rows);
        QCOMPARE(kept(options, at::kHalf, heads, 2, sequence, size), half * values + full * rows); // fewer kv heads are read as they are
        const qint64 rounded = 2 * heads * 64; // 48 rows, rounded up to 32
        QCOMPARE(kept(options, at::kFloat, heads, heads, sequence, size), full * (values + rounded)); // no flash in fp32: efficient
        options.kind = AttentionKind::Efficient;
        QCOMPARE(kept(options, at::kHalf, heads, heads, sequence, size), half * values + full * rounded);
        options.softCap = 50;
        options.dropout = 0;
        QVERIFY(kept(options, at::kHalf, heads, heads, sequence, size) > half * (scores + values)); // math
    }

    void fusedAttentionComputesTheSameOnTheCpu()
    {
        torch::manual_seed(1);
        const auto make = [](int64_t heads) { return at::randn({2, heads, 8, 4}).requires_grad_(); };
        const Tensor q = make(4), k = make(2), v = make(2);
        AttentionOptions options;
        options.isCausal = true;
        const Tensor expected = attention(q, k, v, options);
        const auto expectedGradients = torch::autograd::grad({expected.pow(2).sum()}, {q, k, v});
        options.kind = AttentionKind::Efficient;
        const Tensor output = attention(q, k, v, options);
        const auto gradients = torch::autograd::grad({output.pow(2).sum()}, {q, k, v});
        QVERIFY(at::allclose(output, expected));
        for (size_t i = 0; i < 3; ++i)
            QVERIFY(at::allclose(gradients[i], expectedGradients[i], 1e-4, 1e-5));
    }

    void flashBackwardTakesAnFp32QueryGradientBeside()
    {
        const auto make = [](int64_t heads) { return at::empty({1, heads, 100, 40}, on(c10::kMeta, at::kHalf)).requires_grad_(); };
        const Tensor q = make(4), k = make(2), v = make(2);
        AttentionOptions options;
        options.kind = AttentionKind::Flash;
        const Tensor output = attention(q, k, v, options), gradient = at::empty_like(output);
        Recorder::begin(c10::kMeta);
        output.backward(gradient);
        const std::vector<qint64> all = changes(Recorder::end());
        const qint64 ofQ = 2 * 4 * 100 * 40, ofK = ofQ / 2;
        const std::vector<qint64> expected{ofQ, ofK, ofK, 4 * 4 * 128, 4 * 4 * 128 * 64, ofQ, ofQ}; // 100 rows as 128, 40 values as 64; dk, dv of all heads
        QCOMPARE(std::vector<qint64>(all.begin(), all.begin() + 7), expected);
    }

    void frameworkVersionsKeepTheirInputs_data()
    {
        QTest::addColumn<bool>("softmaxKeeps");
        QTest::addColumn<bool>("meanKeeps");
        QTest::addColumn<int>("afterSoftmax");
        QTest::addColumn<int>("afterMean");
        QTest::newRow("1.10") << true << true << 8000 << 4400;
        QTest::newRow("2.0") << false << true << 4000 << 4400;
        QTest::newRow("2.2") << false << false << 4000 << 400;
    }

    void frameworkVersionsKeepTheirInputs()
    {
        QFETCH(bool, softmaxKeeps);
        QFETCH(bool, meanKeeps);
        QFETCH(int, afterSoftmax);
        QFETCH(int, afterMean);
        FrameworkFacts framework;
        framework.softmaxKeepsInput = softmaxKeeps;
        framework.meanKeepsInput = meanKeeps;
        const OperatorFacts facts(framework);
        const Tensor weight = at::empty({100, 10}, on(c10::kMeta)).requires_grad_();
        Recorder::begin(c10::kMeta);
        Tensor result = at::softmax(weight * 2, -1);
        QCOMPARE(Recorder::liveBytes(), afterSoftmax);
        result.sum().backward();
        result = at::Tensor();
        weight.mutable_grad().reset();
        QCOMPARE(Recorder::liveBytes(), 0);
        result = (weight + weight).mean(-1);
        QCOMPARE(Recorder::liveBytes(), afterMean);
        result.sum().backward();
        QCOMPARE(weight.grad().sizes(), weight.sizes());
        Recorder::end();
    }

    void autocastCachesTheCastsOfWeights()
    {
        const Tensor weight = at::empty({64, 64}, on(c10::kMeta)).requires_grad_(), input = at::empty({8, 64}, on(c10::kMeta));
        Recorder::begin(c10::kMeta);
        Tensor first, second;
        {
            const MetaAutocast autocast(at::kHalf);
            first = at::linear(input, weight);
            const qint64 cast = 2 * 64 * 64, halfInput = 2 * 8 * 64, output = 2 * 8 * 64;
            QCOMPARE(first.scalar_type(), at::kHalf);
            QCOMPARE(Recorder::liveBytes(), cast + halfInput + output); // input and weight are kept for each other's gradient
            second = at::linear(first, weight);
            QCOMPARE(Recorder::liveBytes(), cast + halfInput + 2 * output); // the cast is used again
        }
        first.reset();
        second.reset();
        QCOMPARE(Recorder::liveBytes(), 0); // the cache ends with the outermost scope
        Recorder::end();
        QCOMPARE(at::linear(input, weight).scalar_type(), at::kFloat);
    }

    void autocastKeepsSomeOperatorsInFp32()
    {
        const Tensor half = at::empty({8, 64}, on(c10::kMeta, at::kHalf)).requires_grad_();
        const Tensor brain = at::empty({8, 64}, on(c10::kMeta, at::kBFloat16)).requires_grad_();
        const MetaAutocast autocast(at::kHalf);
        QCOMPARE(at::layer_norm(half, {64}).scalar_type(), at::kFloat);
        QCOMPARE(at::relu(half).scalar_type(), at::kHalf);
        QCOMPARE(at::cat({half, at::empty({1, 64}, on(c10::kMeta))}).scalar_type(), at::kFloat);
        Recorder::begin(c10::kMeta);
        const Tensor softmax = at::softmax(half, -1); // CUDA widens inside of the kernel
        QCOMPARE(changes(Recorder::end()), std::vector<qint64>{4 * 8 * 64});
        QCOMPARE(softmax.scalar_type(), at::kFloat);
        Recorder::begin(c10::kMeta);
        const Tensor softmaxOfBrain = at::softmax(brain, -1);
        QCOMPARE(Recorder::end().blocks.size(), 2); // only for fp16
    }

    void upsamplingIsCastSinceTwoPointOne()
    {
        const Tensor image = at::empty({1, 2, 4, 4}, on(c10::kMeta, at::kHalf));
        for (const auto &[version, type] : {std::pair{QVersionNumber(2, 0), at::kHalf}, {QVersionNumber(2, 1), at::kFloat}}) {
            FrameworkFacts framework;
            framework.framework = version;
            const OperatorFacts facts(framework);
            const MetaAutocast autocast(at::kHalf);
            QCOMPARE(at::upsample_bilinear2d(image, {8, 8}, false).scalar_type(), type);
        }
    }

    void checkpointingKeepsTheInputAlone_data()
    {
        QTest::addColumn<int>("device");
        QTest::newRow("meta") << int(c10::kMeta);
        QTest::newRow("cpu") << int(c10::kCPU);
    }

    void checkpointingKeepsTheInputAlone()
    {
        QFETCH(int, device);
        const auto type = c10::DeviceType(device);
        const Tensor weight = at::ones({16, 16}, on(type)).requires_grad_(), input = at::ones({4, 16}, on(type)).requires_grad_();
        const auto layer = [&](const Tensor &x) { return at::gelu(at::linear(at::gelu(at::linear(x, weight)), weight)); };
        Recorder::begin(type);
        const Tensor output = checkpointed(layer, input);
        qint64 live = 0;
        const qint64 before = Recorder::liveBytes();
        output.sum().backward();
        live = Recorder::liveBytes();
        Recorder::end();
        QCOMPARE(before, 4 * 4 * 16);
        QCOMPARE(live, 4 * (4 * 16 + 16 * 16 + 4 * 16)); // output and both gradients
        if (type == c10::kCPU) {
            const Tensor gradient = weight.grad().clone();
            weight.mutable_grad().reset();
            layer(input).sum().backward();
            QVERIFY(at::allclose(weight.grad(), gradient));
        }
    }

    void checkpointedLayersOfFrozenInputsStillLearn()
    {
        const Tensor weight = at::empty({16, 16}, on(c10::kMeta)).requires_grad_(), input = at::empty({4, 16}, on(c10::kMeta));
        checkpointed([&](const Tensor &x) { return at::linear(x, weight); }, input).sum().backward();
        QVERIFY(weight.grad().defined());
        QVERIFY(!input.grad().defined());
    }

    void checkpointedLayersAreCastAgain()
    {
        const Tensor weight = at::empty({16, 16}, on(c10::kMeta)).requires_grad_(), input = at::empty({4, 16}, on(c10::kMeta)).requires_grad_();
        std::vector<at::ScalarType> types;
        Tensor output;
        {
            const MetaAutocast autocast(at::kBFloat16);
            output = checkpointed([&](const Tensor &x) { const Tensor y = at::linear(x, weight); types.push_back(y.scalar_type()); return y; }, input);
        }
        output.sum().backward();
        QCOMPARE(types, (std::vector<at::ScalarType>{at::kBFloat16, at::kBFloat16}));
        QCOMPARE(weight.grad().scalar_type(), at::kFloat);
    }
};

QTEST_GUILESS_MAIN(tst_MetaOperators)
#include "tst_metaoperators.moc"
