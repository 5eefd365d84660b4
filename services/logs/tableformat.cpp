#include "services/logs/tableformat.h"

#include "services/logs/bytetext.h"
#include "services/logs/logtokens.h"
#include "services/logs/recordjudge.h"
#include "services/logs/tablecells.h"

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
    {"temp", "gpu_temperature_celsius"},
    {"avgpwr", "gpu_power_watts"},
    {"power_draw_instant_w", "gpu_power_watts"},
    {"pwr_w", "npu_power_watts"},
    {"temp_c", "npu_temperature_celsius"},
    {"ai_core", "npu_utilization_percent"},
    {"aicore", "npu_utilization_percent"},
    {"memory", "npu_memory_percent"},
    {"hbm_usage_mb", "npu_memory_bytes", 1048576.0},
};

const DeviceColumn *deviceColumn(std::string_view printed)
{
    const std::string name = equalsIgnoringCase(printed, "gpu%") ? "utilization_gpu" : normalisedName(printed); // rocm-smi
    const auto found
        = std::find_if(std::begin(deviceColumns), std::end(deviceColumns), [&](const DeviceColumn &column) { return column.printed == name; });
    return found == std::end(deviceColumns) ? nullptr : found;
}

bool isPosition(Role role)
{
    return role == Role::Epoch || role == Role::Step || role == Role::GlobalStep;
}

MetricName deviceMetric(const DeviceColumn *column)
{
    MetricName name;
    name.role = column ? Role::Metric : Role::Ignored;
    if (!column || !column->canonical)
        return name;
    name.name = QLatin1String(column->canonical);
    name.scale = column->scale;
    name.measure = column->scale > 1 ? Measure::Bytes : Measure::Plain;
    name.isKnown = true;
    return name;
}

/// Whether a header's cell may be a name: few words, none of them a number.
bool mayBeName(std::string_view cell)
{
    constexpr size_t longest = 48;
    const size_t lastWord = cell.find_last_of(" \t");
    const bool endsInNumber = lastWord != npos && isNumeric(cell.substr(lastWord + 1));
    return !cell.empty() && cell.size() <= longest && !isNumeric(cell) && !endsInNumber && std::count(cell.begin(), cell.end(), ' ') <= 3;
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

} // namespace

QList<QByteArray> TableFormat::samples() const
{
    return {"epoch,step,train_loss,val_loss\n0,49,0.51,\n0,49,,0.62\n",
            "epoch     train_loss  valid_loss  accuracy  time    \n0         0.512345    0.401234    0.823456  00:12\n",
            "| Trial name | status | iter | loss |\n|---|---|---|---|\n| train_1 | RUNNING | 3 | 0.512 |\n",
            "index, utilization.gpu [%], memory.used [MiB]\n0, 97 %, 58058 MiB\n"};
}

constexpr size_t longestHeader = 1024;

bool TableFormat::read(const LogLine &line, const LogServices &services)
{
    // Of comma-separated rows the timestamp is a cell, not a prefix.
    const std::string_view text = m_layout == Layout::Commas ? trimmed(line.text) : withoutFrame(beforeBar(line.record));
    if (m_layout != Layout::None) {
        if (isRuler(line.record) || (text.starts_with('#') && !readHeader(text, false, services)))
            return true;
        if (readRow(text, line, services)) {
            m_linesBetween = 0;
            return true;
        }
        const bool isUnmistakable = m_kind == Kind::TrainRows || m_kind == Kind::ClassRows || m_layout == Layout::Bars;
        constexpr int mostLinesBetween = 3; // another process's
        const bool mayGoOn = isUnmistakable && !text.empty() && ++m_linesBetween <= mostLinesBetween;
        if (mayGoOn)
            return text.size() <= longestHeader && readHeader(line.record.starts_with('|') ? trimmed(line.record) : text, false, services);
        if (!line.endsLine) // what stands before a bar in its line
            return false;
        leave();
    }
    if (m_deviceLayout != Layout::None && readDeviceRow(line, services))
        return true;
    return text.size() <= longestHeader && readHeader(line.record.starts_with('|') ? trimmed(line.record) : text, line.record.starts_with("│"), services);
}

void TableFormat::leave()
{
    if (m_kind == Kind::Devices) {
        m_deviceLayout = m_layout;
        m_deviceColumns = m_columns;
        m_deviceHeaderHash = m_headerHash;
    }
    m_layout = Layout::None;
}

