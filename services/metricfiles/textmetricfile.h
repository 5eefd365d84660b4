#pragma once

#include "services/logs/logreader.h"
#include "services/metricfiles/metricscsv.h"
#include "services/metricfiles/metricsource.h"

#include <QByteArray>

#include <variant>

namespace Trainyard {

/**
 * A growing text file of metrics: a table (MetricsCsv), or lines for the log reader (JSON lines, output of nvidia-smi and npu-smi).
 *
 * Lightning writes its table anew when a column is added: a file whose start changes is told as replaced.
 */
class TextMetricFile final : public MetricSource
{
public:
    TextMetricFile(QString path, bool isTable);
    MetricFileNews poll(qint64 &budget) override;
    MetricFileNews finish() override;

private:
    using Reader = std::variant<MetricsCsv, LogReader>;

    void startAgain();
    void take(const QByteArray &data, MetricFileNews &news);
    void takeLine(QByteArrayView line, MetricFileNews &news);

    QString m_path;
    bool m_isTable;
    Reader m_reader;
    QByteArray m_start;       ///< the first bytes, as they were read
    QByteArray m_partialLine; ///< of a table
    qint64 m_offset = 0;
    qint64 m_lines = 0;
    quint64 m_inode = 0;
    bool m_failureWasTold = false;
};

} // namespace Trainyard
