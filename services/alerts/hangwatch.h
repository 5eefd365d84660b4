#pragma once

#include "models/common/units.h"
#include "models/run/run.h"

#include <deque>

namespace Trainyard {

/**
 * Notices that a run hangs: no output, and neither processors, cards nor disks work, for the larger of one minute and five times the run's usual
 * interval between outputs. Before there were three outputs the rhythm is not known: then five minutes.
 *
 * Told once until the run goes on. A program that spins while it waits (a collective that never completes) is not seen here.
 */
class HangWatch
{
public:
    explicit HangWatch(Milliseconds shortest = std::chrono::minutes(1)) : m_shortest(shortest) {}

    /// With each sample, about one a second. How long it has been still, at the moment that is too long.
    std::optional<Milliseconds> look(const Sample &sample);

private:
    Milliseconds threshold() const;

    Milliseconds m_shortest;
    std::deque<qint64> m_intervals; ///< the last ones between two outputs, milliseconds
    QDateTime m_lastOutput;
    QDateTime m_lastWork;
    qint64 m_logBytes = -1;
    bool m_isTold = false;
};

} // namespace Trainyard
