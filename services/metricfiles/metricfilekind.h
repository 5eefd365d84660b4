#pragma once

#include <QByteArrayView>
#include <QString>

namespace Trainyard {

/// How a file tells metrics.
enum class MetricFileKind {
    None,         ///< not at all: binary, empty, no regular file, not readable
    TensorBoard,  ///< an event file
    TrainerState, ///< trainer_state.json
    Csv,          ///< a table with a step or an epoch that LogReader does not take for one: MetricsCsv
    Log           ///< text, JSON lines and the output of nvidia-smi and npu-smi included: LogReader
};

/// By its first 64 KiB; an event file that is still empty by its name.
MetricFileKind kindOfMetricFile(const QString &path);
MetricFileKind kindOfMetricFile(QByteArrayView start, const QString &name);

/// Whether LogReader finds anything in it.
bool logReaderReads(QByteArrayView start);

/// Whether a path is opened by MetricFileFollower: a folder, or a file with a reader of its own. Everything else is a log.
bool needsFollower(const QString &path);

} // namespace Trainyard
