#pragma once

#include "models/metrics/eventtable.h"
#include "widgets/monitor/chartmark.h"
#include "widgets/monitor/interpolation.h"
#include "widgets/monitor/xaxis.h"

#include <deque>
#include <memory>

namespace Trainyard {

/// Where the events of a run stand on one axis; valid until more are added.
class XColumn
{
public:
    explicit XColumn(const Column<double> &places) : m_places(&places) {}
    XColumn(const Column<qint64> &numbers, double offset, double scale) : m_numbers(&numbers), m_offset(offset), m_scale(scale) {}

    /// Not a number where the event has no place on the axis.
    double operator[](quint32 row) const
    {
        if (m_places)
            return (*m_places)[row];
        const qint64 number = (*m_numbers)[row];
        return number > 0 ? (double(number) - m_offset) * m_scale : std::numeric_limits<double>::quiet_NaN();
    }

private:
    const Column<double> *m_places = nullptr;
    const Column<qint64> *m_numbers = nullptr;
    double m_offset = 0;
    double m_scale = 1;
};

/**
 * Where a run's events stand on every x axis, so that changing the axis costs nothing. A log tells a step with some lines, an epoch with
 * others, a sample of the machine only its time: the training lines that tell two of them are the anchors between which all others stand.
 *
 * Steps that start again with each epoch are counted on. A step of training that falls back otherwise begins a new attempt: the run was
 * resumed from a checkpoint, and goes over steps it had before.
 */
class EventPlacement
{
public:
    enum class Source { Training, Evaluation, Sample };

    /// Steps printed by two counters may differ by this much without one of them falling back.
    static constexpr qint64 stepTolerance = 2;

    EventPlacement();

    /// Takes in the event of @p point, unless it is the last one. After the last of them, settle().
    void add(const MetricPoint &point, Source source);
    /// Gives a place to what lay beyond the anchors known before.
    void settle();

    const std::shared_ptr<EventTable> &events() const { return m_events; }
    XColumn x(XAxis axis) const;
    /// The step, else the epoch, by which lines are in order; not a number: neither is known.
    double progress(quint32 row) const;
    /// Counted from 0.
    int attempt(quint32 row) const;
    int attempts() const { return int(m_attemptStarts.size()); }
    std::optional<double> positionOf(const ChartMark &mark, XAxis axis) const;

    bool canPlaceOn(XAxis axis) const;
    /// @p wanted, or the nearest axis that has places: before the first step there is only time.
    XAxis bestAxis(XAxis wanted) const;
    /// Zero of the time axis, milliseconds since the epoch; 0: the time of the first metric.
    void setStart(qint64 startMs) { m_startMs = startMs; }
    qint64 startMs() const { return m_startMs > 0 ? m_startMs : m_firstTimeMs; }

private:
    void noteTraining(const MetricPoint &point);
    void noteAnchors(const MetricPoint &point, double step);
    double placedEpoch(quint32 row, double step) const;

    std::shared_ptr<EventTable> m_events;
    Column<double> m_steps;  ///< counted on; nan: not known
    Column<double> m_epochs; ///< between the anchors
    std::vector<quint32> m_attemptStarts{0};
    std::deque<quint32> m_openSamples; ///< beyond the last anchor of time
    size_t m_openEpochs = 0;           ///< from this row on beyond the last anchor of epochs

    Interpolation m_stepOfTime; ///< milliseconds to step
    Interpolation m_epochOfStep;
    Interpolation m_stepOfLine; ///< where a mark's line stands
    qint64 m_startMs = 0;
    qint64 m_firstTimeMs = 0;
    qint64 m_stepBase = 0;
    std::optional<qint64> m_lastStep;
    std::optional<double> m_lastEpoch;
    double m_anchoredTime = -1; ///< last anchors at the last settle()
    double m_anchoredStep = -1;
    size_t m_settled = 0;
    bool m_hasSteps = false, m_hasEpochs = false, m_hasTimes = false, m_hasLines = false;
};

} // namespace Trainyard
