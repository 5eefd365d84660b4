#pragma once

#include "models/result.h"
#include "services/torch/stoprequest.h"
#include "services/torch/traineroptions.h"

#include <functional>

namespace Trainyard {

enum class TrainerEnd {
    Completed,
    StoppedAsAsked, ///< after a checkpoint, as StopRequest::AfterCheckpoint wished
    Terminated,
    Interrupted
};

struct TrainerHooks
{
    std::function<void(const QString &line)> log;         ///< one line, for standard output
    std::function<StopRequest()> stopRequest = Trainyard::stopRequest; ///< asked after every step
};

/**
 * Trains an image classifier, from the newest checkpoint on where there is one; docs/preset-trainers.md has the files and log lines.
 *
 * The same options and data give the same losses, interrupted and resumed or not. Errors: what is wrong with the data, the
 * checkpoint, the output folder or the loss, in one sentence; Io::detail has the system's reason.
 */
Result<TrainerEnd> train(const TrainerOptions &options, const TrainerHooks &hooks);

} // namespace Trainyard
