#include "services/torch/modelfactory.h"

#include "services/torch/networks.h"
#include "services/torch/torchguard.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

namespace Trainyard {

namespace {

Error error(Error::Kind kind, const QString &message)
{
    return Error{kind, message, QString()};
}

bool startsLikeArchive(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) && file.read(2) == "PK";
}

Result<torch::jit::Module> loadTorchScript(const DryRunPlan &plan)
{
    if (!QFileInfo(plan.torchScriptPath).isFile())
        return error(Error::Kind::NotFound, QCoreApplication::translate("ModelFactory", "The model file %1 does not exist.").arg(plan.modelName));
    const auto unusable = [&plan](const QString &reason) {
        if (reason.contains(QLatin1String("constants.pkl"))) // the part that makes an archive a model
            return QCoreApplication::translate("ModelFactory", "The model file %1 holds weights without a model (a state_dict), not TorchScript.").arg(plan.modelName);
        if (startsLikeArchive(plan.torchScriptPath) && reason.contains(QLatin1String("archive")))
            return QCoreApplication::translate("ModelFactory", "The model file %1 is damaged or cut off.").arg(plan.modelName);
        return QCoreApplication::translate("ModelFactory", "The model file %1 is no usable TorchScript: %2").arg(plan.modelName, reason);
    };
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
        unusable);
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
                     QCoreApplication::translate("ModelFactory", "A model from a transformers configuration is not built in this version."));
    case DryRunPlan::Source::None:
        return error(Error::Kind::Unavailable,
                     QCoreApplication::translate("ModelFactory", "The job has no model section, so there is no model to train here."));
    }
    Q_UNREACHABLE();
}

} // namespace Trainyard
