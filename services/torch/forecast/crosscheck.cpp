#include "services/torch/forecast/crosscheck.h"

#include "services/torch/forecast/forecastrequest.h"
#include "services/torch/forecast/planfromjob.h"
#include "services/torch/forecast/recorder.h"
#include "services/torch/forecast/stepmodel.h"
#include "services/torch/workertext.h"

#include <QDir>
#include <QElapsedTimer>

#include <algorithm>

#include <unistd.h>

namespace Trainyard {

namespace {

constexpr double mostFlops = 1e12; ///< of one step: some seconds on a slow CPU
constexpr qint64 largestBatch = 2, longestSequence = 128;

/// What decides memory stays; what a CPU cannot do, or would do for minutes, goes.
StepPlan smallPlan(StepPlan plan)
{
    plan.batchSize = std::min(plan.batchSize, largestBatch);
    plan.sequenceLength = std::min(plan.sequenceLength, longestSequence);
    plan.gradientAccumulation = std::min(plan.gradientAccumulation, 2);
    plan.precision = Precision::Fp32;
    plan.dataParallel = plan.tensorParallel = 1;
    plan.zeroStage = 0;
    plan.attention = AttentionKind::Math;
    plan.attentionIsStated = true;
    return plan;
}

/// What a real step may take beside everything else on this machine.
qint64 largestStep()
{
    return std::min(qint64(3) << 30, qint64(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE) / 4);
}

qint64 mostAlive(const Timeline &timeline)
{
    qint64 alive = 0, most = 0;
    for (const TimelineEvent &event : timeline.events) {
        alive += event.isAllocation ? timeline.blocks[event.block].bytes : -timeline.blocks[event.block].bytes;
        most = std::max(most, alive);
    }
    return most;
}

Result<StepRecording> recorded(const ForecastPlan &plan, at::Device device)
{
    const Result<std::unique_ptr<StepModel>> model = StepModel::make(plan.network, plan.step, device, 0);
    if (!model)
        return model.error();
    const Result<const StepRecording *> recording = (*model)->recording({plan.step.batchSize, plan.step.sequenceLength});
    if (!recording)
        return recording.error();
    return **recording;
}

} // namespace

QJsonObject CrossCheck::toJson() const
{
    return {{QStringLiteral("batch_size"), batchSize}, {QStringLiteral("cpu_bytes"), cpuBytes}, {QStringLiteral("meta_bytes"), metaBytes}};
}

Result<CrossCheck> crossCheckStep(const JobDocument &document, const QString &jobFolder, Milliseconds patience)
{
    ForecastRequest request;
    request.jobFolder = jobFolder;
    request.jobFile = QDir(jobFolder).absoluteFilePath(document.fileName);
    Result<ForecastPlan> plan = planFromJob(document, request);
    if (!plan)
        return plan.error();
    plan->step = smallPlan(plan->step);
    Recorder::install();
    Recorder::setLimits(mostForecastEvents, largestStep());
    const Result<StepRecording> meta = recorded(*plan, at::kMeta);
    if (!meta && meta.error().kind != Error::Kind::Resource)
        return meta.error();
    if (!meta || meta->flops > mostFlops)
        return Error{Error::Kind::Resource, WorkerText::tr("Even the smallest step of this model is too large for this machine's CPU."), QString()};
    CrossCheck check{plan->step.batchSize, 0, mostAlive(meta->timeline)};
    QElapsedTimer clock;
    clock.start();
    Recorder::setCancelled([&clock, patience] { return clock.hasExpired(patience.count()); });
    const Result<StepRecording> cpu = recorded(*plan, at::kCPU);
    Recorder::setCancelled({});
    if (!cpu && clock.hasExpired(patience.count()))
        return Error{Error::Kind::Timeout, WorkerText::tr("A real step was not through after %1.").arg(displayDuration(patience)), QString()};
    if (!cpu)
        return cpu.error();
    check.cpuBytes = mostAlive(cpu->timeline);
    return check;
}

} // namespace Trainyard
