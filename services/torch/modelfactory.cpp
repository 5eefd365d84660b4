#include "services/torch/modelfactory.h"

#include "services/torch/networks.h"
#include "services/torch/torchguard.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace Trainyard {

namespace {

Error error(Error::Kind kind, const QString &message)
{
    return Error{kind, message, QString()};
}

Result<torch::jit::Module> loadTorchScript(const DryRunPlan &plan)
{
    if (!QFileInfo(plan.torchScriptPath).isFile())
        return error(Error::Kind::NotFound, QCoreApplication::translate("ModelFactory", "The model file %1 does not exist.").arg(plan.modelName));
    return guarded(
        [&]() -> Result<torch::jit::Module> {
            torch::jit::Module module = torch::jit::load(plan.torchScriptPath.toStdString(), torch::kCPU);
            for (torch::Tensor parameter : module.parameters()) // exported for inference, they no longer ask for gradients
                parameter.requires_grad_(parameter.is_floating_point());
            if (module.parameters().size() == 0) {
                return error(Error::Kind::Invalid,
                             QCoreApplication::translate("ModelFactory", "The model %1 has no weights to train: it was frozen when it was saved.").arg(plan.modelName));
            }
            module.train();
            return module;
        },
        [&](const QString &reason) {
            return QCoreApplication::translate("ModelFactory", "The model file %1 is no usable TorchScript: %2").arg(plan.modelName, reason);
        });
}

Result<torch::jit::Module> buildArchitecture(const DryRunPlan &plan, const QList<qint64> &inputShape, qint64 classes)
{
    if (!architectureNames().contains(plan.modelName)) {
        return error(Error::Kind::Unavailable,
                     QCoreApplication::translate("ModelFactory", "The architecture %1 cannot be built here; export it as TorchScript and set model.torchscript.")
                         .arg(plan.modelName));
    }
    if (inputShape.size() != 3) {
        return error(Error::Kind::Invalid,
                     QCoreApplication::translate("ModelFactory", "%1 takes images: model.input.shape needs [channels, height, width], it has %2 entries.")
                         .arg(plan.modelName).arg(inputShape.size()));
    }
    std::optional<std::pair<torch::Tensor, torch::Tensor>> normalisation;
    if (plan.source == DryRunPlan::Source::Preset) // its network normalises by itself; the samples of a dry-run are normalised already
        normalisation = std::pair{torch::zeros({inputShape[0]}), torch::ones({inputShape[0]})};
    return buildNetwork({plan.modelName, {inputShape[0], inputShape[1], inputShape[2]}, classes, normalisation});
}

} // namespace

Result<torch::jit::Module> buildModel(const DryRunPlan &plan, const QList<qint64> &inputShape, qint64 classes)
{
    switch (plan.source) {
    case DryRunPlan::Source::TorchScript: return loadTorchScript(plan);
    case DryRunPlan::Source::Preset:
    case DryRunPlan::Source::Architecture: return buildArchitecture(plan, inputShape, classes);
    case DryRunPlan::Source::TransformersConfig:
        return error(Error::Kind::Unavailable,
                     QCoreApplication::translate("ModelFactory", "A model from a transformers configuration is not built in this version; a rehearsal runs the script itself."));
    case DryRunPlan::Source::None:
        return error(Error::Kind::Unavailable,
                     QCoreApplication::translate("ModelFactory", "The job has no model section, so there is no model to train here; a rehearsal runs the script itself."));
    }
    Q_UNREACHABLE();
}

} // namespace Trainyard
