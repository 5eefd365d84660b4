#include "services/torch/forecast/trainingstep.h"

#include "services/torch/forecast/dataparallel.h"
#include "services/torch/forecast/flopcounter.h"
#include "services/torch/forecast/metaoperators.h"
#include "services/torch/forecast/recorder.h"
#include "services/torch/torchguard.h"
#include "services/torch/workertext.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/zeros.h>

#include <algorithm>

namespace Trainyard {

namespace {

constexpr int recordedSteps = 2;
constexpr int mostAccumulated = 2;
/// NF4 with double quantisation (QLoRA paper): half a byte, an 8-bit scale for 64 values, an fp32 scale for 256 of these.
constexpr double nf4Bytes = 0.5 + 1.0 / 64 + 4.0 / (64 * 256);

/// QLoRA packs the matrices of the layers; embeddings and the head stay as they are.
bool isPacked(const StepPlan &plan, const NamedTensor &parameter)
{
    if (!plan.quantizedBase || parameter.tensor.requires_grad() || parameter.tensor.dim() != 2)
        return false;
    static const QStringList kept{QStringLiteral("embed"), QStringLiteral("wte"), QStringLiteral("wpe"), QStringLiteral("shared"), QStringLiteral("lm_head")};
    return std::none_of(kept.begin(), kept.end(), [&](const QString &part) { return parameter.name.contains(part); });
}

qint64 heldBytes(const StepPlan &plan, const NamedTensor &parameter)
{
    return isPacked(plan, parameter) ? qint64(double(parameter.tensor.numel()) * nf4Bytes) : qint64(parameter.tensor.nbytes());
}

std::optional<at::ScalarType> autocastType(const StepPlan &networkPlan)
{
    switch (networkPlan.precision) {
    case Precision::AmpFp16: return at::kHalf;
    case Precision::AmpBf16: return at::kBFloat16;
    default: return std::nullopt;
    }
}

/// One recording: what it allocates for itself dies with it.
class StepRecorder
{
public:
    StepRecorder(Network &network, const StepPlan &plan, at::Device device, const StepConditions &conditions)
        : m_network(network)
        , m_plan(plan)
        , m_options(at::TensorOptions().device(device).dtype(at::kByte))
        , m_conditions(conditions)
        , m_parameters(network.parameters())
        , m_parallel(plan, m_parameters)
        , m_optimizer(plan)
    {
        clearGradients();
    }

    ~StepRecorder() { clearGradients(); }

    void run()
    {
        Recorder::mark(StepPhase::Build, 0);
        holdWeights();
        m_parallel.allocate();
        for (int step = 0; step < recordedSteps; ++step) {
            for (int batch = 0; batch < std::min(m_plan.gradientAccumulation, mostAccumulated); ++batch)
                runBatch(step);
            Recorder::mark(StepPhase::Optimizer, step);
            m_parallel.runOptimizer(m_optimizer);
            Recorder::mark(StepPhase::Idle, step);
            if (m_plan.zeroGrad == ZeroGradMode::SetToNone)
                clearGradients();
        }
    }

    /// Makes the states as if each parameter had a gradient.
    void makeStates()
    {
        m_parallel.allocate();
        m_parallel.makeStates(m_optimizer);
    }

    StepStates states() const
    {
        StepStates states;
        states.gradients = m_parallel.gradientBytes();
        states.optimizer = m_parallel.optimizerBytes(m_optimizer.stateBytes());
        qint64 packed = 0, unpacked = 0;
        for (const NamedTensor &parameter : m_parameters) {
            states.parameters += parameter.tensor.numel();
            states.trainableParameters += parameter.tensor.requires_grad() ? parameter.tensor.numel() : 0;
            packed += heldBytes(m_plan, parameter);
            unpacked += qint64(parameter.tensor.nbytes());
        }
        states.weights = m_parallel.weightBytes();
        if (packed != unpacked)
            states.weights = qint64(double(states.weights) * double(packed) / double(unpacked));
        for (const NamedTensor &buffer : m_network.buffers())
            states.weights += qint64(buffer.tensor.nbytes());
        return states;
    }

private:
    void clearGradients()
    {
        for (const NamedTensor &parameter : m_parameters)
            parameter.tensor.mutable_grad() = at::Tensor();
    }

    at::Tensor hold(qint64 bytes, MemoryUse use) const
    {
        const at::Tensor held = at::empty({bytes}, m_options);
        Recorder::tag(held, use);
        return held;
    }

