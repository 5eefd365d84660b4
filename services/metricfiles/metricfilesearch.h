#pragma once

#include "models/metrics/logevent.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace Trainyard {

/// Files in @p folder and below that may hold metrics by their names. Bounded: six levels, 5,000 entries; hidden folders, and below the first
/// level links, are left out.
QStringList metricFilesBelow(const QString &folder);

/// Among a job's outputs only some logs are metrics: JSON lines, and what nvidia-smi or npu-smi wrote. Looks at the first 64 KiB.
bool isForLogReader(const QString &path);

/// What a folder of event files below a log folder is: a run, or one phase of it.
struct RunLabel
{
    QString run; ///< path of the run below the log folder; empty: the log folder itself
    std::optional<Phase> phase;
    bool operator==(const RunLabel &) const = default;
};
RunLabel runLabel(const QString &logFolder, const QString &folder);

/// Whether an event file lies in @p folder or below it; looks at 2,000 files at most.
bool holdsEventFiles(const QString &folder);

} // namespace Trainyard
