#pragma once

#include "models/job/job.h"
#include "models/result.h"

#include <functional>

namespace Trainyard {

/// What a rehearsal gives to the script in place of an input.
struct InputSlice
{
    QString path;          ///< absolute
    bool isCopy = false;   ///< false: the input itself, to be kept read-only
    bool isPart = false;   ///< fewer samples than the input has
};

/**
 * Small inputs are copied whole to @p target; of large ones whose samples stand alone (image folders, JSON lines, CSV, text) the first of each folder or
 * file; everything else, where a part would not fit together, stays where it is.
 *
 * Errors: Io with the file's name, NotFound, Cancelled.
 */
Result<InputSlice> sliceInput(const QString &source, const QString &format, const QString &target, const std::function<bool()> &isCanceled);

} // namespace Trainyard
