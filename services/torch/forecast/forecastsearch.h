#pragma once

#include "services/torch/forecast/cardmemory.h"
#include "services/torch/forecast/stepmodel.h"

namespace Trainyard {

/**
 * The largest batch, or the longest sequence, with which @p model still replays on @p allocatorBytes; 0: not even 1.
 *
 * Found on the family of recordings and confirmed by running the step at the answer; where that disagrees, by running the steps themselves.
 * @p most: no further (a model's positions). Errors as StepModel's.
 */
Result<qint64> largestThatFits(StepModel &model, StepSize start, qint64 StepSize::*axis, qint64 most, qint64 allocatorBytes);

/// What the job needs over @p axis, at about @p points sizes from 1 on around @p start and up to @p last.
Result<QList<MemoryCurvePoint>> curveOver(StepModel &model, StepSize start, qint64 StepSize::*axis, qint64 last, const CardMemory &card, int points = 12);

} // namespace Trainyard
