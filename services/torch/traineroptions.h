#pragma once

#include "models/result.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace Trainyard {

/// What `trainyard-torch train` was asked for; docs/preset-trainers.md explains each.
struct TrainerOptions
{
    QString preset;
    QString dataDirectory;         ///< --data_url
    QString outputDirectory;       ///< --train_url
    QString checkpointDirectory;   ///< --checkpoint_dir; empty: the output directory
    QString architecture = QStringLiteral("small-cnn");
    QString optimizer = QStringLiteral("sgd");
    QString schedule = QStringLiteral("cosine"); ///< cosine or constant
    QString resume = QStringLiteral("auto");     ///< auto, never, or a file
    std::optional<double> learningRate;          ///< left out: 0.01 for sgd, 0.001 for the others
    double momentum = 0.9;
    double weightDecay = 5e-4;
    int epochs = 5;
    qint64 batchSize = 64;
    qint64 checkpointSteps = 200; ///< --checkpoint_every; 0: one at the end only
    int keep = 3;                 ///< --checkpoint_keep
    qint64 logSteps = 10;
    std::optional<int> imageSize; ///< left out: what the images suggest
    int workers = 2;
    std::optional<int> threads;   ///< left out: OMP_NUM_THREADS, else the CPUs this process may use
    quint64 seed = 1;

    double learningRateOrDefault() const;
    QString checkpointDirectoryOrDefault() const { return checkpointDirectory.isEmpty() ? outputDirectory : checkpointDirectory; }
    bool operator==(const TrainerOptions &) const = default;
};

QStringList trainerPresets(); ///< image-classification
QStringList trainerArchitectures();
QStringList trainerOptimizers();

/**
 * Reads `--name value` and `--name=value`; `-` and `_` in names are the same. All faults are in one Error (Invalid), worded like
 * argparse's so that logs are recognised: `unrecognized arguments: --epohcs 5`, with the nearest name.
 */
Result<TrainerOptions> parseTrainerOptions(const QStringList &arguments);

/// The text of `--help`.
QString trainerHelp();

} // namespace Trainyard
