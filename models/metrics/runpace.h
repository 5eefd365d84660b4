#pragma once

#include <QtGlobal>

#include <optional>
#include <vector>

namespace Trainyard {

/// Time left, in milliseconds, and the range it will probably lie in.
struct RemainingTime
{
    qint64 lowMs = 0;
    qint64 likelyMs = 0;
    qint64 highMs = 0;
    bool operator==(const RemainingTime &) const = default;
};

/**
 * How fast a run goes, from times and how much was done at each, and how long the rest will take.
 *
 * Pauses that come again (evaluations, checkpoints) are part of the pace; the first tenth is not (compiling, filling caches), and neither is the time
 * between a stop and going on from a checkpoint. The range comes from how much equal parts of the run differ: it holds the true end in more than eight
 * of ten simulated runs. What never happened yet, such as the first evaluation, is not foreseen. A few kilobytes, however long the run.
 */
class RunPace
{
public:
    /// @p done: 0 to 1. Times do not fall; a lower @p done than before is a restart.
    void add(qint64 timeMs, double done);
    /// Not set before three stretches.
    std::optional<RemainingTime> remaining(double done) const;
    bool operator==(const RunPace &) const = default;

private:
    struct Stretch
    {
        double ms = 0;
        double part = 0;
        double pace() const { return ms / part; }
        bool operator==(const Stretch &) const = default;
    };

    std::vector<Stretch> grouped() const;

    std::vector<Stretch> m_stretches;
    double m_fullPart = 0; ///< a stretch is complete with this much; grows when there are too many
    qint64 m_lastMs = 0;
    double m_lastDone = -1;
};

} // namespace Trainyard
