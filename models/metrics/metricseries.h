#pragma once

#include "models/metrics/logevent.h"

#include <QDateTime>
#include <QHash>
#include <QList>

namespace Trainyard {

/// One value of one series with every x it can be drawn over.
struct MetricPoint
{
    double value = 0;
    std::optional<qint64> step;
    std::optional<double> epoch;
    qint64 timeMs = 0; ///< milliseconds since the epoch, UTC; 0: not known
    qint64 line = 0;   ///< log line it came from; 0: from a sample
    bool operator==(const MetricPoint &) const = default;
};

/// Identifies a series: `loss` in phase eval, `cpu_percent` without phase.
struct SeriesKey
{
    QString name;
    std::optional<Phase> phase;
    bool operator==(const SeriesKey &) const = default;
};
size_t qHash(const SeriesKey &key, size_t seed = 0);

struct MetricUpdate
{
    SeriesKey key;
    MetricPoint point;
    bool operator==(const MetricUpdate &) const = default;
};

} // namespace Trainyard
