#pragma once

#include "services/logs/logformat.h"

namespace Trainyard::Logs {

/// The tables of `nvidia-smi` and `npu-smi info`: two rows, one event for each device. The table of processes below is none.
class DeviceFormat final : public LogFormat
{
public:
    QString name() const override { return QStringLiteral("device-table"); }
    QList<QByteArray> samples() const override;
    bool read(const LogLine &line, const LogServices &services) override;
    std::optional<size_t> state() const override
    {
        return m_tool == Tool::None ? 0 : qHashMulti(1, int(m_tool), m_hasHighBandwidthMemory, m_device, m_power, m_temperature);
    }

private:
    enum class Tool { None, Nvidia, Npu };

    bool readNvidia(std::string_view text, const LogLine &line, const LogServices &services);
    bool readNpu(std::string_view text, const LogLine &line, const LogServices &services);

    Tool m_tool = Tool::None;
    bool m_hasHighBandwidthMemory = false;
    double m_device = -1; ///< of the first row, when the second has not come; below 0: none
    double m_power = 0;
    double m_temperature = 0;
};

} // namespace Trainyard::Logs
