#pragma once

#include "services/torch/dryrunverdicts.h"
#include "services/torch/dryrunworker.h"
#include "services/torch/imagefolder.h"
#include "services/torch/steprunner.h"

#include <QElapsedTimer>

#include <set>

namespace Trainyard {

/// One call of runDryRun(): the named steps in order, ended early by whatever makes the rest pointless.
class DryRunSession
{
public:
    DryRunSession(const DryRunRequest &request, const JobDocument &document, DryRunEvents &events);
    void run();

private:
    void examineData();
    bool prepareBatches();
    QString whyRandomBatch() const;
    bool prepareImages(const ImageFolderData &data);
    bool checkLabels(const ImageFolderData &data);
    std::optional<StepRunner> makeRunner(quint64 seed);
    /// Makes three small steps that change no weight: what a step costs, so what size the real ones can have.
    bool measureSteps(StepRunner &runner);
    bool chooseBatch(double secondsPerSample, qint64 availableBytes);
    void checkBatchOfOne(StepRunner &runner);
    std::optional<QList<double>> trainSteps(StepRunner &runner);
    void judgeLoss(const QList<double> &losses);
    void checkArtifacts(StepRunner &runner, qint64 stepsDone);

    std::optional<QList<double>> stepsFrom(StepRunner &runner, qint64 first, int count);
    Result<double> stepWithoutLearning(StepRunner &runner, qint64 batchSize);
    double learningRate(qint64 step) const;
    QString checkpointFolder() const;
    Place batchPlace() const;
    double lossSeconds() const;
    /// Whether what takes @p nextSeconds would end after the time limit.
    bool isLate(double nextSeconds) const;
    double secondsSpent() const { return double(m_clock.elapsed()) / 1000; }

    void emitPoint(const PointResult &point);
    void failArtifacts(const char *code, const QString &message, const QString &fix);
    void skipRest(const QString &reason);
    /// Ends the dry-run with what is wrong: a finding of the kind's code, or skipped points for what cannot be built here.
    /// @p fix: what helps against a fault of the model, when the caller knows it.
    void stopWith(const Error &error, const QString &fix = QString());

    const DryRunRequest &m_request;
    const JobDocument &m_document;
    DryRunEvents &m_events;
    DryRunPlan m_plan;
    QElapsedTimer m_clock;
    double m_buildSeconds = 0;
    double m_stepSeconds = 0;
    std::set<DryRunPoint> m_emitted;
    Findings m_lossFindings;      ///< what was found before the losses
    std::optional<ImageFolderData> m_data;
    QString m_whyNoData;
    std::unique_ptr<DryRunBatches> m_batches;
    MemoryFigures m_memory;
    qint64 m_classes = 0;
    qint64 m_batchSize = 0;       ///< what the steps run with; the job's is m_memory.batchSize
};

} // namespace Trainyard
