#pragma once

#include "models/run/run.h"

namespace Trainyard {

/// One row of a comparison: what differs, and its value in each run; empty: not set, or not known.
struct ComparisonRow
{
    QString what; ///< a key of job.yaml, a version's name, or a translated word
    QStringList values;
    bool operator==(const ComparisonRow &) const = default;
};

/**
 * What several runs have come to (state, duration, cost, progress, best metric: always), and every key of their job.yaml, every recorded version and
 * the code where they differ. Reads each run's job.yaml: for a worker.
 */
QList<ComparisonRow> compareRuns(const QList<Run> &runs, const QDateTime &now);

} // namespace Trainyard
