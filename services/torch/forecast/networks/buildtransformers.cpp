#include "models/common/units.h"
#include "services/torch/forecast/networks/transformernetwork.h"
#include "services/torch/forecast/networks/networktext.h"
#include "services/torch/forecast/networks/transformerrecipe.h"
#include "services/torch/torchguard.h"

#include <QFileInfo>

namespace Trainyard {

namespace {

Error unavailable(const QString &message)
{
    return Error{Error::Kind::Unavailable, message, QString()};
}

Error invalid(const QString &message)
{
    return Error{Error::Kind::Invalid, message, QString()};
}

/// Model types that route each token to a few of many mlps.
bool isMixtureOfExperts(const QString &family, const ConfigReader &config)
{
    return family.contains(QLatin1String("moe")) || family == QLatin1String("mixtral") || family.startsWith(QLatin1String("deepseek_v"))
           || family == QLatin1String("dbrx") || family == QLatin1String("jamba")
           || config.has({"num_local_experts", "num_experts", "n_routed_experts", "moe_intermediate_size"});
}

Error unknownFamily(const QString &family)
{
    const QStringList known = decoderFamilies() + llamaFamilies() + encoderFamilies();
    const QString nearest = nearestWord(family, known);
    const QString wayOut = NetworkText::tr("Export the model as TorchScript and set model.torchscript.");
    if (!nearest.isEmpty())
        return unavailable(NetworkText::tr("The model type %1 is not forecast; did you mean %2? %3").arg(family, nearest, wayOut));
    return unavailable(NetworkText::tr("The model type %1 is not forecast; known are %2. %3").arg(family, known.join(QStringLiteral(", ")), wayOut));
}

/// The task that the job or the config names, or what the family is for.
Result<TaskRequest> taskRequest(const NetworkRequest &request, const ConfigReader &config, Task usual)
{
    TaskRequest wanted;
    wanted.task = usual;
    if (!request.task.isEmpty()) {
        const std::optional<Task> named = taskNamed(request.task);
        if (!named) {
            return invalid(NetworkText::tr("The task %1 (model.task) is not known; known are %2.").arg(request.task, taskNames().join(QStringLiteral(", "))));
        }
        wanted.task = *named;
    } else {
        const QStringList names = config.architectures();
        for (const QString &name : names) {
            if (const std::optional<Task> found = taskOfArchitecture(name)) {
                wanted.task = *found;
                break;
            }
        }
    }
    constexpr qint64 mostLabels = qint64(1) << 26;
    wanted.labels = request.classes.value_or(config.labels().value_or(wanted.task == Task::Regression ? 1 : 2));
    if (wanted.labels < 1 || wanted.labels > mostLabels)
        return invalid(NetworkText::tr("model.num_classes is %1; a number from 1 to %2 is expected.").arg(wanted.labels).arg(mostLabels));
    wanted.loss = wanted.labels == 1 || wanted.task == Task::Regression ? Loss::Mse : Loss::CrossEntropy;
    if (!request.loss.isEmpty()) {
        const std::optional<Loss> named = lossNamed(request.loss);
        if (!named)
            return invalid(NetworkText::tr("The loss %1 (model.loss) is not known; known are %2.").arg(request.loss, lossNames().join(QStringLiteral(", "))));
        wanted.loss = *named;
    }
    return wanted;
}

std::optional<Error> adapterFault(const NetworkParts &parts)
{
    if (!parts.plan.lora || parts.adapters > 0)
        return std::nullopt;
    QStringList endings; // q_proj, not each layer's
    for (const QString &name : parts.linearNames)
        endings.append(name.section(u'.', -1));
    endings.removeDuplicates();
    return invalid(NetworkText::tr("No layer of the model has a name that ends in one of the LoRA targets %1; its layers are called %2.")
                       .arg(parts.plan.lora->targets.join(QStringLiteral(", ")), endings.join(QStringLiteral(", "))));
}

} // namespace

Result<std::unique_ptr<Network>> buildTransformersNetwork(const NetworkRequest &request, const StepPlan &plan, at::Device device)
{
    const Result<ConfigReader> read = ConfigReader::open(request.file);
    if (!read)
        return read.error();
    const ConfigReader &config = *read;
    const QString family = config.text({"model_type"}, QString());
    if (config.fault())
        return *config.fault();
    if (family.isEmpty())
        return invalid(NetworkText::tr("The model description %1 has no model_type, such as llama or bert.").arg(QFileInfo(request.file).fileName()));
    if (isMixtureOfExperts(family, config))
        return unavailable(NetworkText::tr("Mixture-of-experts models such as %1 are not forecast yet: how much an expert keeps depends on the text it is given.").arg(family));

    std::optional<TransformerRecipe> recipe = decoderRecipe(family, config, plan.facts);
    if (!recipe)
        recipe = llamaRecipe(family, config, plan.facts);
    const bool isDecoder = recipe.has_value();
    if (!recipe)
        recipe = encoderRecipe(family, config, plan.facts);
    if (!recipe)
        return unknownFamily(family);
    recipe->family = family;
    const Result<TaskRequest> task = taskRequest(request, config, isDecoder ? Task::CausalLm : Task::MaskedLm);
    if (!task)
        return task.error();
    if (config.fault())
        return *config.fault();
    if (const Result<> shared = share(*recipe, plan.tensorParallel); !shared)
        return shared.error();
    return guarded(
        [&]() -> Result<std::unique_ptr<Network>> {
            auto network = std::make_unique<TransformerNetwork>(*recipe, *task, plan, device);
            if (const std::optional<Error> fault = adapterFault(network->parts()))
                return *fault;
            return std::unique_ptr<Network>(std::move(network));
        },
        [&](const QString &reason) { return NetworkText::tr("The model of type %1 could not be built: %2").arg(family, reason); });
}

} // namespace Trainyard
