#pragma once

#include "models/job/job.h"
#include "models/result.h"

namespace Trainyard {

/// What a job needs to begin with, from a person's own folder or script: name, code folder, boot file, requirements, one output. Reads names only.
Job draftJob(const QString &folderOrScript);

/**
 * A job.yaml for a person's own code, in a new folder of @p projects named after it: nothing is written beside the code. The draft that was
 * made for the same code before is opened again instead of a second one.
 *
 * Answers the job file. Errors: NotFound, Io.
 */
Result<QString> createJobDraft(const QString &folderOrScript, const QString &projects);

} // namespace Trainyard
