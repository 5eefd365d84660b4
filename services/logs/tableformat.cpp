#include "services/logs/tableformat.h"

#include "services/logs/bytetext.h"
#include "services/logs/logtokens.h"
#include "services/logs/recordjudge.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace Trainyard::Logs {

namespace {

using Role = MetricName::Role;
using Measure = MetricName::Measure;

constexpr size_t npos = std::string_view::npos;

/// Columns of the tools that print one row for each device; what they are called elsewhere means something else.
struct DeviceColumn
{
    std::string_view printed; ///< normalised
    const char *canonical;    ///< nullptr: the device's number
    double scale = 1;
};

constexpr DeviceColumn deviceColumns[]{
    {"index", nullptr},
    {"gpu", nullptr},
    {"idx", nullptr},
    {"npuid_idx", nullptr},
    {"npu_id", nullptr},
    {"sm", "gpu_utilization_percent"},
    {"utilization_gpu", "gpu_utilization_percent"},
    {"mem", "gpu_memory_utilization_percent"},
    {"utilization_memory", "gpu_memory_utilization_percent"},
    {"fb", "gpu_memory_bytes", 1048576.0},
    {"memory_used_mib", "gpu_memory_bytes", 1048576.0},
    {"memory_used", "gpu_memory_bytes", 1048576.0},
    {"memory_total_mib", "gpu_memory_total_bytes", 1048576.0},
    {"memory_total", "gpu_memory_total_bytes", 1048576.0},
    {"utilization_gpu", "gpu_utilization_percent"},
    {"power_draw_w", "gpu_power_watts"},
    {"power_draw", "gpu_power_watts"},
    {"pwr", "gpu_power_watts"},
    {"temperature_gpu", "gpu_temperature_celsius"},
    {"gtemp", "gpu_temperature_celsius"},
    {"pwr_w", "npu_power_watts"},
    {"temp_c", "npu_temperature_celsius"},
    {"ai_core", "npu_utilization_percent"},
    {"aicore", "npu_utilization_percent"},
    {"memory", "npu_memory_percent"},
    {"hbm_usage_mb", "npu_memory_bytes", 1048576.0},
};

const DeviceColumn *deviceColumn(std::string_view printed)
{
    const std::string name = normalisedName(printed);
    const auto found
        = std::find_if(std::begin(deviceColumns), std::end(deviceColumns), [&](const DeviceColumn &column) { return column.printed == name; });
    return found == std::end(deviceColumns) ? nullptr : found;
}

std::string_view withoutFrame(std::string_view text)
{
    text = trimmed(text);
    for (std::string_view bar : {std::string_view("│"), std::string_view("┃"), std::string_view("|")}) {
        if (text.starts_with(bar))
            text.remove_prefix(bar.size());
        if (text.ends_with(bar))
            text.remove_suffix(bar.size());
    }
    return trimmed(text);
}

/// A line of dashes, equal signs and crosses between rows.
bool isRuler(std::string_view text)
{
    for (size_t i = 0; i < text.size(); ++i) {
        if (isForeign(text[i])) {
            if (!(text[i] == '\xe2' && i + 2 < text.size() && (text[i + 1] == '\x94' || text[i + 1] == '\x95')))
                return false;
            i += 2;
        } else if (!contains("-=+|: ", text.substr(i, 1))) {
            return false;
        }
    }
    return text.size() > 3;
}

void splitAt(std::string_view text, char separator, std::vector<std::string_view> &cells)
{
    cells.clear();
    while (true) {
        const size_t end = text.find(separator);
        cells.push_back(trimmed(text.substr(0, end)));
        if (end == npos || cells.size() > 512)
            return;
        text.remove_prefix(end + 1);
    }
}

/// At each blank, or only where two stand together or one behind a bracket (`Ctrl Cpu(%) Memory(%)`).
void splitAtBlanks(std::string_view text, bool atTwo, std::vector<std::string_view> &cells)
{
    cells.clear();
    size_t at = 0;
    while (at < text.size() && cells.size() <= 512) {
        while (at < text.size() && isBlank(text[at]))
            ++at;
        size_t end = at;
        const auto isBoundary
            = [&](size_t i) { return !atTwo || text[i] == '\t' || i + 1 == text.size() || isBlank(text[i + 1]) || (i > 0 && text[i - 1] == ')'); };
        while (end < text.size() && !(isBlank(text[end]) && isBoundary(end)))
            ++end;
        if (end > at)
            cells.push_back(text.substr(at, end - at));
        at = end;
    }
}

bool isNumeric(std::string_view cell)
{
    double value = 0;
    bool isInteger = false;
    return !cell.empty() && numberAt(cell, value, isInteger) > 0;
}

/// Cheap: a header holds no number, and prose begins neither with a known name nor with a short cell.
bool mayBeHeader(std::string_view text, MetricNames &names)
{
    for (size_t i = 1; i < text.size(); ++i) {
        if (isDigit(text[i]) && (isBlank(text[i - 1]) || text[i - 1] == ','))
            return false;
    }
    if (text.starts_with('|') || contains(text, "  ") || contains(text, "\t"))
        return true;
    const size_t comma = text.find(',');
    const std::string_view first = text.substr(0, comma == npos ? text.find(' ') : comma);
    if (comma != npos)
        return std::count(first.begin(), first.end(), ' ') <= 2;
    const MetricName &name = names.resolve(first);
    return name.isKnown && name.role != Role::Ignored;
}

/// What stands before a bar: `... 640: 100%|███|`
std::string_view beforeBar(std::string_view text)
{
    const size_t percent = text.find("%|");
    if (percent == npos)
        return text;
    size_t end = percent;
    while (end > 0 && (isDigit(text[end - 1]) || isBlank(text[end - 1])))
        --end;
    while (end > 0 && (text[end - 1] == ':' || isBlank(text[end - 1])))
        --end;
    return text.substr(0, end);
}

} // namespace

