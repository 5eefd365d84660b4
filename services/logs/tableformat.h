#pragma once

#include "services/logs/logformat.h"
#include "services/logs/metricnames.h"

#include <string>
#include <vector>

namespace Trainyard::Logs {

/**
 * A line of names, then lines of numbers, each an event: metrics.csv, fastai, Ultralytics, Ray Tune, `nvidia-smi --query-gpu`, `nvidia-smi dmon`,
 * `npu-smi info watch`. Columns are told apart by commas, bars or blanks.
 */
class TableFormat final : public LogFormat
{
public:
    QString name() const override { return QStringLiteral("table"); }
    QList<QByteArray> samples() const override;
    bool read(const LogLine &line, const LogServices &services) override;

private:
    enum class Layout { None, Commas, Bars, Blanks };
    enum class Kind { Metrics, Devices, TrainRows, ClassRows };
    struct Column
    {
        MetricName name;
        bool isDevice = false;
    };

    bool readHeader(std::string_view text, bool isFramed, const LogServices &services);
    bool readRow(std::string_view text, const LogLine &line, const LogServices &services);
    void emitRow(const LogLine &line, const LogServices &services);

    Layout m_layout = Layout::None;
    Kind m_kind = Kind::Metrics;
    std::vector<Column> m_columns;
    std::vector<std::string_view> m_cells;
};

} // namespace Trainyard::Logs
