#include "services/torch/forecast/planfromjob.h"

#include "models/common/enumtext.h"
#include "services/torch/forecast/forecastrequest.h"
#include "services/torch/workertext.h"

#include <QDir>
#include <QRegularExpression>

namespace Trainyard {

namespace {

constexpr EnumText precisions{std::array{std::pair{Precision::Fp32, "fp32"}, std::pair{Precision::AmpFp16, "amp-fp16"}, std::pair{Precision::AmpBf16, "amp-bf16"},
                                         std::pair{Precision::Bf16, "bf16"}, std::pair{Precision::Fp16, "fp16"}}};
constexpr EnumText optimizers{std::array{std::pair{OptimizerKind::Adam, "adam"}, std::pair{OptimizerKind::AdamW, "adamw"}, std::pair{OptimizerKind::Sgd, "sgd"},
                                         std::pair{OptimizerKind::RmsProp, "rmsprop"}, std::pair{OptimizerKind::Adafactor, "adafactor"},
                                         std::pair{OptimizerKind::AdamW8bit, "adamw8bit"}}};
constexpr EnumText implementations{std::array{std::pair{OptimizerImplementation::ForLoop, "for-loop"}, std::pair{OptimizerImplementation::Foreach, "foreach"},
                                              std::pair{OptimizerImplementation::Fused, "fused"}}};
constexpr EnumText attentions{std::array{std::pair{AttentionKind::Math, "math"}, std::pair{AttentionKind::Flash, "flash"}, std::pair{AttentionKind::Efficient, "efficient"}}};
constexpr EnumText zeroGrads{std::array{std::pair{ZeroGradMode::SetToNone, "set-to-none"}, std::pair{ZeroGradMode::Keep, "keep"}}};

/// When neither the job nor its image says what it runs on: the release that the facts of 2.0 and later were read in.
const QVersionNumber currentFramework{2, 4};
constexpr qint64 mostTokens = qint64(1) << 40; ///< of one batch: a thousand times what any cluster trains on at once

bool isAuto(const QString &text)
{
    return text.isEmpty() || text == QLatin1String("auto");
}

/// `pytorch 2.1.0`, `torch==2.1.0`, `pytorch_2.1.0` -> 2.1.0; null: another framework, or none is named.
QVersionNumber torchVersion(const QString &framework)
{
    static const QRegularExpression pattern(QStringLiteral("^\\s*(?:py)?torch[\\s=_:-]*v?(\\d+(?:\\.\\d+)*)"), QRegularExpression::CaseInsensitiveOption);
    return QVersionNumber::fromString(pattern.match(framework).captured(1));
}

bool isTorch(const QString &framework)
{
    const QString name = framework.trimmed().toLower();
    return name == QLatin1String("pytorch") || name == QLatin1String("torch");
}

QString recordedVersion(const Job &job, QLatin1String name)
{
    for (const auto &[key, value] : job.environment.versions) {
        if (key == name)
            return value;
    }
    return {};
}

void readFramework(ForecastPlan &plan, const Job &job, const ForecastRequest &request, int computeCapability)
{
    const QString stated = recordedVersion(job, QLatin1String("framework"));
    const QString framework = stated.isEmpty() ? request.imageFramework : stated;
    FrameworkFacts &facts = plan.step.facts;
    facts.framework = torchVersion(framework);
    plan.isFrameworkKnown = !facts.framework.isNull();
    if (!plan.isFrameworkKnown) {
        facts.framework = currentFramework;
        plan.resolved.append({QStringLiteral("framework"), QStringLiteral("pytorch ") + facts.framework.toString()});
        if (!framework.isEmpty() && !isTorch(framework))
            plan.notForecast.append(WorkerText::tr("The memory management of %1: the forecast is that of PyTorch %2.").arg(framework, facts.framework.toString()));
    }
    facts.softmaxKeepsInput = facts.framework < QVersionNumber(1, 11);
    facts.meanKeepsInput = facts.framework < QVersionNumber(2, 2);
    facts.hasAttentionOperator = facts.framework >= QVersionNumber(2, 0);
    facts.computeCapability = computeCapability;
    static const QRegularExpression library(QStringLiteral("^\\s*transformers[\\s=]+v?(\\d+(?:\\.\\d+)*)"), QRegularExpression::CaseInsensitiveOption);
    facts.library = QVersionNumber::fromString(library.match(recordedVersion(job, QLatin1String("library"))).captured(1));
    const QString cuda = recordedVersion(job, QLatin1String("cuda"));
    plan.cuda = cuda.isEmpty() ? request.imageCuda : cuda;
}

NetworkRequest networkRequest(const Job::Model &model, const QString &jobFolder)
{
    NetworkRequest request;
    if (!model.torchscript.isEmpty()) {
        request.source = NetworkRequest::Source::TorchScript;
        request.file = QDir(jobFolder).absoluteFilePath(model.torchscript);
    } else if (!model.transformersConfig.isEmpty()) {
        request.source = NetworkRequest::Source::TransformersConfig;
        request.file = QDir(jobFolder).absoluteFilePath(model.transformersConfig);
    } else {
        request.architecture = model.architecture;
    }
    request.task = model.task;
    request.loss = model.loss;
    request.classes = model.numClasses;
    if (model.input) {
        request.inputShape = model.input->shape;
        request.inputType = model.input->dtype;
    }
    return request;
}

void readOptimizer(ForecastPlan &plan, const Job::Optimizer &optimizer)
{
    StepPlan &step = plan.step;
    step.optimizer = optimizers.fromText(optimizer.name).value_or(OptimizerKind::AdamW);
    step.momentum = optimizer.momentum.value_or(0);
    step.weightDecay = optimizer.weightDecay.value_or(step.optimizer == OptimizerKind::AdamW ? 0.01 : 0); // PyTorch's defaults
    if (optimizer.name.isEmpty())
        plan.resolved.append({QStringLiteral("optimizer.name"), QStringLiteral("adamw")});
    if (!isAuto(optimizer.implementation)) {
        step.implementation = implementations.fromText(optimizer.implementation).value_or(OptimizerImplementation::Foreach);
        return;
    }
    const bool hasForeach = step.optimizer != OptimizerKind::Adafactor && step.optimizer != OptimizerKind::AdamW8bit;
    step.implementation = hasForeach && step.facts.framework >= QVersionNumber(2, 0) ? OptimizerImplementation::Foreach : OptimizerImplementation::ForLoop;
    if (hasForeach)
        plan.resolved.append({QStringLiteral("optimizer.implementation"), implementations.toText(step.implementation)});
}

void readAttention(ForecastPlan &plan, const QString &attention)
{
    StepPlan &step = plan.step;
    step.attentionIsStated = !isAuto(attention);
    if (step.attentionIsStated) {
        step.attention = attentions.fromText(attention).value_or(AttentionKind::Math);
        return;
    }
    const bool isHalf = step.precision != Precision::Fp32;
    if (!step.facts.hasAttentionOperator)
        step.attention = AttentionKind::Math;
    else
        step.attention = isHalf && step.facts.computeCapability >= 80 ? AttentionKind::Flash : AttentionKind::Efficient;
    plan.resolved.append({QStringLiteral("attention"), attentions.toText(step.attention)});
}

void readMethod(ForecastPlan &plan, const Job::Training &training)
{
    if (training.method != QLatin1String("lora") && training.method != QLatin1String("qlora"))
        return;
    LoraPlan &lora = plan.step.lora.emplace();
    if (const std::optional<Job::Lora> &stated = training.lora) {
        lora.rank = stated->rank.value_or(lora.rank);
        lora.alpha = stated->alpha.value_or(lora.alpha);
        lora.dropout = stated->dropout.value_or(0);
        lora.targets = stated->targets;
    }
    if (lora.targets.isEmpty()) {
        lora.targets = usualLoraTargets();
        plan.resolved.append({QStringLiteral("lora.targets"), lora.targets.join(QStringLiteral(", "))});
    }
    plan.step.quantizedBase = training.method == QLatin1String("qlora");
}

void readParallel(ForecastPlan &plan, const Job::Training &training)
{
    StepPlan &step = plan.step;
    const Job::Parallel parallel = training.parallel.value_or(Job::Parallel());
    step.dataParallel = parallel.data.value_or(1);
    step.tensorParallel = parallel.tensor.value_or(1);
    step.zeroStage = parallel.zeroStage.value_or(0);
    if (parallel.pipeline.value_or(1) > 1)
        plan.notForecast.append(WorkerText::tr("training.parallel.pipeline: the forecast is that of the whole model on one device."));
    if (training.compile.value_or(false))
        plan.notForecast.append(WorkerText::tr("training.compile: fused operators keep less for the backward pass. The forecast is that of the model without it, mostly too high."));
}

void readTraining(ForecastPlan &plan, const Job::Training &training)
{
    StepPlan &step = plan.step;
    step.batchSize = training.batchSize.value_or(1);
    if (!training.batchSize)
        plan.resolved.append({QStringLiteral("batch_size"), QStringLiteral("1")});
    step.sequenceLength = training.sequenceLength.value_or(0);
    plan.mayChooseLength = !training.sequenceLength;
    step.gradientAccumulation = int(std::min<qint64>(training.gradientAccumulation.value_or(1), 1 << 30));
    step.precision = precisions.fromText(training.precision).value_or(Precision::Fp32);
    if (training.precision.isEmpty())
        plan.resolved.append({QStringLiteral("precision"), QStringLiteral("fp32")});
    if (training.activationCheckpointing == QLatin1String("true"))
        step.checkpointing = Checkpointing::PerLayer;
    else if (training.activationCheckpointing == QLatin1String("selective"))
        step.checkpointing = Checkpointing::Selective;
    if (step.checkpointing == Checkpointing::Selective && plan.network.source == NetworkRequest::Source::TorchScript)
        plan.notForecast.append(WorkerText::tr("training.activation_checkpointing: which operators are run again is up to the code. The forecast is that without checkpointing, too high."));
    if (isAuto(training.zeroGrad)) {
        step.zeroGrad = step.facts.framework >= QVersionNumber(2, 0) ? ZeroGradMode::SetToNone : ZeroGradMode::Keep;
        plan.resolved.append({QStringLiteral("zero_grad"), zeroGrads.toText(step.zeroGrad)});
    } else {
        step.zeroGrad = zeroGrads.fromText(training.zeroGrad).value_or(ZeroGradMode::SetToNone);
    }
    readOptimizer(plan, training.optimizer.value_or(Job::Optimizer()));
    readMethod(plan, training);
    readParallel(plan, training);
}

/// The first fault in what the forecast reads; faults elsewhere in the job do not concern it.
const Finding *faultIn(const JobDocument &document)
{
    for (const Finding &finding : document.findings) {
        const QString section = finding.where.key.section(u'.', 0, 0);
        const bool concerns = !document.isReadable || section == QLatin1String("model") || section == QLatin1String("training");
        if (finding.severity == Severity::Error && concerns)
            return &finding;
    }
    return nullptr;
}

Error invalid(const QString &message)
{
    return {Error::Kind::Invalid, message, QString()};
}

/// Products of sizes are formed without fear only below this.
std::optional<Error> beyondCounting(const ForecastPlan &plan)
{
    qint64 values = plan.step.batchSize;
    const auto multiply = [&values](qint64 factor) { return __builtin_mul_overflow(values, factor, &values) || values > mostTokens; };
    if (multiply(1))
        return invalid(WorkerText::tr("A batch of %1 samples is beyond counting: lower training.batch_size.").arg(plan.step.batchSize));
    if (multiply(std::max<qint64>(plan.step.sequenceLength, 1)))
        return invalid(WorkerText::tr("A batch of %1 samples with %2 tokens each is beyond counting: lower training.batch_size or training.sequence_length.")
                           .arg(plan.step.batchSize)
                           .arg(plan.step.sequenceLength));
    for (const qint64 extent : plan.network.inputShape) {
        if (multiply(extent))
            return invalid(WorkerText::tr("%1 samples of the shape in model.input.shape are beyond counting: lower training.batch_size, or correct the shape.").arg(plan.step.batchSize));
    }
    return std::nullopt;
}

} // namespace

void settleAttention(ForecastPlan &plan, const std::vector<AttentionKind> &thatRan)
{
    if (thatRan.empty())
        return;
    QStringList names;
    for (const AttentionKind kind : thatRan)
        names.append(attentions.toText(kind));
    const QString key = QStringLiteral("attention");
    const auto entry = std::find_if(plan.resolved.begin(), plan.resolved.end(), [&key](const auto &each) { return each.first == key; });
    if (entry != plan.resolved.end())
        entry->second = names.join(QStringLiteral(", "));
    else if (names != QStringList(attentions.toText(plan.step.attention)))
        plan.resolved.append({key, names.join(QStringLiteral(", "))});
}

QStringList usualLoraTargets()
{
    return {QStringLiteral("q_proj"), QStringLiteral("v_proj"), QStringLiteral("query"), QStringLiteral("value"),
            QStringLiteral("c_attn"), QStringLiteral("query_key_value"), QStringLiteral("qkv_proj"), QStringLiteral("Wqkv"),
            QStringLiteral("q_lin"), QStringLiteral("v_lin"), QStringLiteral("q"), QStringLiteral("v")};
}

Result<ForecastPlan> planFromJob(const JobDocument &document, const ForecastRequest &request, int computeCapability)
{
    if (const Finding *fault = faultIn(document))
        return Error{Error::Kind::Invalid, fault->message, fault->fix};
    const Job &job = document.job;
    if (!job.model || (job.model->torchscript.isEmpty() && job.model->architecture.isEmpty() && job.model->transformersConfig.isEmpty()))
        return Error{Error::Kind::NotFound, WorkerText::tr("The job names no model: without architecture, transformers_config or torchscript in its model section there is nothing to forecast."), QString()};

    ForecastPlan plan;
    readFramework(plan, job, request, computeCapability);
    plan.network = networkRequest(*job.model, request.jobFolder);
    readTraining(plan, job.training.value_or(Job::Training()));
    readAttention(plan, job.model->attention);
    if (const std::optional<Error> error = beyondCounting(plan))
        return *error;
    return plan;
}

} // namespace Trainyard
