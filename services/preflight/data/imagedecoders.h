#pragma once

#include "services/preflight/data/filereport.h"

#include <vector>

namespace Trainyard {

/// Brightness of a decoded image, one byte each, row after row; perhaps smaller than the image.
struct Brightness
{
    int width = 0;
    int height = 0;
    std::vector<quint8> pixels;
};

/// Damaged: decoded, but with faults that decoders paint over. NotDecoded: too large, or a kind that nothing here reads.
enum class DecodeOutcome { Whole, CutOff, Damaged, NotDecoded };

/// @p brightness may be of a scaled image: every coded byte is still gone through.
DecodeOutcome decodeJpeg(const QByteArray &bytes, ImageFacts &facts, Brightness &brightness);
/// @p wantsValues: the values of a grey or palette image, as one bit each.
DecodeOutcome decodePng(const QByteArray &bytes, bool wantsValues, ImageFacts &facts, Brightness &brightness);
/// GIF, BMP, WebP, TIFF, PPM and whatever else Qt can read. @p format: what it is; empty: no image at all.
DecodeOutcome decodeOther(const QByteArray &bytes, ImageFacts &facts, Brightness &brightness, QByteArray &format);

} // namespace Trainyard
