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
        if (m_shape.empty() && isLanguageTask(request.task) && plan.sequenceLength > 0) {
            m_shape = {plan.sequenceLength};
            m_inputType = at::kLong;
        }
        m_hasConvolutions = usesOperator(m_module, {"aten::conv1d", "aten::conv2d", "aten::conv3d", "aten::_convolution", "aten::convolution",
                                                    "aten::conv_transpose1d", "aten::conv_transpose2d", "aten::conv_transpose3d"});
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
        setScriptAttention(m_attention);
        const c10::IValue answer = m_module.forward({batch.input});
        const ScriptOutput output = scriptOutput(answer);
        const ScriptLoss loss(m_request.loss, m_request.task, !batch.input.is_floating_point());
        const at::Tensor target = loss.takes(output.main, batch.target) ? batch.target : loss.makeTarget(output.main);
        return {loss.of(output, target), output.all};
    }

    /// Runs a small batch, unseen by the recorder, to learn what comes out. Errors of the operators leave as c10::Error.
    Result<> learnTarget(qint64 batchSize)
    {
        const RecorderPause pause;
        const torch::NoGradGuard noGrad;
        setScriptAttention(m_attention);
        NetworkBatch batch = makeBatch(batchSize, 0);
        const ScriptOutput output = scriptOutput(m_module.forward({batch.input}));
        if (!output.main.defined())
            return Error{Error::Kind::Unavailable, TorchScriptText::tr("The model %1 returns neither a tensor nor a tuple or dictionary of tensors.").arg(m_request.file), QString()};
        const ScriptLoss loss(m_request.loss, m_request.task, !batch.input.is_floating_point());
        if (!loss.isKnown())
            m_notForecast.append(TorchScriptText::tr("The loss “%1” is not known; one number a value, as in a mean squared error, is assumed.").arg(m_request.loss));
        m_learntInput = batch.input.sizes().vec();
        const at::Tensor target = loss.makeTarget(output.main);
        m_learntTarget = target.sizes().vec();
        m_targetType = target.scalar_type();
        return std::monostate();
    }

private:
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

QString shapeText(const QList<qint64> &shape)
{
    QStringList sizes;
    for (const qint64 size : shape)
        sizes.append(QString::number(size));
    return u'[' + sizes.join(QStringLiteral(", ")) + u']';
}

} // namespace

Result<std::unique_ptr<Network>> buildTorchScriptNetwork(const NetworkRequest &request, const StepPlan &plan, at::Device device)
{
    if (plan.lora) {
        return Error{Error::Kind::Unavailable,
                     TorchScriptText::tr("Adapters cannot be put into a TorchScript model; set model.transformers_config, or export the model with its adapters."), QString()};
    }
    if (request.inputShape.isEmpty() && !(isLanguageTask(request.task) && plan.sequenceLength > 0))
        return Error{Error::Kind::Invalid, TorchScriptText::tr("A TorchScript model does not say what it takes: set model.input.shape."), QString()};
    torch::jit::setGraphExecutorOptimize(false); // the optimiser keeps other tensors than Python does
    Result<torch::jit::Module> module = loadTorchScript(request.file, plan.precision, device);
    if (!module)
        return module.error();
    auto network = std::make_unique<TorchScriptNetwork>(*std::move(module), request, plan, device);
    constexpr qint64 mostSamples = 64; // the job's own batch may be absurd, a batch that is traced into the graph is not
    const qint64 samples = plan.batchSize > mostSamples ? 2 : std::max<qint64>(1, device.is_meta() ? plan.batchSize : 1);
    const Result<> learnt = guarded([&] { return network->learnTarget(samples); },
                                    [&request](const QString &reason) {
                                        return TorchScriptText::tr("The model %1 does not run on samples of shape %2: %3").arg(request.file, shapeText(request.inputShape), reason);
                                    });
    if (!learnt)
        return operatorError(learnt.error(), request.file);
    return std::unique_ptr<Network>(std::move(network));
}

} // namespace Trainyard
