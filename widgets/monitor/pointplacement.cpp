#include "widgets/monitor/pointplacement.h"

#include "widgets/monitor/stripcatalog.h"

#include <QHash>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace Trainyard {

namespace {

bool isEarlier(const MetricPoint &a, const MetricPoint &b)
{
    return a.line < b.line;
}

/// Batches that are of one series once a missing phase means training become one.
QList<MetricBatch> drawnBatches(const QList<MetricBatch> &batches)
{
    QList<MetricBatch> drawn;
    QHash<SeriesKey, qsizetype> places;
    for (MetricBatch batch : batches) {
        if (batch.points.empty() || StripCatalog::isProgress(batch.key.name))
            continue;
        if (batch.points.front().line > 0 && !batch.key.phase)
            batch.key.phase = Phase::Train;
        if (!places.contains(batch.key)) {
            places.insert(batch.key, drawn.size());
            drawn.append(std::move(batch));
            continue;
        }
        std::vector<MetricPoint> &points = drawn[places.value(batch.key)].points;
        const auto first = points.insert(points.end(), batch.points.begin(), batch.points.end());
        if (first->line < std::prev(first)->line)
            std::inplace_merge(points.begin(), first, points.end(), isEarlier);
    }
    return drawn;
}

/// Calls @p visit with every point of all batches, in order of their lines.
template<typename Visit>
void visitInLineOrder(QList<MetricBatch> &batches, Visit visit)
{
    std::vector<std::pair<MetricBatch *, size_t>> places;
    for (MetricBatch &batch : batches)
        places.emplace_back(&batch, 0);
    while (!places.empty()) {
        const auto next = std::min_element(places.begin(), places.end(), [](const auto &a, const auto &b) {
            return isEarlier(a.first->points[a.second], b.first->points[b.second]);
        });
        visit(next->first->key, next->first->points[next->second]);
        if (++next->second == next->first->points.size())
            places.erase(next);
    }
}

} // namespace

QList<MetricBatch> PointPlacement::placed(const QList<MetricBatch> &batches)
{
    QList<MetricBatch> drawn = drawnBatches(batches);
    visitInLineOrder(drawn, [this](const SeriesKey &key, MetricPoint &point) {
        const Phase phase = key.phase.value_or(Phase::Train);
        countStepsOn(phase, point);
        noteAnchors(phase, point);
    });
    return drawn;
}

/// Steps that start again with each epoch are counted on, so that the x axis never goes back. A resumed run does go back.
void PointPlacement::countStepsOn(Phase phase, MetricPoint &point)
{
    if (point.line < 1 || !point.step)
        return;
    if (phase == Phase::Train) {
        if (m_lastStep && *point.step < *m_lastStep && point.epoch && m_lastEpoch && *point.epoch > *m_lastEpoch)
            m_stepBase += *m_lastStep;
        m_lastStep = point.step;
        if (point.epoch)
            m_lastEpoch = point.epoch;
    }
    point.step = *point.step + m_stepBase;
}

/// Learns from training lines where in time each step was, and where in steps each epoch.
void PointPlacement::noteAnchors(Phase phase, const MetricPoint &point)
{
    const bool isMetric = point.line > 0;
    m_hasMetrics |= isMetric;
    m_hasTimes |= point.timeMs > 0;
    if (!isMetric)
        return;
    m_hasSteps |= point.step.has_value();
    m_hasEpochs |= point.epoch.has_value();
    if (m_mapping.startMs == 0 && point.timeMs > 0)
        m_mapping.startMs = point.timeMs;
    if (phase != Phase::Train || !point.step)
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