/// A monitor that runs beside a training prints its header once.
bool TableFormat::readDeviceRow(const LogLine &line, const LogServices &services)
{
    const std::string_view text = trimmed(m_deviceLayout == Layout::Commas ? line.text : line.record);
    if (text.empty() || !isDigit(text[0]))
        return false;
    if (m_deviceLayout == Layout::Commas)
        splitAt(text, ',', m_cells);
    else
        splitAtBlanks(text, false, m_cells);
    if (m_cells.size() != m_deviceColumns.size())
        return false;
    for (size_t i = 0; i < m_cells.size(); ++i) {
        const bool isValue = isNumeric(m_cells[i]) || m_cells[i] == "-" || m_cells[i] == "NA" || m_cells[i].starts_with('[');
        if (!isValue && (m_deviceColumns[i].isDevice || m_deviceColumns[i].name.role == Role::Metric))
            return false;
    }
    m_kind = Kind::Devices;
    m_layout = m_deviceLayout;
    m_columns = m_deviceColumns;
    m_headerHash = m_deviceHeaderHash;
    emitRow(line, services);
    return true;
}

bool TableFormat::readHeader(std::string_view text, bool isFramed, const LogServices &services)
{
    // A header holds no value: a digit may stand only in a name (mAP50).
    if (text.empty() || isDigit(text[0]) || text.find('=') != npos)
        return false;
    if (const size_t colon = text.find(':'); colon != npos && !text.substr(colon).starts_with(":.95")) // mAP@.5:.95
        return false;
    const bool isComment = text[0] == '#'; // nvidia-smi dmon
    if (isComment)
        text = trimmed(text.substr(1));
    if (!mayBeHeader(text, services.names))
        return false;
    const Layout layout = splitHeader(text);
    if (isComment && layout == Layout::Blanks)
        splitAtBlanks(text, false, m_cells);
    std::vector<Column> columns;
    int known = 0;
    int devices = 0;
    for (std::string_view cell : m_cells) {
        if (!mayBeName(cell))
            return false;
        columns.push_back(columnOf(cell, services.names));
        const MetricName &name = columns.back().name;
        known += isPosition(name.role) || (name.role == Role::Metric && (name.isKnown || name.isResult));
        devices += deviceColumn(cell) != nullptr;
    }
    const bool namesDevice = std::any_of(columns.begin(), columns.end(), [](const Column &column) { return column.isDevice; });
    const bool namesResult = std::any_of(columns.begin(), columns.end(), [](const Column &column) { return column.name.isResult; });
    const bool isOfDevices = devices >= 2 && namesDevice && !namesResult;
    const bool isOfCards = std::any_of(m_cells.begin(), m_cells.end(), [](std::string_view cell) { return equalsIgnoringCase(cell, "gpu_mem"); });
    const bool isTooStrange = known < 2 || (!isOfCards && (layout == Layout::Blanks && !isFramed && known * 2 < int(columns.size())));
    if (columns.size() < (layout == Layout::Blanks ? 3U : 2U) || (!isOfDevices && isTooStrange))
        return false;
    if (isOfDevices) {
        for (size_t i = 0; i < columns.size(); ++i)
            columns[i].name = deviceMetric(deviceColumn(m_cells[i]));
    }
    m_kind = isOfDevices                              ? Kind::Devices
        : equalsIgnoringCase(m_cells[0], "class")     ? Kind::ClassRows
        : isOfCards && layout == Layout::Blanks ? Kind::TrainRows
                                                      : Kind::Metrics;
    m_columns = std::move(columns);
    m_layout = layout;
    m_linesBetween = 0;
    m_headerHash = qHashMulti(1, int(layout), int(m_kind), QByteArrayView(text.data(), qsizetype(text.size())));
    return true;
}

TableFormat::Layout TableFormat::splitHeader(std::string_view text)
{
    if (text.starts_with('|')) {
        splitAt(withoutFrame(text), '|', m_cells);
        return Layout::Bars;
    }
    if (contains(text, ",")) {
        splitAt(text, ',', m_cells);
        return Layout::Commas;
    }
    if (contains(text, "\t")) {
        splitAt(text, '\t', m_cells);
        return Layout::Tabs;
    }
    const bool isOfClasses = text.starts_with("Class "); // YOLO's `mAP@.5 mAP@.5:.95`
    splitAtBlanks(text, contains(text, "  ") && !isOfClasses, m_cells);
    if (m_cells.size() < 3)
        splitAtBlanks(text, false, m_cells);
    return Layout::Blanks;
}

TableFormat::Column TableFormat::columnOf(std::string_view cell, MetricNames &names)
{
    if (cell.starts_with("Box(")) // Ultralytics: `Box(P  R  mAP50  mAP50-95)`
        cell.remove_prefix(4);
    if (cell.ends_with(')') && !contains(cell, "("))
        cell.remove_suffix(1);
    const DeviceColumn *device = deviceColumn(cell);
    return {names.resolve(cell), device && !device->canonical};
}

