#pragma once

#include "services/logs/logformat.h"
#include "services/logs/metricnames.h"

#include <array>
#include <optional>
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
    std::optional<size_t> state() const override
    {
        return qHashMulti(m_deviceHeaderHash, m_layout == Layout::None ? 0 : m_headerHash, m_layout == Layout::None ? 0 : m_linesBetween);
    }

private:
    enum class Layout { None, Commas, Bars, Tabs, Blanks };
    enum class Kind { Metrics, Devices, TrainRows, ClassRows };
    struct Column
    {
        MetricName name;
        bool isDevice = false;
    };

    struct Row
    {
        std::array<LogEvent, 3> events; ///< one for each phase
        std::optional<qint64> step;
        std::optional<double> epoch;
        std::optional<double> totalEpochs;
        bool tellsSomething = false;
        bool lossIsLost = false;
    };

    bool readDeviceRow(const LogLine &line, const LogServices &services);
    void leave();
    bool readHeader(std::string_view text, bool isFramed, const LogServices &services);
    Layout splitHeader(std::string_view text);
    static Column columnOf(std::string_view cell, MetricNames &names);
    bool readRow(std::string_view text, const LogLine &line, const LogServices &services);
    void emitRow(const LogLine &line, const LogServices &services);
    void readCell(std::string_view cell, const Column &column, Row &row) const;
    void addValue(const MetricName &name, double value, std::string_view unitText, Row &row) const;

    Layout m_layout = Layout::None;
    Kind m_kind = Kind::Metrics;
    std::vector<Column> m_columns;
    int m_linesBetween = 0; ///< since the last row
    size_t m_headerHash = 0;
    std::vector<std::string_view> m_cells;
    Layout m_deviceLayout = Layout::None; ///< of the last table of devices: its rows go on between a training's lines
    std::vector<Column> m_deviceColumns;
    size_t m_deviceHeaderHash = 0;
};

} // namespace Trainyard::Logs
