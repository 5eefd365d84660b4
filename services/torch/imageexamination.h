#pragma once

#include "models/dryrun/dryrunreport.h"
#include "services/torch/imagefolder.h"

#include <functional>

namespace Trainyard {

/// What decoding a part of an image folder told.
struct ImageExamination
{
    PointResult point;                   ///< data
    std::optional<ImageFolderData> data; ///< what can be trained on, without the images that failed; not set: nothing
    QString whyNoData;
};

/**
 * Decodes images of @p root to their end, at most 2,000 spread over all, in threads and for at most @p seconds.
 *
 * Images that fail are left out without a word: the scan of the whole dataset tells of them. Folders that do not fit each other are judged by the
 * layout checks; here they only end the training.
 */
ImageExamination examineImages(const QString &root, double seconds, const std::function<void(const QString &activity, double fraction)> &progress);

} // namespace Trainyard
