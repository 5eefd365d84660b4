#pragma once

#include "models/dryrun/dryrunreport.h"
#include "models/job/jobdocument.h"

#include <atomic>

namespace Trainyard {

/// What a quick look at the inputs told: names, layout, sizes; no file is opened.
struct DataCheck
{
    Findings findings;
    QList<NotChecked> notChecked;
    qint64 files = 0;
    qint64 bytes = 0;
    QStringList classes;     ///< of the first image folder, sorted as trainers sort them
    QString detail;          ///< the evidence, in a sentence
    bool isLocal = false;    ///< at least one input lies on this machine
};

/// Whether @p source is a place of a platform (`obs://bucket/path`) rather than a path.
bool isRemoteSource(const QString &source);

/// Looks at every input of @p document below @p jobFolder. Links are not followed below an input, so that a loop of them ends. At most
/// a million files are counted; @p cancelled is asked between them.
DataCheck checkData(const JobDocument &document, const QString &jobFolder, const std::atomic_bool &cancelled);

} // namespace Trainyard
