#include "services/torch/trainingsession.h"

#include "services/common/files.h"
#include "services/torch/torchguard.h"
#include "services/torch/torchscriptexport.h"

#include <QCoreApplication>
#include <QDir>
#include <QJsonDocument>
#include <QTemporaryFile>

#include <cmath>
#include <numbers>
#include <numeric>

#include <unistd.h>

namespace Trainyard {

namespace {

QString number(double value)
{
    return QString::number(value, 'g', 5);
}

Result<> writeJson(const QString &path, const QJsonObject &content)
{
    return writeFileAtomically(path, QJsonDocument(content).toJson());
}

} // namespace

TensorBatch toTensors(const ImageBatch &batch)
{
    const auto pixels = torch::from_blob(const_cast<uint8_t *>(batch.pixels.data()),
                                         {batch.size(), batch.shape.channels, batch.shape.height, batch.shape.width}, torch::kByte);
    const auto labels = torch::from_blob(const_cast<int64_t *>(batch.labels.data()), {batch.size()}, torch::kLong);
    return {pixels.to(torch::kFloat).div_(255), labels.clone()};
}

Result<std::pair<torch::Tensor, torch::Tensor>> channelStatistics(ImageDataset &dataset)
{
    constexpr qint64 sampleSize = 128;
    std::vector<int64_t> indices;
    for (qint64 i = 0; i < std::min(sampleSize, dataset.size()); ++i)
        indices.push_back(i * dataset.size() / std::min(sampleSize, dataset.size()));
    const Result<ImageBatch> batch = dataset.batch(indices);
    if (!batch)
        return batch.error();
    const torch::Tensor images = toTensors(*batch).images;
    return std::pair{images.mean({0, 2, 3}), images.std({0, 2, 3}, false).clamp_min(0.01)};
}

qint64 warmUpSteps(qint64 totalSteps)
{
    return std::max<qint64>(1, totalSteps / 20);
}

double scheduledRate(const TrainerOptions &options, qint64 step, qint64 totalSteps)
{
    const double rate = options.learningRateOrDefault();
    if (options.schedule == QLatin1String("constant"))
        return rate;
    const qint64 warmUp = warmUpSteps(totalSteps);
    if (step < warmUp)
        return rate * double(step + 1) / double(warmUp);
    return rate * 0.5 * (1 + std::cos(std::numbers::pi * double(step - warmUp) / double(std::max<qint64>(1, totalSteps - warmUp))));
}

qint64 imageCacheBytes()
{
    return qint64(sysconf(_SC_AVPHYS_PAGES)) * sysconf(_SC_PAGESIZE) / 4;
}

Result<TrainerEnd> TrainingSession::run()
{
    m_started.start();
    using Step = Result<> (TrainingSession::*)();
    for (const Step step : {&TrainingSession::prepareOutput, &TrainingSession::prepareData, &TrainingSession::prepareModel, &TrainingSession::resume}) {
        if (const Result<> done = (this->*step)(); !done)
            return done.error();
    }
    const Result<TrainerEnd> end = trainEpochs();
    if (!end || *end != TrainerEnd::Completed)
        return end;
    if (const Result<> written = writeResults(); !written)
        return written.error();
    m_hooks.log(QStringLiteral("finished in %1 s").arg(double(m_started.elapsed()) / 1000, 0, 'f', 1));
    return end;
}

Result<> TrainingSession::prepareOutput()
{
    for (const QString &directory : {m_options.outputDirectory, m_options.checkpointDirectoryOrDefault()}) {
        QTemporaryFile probe(directory + QStringLiteral("/.trainyard-XXXXXX"));
        if (!QDir().mkpath(directory) || !probe.open()) {
            const QString reason = QFileInfo(directory).isDir() ? probe.errorString() : QCoreApplication::translate("Trainer", "the folder cannot be made");
            return Error{Error::Kind::Io,
                         QCoreApplication::translate("Trainer", "Nothing can be written to %1: %2. Choose another output folder.").arg(directory, reason),
                         reason};
        }
    }
    pruneCheckpoints(m_options.checkpointDirectoryOrDefault(), std::numeric_limits<int>::max()); // what a killed run left half written
    return success();
}

Result<> TrainingSession::prepareData()
{
    const Result<ImageFolderLayout> layout = readImageFolder(m_options.dataDirectory);
    if (!layout)
        return layout.error();
    Result<ImageFolderData> data = trainingData(*layout);
    if (!data)
        return data.error();
    const Result<ImageShape> shape = suggestedShape(data->train, m_options.imageSize);
    if (!shape)
        return shape.error();
    m_classes = data->classes;
    m_shape = *shape;
    const qint64 cacheBytes = imageCacheBytes();
    const qint64 trainBytes = data->train.size() * m_shape.size();
    m_hooks.log(QStringLiteral("found %1 training and %2 validation images in %3 classes, used as %4x%5x%6")
                    .arg(data->train.size())
                    .arg(data->validation.size())
                    .arg(m_classes.size())
                    .arg(m_shape.channels)
                    .arg(m_shape.height)
                    .arg(m_shape.width));
    m_train = std::make_unique<ImageDataset>(std::move(data->train), m_shape, m_options.workers, cacheBytes);
    m_validation = std::make_unique<ImageDataset>(std::move(data->validation), m_shape, m_options.workers, cacheBytes - trainBytes);
    return success();
}

Result<> TrainingSession::prepareModel()
{
    torch::manual_seed(m_options.seed);
    const auto statistics = channelStatistics(*m_train);
    if (!statistics)
        return statistics.error();
    const Result<torch::jit::Module> model
        = buildNetwork({m_options.architecture, {m_shape.channels, m_shape.height, m_shape.width}, m_classes.size(), *statistics});
    if (!model)
        return model.error();
    m_model = *model;
    std::vector<torch::Tensor> parameters;
    for (const torch::Tensor &parameter : m_model.parameters())
        parameters.push_back(parameter);
    const auto optimizer = makeOptimizer({m_options.optimizer, m_options.learningRateOrDefault(), m_options.momentum, m_options.weightDecay},
                                         std::move(parameters));
    if (!optimizer)
        return optimizer.error();
    m_optimizer = *optimizer;
    m_hooks.log(QStringLiteral("training %1 with %2 weights by %3 on %4 CPU threads")
                    .arg(m_options.architecture)
                    .arg(parameterCount(m_model))
                    .arg(m_options.optimizer)
                    .arg(torch::get_num_threads()));
    return success();
}

Result<> TrainingSession::resume()
{
    QString path = m_options.resume;
    if (path == QLatin1String("never")) {
        path.clear();
    } else if (path == QLatin1String("auto")) {
        QList<Error> skipped;
        path = newestIntactCheckpoint(m_options.checkpointDirectoryOrDefault(), &skipped);
        for (const Error &error : skipped)
            m_hooks.log(QStringLiteral("skipped: ") + error.message);
    }
    if (!path.isEmpty()) {
        if (const Result<> resumed = resumeFrom(path); !resumed)
            return resumed;
    }
    const qint64 leftInEpoch = imagesPerEpoch() - m_progress.position;
    m_totalSteps = m_progress.step + (leftInEpoch + m_options.batchSize - 1) / m_options.batchSize
        + std::max(0, m_options.epochs - m_progress.epoch) * stepsPerEpoch();
    return success();
}

Result<> TrainingSession::resumeFrom(const QString &path)
{
    const Result<QJsonObject> saved = readCheckpointState(path);
    if (!saved)
        return saved.error();
    const QJsonObject here = identity(), there = saved->value(QStringLiteral("run")).toObject();
    for (auto entry = here.begin(); entry != here.end(); ++entry) {
        if (there.value(entry.key()) != entry.value()) {
            return Error{Error::Kind::Conflict,
                         QCoreApplication::translate("Trainer", "The checkpoint %1 belongs to a run with another \"%2\"; use --resume never or an "
                                                                "empty output folder.")
                             .arg(path, entry.key()),
                         QString()};
        }
    }
    const Result<QJsonObject> state = loadCheckpoint(path, m_model, *m_optimizer);
    if (!state)
        return state.error();
    restore(*state);
    m_savedState = *state;
    m_hooks.log(QStringLiteral("resumed from %1").arg(path));
    return success();
}

qint64 TrainingSession::imagesPerEpoch() const
{
    // A last batch of one image is left out: batch norm cannot work on a single value.
    const qint64 images = m_train->size();
    return images % m_options.batchSize == 1 && images > 1 ? images - 1 : images;
}

qint64 TrainingSession::stepsPerEpoch() const
{
    return (imagesPerEpoch() + m_options.batchSize - 1) / m_options.batchSize;
}

Result<TrainerEnd> TrainingSession::trainEpochs()
{
    m_window.start();
    for (; m_progress.epoch <= m_options.epochs; ++m_progress.epoch, m_progress.position = 0) {
        std::vector<int64_t> order = epochOrder(m_train->size(), m_options.seed, m_progress.epoch);
        order.resize(size_t(imagesPerEpoch()));
        BatchStream batches(*m_train, std::move(order), m_options.batchSize, m_progress.position);
        while (!batches.isAtEnd()) {
            const Result<ImageBatch> batch = batches.next();
            if (!batch)
                return batch.error();
            if (const Result<> done = trainStep(*batch); !done)
                return done.error();
            const bool isDue = m_options.checkpointSteps > 0 && m_progress.step % m_options.checkpointSteps == 0;
            if (const Result<> saved = isDue ? save() : success(); !saved)
                return saved.error();
            if (const StopRequest request = m_hooks.stopRequest(); request != StopRequest::None)
                return stopAsAsked(request);
        }
        if (const Result<> validated = isValidated() ? success() : validate(); !validated)
            return validated.error();
        if (const StopRequest request = m_hooks.stopRequest(); request != StopRequest::None && m_progress.epoch < m_options.epochs)
            return stopAsAsked(request);
    }
    m_progress.epoch = m_options.epochs;
    m_progress.position = imagesPerEpoch();
    if (const Result<> saved = save(); !saved)
        return saved.error();
    return TrainerEnd::Completed;
}

Result<> TrainingSession::trainStep(const ImageBatch &batch)
{
    return guarded(
        [&]() -> Result<> {
            const TensorBatch tensors = toTensors(batch);
            m_learningRate = scheduledRate(m_options, m_progress.step, m_totalSteps);
            setLearningRate(*m_optimizer, m_learningRate);
            m_model.train();
            m_optimizer->zero_grad();
            const torch::Tensor outputs = m_model.forward({tensors.images}).toTensor();
            const torch::Tensor loss = torch::nn::functional::cross_entropy(outputs, tensors.labels);
            loss.backward();
            m_optimizer->step();

            m_progress.step += 1;
            m_progress.position += batch.size();
            m_progress.images += batch.size();
            m_windowImages += batch.size();
            m_progress.lossSum += loss.item<double>() * double(batch.size());
            m_progress.correct += (outputs.argmax(1) == tensors.labels).sum().item<int64_t>();
            const bool isLastOfEpoch = m_progress.position >= imagesPerEpoch();
            const bool isFinite = std::isfinite(loss.item<double>());
            if (m_progress.step == 1 || m_progress.step % m_options.logSteps == 0 || isLastOfEpoch || !isFinite)
                logStep();
            if (!isFinite) {
                return Error{Error::Kind::Invalid,
                             QCoreApplication::translate("Trainer", "The loss became %1 at step %2: use a lower learning rate than %3.")
                                 .arg(number(loss.item<double>()))
                                 .arg(m_progress.step)
                                 .arg(m_options.learningRateOrDefault()),
                             QString()};
            }
            return success();
        },
        [&](const QString &reason) {
            return QCoreApplication::translate("Trainer", "Step %1 failed: %2").arg(m_progress.step + 1).arg(reason);
        });
}

void TrainingSession::logStep()
{
    const double seconds = std::max(1e-6, double(m_window.nsecsElapsed()) / 1e9);
    const auto images = double(std::max<qint64>(1, m_progress.images));
    m_hooks.log(QStringLiteral("epoch %1/%2 step %3/%4 loss %5 accuracy %6 lr %7 samples/s %8")
                    .arg(m_progress.epoch)
                    .arg(m_options.epochs)
                    .arg(m_progress.step)
                    .arg(m_totalSteps)
                    .arg(number(m_progress.lossSum / images))
                    .arg(double(m_progress.correct) / images, 0, 'f', 4)
                    .arg(number(m_learningRate))
                    .arg(double(m_windowImages) / seconds, 0, 'f', 1));
    m_progress.lossSum = 0;
    m_progress.correct = 0;
    m_progress.images = 0;
    m_windowImages = 0;
    m_window.start();
}

bool TrainingSession::isValidated() const
{
    return m_validation->size() == 0 || m_progress.history.size() >= m_progress.epoch;
}

Result<> TrainingSession::validate()
{
    return guarded(
        [&]() -> Result<> {
            const torch::NoGradGuard noGrad;
            m_model.eval();
            std::vector<int64_t> order(static_cast<size_t>(m_validation->size()));
            std::iota(order.begin(), order.end(), 0);
            double lossSum = 0;
            int64_t correct = 0;
            for (BatchStream batches(*m_validation, std::move(order), std::max<qint64>(m_options.batchSize, 128)); !batches.isAtEnd();) {
                const Result<ImageBatch> batch = batches.next();
                if (!batch)
                    return batch.error();
                const TensorBatch tensors = toTensors(*batch);
                const torch::Tensor outputs = m_model.forward({tensors.images}).toTensor();
                lossSum += torch::nn::functional::cross_entropy(outputs, tensors.labels).item<double>() * double(batch->size());
                correct += (outputs.argmax(1) == tensors.labels).sum().item<int64_t>();
            }
            const double loss = lossSum / double(m_validation->size()), accuracy = double(correct) / double(m_validation->size());
            m_hooks.log(QStringLiteral("epoch %1/%2 val_loss %3 val_accuracy %4")
                            .arg(m_progress.epoch)
                            .arg(m_options.epochs)
                            .arg(number(loss))
                            .arg(accuracy, 0, 'f', 4));
            m_progress.history.append(QJsonObject{{QStringLiteral("epoch"), m_progress.epoch}, {QStringLiteral("step"), m_progress.step},
                                                  {QStringLiteral("val_loss"), loss}, {QStringLiteral("val_accuracy"), accuracy}});
            m_window.start();
            return success();
        },
        [](const QString &reason) { return QCoreApplication::translate("Trainer", "The validation failed: %1").arg(reason); });
}

Result<> TrainingSession::save()
{
    const QJsonObject now = state();
    if (now == m_savedState)
        return success();
    const QString directory = m_options.checkpointDirectoryOrDefault();
    const QString path = checkpointPath(directory, m_progress.step);
    if (const Result<> saved = saveCheckpoint(path, m_model, *m_optimizer, now); !saved)
        return saved;
    pruneCheckpoints(directory, m_options.keep);
    m_hooks.log(QStringLiteral("saved checkpoint ") + path);
    m_savedState = now;
    m_window.start();
    m_windowImages = 0;
    return success();
}

Result<TrainerEnd> TrainingSession::stopAsAsked(StopRequest request)
{
    const bool isWish = request == StopRequest::AfterCheckpoint;
    const QString reason = isWish ? QStringLiteral("asked to stop after a checkpoint")
                                  : request == StopRequest::Terminate ? QStringLiteral("got SIGTERM (signal 15)") : QStringLiteral("got SIGINT (signal 2)");
    m_hooks.log(reason);
    if (const Result<> saved = save(); !saved)
        return saved.error();
    m_hooks.log(QStringLiteral("stopped; the same command with --resume auto goes on from here"));
    return isWish ? TrainerEnd::StoppedAsAsked : request == StopRequest::Terminate ? TrainerEnd::Terminated : TrainerEnd::Interrupted;
}

QJsonObject TrainingSession::identity() const
{
    return {{QStringLiteral("architecture"), m_options.architecture}, {QStringLiteral("optimizer"), m_options.optimizer},
            {QStringLiteral("seed"), QString::number(m_options.seed)}, {QStringLiteral("classes"), QJsonArray::fromStringList(m_classes)},
            {QStringLiteral("image shape"), QJsonArray{m_shape.channels, m_shape.height, m_shape.width}}};
}

QJsonObject TrainingSession::state() const
{
    return {{QStringLiteral("run"), identity()}, {QStringLiteral("step"), m_progress.step}, {QStringLiteral("epoch"), m_progress.epoch},
            {QStringLiteral("position"), m_progress.position}, {QStringLiteral("loss_sum"), m_progress.lossSum},
            {QStringLiteral("correct"), m_progress.correct}, {QStringLiteral("images"), m_progress.images},
            {QStringLiteral("history"), m_progress.history}};
}

void TrainingSession::restore(const QJsonObject &state)
{
    m_progress.step = state.value(QStringLiteral("step")).toInteger();
    m_progress.epoch = state.value(QStringLiteral("epoch")).toInt();
    m_progress.position = state.value(QStringLiteral("position")).toInteger();
    m_progress.lossSum = state.value(QStringLiteral("loss_sum")).toDouble();
    m_progress.correct = state.value(QStringLiteral("correct")).toInteger();
    m_progress.images = state.value(QStringLiteral("images")).toInteger();
    m_progress.history = state.value(QStringLiteral("history")).toArray();
}

Result<> TrainingSession::writeResults()
{
    const QString &folder = m_options.outputDirectory;
    const torch::Tensor sample = torch::zeros({1, m_shape.channels, m_shape.height, m_shape.width});
    if (const Result<> written = exportTorchScript(m_model, folder + QStringLiteral("/model.pt"), sample); !written)
        return written;
    const QJsonObject input{{QStringLiteral("shape"), QJsonArray{m_shape.channels, m_shape.height, m_shape.width}},
                            {QStringLiteral("dtype"), QStringLiteral("float32")}, {QStringLiteral("range"), QJsonArray{0, 1}}};
    const QJsonObject classes{{QStringLiteral("classes"), QJsonArray::fromStringList(m_classes)}, {QStringLiteral("input"), input}};
    if (const Result<> written = writeJson(folder + QStringLiteral("/classes.json"), classes); !written)
        return written;
    double best = 0;
    for (const QJsonValue epoch : std::as_const(m_progress.history))
        best = std::max(best, epoch[QStringLiteral("val_accuracy")].toDouble());
    const QJsonObject last = m_progress.history.isEmpty() ? QJsonObject() : m_progress.history.last().toObject();
    const QJsonObject metrics{{QStringLiteral("architecture"), m_options.architecture}, {QStringLiteral("parameters"), qint64(parameterCount(m_model))},
                              {QStringLiteral("epochs"), m_progress.history}, {QStringLiteral("steps"), m_progress.step},
                              {QStringLiteral("val_loss"), last.value(QStringLiteral("val_loss"))},
                              {QStringLiteral("val_accuracy"), last.value(QStringLiteral("val_accuracy"))},
                              {QStringLiteral("best_val_accuracy"), best},
                              {QStringLiteral("seconds"), double(m_started.elapsed()) / 1000}};
    if (const Result<> written = writeJson(folder + QStringLiteral("/metrics.json"), metrics); !written)
        return written;
    m_hooks.log(QStringLiteral("exported model.pt, metrics.json and classes.json to ") + folder);
    return success();
}

Result<TrainerEnd> train(const TrainerOptions &options, const TrainerHooks &hooks)
{
    return TrainingSession(options, hooks).run();
}

} // namespace Trainyard
