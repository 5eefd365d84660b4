#pragma once

#include "services/metricfiles/metricsource.h"
#include "services/metricfiles/metrictags.h"

#include <QByteArrayView>

namespace Trainyard {

/**
 * A table of metrics, a line for each step or epoch: Lightning's metrics.csv (most cells of a row are empty), Keras' CSVLogger, Ultralytics' results.csv
 * and any other whose header names a step or an epoch. Columns are told apart by commas, semicolons or tabs; cells may be quoted.
 */
class MetricsCsv
{
public:
    /// Whether @p line can be the header of such a table.
    static bool isHeader(QByteArrayView line);
    /// The next line, without its end; the first one is the header. A header in between begins a new table.
    QList<TimedEvent> read(QByteArrayView line, qint64 number, qint64 offset);

private:
    QList<QByteArray> m_columns;
    char m_separator = ',';
    MetricTags m_tags;
};

} // namespace Trainyard
