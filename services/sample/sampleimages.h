#pragma once

#include "models/result.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

namespace Trainyard {

/// One grey picture of 28x28 pixels, row by row, one byte each: 0 is black.
struct SampleImage
{
    QByteArray pixels;
    int label = 0;
};

inline constexpr int sampleImageSize = 28;

/// What a sample project is made of: a class per name, the same number of pictures in each.
struct SampleImages
{
    QStringList classNames;
    QList<SampleImage> train;
    QList<SampleImage> validation;
    bool isSynthetic = false;
};

/**
 * The first @p trainPerClass and @p validationPerClass pictures of each class, in the file's order, of Debian's dataset-fashion-mnist
 * (four gzip files in the IDX format of MNIST: big-endian magic number, counts, bytes).
 *
 * Errors: NotFound (the package is not installed), Invalid (a file is damaged).
 */
Result<SampleImages> readFashionMnist(const QString &folder, int trainPerClass, int validationPerClass);

/// Ten kinds of drawn shapes with random place, size and noise; always the same ones. Easy to learn, honest about being drawn.
SampleImages drawShapes(int trainPerClass, int validationPerClass);

/// A PNG file, 8-bit grey, every row with filter 0: what the sample's own train.py reads without an image library.
QByteArray toPng(const SampleImage &image);

} // namespace Trainyard
