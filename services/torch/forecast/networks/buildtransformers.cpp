#include "models/common/units.h"
#include "services/torch/forecast/networks/encoderdecoder.h"
#include "services/torch/forecast/networks/imagenetwork.h"
#include "services/torch/forecast/networks/networkcatalogue.h"
#include "services/torch/forecast/networks/networktext.h"
#include "services/torch/forecast/networks/transformernetwork.h"
#include "services/torch/forecast/networks/visiontransformer.h"
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
    const QStringList known = forecastModelTypes();
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

using Built = Result<std::unique_ptr<Network>>;

/// Makes the network, with LibTorch's exceptions as errors; adapters must have found a layer.
template<typename NetworkType, typename... Arguments>
Built built(const QString &family, Arguments &&...arguments)
{
    return guarded(
        [&]() -> Built {
            auto network = std::make_unique<NetworkType>(std::forward<Arguments>(arguments)...);
            if (const std::optional<Error> fault = adapterFault(network->parts()))
                return *fault;
            return std::unique_ptr<Network>(std::move(network));
        },
        [&](const QString &reason) { return NetworkText::tr("The model of type %1 could not be built: %2").arg(family, reason); });
}

/// Everything that the builders below need.
struct Building
{
    const NetworkRequest &request;
    const ConfigReader &config;
    const StepPlan &plan;
    at::Device device;
    QString family;
};

Built buildTextNetwork(const Building &building, TransformerRecipe recipe, Task usual)
{
    const Result<TaskRequest> task = taskRequest(building.request, building.config, usual);
    if (!task)
        return task.error();
    if (building.config.fault())
        return *building.config.fault();
    if (task->task == Task::ImageClassification || task->task == Task::SemanticSegmentation || task->task == Task::Seq2Seq) {
        return invalid(NetworkText::tr("A model of type %1 is for texts: model.task cannot be %2.").arg(building.family, building.request.task));
    }
    recipe.family = building.family;
    if (const Result<> shared = share(recipe, building.plan.tensorParallel); !shared)
        return shared.error();
    return built<TransformerNetwork>(building.family, std::move(recipe), *task, building.plan, building.device);
}

/// The pictures of the job, else those that the config is made for; other sizes only where the library resizes its positions.
Result<ImageTask> imageTask(const Building &building, ImageTask image, const TaskRequest &task, bool takesOtherSizes)
{
    image.classes = task.labels;
    const QList<qint64> &shape = building.request.inputShape;
    if (shape.isEmpty())
        return image;
    constexpr qint64 most = 65536;
    if (shape.size() != 3 || std::any_of(shape.begin(), shape.end(), [](qint64 entry) { return entry < 1 || entry > most; }))
        return invalid(NetworkText::tr("A model of type %1 takes images: model.input.shape needs [channels, height, width] from 1 to %2.").arg(building.family).arg(most));
    if (shape[0] != image.channels || (!takesOtherSizes && (shape[1] != image.height || shape[2] != image.width))) {
        return invalid(NetworkText::tr("The model description is for images of %1 x %2 x %3 (channels, height, width), model.input.shape says %4 x %5 x %6.")
                           .arg(image.channels).arg(image.height).arg(image.width).arg(shape[0]).arg(shape[1]).arg(shape[2]));
    }
    return ImageTask{shape[0], shape[1], shape[2], image.classes};
}

Built buildPictureNetwork(const Building &building, std::optional<VisionRecipe> vision, const std::optional<WindowRecipe> &windows)
{
    const Result<TaskRequest> task = taskRequest(building.request, building.config, Task::ImageClassification);
    if (!task)
        return task.error();
    if (building.config.fault())
        return *building.config.fault();
    if (task->task != Task::ImageClassification && task->task != Task::Regression)
        return unavailable(NetworkText::tr("Models of type %1 are forecast for image-classification only.").arg(building.family));
    const Result<ImageTask> image = imageTask(building, vision ? vision->image : windows->image, *task, !vision || vision->interpolatesPositions);
    if (!image)
        return image.error();
    ImageArchitecture architecture{building.family, {}};
    if (vision) {
        if (const Result<> shared = share(vision->stack, building.plan.tensorParallel); !shared)
            return shared.error();
        architecture.isShared = architecture.hasAttention = true;
        architecture.build = [recipe = *vision](const NetworkPath &root, const ImageTask &wanted) { return visionTransformer(root, wanted, recipe); };
    } else {
        architecture.build = [recipe = *windows](const NetworkPath &root, const ImageTask &wanted) { return windowTransformer(root, wanted, recipe); };
    }
    return built<ImageNetwork>(building.family, architecture, *image, task->loss, building.plan, building.device);
}

Built buildSeq2SeqNetwork(const Building &building, EncoderDecoderRecipe recipe)
{
    const Result<TaskRequest> task = taskRequest(building.request, building.config, Task::Seq2Seq);
    if (!task)
        return task.error();
    if (building.config.fault())
        return *building.config.fault();
    if (task->task != Task::Seq2Seq)
        return unavailable(NetworkText::tr("Models of type %1 are forecast for seq2seq only.").arg(building.family));
    if (const Result<> shared = share(recipe, building.plan.tensorParallel); !shared)
        return shared.error();
    return built<EncoderDecoderNetwork>(building.family, std::move(recipe), building.plan, building.device);
}

} // namespace

QStringList forecastModelTypes()
{
    return decoderFamilies() + llamaFamilies() + encoderFamilies() + encoderDecoderFamilies() + visionFamilies();
}

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
    if (isMixtureOfExperts(family, config)) {
        return unavailable(NetworkText::tr("Mixture-of-experts models such as %1 are not forecast yet: how much an expert keeps depends on the text it is given.")
                               .arg(family));
    }
    const Building building{request, config, plan, device, family};
    if (const auto recipe = decoderRecipe(family, config, plan.facts))
        return buildTextNetwork(building, *recipe, Task::CausalLm);
    if (const auto recipe = llamaRecipe(family, config, plan.facts))
        return buildTextNetwork(building, *recipe, Task::CausalLm);
    if (const auto recipe = encoderRecipe(family, config, plan.facts))
        return buildTextNetwork(building, *recipe, Task::MaskedLm);
    if (const auto recipe = encoderDecoderRecipe(family, config, plan.facts))
        return buildSeq2SeqNetwork(building, *recipe);
    if (const auto recipe = visionRecipe(family, config, plan.facts))
        return buildPictureNetwork(building, recipe, std::nullopt);
    if (const auto recipe = windowRecipe(family, config, plan.facts))
        return buildPictureNetwork(building, std::nullopt, recipe);
    return unknownFamily(family);
}

} // namespace Trainyard