    void holdWeights()
    {
        qint64 largestPacked = 0;
        if (m_plan.zeroStage == 3) {
            m_held.push_back(hold(m_parallel.weightBytes(), MemoryUse::Weights));
        } else {
            for (const NamedTensor &parameter : m_parameters) {
                m_held.push_back(hold(heldBytes(m_plan, parameter), MemoryUse::Weights));
                if (isPacked(m_plan, parameter))
                    largestPacked = std::max(largestPacked, qint64(parameter.tensor.nbytes()));
            }
        }
        for (const NamedTensor &buffer : m_network.buffers())
            m_held.push_back(hold(qint64(buffer.tensor.nbytes()), MemoryUse::Weights));
        if (largestPacked > 0)
            m_held.push_back(hold(largestPacked, MemoryUse::Temporaries)); // the matrix in use, unpacked
    }

    void holdBlasWorkspace(at::Tensor &workspace) const
    {
        if (!workspace.defined() && m_conditions.blasWorkspaceBytes > 0)
            workspace = hold(m_conditions.blasWorkspaceBytes, MemoryUse::Workspace);
    }

    void runBatch(int step)
    {
        Recorder::mark(StepPhase::Data, step);
        m_batch = m_network.makeBatch(m_plan.batchSize, m_plan.sequenceLength); // as a loop's variable: the old one goes once the new one is there
        Recorder::mark(StepPhase::Forward, step);
        holdBlasWorkspace(m_forwardWorkspace);
        m_parallel.beginForward();
        runForward();
        Recorder::mark(StepPhase::Backward, step);
        holdBlasWorkspace(m_backwardWorkspace);
        m_parallel.beginBackward();
        m_output.loss.backward();
        m_parallel.endBackward();
        for (const NamedTensor &parameter : m_parameters)
            Recorder::tag(parameter.tensor.grad(), MemoryUse::Gradients);
    }

    void runForward()
    {
        std::optional<MetaAutocast> autocast;
        if (const std::optional<at::ScalarType> type = autocastType(networkPlan(m_plan)))
            autocast.emplace(*type);
        m_output = m_network.forward(m_batch);
        TORCH_CHECK(m_output.loss.defined() && m_output.loss.requires_grad(), "nothing in this model can be trained: no parameter takes part in the loss");
        if (!m_conditions.keepsOutputs)
            m_output.kept.clear();
    }

    Network &m_network;
    StepPlan m_plan;
    at::TensorOptions m_options;
    StepConditions m_conditions;
    std::vector<NamedTensor> m_parameters;
    DataParallel m_parallel;
    OptimizerStep m_optimizer;
    std::vector<at::Tensor> m_held;
    at::Tensor m_forwardWorkspace, m_backwardWorkspace;
    NetworkBatch m_batch;
    NetworkOutput m_output;
};

/// What a c10::Error of the operators means for the job.
Error stepError(const Error &error)
{
    const QString reason = error.message;
    if (reason.contains(QLatin1String("forecast cancelled")))
        return {Error::Kind::Cancelled, WorkerText::tr("The forecast was cancelled."), QString()};
    if (reason.contains(QLatin1String("forecast limit")) || reason.contains(QLatin1String("overflow")))
        return {Error::Kind::Resource, WorkerText::tr("One step of this job is beyond forecasting: its batch size, sequence length or number of layers is too large."), error.detail};
    const bool isMissing = reason.contains(QLatin1String("Could not run '")) || reason.contains(QLatin1String("not implemented for")) || reason.contains(QLatin1String("NotImplemented"));
    return {isMissing ? Error::Kind::Unavailable : Error::Kind::Invalid, reason, error.detail};
}

} // namespace

StepPlan networkPlan(const StepPlan &plan)
{
    StepPlan network = plan;
    if (hasMasterWeights(plan))
        network.precision = plan.precision == Precision::AmpFp16 ? Precision::Fp16 : Precision::Bf16;
    return network;
}

StepStates trainingStates(Network &network, const StepPlan &plan)
{
    StepRecorder recorder(network, plan, at::kMeta, {});
    recorder.makeStates();
    return recorder.states();
}

Result<StepRecording> recordTrainingStep(Network &network, const StepPlan &plan, at::Device device, const StepConditions &conditions)
{
    const auto run = [&]() -> Result<StepRecording> {
        const OperatorFacts facts(plan.facts);
        StepRecorder recorder(network, plan, device, conditions);
        Recorder::begin(device.type());
        struct Ending
        {
            ~Ending() { if (Recorder::isRecording()) (void)Recorder::end(); }
        } ending;
        const FlopCounter flops;
        recorder.run();
        StepRecording recording;
        const int batches = recordedSteps * std::min(plan.gradientAccumulation, mostAccumulated);
        recording.flops = FlopCounter::count() / batches * plan.gradientAccumulation;
        recording.timeline = Recorder::end();
        recording.states = recorder.states();
        recording.attentions = attentionsThatRan();
        return recording;
    };
    Result<StepRecording> result = guarded(run, [](const QString &reason) { return reason; });
    return result ? std::move(result) : Result<StepRecording>(stepError(result.error()));
}

} // namespace Trainyard
