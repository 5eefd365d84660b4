#include "services/torch/forecast/networks/imagenetwork.h"
#include "services/torch/forecast/networks/networkcatalogue.h"
#include "services/torch/forecast/networks/networktext.h"
#include "services/torch/forecast/networks/sequencemodels.h"

#include "models/common/units.h"
#include "services/torch/torchguard.h"

namespace Trainyard {

namespace {

constexpr const char *recurrentName = "lstm";

const QList<ImageArchitecture> &imageArchitectures()
{
    static const QList<ImageArchitecture> all = residualArchitectures() + classicArchitectures() + inceptionArchitectures() + mobileArchitectures()
                                                + denseArchitectures() + attentionArchitectures() + segmentationArchitectures();
    return all;
}

Error unknown(const QString &name)
{
    const QString nearest = nearestWord(name.toLower(), forecastArchitectures());
    const QString wayOut = NetworkText::tr("Export the model as TorchScript and set model.torchscript.");
    return Error{Error::Kind::Unavailable,
                 nearest.isEmpty() ? NetworkText::tr("The architecture %1 is not forecast; known are %2. %3").arg(name, forecastArchitectures().join(QStringLiteral(", ")), wayOut)
                                   : NetworkText::tr("The architecture %1 is not forecast; did you mean %2? %3").arg(name, nearest, wayOut),
                 QString()};
}

Error invalid(const QString &message)
{
    return Error{Error::Kind::Invalid, message, QString()};
}

Result<qint64> classesOf(const NetworkRequest &request, qint64 usual)
{
    constexpr qint64 most = qint64(1) << 26;
    const qint64 classes = request.classes.value_or(usual);
    if (classes < 1 || classes > most)
        return invalid(NetworkText::tr("model.num_classes is %1; a number from 1 to %2 is expected.").arg(classes).arg(most));
    return classes;
}

Result<Loss> chosenLoss(const NetworkRequest &request, Loss usual)
{
    if (request.loss.isEmpty())
        return usual;
    const std::optional<Loss> named = lossNamed(request.loss);
    if (!named)
        return invalid(NetworkText::tr("The loss %1 (model.loss) is not known; known are %2.").arg(request.loss, lossNames().join(QStringLiteral(", "))));
    return *named;
}

/// Entries of model.input.shape within reason: products of them and of a batch stay far from overflow.
std::optional<Error> shapeFault(const NetworkRequest &request, qsizetype entries, const QString &expected)
{
    constexpr qint64 most = 65536;
    const QList<qint64> &shape = request.inputShape;
    if (shape.size() != entries)
        return invalid(NetworkText::tr("%1 takes %2: model.input.shape has %3 entries.").arg(request.architecture, expected).arg(shape.size()));
    for (const qint64 entry : shape) {
        if (entry < 1 || entry > most)
            return invalid(NetworkText::tr("model.input.shape has the entry %1; a number from 1 to %2 is expected.").arg(entry).arg(most));
    }
    return std::nullopt;
}

Result<std::optional<Task>> chosenTask(const NetworkRequest &request)
{
    if (request.task.isEmpty())
        return std::optional<Task>();
    const std::optional<Task> named = taskNamed(request.task);
    if (!named)
        return invalid(NetworkText::tr("The task %1 (model.task) is not known; known are %2.").arg(request.task, taskNames().join(QStringLiteral(", "))));
    return named;
}

Result<std::unique_ptr<Network>> buildImageNetwork(const ImageArchitecture &architecture, const NetworkRequest &request, const StepPlan &plan, at::Device device)
{
    const Result<std::optional<Task>> task = chosenTask(request);
    if (!task)
        return task.error();
    const bool isRegression = *task == Task::Regression;
    const Task usualTask = architecture.isSegmentation ? Task::SemanticSegmentation : Task::ImageClassification;
    if (*task && *task != usualTask && !isRegression) {
        return invalid(architecture.isSegmentation ? NetworkText::tr("%1 gives a class for each pixel: model.task must be semantic-segmentation.").arg(architecture.name)
                                                   : NetworkText::tr("%1 gives classes for whole images: model.task must be image-classification.").arg(architecture.name));
    }
    ImageTask image = architecture.usual;
    if (!request.inputShape.isEmpty()) {
        if (const std::optional<Error> fault = shapeFault(request, 3, NetworkText::tr("images as [channels, height, width]")))
            return *fault;
        image.channels = request.inputShape[0];
        image.height = request.inputShape[1];
        image.width = request.inputShape[2];
    }
    const Result<qint64> classes = classesOf(request, isRegression ? 1 : image.classes);
    if (!classes)
        return classes.error();
    image.classes = *classes;
    const Result<Loss> loss = chosenLoss(request, isRegression ? Loss::Mse : Loss::CrossEntropy);
    if (!loss)
        return loss.error();
    return guarded(
        [&]() -> Result<std::unique_ptr<Network>> {
            auto network = std::make_unique<ImageNetwork>(architecture, image, *loss, plan, device);
            if (const std::optional<Error> fault = adapterFault(network->parts()))
                return *fault;
            return std::unique_ptr<Network>(std::move(network));
        },
        [&](const QString &reason) { return NetworkText::tr("The network %1 could not be built: %2").arg(architecture.name, reason); });
}

Result<std::unique_ptr<Network>> buildRecurrentNetwork(const NetworkRequest &request, const StepPlan &plan, at::Device device)
{
    const Result<std::optional<Task>> task = chosenTask(request);
    if (!task)
        return task.error();
    RecurrentTask wanted;
    wanted.givesWords = *task == Task::CausalLm;
    const bool takesWords = wanted.givesWords || request.inputType.startsWith(QLatin1String("int")) || request.inputShape.size() == 1;
    if (!request.inputShape.isEmpty()) {
        const QString expected = takesWords ? NetworkText::tr("words as [length]") : NetworkText::tr("vectors as [length, features]");
        if (const std::optional<Error> fault = shapeFault(request, takesWords ? 1 : 2, expected))
            return *fault;
        wanted.length = request.inputShape[0];
        wanted.features = takesWords ? 0 : request.inputShape[1];
    }
    const bool isRegression = *task == Task::Regression;
    const Result<qint64> classes = classesOf(request, wanted.givesWords ? RecurrentNetwork::words : isRegression ? 1 : 2);
    if (!classes)
        return classes.error();
    wanted.classes = *classes;
    const Result<Loss> loss = chosenLoss(request, isRegression ? Loss::Mse : Loss::CrossEntropy);
    if (!loss)
        return loss.error();
    return guarded([&]() -> Result<std::unique_ptr<Network>> { return std::unique_ptr<Network>(std::make_unique<RecurrentNetwork>(wanted, *loss, plan, device)); },
                   [&](const QString &reason) { return NetworkText::tr("The network %1 could not be built: %2").arg(request.architecture, reason); });
}

} // namespace

QStringList forecastArchitectures()
{
    QStringList names;
    for (const ImageArchitecture &architecture : imageArchitectures())
        names.append(architecture.name);
    names.append(QLatin1String(recurrentName));
    return names;
}

Result<std::unique_ptr<Network>> buildArchitectureNetwork(const NetworkRequest &request, const StepPlan &plan, at::Device device)
{
    if (request.architecture == QLatin1String(recurrentName))
        return buildRecurrentNetwork(request, plan, device);
    for (const ImageArchitecture &architecture : imageArchitectures()) {
        if (request.architecture == architecture.name)
            return buildImageNetwork(architecture, request, plan, device);
    }
    return unknown(request.architecture);
}

} // namespace Trainyard