bool TableFormat::readRow(std::string_view text, const LogLine &line, const LogServices &services)
{
    switch (m_layout) {
    case Layout::Commas: splitAt(text, ',', m_cells); break;
    case Layout::Bars: splitAt(text, '|', m_cells); break;
    case Layout::Tabs: splitAt(text, '\t', m_cells); break;
    default: splitAtBlanks(text, false, m_cells); break;
    }
    if (m_layout == Layout::Commas && m_cells.size() != m_columns.size()) { // the prefix is none of the cells, or it is the first
        splitAt(line.record, ',', m_cells);
        if (m_cells.size() + 1 == m_columns.size() && m_columns[0].name.role == Role::Ignored)
            m_cells.insert(m_cells.begin(), std::string_view());
    }
    if (m_cells.size() != m_columns.size()) {
        if (m_layout != Layout::Blanks)
            return false;
        splitAtBlanks(text, true, m_cells);
        if (m_cells.size() != m_columns.size())
            return false;
    }
    const auto numeric = size_t(std::count_if(m_cells.begin(), m_cells.end(), isNumeric));
    const auto filled = size_t(std::count_if(m_cells.begin(), m_cells.end(), [](std::string_view cell) { return !cell.empty() && cell != "-"; }));
    if (numeric == 0 ? m_layout != Layout::Bars : (m_layout != Layout::Bars && numeric * 2 < filled))
        return false;
    if (m_kind == Kind::ClassRows && m_cells[0] != "all")
        return true;
    emitRow(line, services);
    return true;
}

void TableFormat::emitRow(const LogLine &line, const LogServices &services)
{
    Row row;
    row.tellsSomething = m_kind != Kind::Metrics;
    for (size_t i = 0; i < m_cells.size(); ++i)
        readCell(m_cells[i], m_columns[i], row);
    if (!row.tellsSomething)
        return;
    for (LogEvent &event : row.events) {
        const bool isEmpty = event.values.isEmpty() || (event.values.size() == 1 && event.values[0].first == QLatin1String("device"));
        if (isEmpty)
            continue;
        event.line = line.number;
        event.offset = line.offset;
        if (m_kind != Kind::Devices) {
            event.step = row.step;
            event.epoch = row.epoch;
            event.totalEpochs = row.totalEpochs;
        }
        services.events.append(event);
    }
    if (row.lossIsLost)
        services.events.append(failureEvent(line.number, line.offset, "nan_loss"));
}

void TableFormat::readCell(std::string_view cell, const Column &column, Row &row) const
{
    double value = 0;
    bool isInteger = false;
    const size_t length = numberAt(cell, value, isInteger);
    if (length == 0)
        return;
    const std::string_view rest = trimmed(cell.substr(length));
    if (column.name.role == Role::Epoch) {
        row.epoch = value;
        double total = 0;
        if (rest.starts_with('/') && numberAt(rest.substr(1), total, isInteger) > 0)
            row.totalEpochs = total;
    } else if (isPosition(column.name.role)) {
        if (std::abs(value) < 9e15)
            row.step = qint64(value);
    } else if (column.isDevice) {
        row.events[0].values.append({QStringLiteral("device"), value});
    } else if (column.name.role == Role::Metric && !column.name.name.isEmpty()) {
        addValue(column.name, value, rest, row);
    }
}

void TableFormat::addValue(const MetricName &name, double value, std::string_view unitText, Row &row) const
{
    const ValueUnit unit = unitFromText(unitText);
    if (!unitText.empty() && unit.kind == ValueUnit::Kind::None && m_kind != Kind::Devices)
        return; // 00:12, a date
    if (name.measure == Measure::Bytes)
        value *= unit.kind == ValueUnit::Kind::Bytes ? unit.scale : name.scale;
    else if (name.measure == Measure::Seconds)
        value *= unit.kind == ValueUnit::Kind::Seconds ? unit.scale : name.scale;
    row.tellsSomething = row.tellsSomething || name.isResult || name.isThroughput;
    row.lossIsLost = row.lossIsLost || (name.isLoss && !std::isfinite(value));
    const Phase phase = m_kind == Kind::ClassRows ? Phase::Eval : name.phase.value_or(Phase::Train);
    LogEvent &event = row.events[size_t(phase)];
    if (name.phase || m_kind == Kind::ClassRows || m_kind == Kind::TrainRows)
        event.phase = phase;
    if (!event.value(name.name))
        event.values.append({name.name, value});
}

} // namespace Trainyard::Logs
