#include "services/torch/imagedecoder.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFile>
#include <QImage>
#include <QImageReader>

#include <cstring>

namespace Trainyard {

namespace {

/// Walks the markers of a JPEG up to its end-of-image marker. libjpeg fills a cut-off image with grey and calls it a success.
bool hasEndOfImage(const QByteArray &bytes)
{
    constexpr uint8_t firstRestart = 0xD0, startOfImage = 0xD8, endOfImage = 0xD9;
    const auto at = [&bytes](qsizetype i) { return uint8_t(bytes[i]); };
    qsizetype i = 2;
    while (i + 1 < bytes.size()) {
        const uint8_t marker = at(i + 1);
        if (at(i) != 0xFF || marker == 0x00 || marker == 0xFF) // compressed data, a stuffed FF, a fill byte
            ++i;
        else if (marker == endOfImage)
            return true;
        else if (marker >= firstRestart && marker <= startOfImage)
            i += 2;
        else if (i + 3 < bytes.size())
            i += 2 + (at(i + 2) << 8 | at(i + 3)); // a segment's length counts itself, not its marker
        else
            return false;
    }
    return false;
}

QImage fitted(const QImage &image, const ImageShape &shape)
{
    const QImage converted = image.convertToFormat(shape.channels == 1 ? QImage::Format_Grayscale8 : QImage::Format_RGB888);
    const QSize wanted(shape.width, shape.height);
    if (converted.size() == wanted)
        return converted;
    const QImage scaled = converted.scaled(wanted, Qt::KeepAspectRatioByExpanding, Qt::SmoothTransformation);
    return scaled.copy((scaled.width() - wanted.width()) / 2, (scaled.height() - wanted.height()) / 2, wanted.width(), wanted.height())
        .convertToFormat(converted.format());
}

void copyPlanes(const QImage &image, const ImageShape &shape, uint8_t *pixels)
{
    for (int y = 0; y < shape.height; ++y) {
        const uchar *line = image.constScanLine(y);
        if (shape.channels == 1) {
            std::memcpy(pixels + qint64(y) * shape.width, line, size_t(shape.width));
            continue;
        }
        for (int c = 0; c < 3; ++c) {
            uint8_t *plane = pixels + (qint64(c) * shape.height + y) * shape.width;
            for (int x = 0; x < shape.width; ++x)
                plane[x] = line[3 * x + c];
        }
    }
}

} // namespace

Result<ImageFacts> decodeImage(const QString &path, const ImageShape &shape, uint8_t *pixels)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return Error{Error::Kind::Io, QCoreApplication::translate("ImageDecoder", "The image %1 cannot be read: %2.").arg(path, file.errorString()),
                     file.errorString()};
    }
    QByteArray bytes = file.readAll();
    const auto undecodable = [&path](const QString &reason) {
        return Error{Error::Kind::Invalid,
                     QCoreApplication::translate("ImageDecoder", "The image %1 cannot be decoded: %2. Replace it or remove it.").arg(path, reason),
                     QString()};
    };
    if (bytes.isEmpty())
        return undecodable(QCoreApplication::translate("ImageDecoder", "the file is empty"));

    QBuffer buffer(&bytes);
    QImageReader reader(&buffer);
    reader.setAutoTransform(true);
    const QByteArray format = reader.format();
    if (format.isEmpty())
        return undecodable(QCoreApplication::translate("ImageDecoder", "it is no image of a known format"));
    QImage image;
    if (!reader.read(&image))
        return undecodable(reader.errorString());
    if (format == "jpeg" && !hasEndOfImage(bytes))
        return undecodable(QCoreApplication::translate("ImageDecoder", "the file is cut off"));

    const ImageFacts facts{image.size(), image.isGrayscale(), format};
    if (pixels)
        copyPlanes(fitted(image, shape), shape, pixels);
    return facts;
}

} // namespace Trainyard