QList<QByteArray> TableFormat::samples() const
{
    return {"epoch,step,train_loss,val_loss\n0,49,0.51,\n0,49,,0.62\n",
            "epoch     train_loss  valid_loss  accuracy  time    \n0         0.512345    0.401234    0.823456  00:12\n",
            "| Trial name | status | iter | loss |\n|---|---|---|---|\n| train_1 | RUNNING | 3 | 0.512 |\n",
            "index, utilization.gpu [%], memory.used [MiB]\n0, 97 %, 58058 MiB\n"};
}

bool TableFormat::read(const LogLine &line, const LogServices &services)
{
    // Of comma-separated rows the timestamp is a cell, not a prefix.
    const std::string_view text = m_layout == Layout::Commas ? trimmed(line.text) : withoutFrame(beforeBar(line.record));
    if (m_layout != Layout::None) {
        if (isRuler(line.record) || (text.starts_with('#') && !readHeader(text, false, services)))
            return true;
        if (readRow(text, line, services))
            return true;
        m_layout = Layout::None;
    }
    constexpr size_t longest = 1024;
    return text.size() <= longest && readHeader(line.record.starts_with('|') ? trimmed(line.record) : text, line.record.starts_with("│"), services);
}

bool TableFormat::readHeader(std::string_view text, bool isFramed, const LogServices &services)
{
    // A header holds no value: a digit may stand only in a name (mAP50).
    if (text.empty() || isDigit(text[0]) || text.find_first_of("=:") != npos)
        return false;
    if (text[0] == '#')
        text = trimmed(text.substr(1));
    if (!mayBeHeader(text, services.names))
        return false;
    Layout layout = Layout::Blanks;
    if (text.starts_with('|')) {
        layout = Layout::Bars;
        splitAt(withoutFrame(text), '|', m_cells);
    } else if (contains(text, ",")) {
        layout = Layout::Commas;
        splitAt(text, ',', m_cells);
    } else {
        splitAtBlanks(text, contains(text, "  "), m_cells);
        if (m_cells.size() < 3)
            splitAtBlanks(text, false, m_cells);
    }
    if (m_cells.size() < 2 || (layout == Layout::Blanks && m_cells.size() < 3))
        return false;
    std::vector<Column> columns;
    int known = 0;
    int devices = 0;
    for (std::string_view cell : m_cells) {
        const size_t lastWord = cell.find_last_of(" \t");
        if (cell.empty() || isNumeric(cell) || (lastWord != npos && isNumeric(cell.substr(lastWord + 1))) || contains(cell, ":") || cell.size() > 48
            || (layout == Layout::Commas && std::count(cell.begin(), cell.end(), ' ') > 2))
            return false;
        if (cell.starts_with("Box("))
            cell.remove_prefix(4);
        if (cell.ends_with(')') && !contains(cell, "("))
            cell.remove_suffix(1);
        Column column{services.names.resolve(cell), false};
        if (const DeviceColumn *device = deviceColumn(cell)) {
            ++devices;
            column.isDevice = !device->canonical;
        }
        const bool isPosition = column.name.role == Role::Epoch || column.name.role == Role::Step || column.name.role == Role::GlobalStep;
        known += isPosition || (column.name.role == Role::Metric && (column.name.isKnown || column.name.isResult));
        columns.push_back(column);
    }
    const bool isDeviceTable = devices >= 2 && std::any_of(columns.begin(), columns.end(), [](const Column &column) { return column.isDevice; })
        && std::none_of(columns.begin(), columns.end(), [](const Column &column) { return column.name.isResult; });
    if (!isDeviceTable && (known < 2 || (layout == Layout::Blanks && !isFramed && known * 2 < int(columns.size()))))
        return false;
    m_kind = isDeviceTable ? Kind::Devices : Kind::Metrics;
    if (equalsIgnoringCase(m_cells[0], "class") && m_cells.size() > 3)
        m_kind = Kind::ClassRows;
    else if (layout == Layout::Blanks
             && std::any_of(m_cells.begin(), m_cells.end(), [](std::string_view cell) { return equalsIgnoringCase(cell, "gpu_mem"); }))
        m_kind = Kind::TrainRows;
    if (isDeviceTable) {
        for (size_t i = 0; i < columns.size(); ++i) {
            const DeviceColumn *device = deviceColumn(m_cells[i]);
            columns[i].name = MetricName();
            columns[i].name.role = device ? Role::Metric : Role::Ignored;
            if (device && device->canonical) {
                columns[i].name.name = QLatin1String(device->canonical);
                columns[i].name.scale = device->scale;
                columns[i].name.measure = device->scale > 1 ? Measure::Bytes : Measure::Plain;
                columns[i].name.isKnown = true;
            }
        }
    }
    m_columns = std::move(columns);
    m_layout = layout;
    return true;
}

