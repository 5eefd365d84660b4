#include "services/torch/imageexamination.h"

#include "services/torch/imagedecoder.h"
#include "services/torch/workertext.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QHash>
#include <QLocale>
#include <QThread>
#include <QThreadPool>

#include <atomic>
#include <vector>

namespace Trainyard {

namespace {

constexpr qsizetype mostImages = 2000;

enum class ImageVerdict { NotLookedAt, Fine, WrongSuffix, EmptyFile, WrongContent, CutOff };

struct Look
{
    QString path;
    ImageVerdict verdict = ImageVerdict::NotLookedAt;
    ImageFacts facts;
};

/// Text where an image should be: an error page or a login form that was saved under the image's name.
bool startsLikeText(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return false;
    const QByteArray start = file.read(64).trimmed();
    return !start.isEmpty() && std::all_of(start.begin(), start.end(), [](char c) { return uchar(c) >= 0x20 || c == '\n' || c == '\r' || c == '\t'; });
}

ImageVerdict verdictOn(const QString &path, ImageFacts &facts)
{
    const Result<ImageFacts> decoded = decodeImage(path, {}, nullptr);
    if (!decoded)
        return QFileInfo(path).size() == 0 ? ImageVerdict::EmptyFile : startsLikeText(path) ? ImageVerdict::WrongContent : ImageVerdict::CutOff;
    facts = *decoded;
    const QString suffix = QFileInfo(path).suffix().toLower();
    const QByteArray expected = suffix == QLatin1String("jpg") ? "jpeg" : suffix.toLatin1();
    const bool isSameFamily = expected == facts.format || (expected.startsWith('p') && expected.endsWith('m') && facts.format.startsWith('p') && facts.format.endsWith('m'));
    return isSameFamily ? ImageVerdict::Fine : ImageVerdict::WrongSuffix;
}

std::vector<Look> chosenImages(const ImageFolderLayout &layout)
{
    QStringList all;
    for (const ClassFolder &folder : layout.train.classes)
        all += folder.images;
    if (layout.validation) {
        for (const ClassFolder &folder : layout.validation->classes)
            all += folder.images;
    }
    const qsizetype count = std::min(all.size(), mostImages);
    std::vector<Look> looks;
    for (qsizetype i = 0; i < count; ++i)
        looks.push_back({all[i * all.size() / count], ImageVerdict::NotLookedAt, {}});
    return looks;
}

void lookAtAll(std::vector<Look> &looks, double seconds, const std::function<void(const QString &, double)> &progress)
{
    QElapsedTimer clock;
    clock.start();
    std::atomic<size_t> next = 0;
    const auto isLate = [&] { return double(clock.elapsed()) / 1000 > seconds; };
    const auto work = [&] {
        for (size_t i = next++; i < looks.size() && !isLate(); i = next++)
            looks[i].verdict = verdictOn(looks[i].path, looks[i].facts);
    };
    QThreadPool pool;
    for (int i = 0; i < QThread::idealThreadCount(); ++i)
        pool.start(work);
    constexpr int pauseMilliseconds = 20;
    do {
        progress(WorkerText::tr("Reading %1 images").arg(looks.size()),
                 double(std::min(next.load(), looks.size())) / double(std::max<size_t>(1, looks.size())));
    } while (!pool.waitForDone(pauseMilliseconds));
}

struct Kind
{
    ImageVerdict verdict;
    const char *code;
    Severity severity;
    QString message; ///< %1 how many, %2 the first file
    QString fix;
};

QList<Kind> kinds()
{
    return {
        {ImageVerdict::EmptyFile, "data.empty-file", Severity::Error,
         WorkerText::tr("Image files without a byte: %1, the first is %2."),
         WorkerText::tr("Copy them again from the source, or leave them out.")},
        {ImageVerdict::WrongContent, "data.wrong-content", Severity::Error,
         WorkerText::tr("Files that are named like images and hold text: %1, the first is %2."),
         WorkerText::tr("Download them again: a web page was saved in place of the image.")},
        {ImageVerdict::CutOff, "data.truncated-image", Severity::Error,
         WorkerText::tr("Images that cannot be decoded to the end: %1, the first is %2."),
         WorkerText::tr("Copy them again from the source, or leave them out.")},
        {ImageVerdict::WrongSuffix, "data.wrong-suffix", Severity::Warning,
         WorkerText::tr("Images of another kind than their name says: %1, the first is %2."),
         WorkerText::tr("Give copies of them the right suffix.")},
    };
}

Findings findingsOf(const std::vector<Look> &looks, const QDir &jobFolder)
{
    constexpr qsizetype mostPlaces = 5;
    QHash<ImageVerdict, int> counts;
    QHash<ImageVerdict, QList<Place>> places;
    for (const Look &look : looks) {
        if (++counts[look.verdict] <= mostPlaces)
            places[look.verdict].append(Place{jobFolder.relativeFilePath(look.path), std::nullopt, QString()});
    }
    Findings findings;
    for (const Kind &kind : kinds()) {
        const int count = counts.value(kind.verdict);
        if (count == 0)
            continue;
        const Place first = places[kind.verdict].first();
        findings.append(Finding{QLatin1String(kind.code), kind.severity, kind.message.arg(count).arg(first.file), first, kind.fix, count,
                                count > 1 ? places[kind.verdict] : QList<Place>()});
    }
    return findings;
}

/// `28 x 28` or `32 x 30 to 640 x 480`.
QString sizesOf(const std::vector<Look> &looks)
{
    QSize least(INT_MAX, INT_MAX), most(0, 0);
    for (const Look &look : looks) {
        if (look.facts.size.isValid()) {
            least = least.boundedTo(look.facts.size);
            most = most.expandedTo(look.facts.size);
        }
    }
    const auto text = [](QSize size) { return QStringLiteral("%1 x %2").arg(size.width()).arg(size.height()); };
    return least == most ? text(most) : WorkerText::tr("%1 to %2").arg(text(least), text(most));
}

QString evidence(const std::vector<Look> &looks, const ImageFolderLayout &layout)
{
    const auto wasRead = [](const Look &look) { return look.facts.size.isValid(); };
    const auto read = std::count_if(looks.begin(), looks.end(), wasRead);
    if (read == 0)
        return WorkerText::tr("No image could be read.");
    const bool isGrey = std::all_of(looks.begin(), looks.end(), [&](const Look &look) { return !wasRead(look) || look.facts.isGrey; });
    const qsizetype all = layout.train.imageCount() + (layout.validation ? layout.validation->imageCount() : 0);
    const QString colours = isGrey ? WorkerText::tr("grey") : WorkerText::tr("colour");
    const QLocale locale;
    return WorkerText::tr("%1 of %2 images in %3 classes decoded to the end: %4 pixels, %5, uint8.")
        .arg(locale.toString(qlonglong(read)), locale.toString(qlonglong(all)), locale.toString(qlonglong(layout.train.classes.size())), sizesOf(looks), colours);
}

void leaveOut(QList<LabelledImage> &images, const QSet<QString> &broken)
{
    images.removeIf([&](const LabelledImage &image) { return broken.contains(image.path); });
}

} // namespace

ImageExamination examineImages(const QString &root, const QString &jobFolder, double seconds,
                               const std::function<void(const QString &activity, double fraction)> &progress)
{
    ImageExamination examination;
    PointResult &point = examination.point;
    point.point = DryRunPoint::Data;
    const Result<ImageFolderLayout> layout = readImageFolder(root);
    if (!layout) {
        point.detail = examination.whyNoData = layout.error().message;
        return examination;
    }
    std::vector<Look> looks = chosenImages(*layout);
    lookAtAll(looks, seconds, progress);
    point.findings = findingsOf(looks, QDir(jobFolder));
    point.detail = evidence(looks, *layout);
    point.status = hasErrors(point.findings) ? PointStatus::Fail : point.findings.isEmpty() ? PointStatus::Pass : PointStatus::Warn;
    if (looks.empty())
        point.status = PointStatus::Skipped;

    Result<ImageFolderData> data = trainingData(*layout);
    if (!data) {
        examination.whyNoData = data.error().message;
        return examination;
    }
    QSet<QString> broken;
    for (const Look &look : looks) {
        if (look.verdict != ImageVerdict::NotLookedAt && !look.facts.size.isValid())
            broken.insert(look.path);
    }
    leaveOut(data->train, broken);
    leaveOut(data->validation, broken);
    examination.data = *data;
    return examination;
}

} // namespace Trainyard
