#include "services/torch/forecast/network.h"
#include "services/torch/forecast/recorder.h"
#include "services/torch/forecast/scriptloss.h"
#include "services/torch/forecast/torchscriptarchive.h"
#include "services/torch/forecast/torchscriptmodule.h"
#include "services/torch/torchguard.h"

#include <torch/csrc/jit/python/update_graph_executor_opt.h>
#include <torch/script.h>

namespace Trainyard {

namespace {

at::ScalarType scalarType(const QString &name, Precision precision)
{
    static const QHash<QString, at::ScalarType> types{
        {QStringLiteral("float16"), at::kHalf}, {QStringLiteral("bfloat16"), at::kBFloat16}, {QStringLiteral("float64"), at::kDouble},
        {QStringLiteral("uint8"), at::kByte}, {QStringLiteral("int8"), at::kChar}, {QStringLiteral("int16"), at::kShort},
        {QStringLiteral("int32"), at::kInt}, {QStringLiteral("int64"), at::kLong}, {QStringLiteral("bool"), at::kBool}};
    if (precision == Precision::Bf16 && (name.isEmpty() || name == QLatin1String("float32")))
        return at::kBFloat16;
    if (precision == Precision::Fp16 && (name.isEmpty() || name == QLatin1String("float32")))
        return at::kHalf;
    return types.value(name, at::kFloat);
}

bool isLanguageTask(const QString &task)
{
    return task == QLatin1String("causal-lm") || task == QLatin1String("masked-lm");
}

class TorchScriptNetwork final : public Network
{
public:
    TorchScriptNetwork(torch::jit::Module module, const NetworkRequest &request, const StepPlan &plan, at::Device device)
        : m_module(std::move(module)), m_request(request), m_device(device), m_attention(plan.attention), m_shape(request.inputShape.begin(), request.inputShape.end()),
          m_inputType(scalarType(request.inputType, plan.precision))
    {
        if (m_shape.empty()) { // a language model
            constexpr qint64 usualLength = 512;
            m_shape = {plan.sequenceLength > 0 ? plan.sequenceLength : usualLength};
            m_inputType = at::kLong;
        }
        m_hasConvolutions = usesOperator(m_module, {"aten::conv1d", "aten::conv2d", "aten::conv3d", "aten::_convolution", "aten::convolution",
                                                    "aten::conv_transpose1d", "aten::conv_transpose2d", "aten::conv_transpose3d"});
        if (!ScriptLoss(request.loss, request.task, false).isKnown())
            m_notForecast.append(TorchScriptText::tr("The loss “%1” is not known; one number a value, as in a mean squared error, is assumed.").arg(request.loss));
        if (plan.checkpointing != Checkpointing::None)
            m_notForecast.append(TorchScriptText::tr("Activation checkpointing of a TorchScript model: its graph says itself what is kept."));
        if (plan.tensorParallel > 1)
            m_notForecast.append(TorchScriptText::tr("The split of a TorchScript model over %1 devices: each is forecast with the whole model.").arg(plan.tensorParallel));
    }

    std::vector<NamedTensor> parameters() const override
    {
        return named(m_module.named_parameters());
    }

    std::vector<NamedTensor> buffers() const override
    {
        return named(m_module.named_buffers());
    }

    bool hasSequence() const override { return m_shape.size() == 1 && !c10::isFloatingType(m_inputType); }
    qint64 usualSequence() const override { return hasSequence() && !m_request.inputShape.isEmpty() ? m_shape[0] : 0; }
    bool hasConvolutions() const override { return m_hasConvolutions; }
    QStringList notForecast() const override { return m_notForecast; }

    NetworkBatch makeBatch(qint64 batchSize, qint64 sequenceLength) const override
    {
        std::vector<int64_t> sizes = m_shape;
        if (hasSequence() && sequenceLength > 0)
            sizes[0] = sequenceLength;
        sizes.insert(sizes.begin(), batchSize);
        const at::TensorOptions options = at::TensorOptions().device(m_device).dtype(m_inputType);
        const bool drawsValues = !m_device.is_meta() && c10::isFloatingType(m_inputType);
        return {drawsValues ? at::rand(sizes, options) : at::zeros(sizes, options), targetFor(sizes), {}};
    }

    NetworkOutput forward(const NetworkBatch &batch) override
    {
        try {
            const ScriptOutput output = run(batch);
            const ScriptLoss loss = lossFor(batch);
            const at::Tensor target = loss.takes(output.main, batch.target) ? batch.target : loss.makeTarget(output.main);
            return {loss.of(output, target), output.all};
        } catch (const std::exception &error) {
            throwAgain(error, batch.input);
        }
    }

