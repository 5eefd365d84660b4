#pragma once

#include "models/job/job.h"
#include "models/result.h"

namespace Trainyard {

/**
 * "Same with my data": a new job in a folder of its own below @p projects, that keeps environment, flavor, outputs, checkpoints, limits and
 * training of the job in @p jobFile, and takes code and data from the person's @p folder.
 *
 * A preset has no code: there the folder is the data. Elsewhere it is the code, and every input is left open for the wizard to ask.
 * Answers the new job file. Errors: NotFound, Invalid (no job there), Io.
 */
Result<QString> createJobWithOwnData(const QString &jobFile, const QString &folder, const QString &projects);

/// Where templates of a person's own lie, one NAME.yaml each, below Trainyard's @p home.
QString templatesFolder(const QString &home);
/// Keeps the job in @p jobFile as a template; a name that is taken gets a number. What the job reads becomes absolute, from the job's own
/// @p folder (@p jobFile may be a copy elsewhere): a new job lies in a folder of its own. Answers the template's file.
/// Errors: NotFound, Invalid, Io.
Result<QString> saveAsTemplate(const QString &jobFile, const QString &folder, const QString &home);

/// What differs between two definitions, one sentence each: environment, compute, code, parameters, inputs; one for everything else.
/// Empty: they are equal.
QStringList jobDifferences(const Job &before, const Job &now);

} // namespace Trainyard