bool TableFormat::readRow(std::string_view text, const LogLine &line, const LogServices &services)
{
    switch (m_layout) {
    case Layout::Commas: splitAt(text, ',', m_cells); break;
    case Layout::Bars: splitAt(text, '|', m_cells); break;
    default: splitAtBlanks(text, false, m_cells); break;
    }
    if (m_cells.size() != m_columns.size()) {
        if (m_layout != Layout::Blanks)
            return false;
        splitAtBlanks(text, true, m_cells);
        if (m_cells.size() != m_columns.size())
            return false;
    }
    const auto numeric = size_t(std::count_if(m_cells.begin(), m_cells.end(), isNumeric));
    const auto filled = size_t(std::count_if(m_cells.begin(), m_cells.end(), [](std::string_view cell) { return !cell.empty(); }));
    if (numeric == 0 ? m_layout != Layout::Bars : (m_layout != Layout::Bars && numeric * 2 < filled))
        return false;
    if (m_kind == Kind::ClassRows && m_cells[0] != "all")
        return true;
    emitRow(line, services);
    return true;
}

void TableFormat::emitRow(const LogLine &line, const LogServices &services)
{
    std::array<LogEvent, 3> events; // one for each phase
    bool tellsSomething = m_kind != Kind::Metrics;
    std::optional<qint64> step;
    std::optional<double> epoch;
    std::optional<double> totalEpochs;
    for (size_t i = 0; i < m_cells.size(); ++i) {
        const MetricName &name = m_columns[i].name;
        std::string_view cell = m_cells[i];
        double value = 0;
        bool isInteger = false;
        const size_t length = numberAt(cell, value, isInteger);
        if (length == 0)
            continue;
        const std::string_view rest = trimmed(cell.substr(length));
        if (name.role == Role::Epoch) {
            epoch = value;
            double total = 0;
            if (rest.starts_with('/') && numberAt(rest.substr(1), total, isInteger) > 0)
                totalEpochs = total;
        } else if ((name.role == Role::Step || name.role == Role::GlobalStep) && std::abs(value) < 9e15) {
            step = qint64(value);
        } else if (m_columns[i].isDevice) {
            events[0].values.append({QStringLiteral("device"), value});
        } else if (name.role == Role::Metric && !name.name.isEmpty()) {
            const ValueUnit unit = unitFromText(rest);
            if (!rest.empty() && unit.kind == ValueUnit::Kind::None && m_kind != Kind::Devices)
                continue; // 00:12, a date
            if (name.measure == Measure::Bytes)
                value *= unit.kind == ValueUnit::Kind::Bytes ? unit.scale : name.scale;
            else if (name.measure == Measure::Seconds)
                value *= unit.kind == ValueUnit::Kind::Seconds ? unit.scale : name.scale;
            tellsSomething = tellsSomething || name.isResult || name.isThroughput;
            const Phase phase = m_kind == Kind::ClassRows ? Phase::Eval : name.phase.value_or(Phase::Train);
            LogEvent &event = events[size_t(phase)];
            if (name.phase || m_kind == Kind::ClassRows || m_kind == Kind::TrainRows)
                event.phase = phase;
            if (!event.value(name.name))
                event.values.append({name.name, value});
            if (name.isLoss && !std::isfinite(value))
                event.code = QStringLiteral("nan_loss");
        }
    }
    if (!tellsSomething)
        return;
    for (LogEvent &event : events) {
        const bool isEmpty = event.values.isEmpty() || (event.values.size() == 1 && event.values[0].first == QLatin1String("device"));
        if (isEmpty)
            continue;
        event.line = line.number;
        event.offset = line.offset;
        if (m_kind != Kind::Devices) {
            event.step = step;
            event.epoch = epoch;
            event.totalEpochs = totalEpochs;
        }
        const bool isLost = !event.code.isEmpty();
        event.code.clear();
        services.events.append(event);
        if (isLost)
            services.events.append(failureEvent(line.number, line.offset, "nan_loss"));
    }
}

} // namespace Trainyard::Logs
