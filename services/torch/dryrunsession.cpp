#include "services/torch/dryrunsession.h"

#include "services/torch/forecast/crosscheck.h"
#include "services/torch/imageexamination.h"
#include "services/torch/memorymeter.h"
#include "services/torch/modelfactory.h"
#include "services/torch/optimizers.h"
#include "services/torch/trainingsession.h"
#include "services/torch/workertext.h"

#include <QDir>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QThread>

#include <cmath>

namespace Trainyard {

namespace {

constexpr int leastSteps = 8; // fewer say nothing about a falling loss

/// Whether the user's code says what becomes of a last batch that is not full; then its loader decides, not we.
bool mentionsDropLast(const QString &codeFolder)
{
    constexpr qint64 largestScript = 1 << 20;
    const QStringList scripts{QStringLiteral("*.py"), QStringLiteral("*.sh"), QStringLiteral("*.yaml")};
    for (QDirIterator it(codeFolder, scripts, QDir::Files, QDirIterator::Subdirectories); it.hasNext();) {
        QFile file(it.next());
        if (file.open(QIODevice::ReadOnly) && file.read(largestScript).contains("drop_last"))
            return true;
    }
    return false;
}

/// Last of all: the verdicts do not wait for it.
void checkForecast(const DryRunRequest &request, const JobDocument &document, DryRunEvents &events)
{
    constexpr std::chrono::seconds patience(8);
    events.progress(WorkerText::tr("Holding the forecast against a real step"), 0.98);
    const Result<CrossCheck> check = crossCheckStep(document, request.jobFolder, patience);
    if (check)
        events.memory({{QStringLiteral("cross_check"), check->toJson()}});
    else if (check.error().kind == Error::Kind::Resource || check.error().kind == Error::Kind::Timeout) // the forecast itself tells of all others
        events.notChecked({WorkerText::tr("The memory forecast against a real step"), check.error().message});
}

} // namespace

void runDryRun(const DryRunRequest &request, const JobDocument &document, DryRunEvents &events)
{
    MemoryMeter::install();
    QElapsedTimer clock;
    clock.start();
    DryRunSession(request, document, events).run();
    if (document.job.model && clock.elapsed() < qint64(request.maxSeconds * 1000))
        checkForecast(request, document, events);
    events.done();
}

DryRunSession::DryRunSession(const DryRunRequest &request, const JobDocument &document, DryRunEvents &events)
    : m_request(request), m_document(document), m_events(events), m_plan(makeDryRunPlan(document, request)), m_lossFindings(m_plan.findings)
{
    m_clock.start();
}

void DryRunSession::run()
{
    for (const NotChecked &entry : std::as_const(m_plan.notChecked))
        m_events.notChecked(entry);
    examineData();
    if (!prepareBatches())
        return;
    m_events.progress(WorkerText::tr("Building the model"), 0.2);
    std::optional<StepRunner> runner = makeRunner(1);
    if (!runner)
        return;
    if (isLate(0))
        return skipRest(WorkerText::tr("Building the model took all the time there was: %1.").arg(displayDuration(Milliseconds(qint64(m_buildSeconds * 1000)))));
    if (!measureSteps(*runner))
        return;
    checkBatchOfOne(*runner);
    if (const Result<> reset = runner->resetOptimizer(); !reset)
        return stopWith(reset.error());
    const std::optional<QList<double>> losses = trainSteps(*runner);
    if (!losses)
        return;
    m_events.memory(m_memory.toJson());
    emitPoint(memoryPoint(m_memory, batchPlace()));
    judgeLoss(*losses);
    checkArtifacts(*runner, losses->size());
}

void DryRunSession::examineData()
{
    if (m_plan.imageFolder.isEmpty()) {
        if (m_document.job.inputs.isEmpty())
            return emitPoint({DryRunPoint::Data, PointStatus::Skipped, WorkerText::tr("The job has no inputs."), {}});
        const QString reason = WorkerText::tr("The steps read no data: only folders of images on this machine can be read here.");
        return emitPoint({DryRunPoint::Data, PointStatus::Skipped, reason, {}});
    }
    constexpr double mostSeconds = 10;
    const ImageExamination examination = examineImages(m_plan.imageFolder, std::min(mostSeconds, m_request.maxSeconds / 6),
                                                       [this](const QString &activity, double fraction) { m_events.progress(activity, 0.2 * fraction); });
    m_data = examination.data;
    m_whyNoData = examination.whyNoData;
    PointResult point = examination.point;
    if (!m_data && m_plan.trainer) {
        point.status = PointStatus::Fail;
        point.detail = m_whyNoData;
    }
    emitPoint(point);
}

bool DryRunSession::prepareBatches()
{
    if (m_plan.source == DryRunPlan::Source::None || m_plan.source == DryRunPlan::Source::TransformersConfig) {
        stopWith(buildModel(m_plan, {}, 0).error());
        return false;
    }
    if (m_plan.trainer && !m_data) {
        skipRest(m_whyNoData.isEmpty() ? WorkerText::tr("The job has no folder of images to train on.") : m_whyNoData);
        return false;
    }
    const QList<qint64> &shape = m_plan.inputShape;
    const bool takesImages = shape.isEmpty() || (shape.size() == 3 && (shape[0] == 1 || shape[0] == 3));
    if (m_data && takesImages)
        return prepareImages(*m_data);
    if (shape.isEmpty()) {
        skipRest(WorkerText::tr("The job does not say model.input.shape, and there are no images to take it from."));
        return false;
    }
    m_events.notChecked({WorkerText::tr("Training on the job's own data"), whyRandomBatch()});
    constexpr qint64 classesWhenUnknown = 1000;
    m_batches = std::make_unique<DryRunBatches>(nullptr, shape, m_plan.dtype);
    m_classes = m_plan.classes.value_or(classesWhenUnknown);
    m_memory.batchSize = m_plan.batchSize;
    return true;
}

QString DryRunSession::whyRandomBatch() const
{
    if (m_data)
        return WorkerText::tr("The steps used one random batch of model.input.shape: it is not the shape of an image.");
    if (!m_plan.imageFolder.isEmpty())
        return WorkerText::tr("The steps used one random batch of model.input.shape, because of what is wrong with the data: %1").arg(m_whyNoData);
    return WorkerText::tr("The steps used one random batch of model.input.shape: only folders of images on this machine can be read here.");
}

bool DryRunSession::prepareImages(const ImageFolderData &data)
{
    const QList<qint64> &wanted = m_plan.inputShape;
    const Result<ImageShape> shape = wanted.isEmpty() ? suggestedShape(data.train, m_plan.trainer ? m_plan.trainer->imageSize : std::nullopt)
                                                      : Result<ImageShape>(ImageShape{int(wanted[0]), int(wanted[1]), int(wanted[2])});
    if (!shape) {
        skipRest(shape.error().message);
        return false;
    }
    const auto dataset = std::make_shared<ImageDataset>(data.train, *shape, QThread::idealThreadCount(), imageCacheBytes());
    m_batches = std::make_unique<DryRunBatches>(dataset, QList<qint64>{shape->channels, shape->height, shape->width}, m_plan.dtype);
    m_classes = m_plan.classes.value_or(data.classes.size());
    m_memory.batchSize = std::min<qint64>(m_plan.batchSize, data.train.size());
    if (m_memory.batchSize < m_plan.batchSize) {
        m_events.notChecked({WorkerText::tr("Steps with the job's batch of %1").arg(m_plan.batchSize),
                             WorkerText::tr("There are only %1 images to train on, so no batch has more; memory and steps are those of %1.").arg(m_memory.batchSize)});
    }
    return checkLabels(data);
}

bool DryRunSession::checkLabels(const ImageFolderData &data)
{
    const qint64 folders = data.classes.size();
    if (!m_plan.classes || m_plan.loss != QLatin1String("cross-entropy") || *m_plan.classes == folders)
        return true;
    const Place place = m_document.place(QStringLiteral("model.num_classes"));
    const QString fix = WorkerText::tr("Set model.num_classes to %1, unless the class folders are wrong.").arg(folders);
    if (*m_plan.classes > folders) {
        m_lossFindings.append(Finding{QStringLiteral("data.class-count"), Severity::Warning,
                                      WorkerText::tr("The model has %1 classes, the data %2 class folders.").arg(*m_plan.classes).arg(folders),
                                      place, fix, 1, {}});
        return true;
    }
    const QString message = WorkerText::tr("The data has %1 class folders, so labels go up to %2, but the model has only %3 classes.")
                                .arg(folders).arg(folders - 1).arg(*m_plan.classes);
    m_lossFindings.append(Finding{QStringLiteral("data.label-out-of-range"), Severity::Error, message, place, fix, 1, {}});
    emitPoint({DryRunPoint::Loss, PointStatus::Fail, message, m_lossFindings});
    skipRest(message);
    return false;
}

std::optional<StepRunner> DryRunSession::makeRunner(quint64 seed)
{
    MemoryMeter::setLimit(MemoryMeter::allocatedBytes() + MemoryMeter::availableBytes() / 10 * 9);
    torch::manual_seed(seed);
    QElapsedTimer clock;
    clock.start();
    const Result<torch::jit::Module> model = buildModel(m_plan, m_batches->inputShape(), m_classes);
    Result<StepRunner> runner = model ? StepRunner::make(m_plan, *model) : model.error();
    if (!runner) {
        const bool isFileAtFault = !model && m_plan.source == DryRunPlan::Source::TorchScript;
        stopWith(runner.error(), isFileAtFault ? WorkerText::tr("Export the whole model with torch.jit.script(model).save(...), and copy that file here again.") : QString());
        return std::nullopt;
    }
    m_buildSeconds = double(clock.elapsed()) / 1000;
    return *std::move(runner);
}

Result<double> DryRunSession::stepWithoutLearning(StepRunner &runner, qint64 batchSize)
{
    const Result<DryRunBatches::Batch> batch = m_batches->batch(batchSize, 0);
    if (!batch)
        return batch.error();
    MemoryMeter::resetPeak();
    return runner.step(*batch, 0);
}

bool DryRunSession::measureSteps(StepRunner &runner)
{
    m_events.progress(WorkerText::tr("Measuring a training step"), 0.25);
    const qint64 availableBytes = MemoryMeter::allocatedBytes() + MemoryMeter::availableBytes() / 10 * 9;
    const qint64 largest = std::min<qint64>(8, m_memory.batchSize), smallest = std::max<qint64>(1, largest / 2);
    double peakOfSmallest = 0, peakOfLargest = 0, seconds = 0;
    // The first step allocates what stays; the two after it, of different sizes, give a line.
    for (const qint64 size : {std::max(smallest, std::min<qint64>(2, largest)), smallest, largest}) {
        QElapsedTimer clock;
        clock.start();
        if (const Result<double> loss = stepWithoutLearning(runner, size); !loss) {
            stopWith(loss.error());
            return false;
        }
        m_stepSeconds = seconds = double(clock.nsecsElapsed()) / 1e9;
        peakOfSmallest = peakOfLargest;
        peakOfLargest = double(MemoryMeter::peakAllocatedBytes());
    }
    m_memory.capacityBytes = m_request.ramBytes;
    m_memory.bytesPerSample = largest > smallest ? std::max(0.0, (peakOfLargest - peakOfSmallest) / double(largest - smallest)) : 0;
    m_memory.fixedBytes = peakOfLargest - m_memory.bytesPerSample * double(largest);
    m_memory.programBytes = std::max<qint64>(0, MemoryMeter::residentBytes() - MemoryMeter::allocatedBytes());
    m_memory.parameters = parameterCount(runner.model());
    m_memory.trainableParameters = runner.trainableParameters();
    return chooseBatch(seconds / double(largest), availableBytes);
}

bool DryRunSession::chooseBatch(double secondsPerSample, qint64 availableBytes)
{
    const double room = 0.95 * (double(availableBytes) - m_memory.fixedBytes);
    const double fitting = m_memory.bytesPerSample > 0 ? room / m_memory.bytesPerSample : double(m_memory.batchSize);
    const double inTime = std::max(2.0, lossSeconds() / leastSteps / std::max(1e-9, secondsPerSample));
    m_batchSize = qint64(std::clamp(std::min(fitting, inTime), 1.0, double(m_memory.batchSize)));
    m_memory.measuredBatchSize = m_batchSize;
    if (m_batchSize < m_memory.batchSize) {
        const QString reason = fitting < inTime ? WorkerText::tr("It does not fit into the memory here; the steps used %1.")
                                                : WorkerText::tr("It would take too long on this machine; the steps used %1.");
        m_events.notChecked({WorkerText::tr("Steps with the job's batch of %1").arg(m_memory.batchSize), reason.arg(m_batchSize)});
    }
    return true;
}

void DryRunSession::checkBatchOfOne(StepRunner &runner)
{
    const qint64 images = m_data ? m_data->train.size() : 0;
    const bool leavesOne = m_batches->isReal() && m_plan.batchSize > 1 && images > 1 && images % m_plan.batchSize == 1;
    if (!leavesOne || m_plan.trainer || mentionsDropLast(QDir(m_request.jobFolder).absoluteFilePath(m_document.job.code.directory)))
        return;
    if (stepWithoutLearning(runner, 1))
        return;
    m_lossFindings.append(Finding{QStringLiteral("model.batch-of-one"), Severity::Error,
                                  WorkerText::tr("%1 images in batches of %2 leave one alone, and %3 fails on a single image in its batch norm.")
                                      .arg(images).arg(m_plan.batchSize).arg(m_plan.modelName),
                                  batchPlace(), WorkerText::tr("Drop the last batch (drop_last=True), or use another batch size."), 1, {}});
}

double DryRunSession::lossSeconds() const
{
    constexpr double mostSeconds = 12;
    return std::min(mostSeconds, 0.3 * m_request.maxSeconds);
}

bool DryRunSession::isLate(double nextSeconds) const
{
    return secondsSpent() + nextSeconds > 0.9 * m_request.maxSeconds;
}

double DryRunSession::learningRate(qint64 step) const
{
    return m_plan.learningRate * std::min(1.0, double(step + 1) / double(m_plan.warmUpSteps));
}

std::optional<QList<double>> DryRunSession::trainSteps(StepRunner &runner)
{
    QList<double> losses;
    for (int i = 0; i < m_batches->distinct(m_batchSize) && !isLate(0); ++i) { // decoded before the clock starts
        if (const Result<DryRunBatches::Batch> batch = m_batches->batch(m_batchSize, i); !batch) {
            stopWith(batch.error());
            return std::nullopt;
        }
    }
    if (m_plan.trainer) {
        const qint64 stepsPerEpoch = (m_data->train.size() + m_plan.batchSize - 1) / m_plan.batchSize;
        m_plan.warmUpSteps = warmUpSteps(m_plan.trainer->epochs * stepsPerEpoch);
    }
    MemoryMeter::resetPeak();
    QElapsedTimer clock;
    clock.start();
    const auto mayGoOn = [&] {
        const double seconds = double(clock.elapsed()) / 1000;
        return losses.size() < m_request.steps && !isLate(m_stepSeconds) && (seconds < lossSeconds() || (losses.size() < leastSteps && secondsSpent() < 0.6 * m_request.maxSeconds));
    };
    while (mayGoOn() && (losses.isEmpty() || std::isfinite(losses.last()))) {
        m_events.progress(WorkerText::tr("Training step %1 of %2").arg(losses.size() + 1).arg(m_request.steps),
                          0.3 + 0.5 * double(losses.size()) / m_request.steps);
        const std::optional<QList<double>> loss = stepsFrom(runner, losses.size(), 1);
        if (!loss)
            return std::nullopt;
        losses += *loss;
        m_stepSeconds = double(clock.elapsed()) / 1000 / double(losses.size());
        m_events.loss(*loss);
    }
    if (m_batchSize == m_memory.batchSize) { // measured, so nothing needs to be extrapolated
        m_memory.fixedBytes = double(MemoryMeter::peakAllocatedBytes()) - m_memory.bytesPerSample * double(m_batchSize);
        m_memory.programBytes = std::max(m_memory.programBytes, MemoryMeter::residentBytes() - MemoryMeter::allocatedBytes());
    }
    const double seconds = std::max(1e-6, double(clock.nsecsElapsed()) / 1e9);
    m_events.throughput({{QStringLiteral("samples_per_second"), double(m_batchSize * losses.size()) / seconds}, {QStringLiteral("steps"), losses.size()},
                         {QStringLiteral("batch_size"), m_batchSize}, {QStringLiteral("device"), QStringLiteral("cpu")}});
    return losses;
}

std::optional<QList<double>> DryRunSession::stepsFrom(StepRunner &runner, qint64 first, int count)
{
    QList<double> losses;
    for (qint64 step = first; step < first + count; ++step) {
        const Result<DryRunBatches::Batch> batch = m_batches->batch(m_batchSize, int(step));
        const Result<double> loss = batch ? runner.step(*batch, learningRate(step)) : batch.error();
        if (!loss) {
            stopWith(loss.error());
            return std::nullopt;
        }
        losses.append(*loss);
    }
    return losses;
}

void DryRunSession::judgeLoss(const QList<double> &losses)
{
    PointResult point{DryRunPoint::Loss, PointStatus::Skipped, WorkerText::tr("The time was over before a second step."), m_lossFindings};
    if (losses.size() >= 2) {
        const QString sentence = m_batches->isReal()
            ? WorkerText::tr("%1 steps of %2 with batches of %3 images: the loss went from %4 to %5.")
            : WorkerText::tr("%1 steps of %2 on one random batch of %3: the loss went from %4 to %5.");
        point.detail = sentence.arg(losses.size()).arg(m_plan.modelName).arg(m_batchSize).arg(displayNumber(losses.first()), displayNumber(losses.last()));
        point.findings += lossFindings({losses, m_batches->distinct(m_batchSize), m_batches->isReal(), m_plan.learningRate, m_document.place(m_plan.learningRateKey)});
        point.status = hasErrors(point.findings) ? PointStatus::Fail : point.findings.isEmpty() ? PointStatus::Pass : PointStatus::Warn;
    }
    if (losses.size() < m_request.steps && std::isfinite(losses.value(losses.size() - 1))) {
        m_events.notChecked({WorkerText::tr("All %1 steps").arg(m_request.steps),
                             WorkerText::tr("The time was over after %1 of them.").arg(losses.size())});
    }
    emitPoint(point);
}

Place DryRunSession::batchPlace() const
{
    const bool isInTraining = m_document.job.training && m_document.job.training->batchSize;
    return m_document.place(isInTraining ? QStringLiteral("training.batch_size") : QStringLiteral("parameters.batch_size"));
}

} // namespace Trainyard
