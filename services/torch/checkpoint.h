#pragma once

#include "models/result.h"

#include <QJsonObject>
#include <QStringList>

#include <torch/torch.h>
#include <torch/script.h>

namespace Trainyard {

/**
 * Files `step-N.pt`: weights and buffers, optimizer, LibTorch's random state and whatever the caller wants to find again.
 *
 * A LibTorch archive followed by its SHA-256, since LibTorch reads flipped bytes without a word. A checkpoint appears under its name
 * only when it is whole and on the disk (temporary file, fsync, rename).
 */

QString checkpointPath(const QString &directory, qint64 step);

/// Errors: Io with the path and the system's reason, e.g. a full disk.
Result<> saveCheckpoint(const QString &path, const torch::jit::Module &model, torch::optim::Optimizer &optimizer, const QJsonObject &state);

/// The caller's part alone. Errors: NotFound, Io, Invalid (cut off or damaged).
Result<QJsonObject> readCheckpointState(const QString &path);

/**
 * Puts everything back, the random state included, and answers the caller's part.
 *
 * Errors: those of readCheckpointState(); Conflict when it was saved from another network or optimizer (nothing is changed then).
 */
Result<QJsonObject> loadCheckpoint(const QString &path, torch::jit::Module &model, torch::optim::Optimizer &optimizer);

/// All checkpoints of a folder, the newest first.
QStringList checkpointsIn(const QString &directory);
/// The newest one that is whole, or empty. @p skipped gets one error for each newer one that is not.
QString newestIntactCheckpoint(const QString &directory, QList<Error> *skipped);
/// Keeps the newest @p keep, removes the others and what an interrupted save left behind.
void pruneCheckpoints(const QString &directory, int keep);

} // namespace Trainyard
