#include "services/logs/deviceformat.h"

#include "services/logs/bytetext.h"
#include "services/logs/logtokens.h"

#include <vector>

namespace Trainyard::Logs {

namespace {

constexpr double mebi = 1024.0 * 1024;

std::vector<std::string_view> cellsOf(std::string_view text)
{
    std::vector<std::string_view> cells;
    text = trimmed(text);
    text.remove_prefix(1);
    while (!text.empty() && cells.size() < 8) {
        const size_t end = text.find('|');
        cells.push_back(trimmed(text.substr(0, end)));
        if (end == std::string_view::npos)
            break;
        text.remove_prefix(end + 1);
    }
    return cells;
}

/// Every number of a cell, without its unit: `77110MiB /  81920MiB` -> 77110, 81920
std::vector<double> numbersOf(std::string_view cell)
{
    std::vector<double> numbers;
    for (size_t at = 0; at < cell.size();) {
        double value = 0;
        bool isInteger = false;
        const bool startsHere = isDigit(cell[at]) && (at == 0 || !isWordByte(cell[at - 1]));
        const size_t length = startsHere ? numberAt(cell.substr(at), value, isInteger) : 0;
        if (length > 0)
            numbers.push_back(value);
        at += length > 0 ? length : 1;
    }
    return numbers;
}

/// The number right before @p unit: `57` of `N/A   57C    P0`.
bool numberBefore(std::string_view cell, std::string_view unit, double &value)
{
    for (size_t at = cell.find(unit); at != std::string_view::npos; at = cell.find(unit, at + 1)) {
        size_t start = at;
        while (start > 0 && (isDigit(cell[start - 1]) || cell[start - 1] == '.'))
            --start;
        bool isInteger = false;
        if (start < at && numberAt(cell.substr(start, at - start), value, isInteger) > 0)
            return true;
    }
    return false;
}

} // namespace

QList<QByteArray> DeviceFormat::samples() const
{
    return {"| NVIDIA-SMI 550.54.10              Driver Version: 550.54.10      CUDA Version: 12.4     |\n"
            "|   0  NVIDIA A100-SXM4-80GB          On  |   00000000:07:00.0 Off |                    0 |\n"
            "| N/A   57C    P0             316W /  400W |   77110MiB /  81920MiB |     91%      Default |\n",
            "| npu-smi 24.1.1                   Version: 24.1.1                                               |\n"
            "| Chip                      | Bus-Id        | AICore(%)   Memory-Usage(MB)  HBM-Usage(MB)        |\n"
            "| 0     910B2               | OK            | 296.1       58                0    / 0             |\n"
            "| 0                         | 0000:C1:00.0  | 81          0    / 0          4398 / 65536         |\n"};
}

bool DeviceFormat::read(const LogLine &line, const LogServices &services)
{
    const std::string_view text = trimmed(line.record);
    if (text.size() < 20 || text[0] != '|')
        return false;
    if (contains(text, "NVIDIA-SMI") || contains(text, "npu-smi")) {
        m_tool = contains(text, "npu-smi") ? Tool::Npu : Tool::Nvidia;
        m_device = -1;
        m_hasHighBandwidthMemory = false;
        return true;
    }
    if (m_tool == Tool::None)
        return false;
    if (contains(text, "rocess")) {
        m_tool = Tool::None;
        return true;
    }
    m_hasHighBandwidthMemory = m_hasHighBandwidthMemory || contains(text, "HBM-Usage");
    return m_tool == Tool::Nvidia ? readNvidia(text, line, services) : readNpu(text, line, services);
}

bool DeviceFormat::readNvidia(std::string_view text, const LogLine &line, const LogServices &services)
{
    const std::vector<std::string_view> cells = cellsOf(text);
    if (cells.size() < 3)
        return false;
    const std::vector<double> memory = numbersOf(cells[1]);
    if (cells[0].empty()) // `MIG M.`, and the BAR1 memory of a part of a card
        return true;
    if (contains(cells[1], "MiB /") && memory.size() == 2) {
        LogEvent event;
        event.line = line.number;
        event.offset = line.offset;
        if (m_device >= 0)
            event.values.append({QStringLiteral("device"), m_device});
        double value = 0;
        if (numberBefore(cells[2], "%", value))
            event.values.append({QStringLiteral("gpu_utilization_percent"), value});
        event.values.append({QStringLiteral("gpu_memory_bytes"), memory[0] * mebi});
        event.values.append({QStringLiteral("gpu_memory_total_bytes"), memory[1] * mebi});
        if (numberBefore(cells[0], "W /", value))
            event.values.append({QStringLiteral("gpu_power_watts"), value});
        if (numberBefore(cells[0], "C ", value))
            event.values.append({QStringLiteral("gpu_temperature_celsius"), value});
        services.events.append(event);
        m_device = -1;
        return true;
    }
    if (!cells[0].empty() && isDigit(cells[0][0]) && contains(cells[1], ":")) {
        m_device = numbersOf(cells[0])[0];
        return true;
    }
    return contains(text, "=====") || contains(text, "Disabled") || contains(text, "MIG M.") || contains(text, "GPU  Name")
        || contains(text, "Memory-Usage");
}

bool DeviceFormat::readNpu(std::string_view text, const LogLine &line, const LogServices &services)
{
    const std::vector<std::string_view> cells = cellsOf(text);
    if (cells.size() < 3)
        return false;
    const std::vector<double> first = numbersOf(cells[0]);
    const std::vector<double> values = numbersOf(cells[2]);
    if (first.empty())
        return contains(text, "Name") || contains(text, "Chip") || contains(text, "=====");
    if (contains(cells[1], ":") && values.size() >= 3) {
        LogEvent event;
        event.line = line.number;
        event.offset = line.offset;
        if (m_device >= 0)
            event.values.append({QStringLiteral("device"), m_device});
        event.values.append({QStringLiteral("npu_utilization_percent"), values[0]});
        const size_t memory = m_hasHighBandwidthMemory ? values.size() - 2 : 1;
        event.values.append({QStringLiteral("npu_memory_bytes"), values[memory] * mebi});
        event.values.append({QStringLiteral("npu_memory_total_bytes"), values[memory + 1] * mebi});
        if (m_device >= 0) {
            event.values.append({QStringLiteral("npu_power_watts"), m_power});
            event.values.append({QStringLiteral("npu_temperature_celsius"), m_temperature});
        }
        services.events.append(event);
        m_device = -1;
        return true;
    }
    if (values.size() >= 2) {
        m_device = first[0];
        const bool hasNoPower = startsWithIgnoringCase(cells[2], "NA");
        m_power = hasNoPower ? 0 : values[0];
        m_temperature = values[hasNoPower ? 0 : 1];
        return true;
    }
    return false;
}

} // namespace Trainyard::Logs
