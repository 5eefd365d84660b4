#include "services/diagnosis/diagnosis.h"
#include "services/diagnosis/failurecauses.h"
#include "services/diagnosis/seriesjudgement.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace Trainyard {

namespace {

using State = PointJudgement::State;

QString number(double value)
{
    return QLocale().toString(value, 'g', 4);
}

/// Judges the points of one run.
class PointJudge
{
    Q_DECLARE_TR_FUNCTIONS(PointJudgement)

public:
    explicit PointJudge(const RunEvidence &evidence)
        : m_evidence(evidence)
    {
    }

    PointJudgement judgeEnvironment() const;
    PointJudgement judgeData() const;
    PointJudgement judgeMemory() const;
    PointJudgement judgeLoss() const;
    PointJudgement judgeArtifacts() const;

private:
    const LogEvent *failure(std::initializer_list<const char *> codes) const;
    PointJudgement failed(DryRunPoint point, const LogEvent &failure) const;

    const RunEvidence &m_evidence;
};

/// The first failure of the log with one of these codes; nullptr: none.
const LogEvent *PointJudge::failure(std::initializer_list<const char *> codes) const
{
    for (const LogEvent &failure : m_evidence.progress.failures()) {
        if (std::any_of(codes.begin(), codes.end(), [&](const char *code) { return failure.code == QLatin1String(code); }))
            return &failure;
    }
    return nullptr;
}

PointJudgement PointJudge::failed(DryRunPoint point, const LogEvent &failure) const
{
    const std::optional<FailureCause> cause = failureCause(failure.code);
    return {point, State::Failed, tr("%1 (log line %2)").arg(cause ? cause->cause : failure.code).arg(failure.line)};
}

PointJudgement PointJudge::judgeEnvironment() const
{
    const DryRunPoint point = DryRunPoint::Environment;
    if (const LogEvent *found = failure({"module_not_found", "bad_arguments", "cuda_driver_too_old", "cuda_no_kernel_image", "port_in_use"}))
        return failed(point, *found);
    if (m_evidence.status.exitReason == ExitReason::StartFailed)
        return {point, State::Failed, m_evidence.status.message};
    if (trainingSeries(m_evidence.series, u"loss") || m_evidence.progress.step())
        return {point, State::Passed, tr("The script started and reached its training loop.")};
    return {point, State::Pending, tr("Waiting for the first line of training.")};
}

PointJudgement PointJudge::judgeData() const
{
    const DryRunPoint point = DryRunPoint::Data;
    if (const LogEvent *found = failure({"file_not_found", "object_storage_access_denied", "object_storage_not_found", "corrupt_image",
                                         "dataloader_worker_killed", "label_out_of_range", "hub_download_failed"}))
        return failed(point, *found);
    if (trainingSeries(m_evidence.series, u"loss"))
        return {point, State::Passed, tr("Batches were read and a loss came out of them.")};
    return {point, State::Pending, tr("Waiting for the first batch.")};
}

PointJudgement PointJudge::judgeMemory() const
{
    const DryRunPoint point = DryRunPoint::Memory;
    if (const LogEvent *found = failure({"cuda_oom", "npu_oom", "host_oom"}))
        return failed(point, *found);
    if (m_evidence.status.exitReason == ExitReason::OutOfMemory)
        return {point, State::Failed, m_evidence.status.message};
    const MetricSeries *resident = m_evidence.series.series(u"resident_bytes", std::nullopt);
    const MetricSeries *card = m_evidence.series.series(u"gpu_memory_bytes", std::nullopt);
    constexpr qint64 warmUp = 10; // steps: by then the largest tensors have been alive at once
    if (m_evidence.progress.step().value_or(0) >= warmUp) {
        const MetricSeries *series = card && card->maximum().value_or(0) > 0 ? card : resident;
        if (series && series->maximum())
            return {point, State::Passed,
                    tr("The memory was enough; at most %1 were used.").arg(QLocale().formattedDataSize(qint64(*series->maximum())))};
        return {point, State::Passed, tr("The memory was enough for the first steps.")};
    }
    return {point, State::Pending, tr("Waiting for the first ten steps.")};
}

PointJudgement PointJudge::judgeLoss() const
{
    const DryRunPoint point = DryRunPoint::Loss;
    if (const LogEvent *found = failure({"nan_loss", "shape_mismatch", "device_side_assert"}))
        return failed(point, *found);
    const MetricSeries *loss = trainingSeries(m_evidence.series, u"loss");
    if (!loss)
        return {point, State::Pending, tr("Waiting for the first loss.")};
    if (loss->notFinite() > 0)
        return {point, State::Failed, tr("The loss is no longer a number.")};
    switch (isFinal(m_evidence.status.state) ? trendOfAll(*loss) : trendOf(*loss)) {
    case Trend::Falling:
    case Trend::Settled: return {point, State::Passed, tr("The loss fell from %1 to %2.").arg(number(loss->values().front()), number(*loss->last()))};
    case Trend::Flat: return {point, State::Failed, tr("The loss has not fallen over %1 values.").arg(loss->size())};
    case Trend::Diverging: return {point, State::Failed, tr("The loss rises far above where it was.")};
    case Trend::TooFew: break;
    }
    return {point, State::Pending, tr("The loss has too few values to see a trend.")};
}

PointJudgement PointJudge::judgeArtifacts() const
{
    const DryRunPoint point = DryRunPoint::Artifacts;
    if (const LogEvent *found = failure({"disk_full", "permission_denied", "read_only_filesystem", "checkpoint_mismatch"}))
        return failed(point, *found);
    if (m_evidence.status.exitReason == ExitReason::DiskFull)
        return {point, State::Failed, m_evidence.status.message};
    const QList<CheckpointMark> &saves = m_evidence.progress.checkpoints();
    if (!saves.isEmpty())
        return {point, State::Passed,
                saves.last().path.isEmpty() ? tr("A checkpoint was saved (log line %1).").arg(saves.last().line)
                                            : tr("A checkpoint was saved: %1").arg(saves.last().path)};
    if (isFinal(m_evidence.status.state))
        return {point, State::Failed, tr("The run ended and its log tells of no checkpoint.")};
    return {point, State::Pending, tr("Waiting for the first checkpoint.")};
}

} // namespace

QList<PointJudgement> judgeFivePoints(const RunEvidence &evidence)
{
    const PointJudge judge(evidence);
    return {judge.judgeEnvironment(), judge.judgeData(), judge.judgeMemory(), judge.judgeLoss(), judge.judgeArtifacts()};
}

} // namespace Trainyard
