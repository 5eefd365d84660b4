#pragma once

#include "models/job/job.h"
#include "models/platform/profile.h"
#include "models/result.h"
#include "models/run/run.h"
#include "services/common/apppaths.h"

namespace Trainyard {

/// record.json: the record, and beside it what the list of runs needs to take in a folder that it does not know.
Result<> writeRecord(const Run &run);
/// The run of a folder, without what only the list knows (note, star, progress). Errors: those of readJsonFile(); Invalid.
Result<Run> readRecord(const QString &runFolder);

/// Versions that the job declares, and those that are observed here: interpreter, torch, driver, system; code hash and commit.
RunRecord observeRecord(const Job &job, const QString &jobFolder, const Profile &profile, const QString &runsFolder);

/// One sentence for everything that differs between two records.
QStringList recordDrift(const RunRecord &before, const RunRecord &now);

} // namespace Trainyard
