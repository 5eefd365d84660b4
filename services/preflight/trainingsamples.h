#pragma once

#include "services/preflight/preflight.h"

namespace Trainyard {

/// What one epoch of the job goes through, counted without reading contents beyond line ends; of a larger place than can be counted quickly: nothing.
struct TrainingSamples
{
    qint64 count = 0;
    QString input; ///< the input's name
};

/**
 * The training split of the first input on this machine whose format tells one sample from the next: files of an image folder, lines of JSON lines, rows of
 * a CSV. Nothing: there is none, or it has over 200,000 files or 64 MiB of lines.
 */
std::optional<TrainingSamples> countTrainingSamples(const PreflightContext &context);

} // namespace Trainyard
