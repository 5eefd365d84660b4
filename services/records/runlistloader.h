#pragma once

#include "models/result.h"
#include "models/run/run.h"
#include "services/common/apppaths.h"

#include <QList>

#include <optional>

namespace Trainyard {

class RunStore;

/// The list as it is on disk now.
struct LoadedRuns
{
    QList<Run> runs; ///< newest first
    std::optional<Error> warning; ///< a damaged list was replaced
};

/**
 * Reads the list of runs; takes in run folders that it does not know (a damaged list was replaced, a submit died between two steps), and clears
 * what an interrupted removal left. To be called in a worker.
 */
Result<LoadedRuns> loadRuns(const AppPaths &paths);

/// Opens the list; a damaged one is replaced once, @p warning then says so.
Result<std::unique_ptr<RunStore>> openRunStore(const AppPaths &paths, std::optional<Error> *warning = nullptr);

/// Deletes a run's folder and row: first the folder gets a name that nobody takes in again. Errors: Io.
Result<> removeRun(const AppPaths &paths, const Run &run);

/// What is to be said of an active run whose folder holds nothing that a platform was given. Nothing while a submit is still filling it.
std::optional<RunStatus> interruptedStatus(const Run &run);

} // namespace Trainyard
