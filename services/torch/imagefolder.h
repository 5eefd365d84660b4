#pragma once

#include "models/result.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace Trainyard {

/// One class of one split: a folder of images.
struct ClassFolder
{
    QString name;
    QString path;
    QStringList images; ///< absolute paths, sorted; only files that the loader takes
    bool operator==(const ClassFolder &) const = default;
};

struct ImageSplit
{
    QString name; ///< `train`, `val`, ... as the folder is called; empty: the classes lie in the root
    QString path;
    QList<ClassFolder> classes; ///< sorted by name: the position is the label
    qsizetype imageCount() const;
    QStringList classNames() const;
    bool operator==(const ImageSplit &) const = default;
};

/// What an image-folder input looks like on disk, before anybody judges it.
struct ImageFolderLayout
{
    QString root;
    ImageSplit train;
    std::optional<ImageSplit> validation; ///< `val`, `valid` or `validation`; not set: the root has no splits
    qsizetype imagesInRoot = 0;           ///< images beside the folders: nobody will load them
};

/// One image with its class's position among the sorted class names.
struct LabelledImage
{
    QString path;
    qint64 label = 0;
    bool operator==(const LabelledImage &) const = default;
};

/// What the trainer works on.
struct ImageFolderData
{
    QStringList classes;
    QList<LabelledImage> train;
    QList<LabelledImage> validation;
};

/// File name patterns that the loader takes: `*.png`, `*.jpg`, ...
QStringList imageNameFilters();

/// Lists folders and files; hidden folders and `__MACOSX` are no classes. Errors: NotFound, Forbidden, each with the path.
Result<ImageFolderLayout> readImageFolder(const QString &root);

/**
 * What is trained on; without a validation split every tenth image of each class is held out.
 *
 * Errors: Invalid with the folder and the way out: no class folders, a single class, an empty class, splits with different classes.
 */
Result<ImageFolderData> trainingData(const ImageFolderLayout &layout);

} // namespace Trainyard
