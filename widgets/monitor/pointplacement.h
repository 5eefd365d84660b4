#pragma once

#include "models/metrics/metricseries.h"
#include "models/metrics/runprogress.h"
#include "widgets/monitor/plotseries.h"

#include <optional>

namespace Trainyard {

/**
 * Where a run's points stand on the x axis. A log tells a step with some lines, an epoch with others, a sample of the machine only its
 * time: the training lines that tell two of them are the anchors between which all others are placed.
 *
 * Steps that start again with each epoch are counted on, so that the axis never goes back; those of a resumed run do go back.
 */
class PointPlacement
{
public:
    /// What is drawn, at most one batch a series, with steps counted on; a metric without a word of phase is one of training.
    QList<MetricBatch> placed(const QList<MetricBatch> &batches);
    /// Of marks whose place is known.
    QList<double> positionsOf(const QList<CheckpointMark> &marks) const;

    const XMapping &mapping() const { return m_mapping; }
    /// Takes @p wanted, or the nearest axis that the points can be placed on: before the first step there is only time. True: it changed.
    bool chooseAxis(XAxis wanted);
    /// Zero of the time axis; 0: the time of the first metric.
    void setStart(qint64 startMs) { m_mapping.startMs = startMs; }
    /// Forgets every point.
    void clear();

private:
    bool canPlaceOn(XAxis axis) const;
    void countStepsOn(Phase phase, MetricPoint &point);
    void noteAnchors(Phase phase, const MetricPoint &point);

    XMapping m_mapping;
    Interpolation m_stepOfLine; ///< counted on: where a checkpoint's line stands
    qint64 m_stepBase = 0;
    std::optional<qint64> m_lastStep;
    std::optional<double> m_lastEpoch;
    bool m_hasSteps = false, m_hasEpochs = false, m_hasTimes = false, m_hasMetrics = false;
};

} // namespace Trainyard
