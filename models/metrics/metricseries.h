#pragma once

#include "models/metrics/logevent.h"

#include <QDateTime>
#include <QHash>
#include <QList>

#include <vector>

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

/// New points of one series, in order of arrival. What a worker hands over, so that a thousand points cost one key.
struct MetricBatch
{
    SeriesKey key;
    std::vector<MetricPoint> points;
    bool operator==(const MetricBatch &) const = default;
};

} // namespace Trainyard
