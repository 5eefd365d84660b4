#pragma once

#include "models/job/jobdocument.h"

namespace Trainyard {

/// What no single key can tell: names, and keys that exclude or need each other. Codes job.* only.
Findings jobRules(const JobDocument &document);

/// Why @p name cannot be a job's name (a folder, an argument), in a sentence; empty: it can. For forms, too.
QString jobNameProblem(const QString &name);
/// The same for an input, an output or a parameter: `--NAME` has to be one word.
QString argumentNameProblem(const QString &name);
/// The same for an environment variable.
QString variableNameProblem(const QString &name);

} // namespace Trainyard
