// The rest of DryRunSession: the artifacts, and how a dry-run ends early.

#include "services/torch/checkpoint.h"
#include "services/torch/dryrunsession.h"
#include "services/torch/torchscriptexport.h"
#include "services/torch/workertext.h"

#include <QFileInfo>

#include <cmath>

namespace Trainyard {

namespace {

bool areSame(double a, double b)
{
    constexpr double tolerance = 1e-5; // relative; sums in another order differ less
    return a == b || std::abs(a - b) <= tolerance * std::max(1.0, std::abs(a));
}

} // namespace

QString DryRunSession::checkpointFolder() const
{
    const Job &job = m_document.job;
    const QString declared = job.checkpoints ? job.checkpoints->directory : QString();
    const QString outputName = declared.isEmpty() && !job.outputs.isEmpty() ? job.outputs.first().name : declared;
    return m_request.outputs.value(outputName, m_request.scratch + QStringLiteral("/checkpoints/") + QFileInfo(declared).fileName());
}

void DryRunSession::checkArtifacts(StepRunner &runner, qint64 stepsDone)
{
    constexpr int resumedSteps = 3;
    if (isLate(m_buildSeconds + 2 * resumedSteps * m_stepSeconds)) {
        const QString reason = WorkerText::tr("The time was over before a checkpoint could be written and resumed from.");
        m_events.notChecked({WorkerText::tr("Writing a checkpoint and resuming from it"), reason});
        return emitPoint({DryRunPoint::Artifacts, PointStatus::Skipped, reason, {}});
    }
    m_events.progress(WorkerText::tr("Writing a checkpoint and resuming from it"), 0.85);
    const QString retry = WorkerText::tr("Make room on the disk of the scratch folder, and run the dry-run again.");
    const QString path = checkpointPath(checkpointFolder(), stepsDone);
    if (const Result<> saved = saveCheckpoint(path, runner.model(), runner.optimizer(), {{QStringLiteral("step"), stepsDone}}); !saved)
        return failArtifacts("checkpoints.not-written", saved.error().message, retry);

    const std::optional<QList<double>> expected = stepsFrom(runner, stepsDone, resumedSteps);
    std::optional<StepRunner> resumed = expected ? makeRunner(2) : std::nullopt;
    if (!resumed)
        return;
    const Result<QJsonObject> state = loadCheckpoint(path, resumed->model(), resumed->optimizer());
    if (!state)
        return failArtifacts("checkpoints.not-resumed", state.error().message, retry);
    const std::optional<QList<double>> losses = stepsFrom(*resumed, state->value(QStringLiteral("step")).toInteger(), resumedSteps);
    if (!losses)
        return;
    if (!std::isfinite(losses->last())) { // nan equals nan: it proves nothing
        const QString reason = WorkerText::tr("A checkpoint was written and read back; whether training goes on from it is not proven, because the loss is %1.")
                                   .arg(displayNumber(losses->last()));
        m_events.notChecked({WorkerText::tr("Resuming from a checkpoint"), reason});
        return emitPoint({DryRunPoint::Artifacts, PointStatus::Skipped, reason, {}});
    }
    if (!std::equal(losses->begin(), losses->end(), expected->begin(), areSame)) {
        return failArtifacts("checkpoints.not-resumed",
                             WorkerText::tr("Resumed from its checkpoint, the model had a loss of %1 where the uninterrupted one had %2.")
                                 .arg(displayNumber(losses->last()), displayNumber(expected->last())),
                             WorkerText::tr("The model keeps a state that is neither a weight nor a buffer: make it a buffer."));
    }
    const Result<DryRunBatches::Batch> sample = m_batches->batch(1, 0);
    if (m_plan.source == DryRunPlan::Source::Preset && sample) {
        if (const Result<> exported = exportTorchScript(resumed->model(), checkpointFolder() + QStringLiteral("/model.pt"), sample->inputs); !exported)
            return failArtifacts("checkpoints.not-written", exported.error().message, retry);
    }
    const QString place = m_request.outputs.key(checkpointFolder(), QStringLiteral("checkpoints"));
    emitPoint({DryRunPoint::Artifacts, PointStatus::Pass,
               WorkerText::tr("A checkpoint of %1 was written to %2, read back and trained on: the same step %3 and the same loss %4.")
                   .arg(displaySize(QFileInfo(path).size()), place).arg(stepsDone + resumedSteps).arg(displayNumber(losses->last())),
               {}});
}

void DryRunSession::failArtifacts(const char *code, const QString &message, const QString &fix)
{
    const Finding finding{QLatin1String(code), Severity::Error, message, m_document.place(QStringLiteral("checkpoints")), fix, 1, {}};
    emitPoint({DryRunPoint::Artifacts, PointStatus::Fail, message, {finding}});
}

void DryRunSession::emitPoint(const PointResult &point)
{
    if (m_emitted.insert(point.point).second)
        m_events.point(point);
}

void DryRunSession::skipRest(const QString &reason)
{
    for (const DryRunPoint point : {DryRunPoint::Memory, DryRunPoint::Loss, DryRunPoint::Artifacts})
        emitPoint({point, PointStatus::Skipped, reason, point == DryRunPoint::Loss ? m_lossFindings : Findings()});
}

void DryRunSession::stopWith(const Error &error, const QString &fix)
{
    if (error.kind == Error::Kind::Unavailable) {
        m_events.notChecked({WorkerText::tr("Memory, loss and artifacts"), error.message});
        return skipRest(error.message);
    }
    Finding finding{QStringLiteral("model.step-failed"), Severity::Error, error.message, m_document.place(m_plan.modelKey),
                    fix.isEmpty() ? WorkerText::tr("Compare model.input, model.num_classes and model.loss with what the model takes and gives.") : fix, 1, {}};
    DryRunPoint point = DryRunPoint::Loss;
    if (error.kind == Error::Kind::Resource) {
        point = DryRunPoint::Memory;
        finding.code = QStringLiteral("memory.exceeds-device");
        finding.where = batchPlace();
        finding.fix = WorkerText::tr("Use a smaller batch or model, or dry-run on a machine with more memory.");
    } else if (error.kind == Error::Kind::NotFound) {
        finding.code = QStringLiteral("model.missing-file");
        finding.fix = WorkerText::tr("Correct the path, or put the file there.");
    } else if (error.message.contains(QLatin1String("out of bounds")) && m_batches && m_batches->isReal()) { // of LibTorch's cross-entropy
        finding.code = QStringLiteral("data.label-out-of-range");
        finding.where = m_document.place(QStringLiteral("model.num_classes"));
        finding.fix = WorkerText::tr("Give the model as many outputs as the data has classes.");
    }
    emitPoint({point, PointStatus::Fail, error.message, Findings{finding} + (point == DryRunPoint::Loss ? m_lossFindings : Findings())});
    skipRest(WorkerText::tr("No training step could be made."));
}

} // namespace Trainyard
