#pragma once

#include "models/metrics/logevent.h"
#include "services/logs/lineprefix.h"
#include "services/logs/recordscanner.h"

#include <optional>
#include <bitset>
#include <string_view>

namespace Trainyard::Logs {

/// What earlier lines said that later ones rest on.
struct LogContext
{
    std::optional<double> headerEpoch; ///< of a line `Epoch 2/3`: holds for the lines after it
    std::optional<double> headerTotalEpochs;
    std::optional<Phase> nextPhase; ///< of a line `Test Error:`: holds for the next record
    std::bitset<4096> labels;       ///< numbers that stood before lines, `0: `
    bool labelIsNew = false;        ///< a step comes once; a task's label (srun) comes again

    void noteLabel(const std::optional<qint64> &label)
    {
        labelIsNew = label && (*label >= qint64(labels.size()) || !labels[size_t(*label)]);
        if (label && *label < qint64(labels.size()))
            labels.set(size_t(*label));
    }
};

/// Where a record stands.
struct RecordPlace
{
    qint64 line = 0;
    qint64 offset = 0;
    std::string_view record;
    const LinePrefix *prefix = nullptr;
    bool isResult = false; ///< it stands where a framework prints results: a block, a table, a bar's postfix. Any metric is one then
};

LogEvent failureEvent(qint64 line, qint64 offset, const char *code);

/// Decides whether a scanned record is metrics, and of which step, epoch and phase. Appends its events (one for each phase, and a nan_loss failure).
/// Precision first: configuration, prose and source text give nothing. @return whether there was any.
bool judgeRecord(const ScannedRecord &record, const RecordPlace &place, LogContext &context, QList<LogEvent> &events);

/// `Epoch 2/3`, `Test Error:`: notes what they say of the lines after them. @return whether the record was such a line.
bool readHeader(std::string_view record, LogContext &context);

} // namespace Trainyard::Logs
