#include "services/preflight/data/imagedecoders.h"

#include <QBuffer>
#include <QImage>
#include <QImageReader>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdio>
#include <cstring>

#include <jerror.h>
#include <jpeglib.h>
#include <png.h>

namespace Trainyard {

namespace {

constexpr int smallSide = 32;               ///< enough brightness to tell how an image looks
constexpr qint64 mostPixels = 400'000'000;  ///< more is no picture, but an attack on the memory; Pillow stops at half of it

bool isTooLarge(const ImageFacts &facts)
{
    return qint64(facts.width) * facts.height > mostPixels;
}

struct JpegFaults
{
    jpeg_error_mgr manager;
    std::jmp_buf jump;
    bool isCutOff = false;
    bool isDamaged = false;
};

JpegFaults &faultsOf(j_common_ptr decoder)
{
    return *reinterpret_cast<JpegFaults *>(decoder->err);
}

void noteJpegMessage(j_common_ptr decoder, int level)
{
    if (level >= 0)
        return;
    const int code = decoder->err->msg_code;
    if (code == JWRN_JPEG_EOF)
        faultsOf(decoder).isCutOff = true;
    else if (code == JWRN_HUFF_BAD_CODE || code == JWRN_MUST_RESYNC || code == JWRN_BOGUS_PROGRESSION)
        faultsOf(decoder).isDamaged = true;
}

[[noreturn]] void leaveJpeg(j_common_ptr decoder)
{
    std::longjmp(faultsOf(decoder).jump, 1);
}

ImageFacts::Mode modeOf(J_COLOR_SPACE space, int components)
{
    if (components == 1)
        return ImageFacts::Mode::Grey;
    return space == JCS_CMYK || space == JCS_YCCK ? ImageFacts::Mode::Cmyk : ImageFacts::Mode::Rgb;
}

/// Everything between jpeg_create and jpeg_destroy; leaves by longjmp, so that nothing here may have a destructor.
void runJpeg(jpeg_decompress_struct &decoder, const QByteArray &bytes, ImageFacts &facts, Brightness &brightness)
{
    jpeg_mem_src(&decoder, reinterpret_cast<const unsigned char *>(bytes.constData()), static_cast<unsigned long>(bytes.size()));
    jpeg_read_header(&decoder, TRUE);
    facts.width = qint32(decoder.image_width);
    facts.height = qint32(decoder.image_height);
    if (isTooLarge(facts))
        return;
    facts.mode = modeOf(decoder.jpeg_color_space, decoder.num_components);
    facts.bitsPerChannel = quint8(decoder.data_precision);
    const bool hasBrightness = decoder.jpeg_color_space == JCS_YCbCr || decoder.jpeg_color_space == JCS_GRAYSCALE;
    if (hasBrightness)
        decoder.out_color_space = JCS_GRAYSCALE;
    decoder.dct_method = JDCT_IFAST;
    decoder.do_fancy_upsampling = FALSE;
    decoder.scale_num = 1;
    decoder.scale_denom = 1; // the entropy decoder, where faults show, goes over every byte all the same
    while (decoder.scale_denom < 8 && int(std::min(decoder.image_width, decoder.image_height)) >= smallSide * 2 * int(decoder.scale_denom))
        decoder.scale_denom *= 2;
    jpeg_start_decompress(&decoder);
    const auto stride = size_t(decoder.output_width) * size_t(decoder.output_components);
    brightness.width = int(decoder.output_width);
    brightness.height = int(decoder.output_height);
    brightness.pixels.resize(stride * decoder.output_height);
    while (decoder.output_scanline < decoder.output_height) {
        JSAMPROW row = brightness.pixels.data() + stride * decoder.output_scanline;
        jpeg_read_scanlines(&decoder, &row, 1);
    }
    for (size_t i = 1; decoder.output_components > 1 && i < size_t(brightness.width) * size_t(brightness.height); ++i)
        brightness.pixels[i] = brightness.pixels[i * size_t(decoder.output_components)]; // one channel stands for all
    jpeg_finish_decompress(&decoder);
}

struct PngSource
{
    const char *next = nullptr;
    const char *end = nullptr;
    bool isCutOff = false;
    std::jmp_buf jump;
};

void readPngBytes(png_structp decoder, png_bytep target, size_t count)
{
    auto &source = *static_cast<PngSource *>(png_get_io_ptr(decoder));
    if (size_t(source.end - source.next) < count) {
        source.isCutOff = true;
        png_error(decoder, "end");
    }
    std::memcpy(target, source.next, count);
    source.next += count;
}

[[noreturn]] void leavePng(png_structp decoder, png_const_charp)
{
    std::longjmp(static_cast<PngSource *>(png_get_error_ptr(decoder))->jump, 1);
}

void passOverPngWarning(png_structp, png_const_charp) {}

ImageFacts::Mode modeOf(int colorType)
{
    switch (colorType) {
    case PNG_COLOR_TYPE_GRAY: return ImageFacts::Mode::Grey;
    case PNG_COLOR_TYPE_GRAY_ALPHA: return ImageFacts::Mode::GreyAlpha;
    case PNG_COLOR_TYPE_PALETTE: return ImageFacts::Mode::Palette;
    case PNG_COLOR_TYPE_RGB_ALPHA: return ImageFacts::Mode::Rgba;
    default: return ImageFacts::Mode::Rgb;
    }
}

struct PngRows
{
    std::vector<quint8> bytes;
    size_t stride = 0; ///< bytes of one row
};

/// As runJpeg. Rows keep the file's own values: a palette image gives its indices.
void runPng(png_structp decoder, png_infop info, PngRows &rows, ImageFacts &facts)
{
    png_set_crc_action(decoder, PNG_CRC_DEFAULT, PNG_CRC_WARN_DISCARD);
    png_read_info(decoder, info);
    facts.width = qint32(png_get_image_width(decoder, info));
    facts.height = qint32(png_get_image_height(decoder, info));
    if (isTooLarge(facts))
        return;
    facts.bitsPerChannel = png_get_bit_depth(decoder, info);
    facts.mode = modeOf(png_get_color_type(decoder, info));
    if (facts.bitsPerChannel < 8)
        png_set_packing(decoder);
    if (facts.bitsPerChannel == 16)
        png_set_strip_16(decoder);
    const int passes = png_set_interlace_handling(decoder);
    png_read_update_info(decoder, info);
    rows.stride = png_get_rowbytes(decoder, info);
    const bool keepsAll = passes > 1 || qint64(rows.stride) * facts.height < (4 << 20);
    const int rowsKept = keepsAll ? facts.height : std::min(facts.height, smallSide * 4);
    rows.bytes.resize(rows.stride * size_t(rowsKept));
    for (int pass = 0; pass < passes; ++pass) {
        for (int y = 0; y < facts.height; ++y)
            png_read_row(decoder, rows.bytes.data() + rows.stride * size_t(keepsAll ? y : int(qint64(y) * rowsKept / facts.height)), nullptr);
    }
}

/// Every value that a grey or palette image has, one bit each.
QByteArray valuesOf(const std::vector<quint8> &rows)
{
    std::array<bool, 256> seen{};
    for (const quint8 value : rows)
        seen[value] = true;
    QByteArray bits(32, '\0');
    for (size_t value = 0; value < seen.size(); ++value) {
        if (seen[value])
            bits[qsizetype(value / 8)] = char(bits[qsizetype(value / 8)] | 1 << value % 8);
    }
    return bits;
}

/// Kinds that Qt reads with a plugin only, which may not be installed.
QByteArray kindWithoutReader(const QByteArray &bytes)
{
    if (bytes.startsWith("RIFF") && bytes.mid(8, 4) == "WEBP")
        return "webp";
    if (bytes.startsWith(QByteArrayView("II*\0", 4)) || bytes.startsWith(QByteArrayView("MM\0*", 4)))
        return "tiff";
    return bytes.mid(4, 8) == "ftypheic" || bytes.mid(4, 8) == "ftypavif" ? bytes.mid(8, 4) : QByteArray();
}

} // namespace

DecodeOutcome decodeJpeg(const QByteArray &bytes, ImageFacts &facts, Brightness &brightness)
{
    jpeg_decompress_struct decoder;
    JpegFaults faults;
    decoder.err = jpeg_std_error(&faults.manager);
    faults.manager.error_exit = leaveJpeg;
    faults.manager.emit_message = noteJpegMessage;
    faults.manager.output_message = [](j_common_ptr) {};
    jpeg_create_decompress(&decoder);
    const bool isWhole = setjmp(faults.jump) == 0;
    if (isWhole)
        runJpeg(decoder, bytes, facts, brightness);
    jpeg_destroy_decompress(&decoder);
    if (isTooLarge(facts))
        return DecodeOutcome::NotDecoded;
    if (!isWhole || faults.isCutOff)
        return DecodeOutcome::CutOff;
    return faults.isDamaged ? DecodeOutcome::Damaged : DecodeOutcome::Whole;
}

DecodeOutcome decodePng(const QByteArray &bytes, bool wantsValues, ImageFacts &facts, Brightness &brightness)
{
    PngSource source{bytes.constData(), bytes.constData() + bytes.size(), false, {}};
    PngRows rows;
    png_structp decoder = png_create_read_struct(PNG_LIBPNG_VER_STRING, &source, leavePng, passOverPngWarning);
    png_infop info = png_create_info_struct(decoder);
    png_set_read_fn(decoder, &source, readPngBytes);
    const bool isWhole = setjmp(source.jump) == 0;
    if (isWhole)
        runPng(decoder, info, rows, facts);
    png_destroy_read_struct(&decoder, &info, nullptr);
    if (isTooLarge(facts))
        return DecodeOutcome::NotDecoded;
    if (!isWhole)
        return DecodeOutcome::CutOff;
    if (wantsValues && (facts.mode == ImageFacts::Mode::Grey || facts.mode == ImageFacts::Mode::Palette))
        facts.values = valuesOf(rows.bytes);
    const size_t channels = std::max<size_t>(1, rows.stride / size_t(std::max(1, facts.width)));
    brightness.width = facts.width;
    brightness.height = int(rows.bytes.size() / std::max<size_t>(1, rows.stride));
    if (facts.mode == ImageFacts::Mode::Palette)
        return DecodeOutcome::Whole; // indices are no brightness
    if (channels == 1) {
        brightness.pixels = std::move(rows.bytes);
    } else {
        const size_t green = channels >= 3 ? 1 : 0;
        brightness.pixels.resize(rows.bytes.size() / channels);
        for (size_t i = 0; i < brightness.pixels.size(); ++i)
            brightness.pixels[i] = rows.bytes[i * channels + green];
    }
    return DecodeOutcome::Whole;
}

DecodeOutcome decodeOther(const QByteArray &bytes, ImageFacts &facts, Brightness &brightness, QByteArray &format)
{
    QBuffer buffer;
    buffer.setData(bytes);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer);
    format = reader.format();
    if (format.isEmpty()) {
        format = kindWithoutReader(bytes);
        return format.isEmpty() ? DecodeOutcome::CutOff : DecodeOutcome::NotDecoded;
    }
    const QSize size = reader.size();
    if (qint64(size.width()) * size.height() > mostPixels)
        return DecodeOutcome::NotDecoded;
    QImage image;
    if (!reader.read(&image))
        return DecodeOutcome::CutOff;
    facts.width = image.width();
    facts.height = image.height();
    const bool isPalette = image.colorCount() > 0 && !image.isGrayscale();
    facts.mode = isPalette ? ImageFacts::Mode::Palette
        : image.format() == QImage::Format_Grayscale8 || image.format() == QImage::Format_Grayscale16 || image.isGrayscale() ? ImageFacts::Mode::Grey
        : image.hasAlphaChannel() ? ImageFacts::Mode::Rgba
                                  : ImageFacts::Mode::Rgb;
    facts.bitsPerChannel = image.format() == QImage::Format_Grayscale16 || image.depth() >= 48 ? 16 : 8;
    const QImage small = image.scaled(smallSide, smallSide, Qt::IgnoreAspectRatio, Qt::SmoothTransformation).convertToFormat(QImage::Format_Grayscale8);
    brightness.width = small.width();
    brightness.height = small.height();
    for (int y = 0; y < small.height(); ++y)
        brightness.pixels.insert(brightness.pixels.end(), small.constScanLine(y), small.constScanLine(y) + small.width());
    return DecodeOutcome::Whole;
}

} // namespace Trainyard
