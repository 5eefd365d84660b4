#pragma once

#include "models/result.h"

#include <QFuture>
#include <QString>
#include <QStringList>

namespace Trainyard {

/// `trainyard init`: a ready project in a folder of its own.
struct SampleProject
{
    QString directory;
    QString jobFile;
    int trainImages = 0;
    int validationImages = 0;
    bool isSynthetic = false; ///< Debian's dataset-fashion-mnist is not installed: small drawn shapes instead
};

QStringList sampleTemplates(); ///< fashion-mnist, fashion-mnist-python

/// Where Debian's package dataset-fashion-mnist puts its images.
QString fashionMnistFolder();

/**
 * Writes images as class folders (dataset/train, dataset/val), job.yaml, a README and, for the Python template, src/train.py. Runs in a worker
 * thread, reports progress in files, can be cancelled (then nothing is left behind). Takes a second or two.
 *
 * Errors: Conflict (the folder exists and is not empty: nothing in it is touched), Io, Invalid (unknown template, damaged images), Cancelled.
 */
QFuture<Result<SampleProject>> createSampleProject(const QString &directory, const QString &templateName = QStringLiteral("fashion-mnist"),
                                                   const QString &imageFolder = fashionMnistFolder());

} // namespace Trainyard
