#pragma once

#include "models/metrics/logevent.h"
#include "models/result.h"

#include <QList>

namespace Trainyard {

/// What a metric file says at one place. @c event.line counts the file's records, rows or lines from 1.
struct TimedEvent
{
    LogEvent event;
    qint64 timeMs = 0; ///< milliseconds since the epoch; 0: the file does not say
    bool operator==(const TimedEvent &) const = default;
};

/// What one look at a metric file, or at several, gave.
struct MetricFileNews
{
    QList<TimedEvent> events;
    QList<Error> problems;   ///< each is told once
    bool isReplaced = false; ///< what came before no longer holds: everything comes again, from the next look on
    bool isBehind = false;   ///< there is more than one look reads: look again soon

    void append(const MetricFileNews &other);
};

/// One file, or files that are read as one, that grow while they are read.
class MetricSource
{
public:
    virtual ~MetricSource() = default;
    /// Reads about @p budget bytes of what is new, and takes them off it.
    virtual MetricFileNews poll(qint64 &budget) = 0;
    /// Nothing more is written: what was held back, and what was wrong with the end.
    virtual MetricFileNews finish() { return {}; }
};

} // namespace Trainyard
