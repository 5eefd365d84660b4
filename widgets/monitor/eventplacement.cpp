#include "widgets/monitor/eventplacement.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace Trainyard {

namespace {

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

} // namespace

EventPlacement::EventPlacement()
    : m_events(std::make_shared<EventTable>())
{
    m_epochOfStep.setEndSlope(-1);
}

void EventPlacement::add(const MetricPoint &point, Source source)
{
    const size_t before = m_events->size();
    const quint32 row = m_events->rowOf(point);
    if (m_events->size() == before)
        return;
    m_hasTimes |= point.timeMs > 0;
    double step = notANumber;
    if (source == Source::Sample) {
        // A sample's place is its time: when a run is opened again, its samples come before the whole log.
        m_openSamples.push_back(row);
        step = m_stepOfTime.at(double(point.timeMs)).value_or(notANumber);
    } else {
        m_hasLines |= point.line > 0;
        m_hasSteps |= point.step.has_value();
        m_hasEpochs |= point.epoch.has_value();
        if (m_firstTimeMs == 0)
            m_firstTimeMs = point.timeMs;
        if (source == Source::Training)
            noteTraining(point);
        if (point.step)
            step = double(*point.step + m_stepBase);
        if (source == Source::Training && point.step)
            noteAnchors(point, step);
    }
    m_steps.push_back(step);
    m_epochs.push_back(notANumber);
}

/// Counts steps on that start again with each epoch, and knows a resumed run by the step that falls back.
void EventPlacement::noteTraining(const MetricPoint &point)
{
    const bool isNextEpoch = point.epoch && m_lastEpoch && *point.epoch > *m_lastEpoch;
    if (point.step && m_lastStep && *point.step < *m_lastStep) {
        if (isNextEpoch)
            m_stepBase += *m_lastStep;
        else if (*point.step < *m_lastStep - stepTolerance)
            m_attemptStarts.push_back(quint32(m_events->size() - 1));
    } else if (!point.step && !m_lastStep && point.epoch && m_lastEpoch && *point.epoch < *m_lastEpoch) {
        m_attemptStarts.push_back(quint32(m_events->size() - 1));
    }
    if (point.step)
        m_lastStep = point.step;
    if (point.epoch)
        m_lastEpoch = point.epoch;
}

/// Learns where in time each step was, and where in steps each epoch.
void EventPlacement::noteAnchors(const MetricPoint &point, double step)
{
    if (point.line > 0)
        m_stepOfLine.add(double(point.line), step);
    if (point.timeMs > 0) {
        if (m_stepOfTime.isEmpty() && startMs() < point.timeMs)
            m_stepOfTime.add(double(startMs()), 0);
        m_stepOfTime.add(double(point.timeMs), step);
    }
    if (point.epoch)
        m_epochOfStep.add(step, *point.epoch);
}

void EventPlacement::settle()
{
    if (m_stepOfTime.lastX() != m_anchoredTime) {
        m_anchoredTime = m_stepOfTime.lastX();
        for (const quint32 row : m_openSamples) {
            m_steps.set(row, m_stepOfTime.at(double(m_events->timeMs(row))).value_or(notANumber));
            m_epochs.set(row, placedEpoch(row, m_steps[row]));
        }
        while (!m_openSamples.empty() && double(m_events->timeMs(m_openSamples.front())) <= m_anchoredTime)
            m_openSamples.pop_front();
    }
    const double lastAnchor = m_epochOfStep.lastX();
    const bool hasMoved = lastAnchor != m_anchoredStep;
    size_t stillOpen = m_steps.size();
    for (size_t row = hasMoved ? std::min(m_openEpochs, m_settled) : m_settled; row < m_steps.size(); ++row) {
        m_epochs.set(row, placedEpoch(quint32(row), m_steps[row]));
        if (m_steps[row] > lastAnchor)
            stillOpen = std::min(stillOpen, row);
    }
    if (hasMoved || m_openEpochs == m_settled)
        m_openEpochs = stillOpen;
    m_anchoredStep = lastAnchor;
    m_settled = m_steps.size();
}

double EventPlacement::placedEpoch(quint32 row, double step) const
{
    const std::optional<double> epoch = std::isnan(step) ? std::nullopt : m_epochOfStep.at(step);
    return epoch ? *epoch : m_events->epoch(row).value_or(notANumber);
}

XColumn EventPlacement::x(XAxis axis) const
{
    switch (axis) {
    case XAxis::Step: return XColumn(m_steps);
    case XAxis::Epoch: return XColumn(m_epochs);
    case XAxis::Time: return XColumn(m_events->times(), double(startMs()), 0.001);
    case XAxis::Clock: return XColumn(m_events->times(), 0, 0.001);
    case XAxis::Line: return XColumn(m_events->lines(), 0, 1);
    }
    Q_UNREACHABLE();
}

double EventPlacement::progress(quint32 row) const
{
    const double step = m_steps[row];
    return std::isnan(step) ? m_events->epoch(row).value_or(notANumber) : step;
}

int EventPlacement::attempt(quint32 row) const
{
    if (m_attemptStarts.size() == 1 || row >= m_attemptStarts.back())
        return attempts() - 1;
    return int(std::upper_bound(m_attemptStarts.begin(), m_attemptStarts.end(), row) - m_attemptStarts.begin()) - 1;
}

std::optional<double> EventPlacement::positionOf(const ChartMark &mark, XAxis axis) const
{
    std::optional<double> step = mark.step ? std::optional(double(*mark.step)) : std::nullopt;
    if (mark.line > 0 && (!step || m_stepBase > 0))
        step = m_stepOfLine.floorAt(double(mark.line));
    if (!step && mark.timeMs > 0)
        step = m_stepOfTime.at(double(mark.timeMs));
    switch (axis) {
    case XAxis::Step: return step;
    case XAxis::Epoch: return step && !m_epochOfStep.isEmpty() ? m_epochOfStep.at(*step) : mark.epoch;
    case XAxis::Time: return mark.timeMs > 0 ? std::optional(double(mark.timeMs - startMs()) / 1000) : std::nullopt;
    case XAxis::Clock: return mark.timeMs > 0 ? std::optional(double(mark.timeMs) / 1000) : std::nullopt;
    case XAxis::Line: return mark.line > 0 ? std::optional(double(mark.line)) : std::nullopt;
    }
    Q_UNREACHABLE();
}

bool EventPlacement::canPlaceOn(XAxis axis) const
{
    switch (axis) {
    case XAxis::Step: return m_hasSteps;
    case XAxis::Epoch: return m_hasEpochs;
    case XAxis::Time:
    case XAxis::Clock: return m_hasTimes;
    case XAxis::Line: return m_hasLines;
    }
    Q_UNREACHABLE();
}

XAxis EventPlacement::bestAxis(XAxis wanted) const
{
    const std::array axes{wanted, XAxis::Step, XAxis::Epoch, XAxis::Time, XAxis::Line};
    const auto *found = std::find_if(axes.begin(), axes.end(), [this](XAxis axis) { return canPlaceOn(axis); });
    return found == axes.end() ? wanted : *found; // there is no point at all
}

} // namespace Trainyard
