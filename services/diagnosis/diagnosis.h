#pragma once

#include "models/dryrun/dryrunreport.h"
#include "models/job/job.h"
#include "models/metrics/metricseriesset.h"
#include "models/metrics/runprogress.h"
#include "models/run/run.h"

#include <QDateTime>
#include <QList>
#include <QString>

#include <optional>

namespace Trainyard {

/// One thing that is known about a run, said in sentences for people; everything but `id` and `jobKey` is translated.
struct Diagnosis
{
    enum class Kind { Healthy, Slow, Wrong, Waiting };
    /// The places a person looks at, in this order.
    enum class Place { Log, Utilisation, Throughput, Checkpoints, Loss };

    QString id; ///< stable: `failure.cuda_oom`, `loss.diverges`, ...
    Kind kind = Kind::Healthy;
    Place place = Place::Log;
    QString sentence; ///< what is so
    QString evidence; ///< the figures or the log line it rests on
    QString action;   ///< what to do; empty: nothing
    QString jobKey;   ///< the key of job.yaml to jump to, `training.batch_size`; empty: none
    QString disproof; ///< what would prove this diagnosis false
    std::optional<qint64> line; ///< the log line to jump to
    bool operator==(const Diagnosis &) const = default;
};

/// What a diagnosis is made from. The references outlive the call only.
struct RunEvidence
{
    const RunStatus &status;
    const MetricSeriesSet &series;
    const RunProgress &progress;
    QDateTime now;
    std::optional<Milliseconds> expectedCheckpointGap; ///< not set: the job asks for none
    std::optional<qint64> checkpointEverySteps;        ///< `checkpoints.every_steps`
    const Job *job = nullptr;          ///< nullptr: a bare log
    std::optional<LogEvent> exception; ///< the last Python exception of the log
};

/**
 * Looks at the four places (log, utilisation, throughput, checkpoints) and the loss, and says of each what is so.
 *
 * In the order of Place; at least one value for each of the four places once the run has started. Precision first: what is not clearly wrong is healthy or waiting.
 */
QList<Diagnosis> diagnose(const RunEvidence &evidence);

/// All of it in a few words: the line that is read first. Healthy only where the loss is, and the run was not cut short.
struct OverallDiagnosis
{
    Diagnosis::Kind kind = Diagnosis::Kind::Waiting;
    QString sentence; ///< translated
    bool operator==(const OverallDiagnosis &) const = default;
};
OverallDiagnosis overallDiagnosis(const QList<Diagnosis> &diagnoses);

/// One of the five points of a first run, judged from a real run.
struct PointJudgement
{
    enum class State { Pending, Passed, Failed };
    DryRunPoint point = DryRunPoint::Environment;
    State state = State::Pending;
    QString evidence; ///< a sentence, translated
    bool operator==(const PointJudgement &) const = default;
};

/// Always the five, in order.
QList<PointJudgement> judgeFivePoints(const RunEvidence &evidence);

} // namespace Trainyard
