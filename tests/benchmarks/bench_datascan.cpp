// How fast the data scan reads small images, against libjpeg-turbo and libpng decoding the same bytes alone in the same run, and what a million files cost.
// bench_datascan [FILES]   (left out: 1,000,000 for the walk)

#include "services/preflight/data/datasetscan.h"
#include "services/preflight/data/datasetwalk.h"

#include <QBuffer>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QGuiApplication>
#include <QImage>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTextStream>

#include <algorithm>
#include <cstdio>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <jpeglib.h>
#include <png.h>

using namespace Trainyard;

namespace {

constexpr int imagesPerKind = 2000;
constexpr int rounds = 3;

QTextStream &out()
{
    static QTextStream stream(stdout);
    return stream;
}

/// A picture with edges and noise, as photos have.
QByteArray picture(int seed, int side, const char *format)
{
    QRandomGenerator random{quint32(seed)};
    QImage image(side, side, QImage::Format_RGB888);
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            const int noise = int(random.bounded(24));
            image.setPixel(x, y, qRgb((x * 3 + seed) % 200 + noise, (y * 2 + seed * 7) % 200 + noise, ((x + y) / 8 % 2) * 150 + noise));
        }
    }
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, format);
    return bytes;
}

void decodeJpegAlone(const QByteArray &bytes)
{
    jpeg_decompress_struct decoder;
    jpeg_error_mgr errors;
    decoder.err = jpeg_std_error(&errors);
    jpeg_create_decompress(&decoder);
    jpeg_mem_src(&decoder, reinterpret_cast<const unsigned char *>(bytes.constData()), static_cast<unsigned long>(bytes.size()));
    jpeg_read_header(&decoder, TRUE);
    jpeg_start_decompress(&decoder);
    std::vector<JSAMPLE> row(size_t(decoder.output_width) * 3);
    JSAMPROW rows[] = {row.data()};
    while (decoder.output_scanline < decoder.output_height)
        jpeg_read_scanlines(&decoder, rows, 1);
    jpeg_finish_decompress(&decoder);
    jpeg_destroy_decompress(&decoder);
}

void decodePngAlone(const QByteArray &bytes)
{
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    png_image_begin_read_from_memory(&image, bytes.constData(), size_t(bytes.size()));
    image.format = PNG_FORMAT_RGB;
    std::vector<png_byte> pixels(PNG_IMAGE_SIZE(image));
    png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr);
}

double peakMiB()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return double(usage.ru_maxrss) / 1024.0;
}

/// Of all threads: on a busy machine the clock on the wall measures the others.
double cpuSeconds()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

double median(QList<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

void measureImages(const char *format, int side)
{
    QTemporaryDir folder;
    QList<QByteArray> images;
    for (const char *split : {"train/a", "train/b", "val/a", "val/b"})
        QDir(folder.path()).mkpath(QLatin1String(split));
    for (int i = 0; i < imagesPerKind; ++i) {
        images.append(picture(i, side, format));
        QFile file(folder.filePath(QStringLiteral("%1/%2/%3.%4").arg(i % 5 ? QStringLiteral("train") : QStringLiteral("val"), i % 2 ? QStringLiteral("a") : QStringLiteral("b")).arg(i).arg(QLatin1String(format))));
        if (!file.open(QIODevice::WriteOnly) || file.write(images.last()) < 0)
            qFatal("cannot write the images");
    }
    QList<double> alone, scan;
    for (int round = 0; round < rounds; ++round) {
        double start = cpuSeconds();
        for (const QByteArray &bytes : images)
            qstrcmp(format, "png") == 0 ? decodePngAlone(bytes) : decodeJpegAlone(bytes);
        alone.append(imagesPerKind / (cpuSeconds() - start));
        ScanRequest request;
        request.source = request.jobFolder = folder.path();
        request.options.format = QStringLiteral("image-folder");
        request.threads = 1;
        const std::atomic_bool cancelled = false;
        start = cpuSeconds();
        const ScanResult result = scanDataset(request, cancelled, {});
        scan.append(imagesPerKind / (cpuSeconds() - start));
        if (result.images != imagesPerKind || !result.troubles.isEmpty())
            qFatal("the scan did not read all images");
    }
    out() << QStringLiteral("%1 %2 x %2: library alone %3 images, scan of the folder %4 images a second of one core (%5 %)\n")
                 .arg(QLatin1String(format)).arg(side).arg(median(alone), 0, 'f', 0).arg(median(scan), 0, 'f', 0).arg(100 * median(scan) / median(alone), 0, 'f', 0);
    out().flush();
}

/// Tiny label files in one folder: the scan with a cache, cold and warm.
void measureManyFiles(int count)
{
    QTemporaryDir folder, home;
    QDir(folder.path()).mkpath(QStringLiteral("labels/train"));
    const QByteArray base = QFile::encodeName(folder.filePath(QStringLiteral("labels/train/")));
    for (int i = 0; i < count; ++i) {
        const int file = open(QByteArray(base + QByteArray::number(i) + ".txt").constData(), O_CREAT | O_WRONLY, 0644);
        if (file < 0 || write(file, "0 0.5 0.5 0.1 0.1\n", 18) != 18)
            qFatal("cannot write the files");
        close(file);
    }
    const double before = peakMiB();
    const std::atomic_bool cancelled = false;
    QElapsedTimer clock;
    clock.start();
    qint64 seen = 0;
    WalkVisitor visitor;
    visitor.entry = [&seen](const WalkEntry &) { ++seen; };
    walkDataset(QFile::encodeName(folder.path()), cancelled, visitor);
    out() << QStringLiteral("walk over %1 entries: %2 s\n").arg(seen).arg(double(clock.elapsed()) / 1000, 0, 'f', 2);
    ScanRequest request;
    request.source = request.jobFolder = folder.path();
    request.options.format = QStringLiteral("text");
    request.cacheFile = home.filePath(QStringLiteral("datascan.sqlite"));
    for (const char *name : {"cold", "from the cache"}) {
        const ScanResult result = scanDataset(request, cancelled, {});
        out() << QStringLiteral("scan of %1 tiny files, %2: %3 s, %4 files/s, %5 of them known; peak memory %6 MiB (%7 MiB before)\n")
                     .arg(result.filesRead).arg(QLatin1String(name)).arg(result.seconds, 0, 'f', 1).arg(double(result.filesRead) / result.seconds, 0, 'f', 0).arg(result.filesFromCache).arg(peakMiB(), 0, 'f', 0).arg(before, 0, 'f', 0);
        out().flush();
    }
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QGuiApplication application(argc, argv);
    for (const int side : {32, 64, 128}) {
        measureImages("jpg", side);
        measureImages("png", side);
    }
    measureManyFiles(argc > 1 ? QByteArray(argv[1]).toInt() : 1'000'000);
    return 0;
}
