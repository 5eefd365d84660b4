#include "services/sample/sampleimages.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QtEndian>

#include <zlib.h>

#include <cmath>
#include <memory>
#include <random>

namespace Trainyard {

namespace {

constexpr int pixelCount = sampleImageSize * sampleImageSize;
constexpr int classCount = 10;

struct GzipCloser
{
    void operator()(gzFile_s *file) const { gzclose(file); }
};
using GzipFile = std::unique_ptr<gzFile_s, GzipCloser>;

bool readExactly(gzFile_s *file, void *target, unsigned bytes)
{
    return gzread(file, target, bytes) == int(bytes);
}

/// Opens an IDX file and reads its header: the magic number says how many dimensions follow.
GzipFile openIdx(const QString &path, quint32 magic, int dimensions)
{
    GzipFile file(gzopen(QFile::encodeName(path).constData(), "rb"));
    quint32 header[4] = {};
    if (!file || !readExactly(file.get(), header, unsigned(4 * (1 + dimensions))) || qFromBigEndian(header[0]) != magic)
        return nullptr;
    const bool hasOtherSize = dimensions == 3 && (qFromBigEndian(header[2]) != sampleImageSize || qFromBigEndian(header[3]) != sampleImageSize);
    return hasOtherSize ? nullptr : std::move(file);
}

/// Nothing when a file is damaged or ends before every class is complete.
std::optional<QList<SampleImage>> readSplit(const QString &folder, const QString &prefix, int perClass)
{
    const GzipFile images = openIdx(folder + u'/' + prefix + QStringLiteral("-images-idx3-ubyte.gz"), 0x803, 3);
    const GzipFile labels = openIdx(folder + u'/' + prefix + QStringLiteral("-labels-idx1-ubyte.gz"), 0x801, 1);
    if (!images || !labels)
        return std::nullopt;
    QList<SampleImage> chosen;
    chosen.reserve(perClass * classCount);
    std::array<int, classCount> taken{};
    while (chosen.size() < perClass * classCount) {
        SampleImage image{QByteArray(pixelCount, Qt::Uninitialized), 0};
        uchar label = 0;
        if (!readExactly(images.get(), image.pixels.data(), pixelCount) || !readExactly(labels.get(), &label, 1) || label >= classCount)
            return std::nullopt;
        if (taken[label] == perClass)
            continue;
        ++taken[label];
        image.label = label;
        chosen.append(image);
    }
    return chosen;
}

/// Whether the point (x, y), -1..1 inside the shape's box, belongs to shape @p kind.
bool isInside(int kind, double x, double y)
{
    const double radius = std::hypot(x, y);
    const double edge = std::max(std::abs(x), std::abs(y));
    if (edge > 1)
        return false;
    switch (kind) {
    case 0: return radius <= 1;                                         // disc
    case 1: return radius <= 1 && radius > 0.6;                         // ring
    case 2: return edge <= 0.9;                                         // square
    case 3: return edge <= 0.95 && edge > 0.6;                          // frame
    case 4: return std::abs(x) <= (y + 1) / 2;                          // triangle
    case 5: return std::abs(std::abs(x) - std::abs(y)) < 0.3;           // cross
    case 6: return std::abs(x) < 0.3 || std::abs(y) < 0.3;              // plus
    case 7: return std::fmod(y + 1, 0.8) < 0.4;                         // horizontal stripes
    case 8: return std::fmod(x + 1, 0.8) < 0.4;                         // vertical stripes
    default: return (x < 0) == (y < 0);                                 // checkerboard
    }
}

SampleImage drawShape(int kind, std::mt19937 &generator)
{
    // std::uniform_real_distribution differs between libraries; this does not.
    const auto uniform = [&generator](double low, double high) { return low + (high - low) * double(generator()) / double(std::mt19937::max()); };
    const double halfSize = uniform(6, 11);
    const double centreX = uniform(11, 17);
    const double centreY = uniform(11, 17);
    const double brightness = uniform(120, 220);
    SampleImage image{QByteArray(pixelCount, '\0'), kind};
    for (int y = 0; y < sampleImageSize; ++y) {
        for (int x = 0; x < sampleImageSize; ++x) {
            const bool inside = isInside(kind, (x - centreX) / halfSize, (y - centreY) / halfSize);
            image.pixels[y * sampleImageSize + x] = char(int((inside ? brightness : 0) + uniform(0, 35)));
        }
    }
    return image;
}

QByteArray pngChunk(const QByteArray &type, const QByteArray &data)
{
    QByteArray chunk(4, Qt::Uninitialized);
    qToBigEndian(quint32(data.size()), chunk.data());
    chunk += type;
    chunk += data;
    QByteArray checksum(4, Qt::Uninitialized);
    qToBigEndian(quint32(crc32(0, reinterpret_cast<const Bytef *>(chunk.constData()) + 4, uInt(chunk.size() - 4))), checksum.data());
    return chunk + checksum;
}

} // namespace

Result<SampleImages> readFashionMnist(const QString &folder, int trainPerClass, int validationPerClass)
{
    if (!QFileInfo::exists(folder + QStringLiteral("/train-images-idx3-ubyte.gz"))) {
        return Error{Error::Kind::NotFound,
                     QCoreApplication::translate("SampleProject", "The package dataset-fashion-mnist is not installed: %1 has no images.").arg(folder),
                     QString()};
    }
    SampleImages images;
    images.classNames = {QStringLiteral("t-shirt"), QStringLiteral("trouser"), QStringLiteral("pullover"), QStringLiteral("dress"),
                         QStringLiteral("coat"), QStringLiteral("sandal"), QStringLiteral("shirt"), QStringLiteral("sneaker"),
                         QStringLiteral("bag"), QStringLiteral("ankle-boot")};
    std::optional<QList<SampleImage>> train = readSplit(folder, QStringLiteral("train"), trainPerClass);
    std::optional<QList<SampleImage>> validation = readSplit(folder, QStringLiteral("t10k"), validationPerClass);
    if (!train || !validation) {
        return Error{Error::Kind::Invalid,
                     QCoreApplication::translate("SampleProject", "The image files in %1 are damaged. Install the package dataset-fashion-mnist again.")
                         .arg(folder),
                     QString()};
    }
    images.train = std::move(*train);
    images.validation = std::move(*validation);
    return images;
}

SampleImages drawShapes(int trainPerClass, int validationPerClass)
{
    SampleImages images;
    images.isSynthetic = true;
    images.classNames = {QStringLiteral("disc"), QStringLiteral("ring"), QStringLiteral("square"), QStringLiteral("frame"),
                         QStringLiteral("triangle"), QStringLiteral("cross"), QStringLiteral("plus"), QStringLiteral("rows"),
                         QStringLiteral("columns"), QStringLiteral("checkers")};
    std::mt19937 generator(20261130);
    for (int i = 0; i < trainPerClass * classCount; ++i)
        images.train.append(drawShape(i % classCount, generator));
    for (int i = 0; i < validationPerClass * classCount; ++i)
        images.validation.append(drawShape(i % classCount, generator));
    return images;
}

QByteArray toPng(const SampleImage &image)
{
    QByteArray header(13, '\0');
    qToBigEndian(quint32(sampleImageSize), header.data());
    qToBigEndian(quint32(sampleImageSize), header.data() + 4);
    header[8] = 8; // bits per pixel; then 0: grey, deflate, the usual filters, not interlaced

    QByteArray rows;
    rows.reserve(pixelCount + sampleImageSize);
    for (int y = 0; y < sampleImageSize; ++y) {
        rows += '\0';
        rows += QByteArrayView(image.pixels).sliced(y * sampleImageSize, sampleImageSize);
    }
    QByteArray packed(qsizetype(compressBound(uLong(rows.size()))), Qt::Uninitialized);
    uLongf packedSize = uLongf(packed.size());
    compress2(reinterpret_cast<Bytef *>(packed.data()), &packedSize, reinterpret_cast<const Bytef *>(rows.constData()), uLong(rows.size()), 6);
    packed.truncate(qsizetype(packedSize));
    return QByteArrayLiteral("\x89PNG\r\n\x1a\n") + pngChunk("IHDR", header) + pngChunk("IDAT", packed) + pngChunk("IEND", QByteArray());
}

} // namespace Trainyard
