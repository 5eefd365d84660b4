#pragma once

#include "models/metrics/metricseriesset.h"

class QIODevice;

namespace Trainyard {

/// A series with the name it has in a table.
struct NamedSeries
{
    SeriesKey key;
    const MetricSeries *series = nullptr;
    QString run; ///< left out where all are of one run
};

/**
 * Every value of @p series as CSV, one row a value: `name,phase,step,epoch,time,value`, with a first column `run` where one has a name.
 * The long form, which every tool can read and pivot. False: the device could not be written.
 */
bool writeMetricsCsv(QIODevice &device, const QList<NamedSeries> &series);
bool writeMetricsCsv(QIODevice &device, const MetricSeriesSet &set);

} // namespace Trainyard
