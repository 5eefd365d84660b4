#pragma once

#include "services/preflight/data/datafile.h"

namespace Trainyard {

/// By the job's words, else by the usual names: label, target, class, y.
bool isTargetColumn(const QString &name, const ReadOptions &options);
/// The target among @p columns; nothing: there is none.
std::optional<qsizetype> targetColumn(const QStringList &columns, const ReadOptions &options);

/// Counts a label and compares it with the model's classes. Trouble: LabelOutOfRange, its value lists those beyond.
void addLabel(const QString &label, qint64 line, const ReadOptions &options, RecordFacts &facts, FileReport &report);

} // namespace Trainyard
