#pragma once

#include "services/torch/batchstream.h"
#include "services/torch/checkpoint.h"
#include "services/torch/networks.h"
#include "services/torch/optimizers.h"
#include "services/torch/trainer.h"

#include <QElapsedTimer>
#include <QJsonArray>

namespace Trainyard {

/// [count, channels, height, width], float32, 0..1, and [count], int64.
struct TensorBatch
{
    torch::Tensor images;
    torch::Tensor labels;
};

TensorBatch toTensors(const ImageBatch &batch);
/// Mean and deviation of each channel over some images spread over @p dataset: [channels] each.
Result<std::pair<torch::Tensor, torch::Tensor>> channelStatistics(ImageDataset &dataset);
/// Over how many steps the rate grows: a twentieth of all.
qint64 warmUpSteps(qint64 totalSteps);
/// The rate of one step, from 0: the warm-up, then half a cosine down to zero; or constant.
double scheduledRate(const TrainerOptions &options, qint64 step, qint64 totalSteps);
/// What keeping decoded images may take: a quarter of the free memory.
qint64 imageCacheBytes();

/// One call of train(): the named steps of a run, in order.
class TrainingSession
{
public:
    TrainingSession(const TrainerOptions &options, const TrainerHooks &hooks) : m_options(options), m_hooks(hooks) {}

    Result<TrainerEnd> run();

private:
    /// Where the run is; with the window's sums it is all that a resumed run needs beside the checkpoint's tensors.
    struct Progress
    {
        qint64 step = 0;
        int epoch = 1;
        qint64 position = 0;    ///< images of this epoch that were used
        double lossSum = 0;     ///< since the last log line
        qint64 correct = 0;
        qint64 images = 0;
        QJsonArray history;     ///< one object for each epoch validated
    };

    Result<> prepareOutput();
    Result<> prepareData();
    Result<> prepareModel();
    Result<> resume();
    Result<> resumeFrom(const QString &path);
    Result<TrainerEnd> trainEpochs();
    Result<> trainStep(const ImageBatch &batch);
    Result<> validate();
    Result<> save();
    Result<> writeResults();
    Result<TrainerEnd> stopAsAsked(StopRequest request);

    void logStep();
    qint64 imagesPerEpoch() const;
    qint64 stepsPerEpoch() const;
    bool isValidated() const;
    QJsonObject identity() const;
    QJsonObject state() const;
    void restore(const QJsonObject &state);

    const TrainerOptions &m_options;
    const TrainerHooks &m_hooks;
    QStringList m_classes;
    ImageShape m_shape;
    std::unique_ptr<ImageDataset> m_train;
    std::unique_ptr<ImageDataset> m_validation;
    torch::jit::Module m_model;
    std::shared_ptr<torch::optim::Optimizer> m_optimizer;
    Progress m_progress;
    qint64 m_totalSteps = 0;
    QJsonObject m_savedState;
    QElapsedTimer m_started;
    QElapsedTimer m_window;     ///< since the last log line, for samples/s
    qint64 m_windowImages = 0;
    double m_learningRate = 0;
};

} // namespace Trainyard
