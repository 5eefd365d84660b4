#pragma once

#include "models/metrics/logevent.h"
#include "models/metrics/runpace.h"

#include <QList>

#include <functional>
#include <optional>

namespace Trainyard {

/// A save that the log told of.
struct CheckpointMark
{
    qint64 line = 0;
    QString path; ///< empty: not printed
    std::optional<qint64> step;  ///< the training step it was taken at, as far as seen
    std::optional<double> epoch;
    qint64 timeMs = 0; ///< milliseconds since the epoch; 0: not known
    bool operator==(const CheckpointMark &) const = default;
};

/// The best value of the metric a run is judged by.
struct BestMetric
{
    QString name; ///< `accuracy`, `loss`, ...
    Phase phase = Phase::Train;
    double value = 0;
    std::optional<qint64> step;
    qint64 line = 0;
    bool operator==(const BestMetric &) const = default;
};

/// True when a larger value of this metric is the better one (accuracy, f1, map50); false for losses, errors and perplexity.
bool largerIsBetter(QStringView metricName);

/// How far a run is, from what its log says. Fed with events as they come.
class RunProgress
{
public:
    /// @p timeOf as in MetricSeriesSet::addEvents.
    void addEvents(const QList<LogEvent> &events, const std::function<qint64(qint64 offset)> &timeOf = {});

    std::optional<qint64> step() const { return m_step; }
    std::optional<qint64> totalSteps() const { return m_totalSteps; }
    std::optional<double> epoch() const { return m_epoch; }
    std::optional<double> totalEpochs() const { return m_totalEpochs; }
    /// 0 to 1; not set while the log names no total.
    std::optional<double> fraction() const;
    /// Not set before three steps with times, and when the log names no total.
    std::optional<RemainingTime> remaining() const;
    /// Of an evaluation, or of training while there was none.
    std::optional<BestMetric> best() const { return m_best; }
    const QList<CheckpointMark> &checkpoints() const { return m_checkpoints; }
    /// In log order; repeats of a code are left out.
    const QList<LogEvent> &failures() const { return m_failures; }
    bool operator==(const RunProgress &) const = default;

private:
    void addMetrics(const LogEvent &event, qint64 timeMs);
    void noteBest(const LogEvent &event);
    bool stepsStartAgainEachEpoch() const;

    std::optional<qint64> m_step;
    std::optional<qint64> m_totalSteps;
    std::optional<double> m_epoch;
    std::optional<double> m_totalEpochs;
    std::optional<double> m_firstEpoch;
    bool m_stepsRestarted = false; ///< the step fell when the epoch rose
    std::optional<BestMetric> m_best;
    int m_bestRank = 0;
    QList<CheckpointMark> m_checkpoints;
    QList<LogEvent> m_failures;
    RunPace m_pace;
};

} // namespace Trainyard
