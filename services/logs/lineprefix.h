#pragma once

#include "models/metrics/logevent.h"

#include <optional>
#include <string_view>

namespace Trainyard::Logs {

/// What stood before a record: timestamps, levels, loggers, ranks, labels of srun, Ray, Kubernetes, ...
struct LinePrefix
{
    std::optional<double> timeSeconds; ///< of the log's own timestamp; only differences mean something: the year or the day may lack
    std::string_view timeText;         ///< the text from that timestamp on: what prefixTimeAt() reads
    std::optional<int> rank;
    std::optional<Phase> phase;      ///< fairseq names its loggers `train` and `valid`
    std::optional<qint64> bareLabel; ///< `12: `: srun's label of a task, or a step
};

class MetricNames;

/// Takes the prefix off @p text; what remains is the record.
LinePrefix takePrefix(std::string_view &text, MetricNames &names);

/// The timestamp at the start of @p text, glog's `I0310 12:00:14.1` too. @return its length, 0: there is none.
size_t prefixTimeAt(std::string_view text, double &seconds);

} // namespace Trainyard::Logs
