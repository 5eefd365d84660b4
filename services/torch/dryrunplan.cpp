#include "services/torch/dryrunplan.h"

#include "services/torch/imagefolder.h"
#include "services/torch/workertext.h"

#include <QDir>

namespace Trainyard {

namespace {

/// The command line of a preset job, as its trainer will get it; faults in it are findings.
TrainerOptions presetOptions(const JobDocument &document, Findings &findings)
{
    const Job &job = document.job;
    QStringList arguments{QStringLiteral("--preset=") + job.code.preset, QStringLiteral("--data_url=in"), QStringLiteral("--train_url=out")};
    TrainerOptions options;
    for (const Parameter &parameter : job.parameters) {
        const QStringList argument{QStringLiteral("--%1=%2").arg(parameter.name, resolvedValues(job, parameter).join(u' '))}; // one a time: each fault has its place
        if (const Result<TrainerOptions> parsed = parseTrainerOptions(arguments + argument); parsed) {
            arguments += argument;
            continue;
        } else {
            const bool isUnknown = parsed.error().message.startsWith(QLatin1String("unrecognized"));
            Finding finding;
            finding.code = isUnknown ? QStringLiteral("arguments.unrecognized") : QStringLiteral("arguments.invalid-value");
            finding.message = WorkerText::tr("The preset %1 refuses the parameter %2: %3")
                                  .arg(job.code.preset, parameter.name, parsed.error().message);
            finding.where = document.place(QStringLiteral("parameters.") + parameter.name);
            finding.fix = WorkerText::tr("Correct or remove the parameter; \"trainyard-torch train --help\" lists them all.");
            findings.append(finding);
        }
    }
    return parseTrainerOptions(arguments).value_or(options);
}

void usePreset(DryRunPlan &plan, const JobDocument &document)
{
    const TrainerOptions options = presetOptions(document, plan.findings);
    plan.trainer = options;
    plan.source = DryRunPlan::Source::Preset;
    plan.modelName = options.architecture;
    plan.modelKey = QStringLiteral("parameters.architecture");
    plan.batchSize = options.batchSize;
    plan.optimizer = options.optimizer;
    plan.learningRate = options.learningRateOrDefault();
    plan.momentum = options.momentum;
    plan.weightDecay = options.weightDecay;
    plan.learningRateKey = QStringLiteral("parameters.learning_rate");
}

void useModel(DryRunPlan &plan, const Job::Model &model, const QString &jobFolder)
{
    if (!model.torchscript.isEmpty()) {
        plan.source = DryRunPlan::Source::TorchScript;
        plan.modelName = model.torchscript;
        plan.modelKey = QStringLiteral("model.torchscript");
        plan.torchScriptPath = QDir(jobFolder).absoluteFilePath(model.torchscript);
    } else if (!model.architecture.isEmpty()) {
        plan.source = DryRunPlan::Source::Architecture;
        plan.modelName = model.architecture;
        plan.modelKey = QStringLiteral("model.architecture");
    } else if (!model.transformersConfig.isEmpty()) {
        plan.source = DryRunPlan::Source::TransformersConfig;
        plan.modelName = model.transformersConfig;
        plan.modelKey = QStringLiteral("model.transformers_config");
    }
    plan.classes = model.numClasses;
    if (model.input) {
        plan.inputShape = model.input->shape;
        if (!model.input->dtype.isEmpty())
            plan.dtype = model.input->dtype;
    }
    if (!model.loss.isEmpty())
        plan.loss = model.loss;
}

void useOptimizer(DryRunPlan &plan, const Job::Optimizer &optimizer)
{
    if (!optimizer.name.isEmpty())
        plan.optimizer = optimizer.name;
    if (optimizer.learningRate) {
        plan.learningRate = *optimizer.learningRate;
        plan.learningRateKey = QStringLiteral("training.optimizer.learning_rate");
    }
    plan.momentum = optimizer.momentum.value_or(0);
    plan.weightDecay = optimizer.weightDecay.value_or(0);
    if (!trainerOptimizers().contains(plan.optimizer)) {
        plan.notChecked.append({WorkerText::tr("The optimizer %1").arg(plan.optimizer),
                                WorkerText::tr("It cannot run here; the steps used adamw instead.")});
        plan.optimizer = QStringLiteral("adamw");
    }
}

void useTraining(DryRunPlan &plan, const Job &job)
{
    const Parameter *batchParameter = job.parameter(u"batch_size");
    const qint64 fromParameters = batchParameter ? resolvedValues(job, *batchParameter).value(0).toLongLong() : 0;
    const std::optional<qint64> batchSize = job.training ? job.training->batchSize : std::nullopt;
    if (batchSize || !plan.trainer)
        plan.batchSize = batchSize.value_or(fromParameters > 0 ? fromParameters : plan.batchSize);
    const bool hasOptimizer = job.training && job.training->optimizer;
    if (hasOptimizer)
        useOptimizer(plan, *job.training->optimizer);
    if (!hasOptimizer && !plan.trainer && plan.source != DryRunPlan::Source::None) {
        plan.notChecked.append({WorkerText::tr("The script's own optimizer"),
                                WorkerText::tr("The job does not say training.optimizer; the steps used adamw with a rate of 0.001.")});
    }
    if (!job.training || plan.source == DryRunPlan::Source::None)
        return;
    const Job::Training &training = *job.training;
    if (!training.precision.isEmpty() && training.precision != QLatin1String("fp32")) {
        plan.notChecked.append({WorkerText::tr("The precision %1").arg(training.precision),
                                WorkerText::tr("The steps ran in fp32 on this machine's CPU.")});
    }
    if (training.gradientAccumulation.value_or(1) > 1) {
        plan.notChecked.append({WorkerText::tr("Gradient accumulation over %1 batches").arg(*training.gradientAccumulation),
                                WorkerText::tr("Each step took one batch.")});
    }
    if (!training.method.isEmpty() && training.method != QLatin1String("full")) {
        plan.notChecked.append({WorkerText::tr("The method %1").arg(training.method),
                                WorkerText::tr("The steps trained all weights.")});
    }
}

/// The first input that is, or looks like, a folder of class folders.
void findImages(DryRunPlan &plan, const Job &job, const DryRunRequest &request)
{
    for (qsizetype i = 0; i < job.inputs.size(); ++i) {
        const JobInput &input = job.inputs[i];
        const QString path = request.inputs.value(input.name);
        if (path.isEmpty() || (!input.format.isEmpty() && input.format != QLatin1String("image-folder")))
            continue;
        const Result<ImageFolderLayout> layout = readImageFolder(path);
        const bool looksLikeImages = layout && layout->train.imageCount() > 0;
        if (input.format == QLatin1String("image-folder") || plan.trainer || looksLikeImages) {
            plan.imageFolder = path;
            plan.imageInputKey = QStringLiteral("inputs[%1].source").arg(i);
            return;
        }
    }
}

} // namespace

DryRunPlan makeDryRunPlan(const JobDocument &document, const DryRunRequest &request)
{
    const Job &job = document.job;
    DryRunPlan plan;
    if (!job.code.preset.isEmpty())
        usePreset(plan, document);
    if (job.model)
        useModel(plan, *job.model, request.jobFolder);
    useTraining(plan, job);
    findImages(plan, job, request);
    return plan;
}

} // namespace Trainyard
