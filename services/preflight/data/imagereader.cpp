#include "services/preflight/data/imagereader.h"

#include "services/preflight/data/imagedecoders.h"

#include <algorithm>
#include <array>

namespace Trainyard {

namespace {

constexpr qint64 largestImage = qint64(512) << 20;

/// What the first bytes say; empty: not one of these.
QByteArray kindOf(QByteArrayView bytes)
{
    if (bytes.startsWith("\xFF\xD8\xFF"))
        return "jpeg";
    if (bytes.startsWith("\x89PNG\r\n\x1a\n"))
        return "png";
    return QByteArray();
}

/// `jpg` and `jpeg` are the same kind, and so are the portable maps.
QByteArray kindOfSuffix(const QByteArray &path)
{
    const QByteArray suffix = path.mid(path.lastIndexOf('.') + 1).toLower();
    if (suffix == "jpg" || suffix == "jpe" || suffix == "jfif")
        return "jpeg";
    if (suffix == "tif")
        return "tiff";
    return suffix.size() == 3 && suffix.startsWith('p') && suffix.endsWith('m') ? QByteArray("ppm") : suffix;
}

/// One bit for each pair of neighbours in a 9 x 8 grid: brighter or not. Alike for scaled and recompressed copies.
quint64 differenceHash(const Brightness &brightness)
{
    constexpr int columns = 9, rows = 8, leastContrast = 24;
    if (brightness.width < columns || brightness.height < rows || brightness.pixels.empty())
        return 0;
    std::array<int, columns * rows> cells{};
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const int left = brightness.width * column / columns, right = brightness.width * (column + 1) / columns;
            const int top = brightness.height * row / rows, bottom = brightness.height * (row + 1) / rows;
            qint64 sum = 0;
            for (int y = top; y < bottom; ++y) {
                for (int x = left; x < right; ++x)
                    sum += brightness.pixels[size_t(y) * size_t(brightness.width) + size_t(x)];
            }
            cells[size_t(row * columns + column)] = int(sum / std::max(1, (right - left) * (bottom - top)));
        }
    }
    const auto [least, most] = std::minmax_element(cells.begin(), cells.end());
    if (*most - *least < leastContrast)
        return 0;
    quint64 hash = 0;
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column + 1 < columns; ++column)
            hash = hash << 1 | quint64(cells[size_t(row * columns + column)] < cells[size_t(row * columns + column + 1)]);
    }
    return hash;
}

bool looksLikeText(QByteArrayView start)
{
    const QByteArrayView head = start.first(std::min<qsizetype>(start.size(), 256)).trimmed();
    return !head.isEmpty() && std::none_of(head.begin(), head.end(), [](char c) { return uchar(c) < 0x20 && c != '\n' && c != '\r' && c != '\t'; });
}

/// Class numbers beyond those of the model.
void checkMaskValues(const ImageFacts &facts, const ReadOptions &options, FileReport &report)
{
    if (facts.values.isEmpty() || !options.numClasses)
        return;
    for (int value = int(std::min<qint64>(256, *options.numClasses)); value < 256; ++value) {
        const bool isThere = uchar(facts.values[value / 8]) >> value % 8 & 1;
        if (isThere && !options.ignoredLabels.contains(value))
            return report.add(Trouble::MaskValue, 0, QString(), QString::number(value));
    }
}

bool isMask(const QByteArray &path, const ReadContext &context)
{
    if (!context.options.readsMasks)
        return false;
    for (const QByteArray &part : path.mid(context.root.size()).toLower().split('/')) {
        for (const char *name : {"mask", "masks", "label", "labels", "labelids", "annotation", "annotations", "segmentationclass", "gt", "ground_truth"}) {
            if (part == name)
                return true;
        }
    }
    return false;
}

} // namespace

bool isImageName(const QByteArray &name)
{
    static const QList<QByteArray> suffixes{"jpg", "jpeg", "png", "bmp", "gif", "tif", "tiff", "webp", "ppm", "pgm", "pbm", "jfif"};
    return suffixes.contains(name.mid(name.lastIndexOf('.') + 1).toLower());
}

FileReport decodeImageBytes(const QByteArray &bytes, bool wantsValues, QByteArray *kindFound)
{
    FileReport report;
    ImageFacts facts;
    Brightness brightness;
    QByteArray kind = kindOf(bytes);
    const DecodeOutcome outcome = kind == "jpeg" ? decodeJpeg(bytes, facts, brightness)
        : kind == "png"                          ? decodePng(bytes, wantsValues, facts, brightness)
                                                 : decodeOther(bytes, facts, brightness, kind);
    if (kindFound)
        *kindFound = kind;
    if (outcome == DecodeOutcome::NotDecoded) {
        report.add(Trouble::NotDecoded);
        return report;
    }
    if (kind.isEmpty()) {
        const QString foreign = foreignContent(bytes);
        const bool isText = looksLikeText(bytes);
        report.add(!foreign.isEmpty() || isText ? Trouble::WrongContent : Trouble::TruncatedImage, 0, QString(), foreign);
        return report;
    }
    if (outcome == DecodeOutcome::CutOff) {
        report.add(Trouble::TruncatedImage);
        return report;
    }
    if (outcome == DecodeOutcome::Damaged)
        report.add(Trouble::DamagedImage);
    if (facts.bitsPerChannel > 8)
        report.add(Trouble::DeepColour, 0, QString(), QString::number(facts.bitsPerChannel));
    facts.looks = differenceHash(brightness);
    report.image = facts;
    return report;
}

FileReport readImage(const QByteArray &path, const ReadContext &context)
{
    FileReport report;
    DataFile file(path, context, report);
    if (!file.isOpen())
        return report;
    if (file.size() == 0) {
        report.add(Trouble::Empty);
        return report;
    }
    if (file.size() > largestImage) {
        report.add(Trouble::TooLarge);
        return report;
    }
    thread_local QByteArray bytes;
    file.read(bytes, file.size());
    file.checkUnchanged();
    if (report.wasCancelled || report.has(Trouble::Changed) || report.has(Trouble::Unreadable))
        return report;
    QByteArray kind;
    const FileReport decoded = decodeImageBytes(bytes, isMask(path, context), &kind);
    report.troubles += decoded.troubles;
    report.image = decoded.image;
    report.contentHash = fastHash(bytes);
    if (decoded.image) {
        if (kindOfSuffix('.' + kind) != kindOfSuffix(path))
            report.add(Trouble::WrongSuffix, 0, QString(), QString::fromLatin1(kind).toUpper());
        checkMaskValues(*decoded.image, context.options, report);
    }
    return report;
}

} // namespace Trainyard
