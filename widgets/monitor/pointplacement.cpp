#include "widgets/monitor/pointplacement.h"

#include "widgets/monitor/stripcatalog.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace Trainyard {

QList<MetricUpdate> PointPlacement::placed(const QList<MetricUpdate> &updates)
{
    QList<MetricUpdate> drawn;
    drawn.reserve(updates.size());
    for (MetricUpdate update : updates) {
        if (StripCatalog::isProgress(update.key.name))
            continue;
        if (update.point.line > 0 && !update.key.phase)
            update.key.phase = Phase::Train;
        countStepsOn(update);
        noteAnchors(update);
        drawn.append(update);
    }
    return drawn;
}

/// Steps that start again with each epoch are counted on, so that the x axis never goes back. A resumed run does go back.
void PointPlacement::countStepsOn(MetricUpdate &update)
{
    MetricPoint &point = update.point;
    if (point.line < 1 || !point.step)
        return;
    if (update.key.phase.value_or(Phase::Train) == Phase::Train) {
        if (m_lastStep && *point.step < *m_lastStep && point.epoch && m_lastEpoch && *point.epoch > *m_lastEpoch)
            m_stepBase += *m_lastStep;
        m_lastStep = point.step;
        if (point.epoch)
            m_lastEpoch = point.epoch;
    }
    point.step = *point.step + m_stepBase;
}

/// Learns from training lines where in time each step was, and where in steps each epoch.
void PointPlacement::noteAnchors(const MetricUpdate &update)
{
    const MetricPoint &point = update.point;
    const bool isMetric = point.line > 0;
    m_hasMetrics |= isMetric;
    m_hasTimes |= point.timeMs > 0;
    if (!isMetric)
        return;
    m_hasSteps |= point.step.has_value();
    m_hasEpochs |= point.epoch.has_value();
    if (m_mapping.startMs == 0 && point.timeMs > 0)
        m_mapping.startMs = point.timeMs;
    if (update.key.phase.value_or(Phase::Train) != Phase::Train || !point.step)
        return;
    const auto step = double(*point.step);
    m_stepOfLine.add(double(point.line), step);
    if (point.timeMs > 0) {
        if (m_mapping.stepOfTime.isEmpty() && m_mapping.startMs < point.timeMs)
            m_mapping.stepOfTime.add(double(m_mapping.startMs), 0);
        m_mapping.stepOfTime.add(double(point.timeMs), step);
    }
    if (point.epoch) {
        m_mapping.epochOfStep.add(step, *point.epoch);
        m_mapping.epochOfStep.setEndSlope(-1);
    }
}

QList<double> PointPlacement::positionsOf(const QList<CheckpointMark> &marks) const
{
    QList<double> positions;
    for (const CheckpointMark &mark : marks) {
        MetricPoint point{0, mark.step, mark.epoch, mark.timeMs, std::max<qint64>(mark.line, 1)};
        if (const std::optional<double> step = m_stepOfLine.floorAt(double(mark.line)); step && m_stepBase > 0)
            point.step = qint64(*step);
        const double x = m_mapping.x(point);
        if (std::isfinite(x))
            positions.append(x);
    }
    return positions;
}

bool PointPlacement::canPlaceOn(XAxis axis) const
{
    switch (axis) {
    case XAxis::Step: return m_hasSteps;
    case XAxis::Epoch: return m_hasEpochs;
    case XAxis::Time: return m_hasTimes;
    case XAxis::Line: return m_hasMetrics;
    }
    Q_UNREACHABLE();
}

bool PointPlacement::chooseAxis(XAxis wanted)
{
    const std::array axes{wanted, XAxis::Step, XAxis::Epoch, XAxis::Time, XAxis::Line};
    const auto *found = std::find_if(axes.begin(), axes.end(), [this](XAxis axis) { return canPlaceOn(axis); });
    const XAxis axis = found == axes.end() ? wanted : *found; // there is no point at all
    return std::exchange(m_mapping.axis, axis) != axis;
}

void PointPlacement::clear()
{
    *this = PointPlacement();
}

} // namespace Trainyard
