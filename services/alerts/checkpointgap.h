#pragma once

#include <QtGlobal>

#include <optional>

namespace Trainyard {

/// Notices that a checkpoint is missing: the run is two intervals past the last one. Told once for each that is missing.
class CheckpointGap
{
public:
    explicit CheckpointGap(qint64 everySteps) : m_everySteps(everySteps) {}

    void noteStep(qint64 step)
    {
        if (!m_step || step < *m_step) // the first one, or a restart
            m_base = step;
        m_step = step;
    }

    /// One was saved, or what happened before does not count.
    void noteCheckpoint()
    {
        m_base = m_step;
        m_isTold = false;
    }

    bool isOverdue() const { return !m_isTold && m_step && *m_step - *m_base >= 2 * m_everySteps; }
    void setTold() { m_isTold = true; }

    /// Of the last checkpoint, or where the run began.
    qint64 base() const { return m_base.value_or(0); }
    qint64 step() const { return m_step.value_or(0); }

private:
    qint64 m_everySteps;
    std::optional<qint64> m_step;
    std::optional<qint64> m_base;
    bool m_isTold = false;
};

} // namespace Trainyard
