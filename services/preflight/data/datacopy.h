#pragma once

#include "models/result.h"

#include <QList>
#include <QString>

#include <atomic>
#include <functional>

namespace Trainyard {

/// What a corrected copy of a dataset changes. The original is only ever read.
struct CopyFixes
{
    bool safeNames = true;     ///< names that scripts and storage take
    bool rightSuffixes = true; ///< images are named as what they are
    bool utf8 = true;          ///< texts become UTF-8 without a byte-order mark
    bool leaveOutBroken = true; ///< images that cannot be decoded, files without content, links to nowhere, pipes
};

struct CopySummary
{
    qint64 files = 0;    ///< that the copy holds
    qint64 renamed = 0;
    qint64 converted = 0;
    qint64 leftOut = 0;
    QString changesFile; ///< CSV beside the copy: old name, new name, what was done; only the changed ones
};

/**
 * Writes a corrected copy of @p source (a folder) into the new folder @p target, and `TARGET.changes.csv` beside it. Every entry of it can be undone by
 * hand, since the old names are there. Blocks; @p progress: files so far.
 *
 * Errors: Invalid (the target is there already, or lies in the source), Io with the path, Cancelled; a half-written copy is then removed again.
 */
Result<CopySummary> writeCorrectedCopy(const QString &source, const QString &target, const CopyFixes &fixes, const std::atomic_bool &cancelled,
                                       const std::function<void(qint64 files)> &progress = {});

/// Only the map of names, as CSV with the columns old and new, for the names that are not safe. Errors: Io.
Result<qint64> writeRenameMap(const QString &source, const QString &file, const std::atomic_bool &cancelled);

} // namespace Trainyard