    /// Runs a small batch, unseen by the recorder, to learn what comes out. A model that cannot is found out by forward().
    void learnTarget()
    {
        const RecorderPause pause;
        const torch::NoGradGuard noGrad;
        constexpr qint64 samples = 2; // one alone has no variance
        const NetworkBatch batch = makeBatch(samples, 0);
        try {
            const at::Tensor target = lossFor(batch).makeTarget(run(batch).main);
            m_learntInput = batch.input.sizes().vec();
            m_learntTarget = target.sizes().vec();
            m_targetType = target.scalar_type();
        } catch (const std::exception &) {
            forgetModules();
        }
    }

    void takeTargetOf(const TorchScriptNetwork &twin)
    {
        m_learntInput = twin.m_learntInput;
        m_learntTarget = twin.m_learntTarget;
        m_targetType = twin.m_targetType;
    }

private:
    ScriptLoss lossFor(const NetworkBatch &batch) const
    {
        return ScriptLoss(m_request.loss, m_request.task, !batch.input.is_floating_point());
    }

    ScriptOutput run(const NetworkBatch &batch)
    {
        setScriptAttention(m_attention);
        ScriptOutput output = scriptOutput(m_module.forward({batch.input}));
        TORCH_CHECK(output.main.defined() || output.loss.defined(), "it returns neither a tensor nor a tuple or dictionary of tensors");
        return output;
    }

    /// The interpreter's exceptions are of several kinds and pages long: leaves with a c10::Error of one sentence.
    [[noreturn]] void throwAgain(const std::exception &error, const at::Tensor &input) const
    {
        forgetModules();
        const auto *ofTorch = dynamic_cast<const c10::Error *>(&error);
        const std::string text = ofTorch ? ofTorch->what_without_backtrace() : error.what();
        if (const QString name = m_device.is_meta() ? operatorWithoutKernel(QString::fromStdString(text)) : QString(); !name.isEmpty())
            C10_THROW_ERROR(NotImplementedError, "Could not run '" + name.toStdString() + "' on meta tensors");
        const QString reason = reasonIn(text);
        TORCH_CHECK(!reason.contains(QLatin1String("forecast ")) && !reason.contains(QLatin1String("allocation limit")), reason.toStdString());
        QStringList sizes;
        for (const int64_t size : input.sizes())
            sizes.append(QString::number(size));
        const QString shape = u'[' + sizes.join(QStringLiteral(", ")) + u']';
        TORCH_CHECK(false, TorchScriptText::tr("The model %1 does not run on a batch of shape %2: %3").arg(m_request.file, shape, reason).toStdString());
    }

    static std::vector<NamedTensor> named(const auto &list)
    {
        std::vector<NamedTensor> result;
        std::set<c10::TensorImpl *> seen;
        for (const auto &entry : list)
            if (seen.insert(entry.value.unsafeGetTensorImpl()).second)
                result.push_back({QString::fromStdString(entry.name), entry.value});
        return result;
    }

    /// What was learnt of another batch, with this one's samples and sequence in the places of that one's.
    at::Tensor targetFor(const std::vector<int64_t> &input) const
    {
        if (m_learntTarget.empty())
            return {};
        std::vector<int64_t> sizes = m_learntTarget;
        sizes[0] = sizes[0] / m_learntInput[0] * input[0];
        for (size_t i = 1; i < sizes.size(); ++i)
            if (hasSequence() && sizes[i] == m_learntInput[1])
                sizes[i] = input[1];
        return at::zeros(sizes, at::TensorOptions().device(m_device).dtype(m_targetType));
    }

    torch::jit::Module m_module;
    NetworkRequest m_request;
    at::Device m_device;
    AttentionKind m_attention;
    std::vector<int64_t> m_shape;
    at::ScalarType m_inputType;
    bool m_hasConvolutions = false;
    QStringList m_notForecast;
    std::vector<int64_t> m_learntInput, m_learntTarget;
    at::ScalarType m_targetType = at::kLong;
};

} // namespace

Result<std::unique_ptr<Network>> buildTorchScriptNetwork(const NetworkRequest &request, const StepPlan &plan, at::Device device)
{
    if (plan.lora) {
        return Error{Error::Kind::Unavailable,
                     TorchScriptText::tr("Adapters cannot be put into a TorchScript model; set model.transformers_config, or export the model with its adapters."), QString()};
    }
    torch::jit::setGraphExecutorOptimize(false); // the optimiser keeps other tensors than Python does
    Result<torch::jit::Module> module = loadTorchScript(request.file, plan.precision, device);
    if (!module)
        return module.error();
    if (request.inputShape.isEmpty() && !isLanguageTask(request.task))
        return Error{Error::Kind::Invalid, TorchScriptText::tr("A TorchScript model does not say what it takes: set model.input.shape."), QString()};
    auto network = std::make_unique<TorchScriptNetwork>(*std::move(module), request, plan, device);
    if (device.is_meta()) {
        network->learnTarget();
    } else if (const auto twin = buildTorchScriptNetwork(request, plan, at::kMeta)) { // a batch takes no time there
        network->takeTargetOf(static_cast<const TorchScriptNetwork &>(**twin));
    }
    return std::unique_ptr<Network>(std::move(network));
}

} // namespace Trainyard
