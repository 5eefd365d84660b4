#pragma once

#include "services/preflight/data/datafile.h"

namespace Trainyard {

/// A YOLO label file: class and box, or polygon, of each object, as fractions of the image. Troubles: BadLine, LabelOutOfRange, BoxOutOfRange.
FileReport readYoloLabels(const QByteArray &path, const ReadContext &context);
/// Whether @p relativePath holds labels rather than a list or notes.
bool isYoloLabelName(const QByteArray &relativePath);
/// Where the label file of an image is looked for, or the image of a label file (without its suffix).
QByteArray yoloPartner(const QByteArray &path, bool isImage);

/// COCO: ids, references and boxes. Troubles: BadLine, DuplicateId, UnknownId, BoxOutOfRange, MissingFile.
FileReport readCoco(const QByteArray &path, const ReadContext &context);

} // namespace Trainyard
