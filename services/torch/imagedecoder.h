#pragma once

#include "models/result.h"

#include <QSize>
#include <QString>

#include <cstdint>

namespace Trainyard {

/// [channels, height, width] of every image once it is loaded; channels is 1 (grey) or 3 (red, green, blue).
struct ImageShape
{
    int channels = 3;
    int height = 0;
    int width = 0;
    qint64 size() const { return qint64(channels) * height * width; }
    bool operator==(const ImageShape &) const = default;
};

/// What an image is like before it is fitted.
struct ImageFacts
{
    QSize size;
    bool isGrey = false;
    QByteArray format; ///< by its content: `png`, `jpeg`, ...
    bool operator==(const ImageFacts &) const = default;
};

/**
 * Decodes the whole file by its content, whatever its suffix, scales it to cover @p shape and cuts the middle out.
 *
 * Writes shape.size() bytes, one channel after the other, to @p pixels; null: decodes only. Called from several threads.
 * Errors: Io (unreadable), Invalid (empty, no image, cut off), each with the path. An image that ends early is an error even
 * where the format's library fills the rest with grey.
 */
Result<ImageFacts> decodeImage(const QString &path, const ImageShape &shape, uint8_t *pixels);

} // namespace Trainyard
