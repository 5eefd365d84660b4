#pragma once

#include "models/job/jobdocument.h"
#include "services/torch/dryrunrequest.h"
#include "services/torch/traineroptions.h"

namespace Trainyard {

/// What the steps of a dry-run are made of: the job's own values, and what stands in where it is silent.
struct DryRunPlan
{
    /// Where the model comes from; None: the job describes none.
    enum class Source { None, Preset, Architecture, TorchScript, TransformersConfig };

    Source source = Source::None;
    QString modelName;          ///< for sentences: `small-cnn`, `model/small.pt`
    QString modelKey;           ///< `model.architecture`, ...: where findings about it point
    QString torchScriptPath;    ///< absolute
    QList<qint64> inputShape;   ///< of one sample; empty: what the images suggest
    QString dtype = QStringLiteral("float32");
    std::optional<qint64> classes;
    QString loss = QStringLiteral("cross-entropy");
    qint64 batchSize = 8;
    QString optimizer = QStringLiteral("adamw");
    double learningRate = 0.001;
    double momentum = 0;
    double weightDecay = 0;
    QString learningRateKey = QStringLiteral("training.optimizer.learning_rate");
    QString imageFolder;        ///< absolute path of the input that the images come from; empty: none
    QString imageInputKey;      ///< `inputs[0].source`
    std::optional<TrainerOptions> trainer; ///< code.preset: the job runs our own trainer, so
    qint64 warmUpSteps = 1;                ///< the rate grows over the first steps
    Findings findings;            ///< faults met on the way: arguments that the preset does not take
    QList<NotChecked> notChecked; ///< what stands in for what
};

DryRunPlan makeDryRunPlan(const JobDocument &document, const DryRunRequest &request);

} // namespace Trainyard
