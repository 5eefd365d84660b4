#pragma once

#include "services/preflight/data/datafile.h"

namespace Trainyard {

/// By its suffix; the kinds that image loaders take.
bool isImageName(const QByteArray &name);

/**
 * Decodes an image to its last row, by its content whatever the suffix: JPEG and PNG with libjpeg-turbo and libpng, all else with QImageReader. What
 * follows the image in the file is fine. Troubles: Empty, WrongContent, WrongSuffix, TruncatedImage, DamagedImage, DeepColour, MaskValue.
 */
FileReport readImage(const QByteArray &path, const ReadContext &context);

/// Decodes @p bytes: the facts and the troubles that need no name. @p kind: `jpeg`, `png`, ... by the content.
FileReport decodeImageBytes(const QByteArray &bytes, bool wantsValues, QByteArray *kind = nullptr);

} // namespace Trainyard
