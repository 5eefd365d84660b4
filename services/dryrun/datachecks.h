#pragma once

#include "models/dryrun/dryrunreport.h"
#include "services/preflight/preflight.h"

#include <atomic>
#include <functional>

namespace Trainyard {

/// What a look at the inputs told: the quick one at names, layout and sizes, then the scan of every file.
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

/// The quick look: every input of @p document below @p jobFolder, by names, layout and sizes; no file is opened.
DataCheck checkData(const JobDocument &document, const QString &jobFolder, const std::atomic_bool &cancelled);

/**
 * The scan: reads every file of the inputs to its end, in parallel, with what earlier scans told from @p cacheFile. Blocks for as long as that takes.
 * @p quick is what checkData() told: files and bytes, for the time that is left. @p told is called some times a second with a sentence and 0..1, negative: not known.
 */
DataCheck scanData(const PreflightContext &context, const QString &cacheFile, const DataCheck &quick, const std::atomic_bool &cancelled,
                   const std::function<void(const QString &activity, double fraction)> &told);

} // namespace Trainyard
